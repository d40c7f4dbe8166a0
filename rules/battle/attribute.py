"""Tests on a characteristic: one D6, equal to or lower (P-TRN-05)."""

from __future__ import annotations

from .play import Play
from .queries import characteristic
from .state import State


def needed_for(state: State, id: str, name: str) -> int:
    """The highest face that passes; a 6 fails whatever the characteristic."""
    value = characteristic(state, id, name)
    six_fails = state.setup.ruleset.flag("attribute_test.natural_six_fails")
    return min(5, value) if six_fails else value


def initiative_test(play: Play, id: str, rule: str, target: str = "") -> bool:
    """An Initiative test; whether it is passed."""
    needed = needed_for(play.state, id, "I")
    (face,) = play.batch(
        "initiative", 1, needed, rule=rule, compare="at_most", actor=id, target=target
    )
    return face <= needed
