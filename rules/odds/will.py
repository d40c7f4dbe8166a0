"""Odds against somebody who may fight on when he ought to be out of action (battle/will.py).

Of a single attack; a duel to the end ends where his will is tried.
"""

from __future__ import annotations

from fractions import Fraction

from ..battle.attribute import needed_for
from ..battle.brought import brought
from ..battle.state import State
from ..battle.will import tested
from .reckoning import Odds


def by_will(state: State, target: str, odds: Odds) -> Odds:
    """What an attack comes to once he has tested: passed, he stays as he was, or is up again."""
    rows = brought(state.setup, target, "fight_on")
    if not rows or not odds.out_of_action:
        return odds
    before = tested(state.warriors[target])
    needed = needed_for(state, target, rows[0].effect["test"], -before)
    stays = odds.out_of_action * Fraction(max(0, needed), 6)
    return odds._replace(none=odds.none + stays, out_of_action=odds.out_of_action - stays)
