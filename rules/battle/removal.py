"""Terrain that magic has taken off the table: the set-up without it (P-TAA-4)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from .state import Setup


def without(setup: Setup, removed: Iterable[str]) -> Setup:
    """The set-up with these pieces gone; the one that was started with stays as it is."""
    gone = frozenset(removed)
    if not gone:
        return setup
    board = setup.board
    left = tuple([piece for piece in board.terrain if piece.id not in gone])
    return replace(setup, board=replace(board, terrain=left))
