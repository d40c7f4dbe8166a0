"""The yardstick of the engine's figures: perft of python-chess, timed in the same process.

Machines differ and drift; a ratio to work that never changes does less so. Times are those of the
process, since others may run beside it.
"""

from __future__ import annotations

import statistics
import time

import chess

from rules.battle import play

NODES = 197_281
"""perft(4) from the first position of chess."""


def engine() -> str:
    """Which one runs: the engine as it is written, or compiled (scripts/fast.py)."""
    return "Python" if str(play.__file__).endswith(".py") else "compiled"


def perft(board: chess.Board, depth: int) -> int:
    """Leaves of the tree of legal moves, the last ply counted without being played."""
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes


def nodes_per_second(runs: int = 3) -> float:
    """The median speed of `runs` perft(4)."""
    return statistics.median(_once() for _ in range(runs))


def _once() -> float:
    start = time.process_time()
    nodes = perft(chess.Board(), 4)
    if nodes != NODES:
        raise RuntimeError(f"perft(4) gave {nodes}, not {NODES}")
    return nodes / (time.process_time() - start)
