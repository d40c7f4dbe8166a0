"""Whom hunger drives in this turn, and what he has of it (hook `hunger`; hunger.py does it)."""

from __future__ import annotations

from .brought import brought
from .state import State, Warrior

MARK = "hungry:"
"""A brief mark: behind it how much farther he goes, in 1/100 mm."""


def is_hungry(w: Warrior) -> bool:
    return any(mark.startswith(MARK) for mark in w.brief)


def farther(w: Warrior) -> int:
    """How much farther he moves in this turn, whichever way he moves, in 1/100 mm."""
    return sum(int(mark.removeprefix(MARK)) for mark in w.brief if mark.startswith(MARK))


def more_attacks(state: State, id: str) -> int:
    """The attacks that hunger adds in this turn."""
    if not is_hungry(state.warriors[id]):
        return 0
    return sum(row.effect["attacks"] for row in brought(state.setup, id, "hunger"))
