"""What has become of the table: terrain that magic or the GM took away, and what the GM put there.

The set-up that a battle was started with stays as it is; a state carries the one of now.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from ..board import Building, Terrain
from .mission.model import MissionState
from .state import Setup, State


def without(setup: Setup, removed: Iterable[str]) -> Setup:
    """The set-up with these pieces gone (P-TAA-4)."""
    return changed_ground(setup, removed, ())


def changed_ground(setup: Setup, removed: Iterable[str], placed: Sequence[Terrain]) -> Setup:
    """The set-up with pieces gone and others placed.

    A placed piece with the id of one that is still there stands in its stead; any other comes
    after all of them, in the order given.
    """
    gone, new = frozenset(removed), {piece.id: piece for piece in placed}
    if not gone and not new:
        return setup
    board = setup.board
    left = [new.pop(one.id, one) for one in board.terrain if one.id not in gone]
    return replace(setup, board=replace(board, terrain=(*left, *new.values())))


def mission_now(state: State, gone: Iterable[str]) -> MissionState | None:
    """The scenario goes on by the outline of a building of its own that has fallen."""
    now = state.mission
    if now is None:
        return None
    about = {*now.buildings, *(ground.building for ground in now.grounds.values())} & {*gone}
    lost = [
        piece
        for piece in state.setup.board.terrain
        if isinstance(piece, Building) and piece.id in about
    ]
    kept = [piece for piece in now.fallen if piece.id not in {one.id for one in lost}]
    return replace(now, fallen=(*kept, *lost)) if lost else now


def placed_now(
    before: Sequence[Terrain], gone: Iterable[str], new: Sequence[Terrain]
) -> tuple[Terrain, ...]:
    """What has been placed in all, once some of it is gone again and more has come."""
    out = frozenset(gone)
    kept = {piece.id: piece for piece in before if piece.id not in out}
    return tuple((kept | {piece.id: piece for piece in new}).values())
