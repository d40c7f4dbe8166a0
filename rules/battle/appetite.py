"""Who goes farther in this turn: driven by hunger, or with a leap (hunger.py, bounding.py)."""

from __future__ import annotations

from .brought import brought
from .marks import HUNGRY, LEAP, behind
from .state import State, Warrior


def is_hungry(w: Warrior) -> bool:
    return any(mark.startswith(HUNGRY) for mark in w.brief)


def farther(w: Warrior) -> int:
    """How much farther he moves in this turn, whichever way he moves, in 1/100 mm."""
    return sum(int(behind(w.brief, kind) or 0) for kind in (HUNGRY, LEAP))


def more_attacks(state: State, id: str) -> int:
    """The attacks that hunger adds in this turn."""
    if not is_hungry(state.warriors[id]):
        return 0
    return sum(row.effect["attacks"] for row in brought(state.setup, id, "hunger"))
