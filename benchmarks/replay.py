"""Replay of whole recorded battles: from set-up, secret and orders to the same log.

`cold` reads the set-up from JSON and compiles its board first, as a server that has just started
would; `warm` has the board compiled already.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.yardstick import engine, nodes_per_second
from rules import decode_setup, encode
from rules.battle.state import Setup
from rules.simulation import Record
from rules.simulation.battles import begin, step

FOLDER = Path(__file__).parent.parent / "tests" / "battles"
BAR_MS = 50
BAR_NODES = 0.050 * 692_257
"""The same 50 ms in perft nodes of the machine on which the bar was set."""


def load(path: Path) -> Record:
    return msgspec.json.decode(path.read_bytes(), type=Record)


def replay(record: Record, setup: Setup) -> bytes:
    """The log of the orders played again, canonically encoded."""
    game = begin(setup, bytes.fromhex(record.secret))
    for order in record.orders:
        step(game, order)
    return encode(game.events)


def run(paths: Sequence[Path] = (), runs: int = 5) -> dict[str, Any]:
    """Figures of each recorded battle; `equal` says whether every log came out the same."""
    found = {
        path.stem: _figures(load(path), runs) for path in paths or sorted(FOLDER.glob("*.json"))
    }
    nodes = nodes_per_second()
    worst = max((figures["cold_ms"] for figures in found.values()), default=0.0)
    return {
        "engine": engine(),
        "battles": found,
        "equal": all(figures["equal"] for figures in found.values()),
        "worst_cold_ms": worst,
        "bar_ms": BAR_MS,
        "perft_nodes_per_s": round(nodes),
        "worst_in_bars": round(worst / 1000 * nodes / BAR_NODES, 2),
    }


def _figures(record: Record, runs: int) -> dict[str, Any]:
    log, stored = encode(record.events), encode(record.setup)
    cold = [_timed(record, decode_setup(stored)) for _ in range(runs)]
    warm = [_timed(record, record.setup) for _ in range(runs + 1)][1:]
    return {
        "orders": len(record.orders),
        "events": len(record.events),
        "warriors": len(record.setup.warriors),
        "cold_ms": round(1000 * statistics.median(seconds for seconds, _ in cold), 1),
        "warm_ms": round(1000 * statistics.median(seconds for seconds, _ in warm), 1),
        "equal": all(replayed == log for _, replayed in cold),
    }


def _timed(record: Record, setup: Setup) -> tuple[float, bytes]:
    begun = time.process_time()
    replayed = replay(record, setup)
    return time.process_time() - begun, replayed
