"""Odds of a shot that a blessing may hold back: half of everything, nothing for the rest."""

from __future__ import annotations

from fractions import Fraction

from rules.battle.state import State, TraitRef
from rules.odds import shot
from tests.battle.world import begin, table, warrior

BLESSING = (TraitRef("blessing_of_the_lady"),)


def aimed(*faces: int) -> State:
    """A bowman before a Knight whose leader, himself, has thrown these for the blessing."""
    knight = warrior("sir", "red", 30, 60, traits=BLESSING, leader=True, kind="questing_knight")
    archer = warrior("bow", "blue", 45, 60, weapons=("bow",))
    setup = table(knight, archer, phase="shooting", active="blue")
    return begin(setup, leadership=list(faces))


def test_a_four_in_six_lets_half_of_the_shots_go() -> None:
    free, held = (shot(aimed(*faces), "bow", "bow", "sir") for faces in ((6, 6), (1, 1)))
    assert held.hit == free.hit / 2
    assert held.wound == free.wound / 2
    assert held.out_of_action == free.out_of_action / 2
    assert held.none == Fraction(1, 2) + free.none / 2
    assert held.none + held.knocked_down + held.stunned + held.out_of_action == 1
