"""Odds against somebody who may fight on when he ought to be out of action (battle/will.py).

`by_will` of a single attack; `will_of` for a duel to the end (duel.py).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ..battle.attribute import needed_for
from ..battle.brought import brought
from ..battle.state import State
from ..battle.will import tested
from .sheets import NO_WILL, Will

if TYPE_CHECKING:
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


def will_of(state: State, id: str) -> Will:
    """All the tests that a warrior may still pass, those of before among them."""
    rows = brought(state.setup, id, "fight_on")
    if not rows:
        return NO_WILL
    passes: list[Fraction] = []
    while (needed := needed_for(state, id, rows[0].effect["test"], -len(passes))) > 0:
        passes.append(Fraction(min(6, needed), 6))
    rises = state.setup.ruleset.switches.get("will.gets_up", True)
    return Will(tuple(passes), tested(state.warriors[id]), bool(rises))
