"""What has been ordered for moments in which nobody is asked (preferring.py), as the rules read
it."""

from __future__ import annotations

from collections.abc import Mapping

from ..board.goals import TableEdge
from .arm import Arm
from .arms import kit_of
from .state import State

STRONGEST, WEAKEST, FIRST, LAST = "strongest", "weakest", "first", "last"
WOUND, CRUSH = "wound", "crush"
EDGES: Mapping[str, TableEdge] = {
    "west": "left",
    "south": "bottom",
    "east": "right",
    "north": "top",
}
"""In the order in which they are taken where nothing is ordered: x = 0, y = 0, far x, far y."""


def whole_arms(state: State, id: str) -> list[Arm]:
    """The close combat weapons that are still whole; the bare hands where none is."""
    kit, broken = kit_of(state.setup, id), state.warriors[id].broken
    return [arm for arm in kit.close if arm.id not in broken] or [kit.bare]


def edge_of(state: State, id: str) -> TableEdge | None:
    """To which of equally near edges a warrior flees; None where nothing is ordered (P-LEA-13)."""
    return EDGES.get(state.warriors[id].prefers.get("edge", ""))


def chosen(prefers: Mapping[str, str], strengths: list[int]) -> int:
    """Which of several equal hits is parried, by their Strengths in the order of their throws: its
    place (P-PAR-06)."""
    way = prefers.get("equal", STRONGEST)
    places = range(len(strengths))
    if way == FIRST:
        return 0
    if way == LAST:
        return len(strengths) - 1
    if way == WEAKEST:
        return min(places, key=strengths.__getitem__)
    return max(places, key=strengths.__getitem__)
