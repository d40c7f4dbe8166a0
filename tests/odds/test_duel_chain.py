"""The chain against the figure known from an independent calculation, and its corners."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.odds.chain import absorb
from rules.odds.duel import duel
from rules.odds.numbers import Attack, Critical, Defence
from rules.odds.sheets import FIRST, LAST, NORMAL, Duellist, Sheet, Sheets

TABLE = (Critical(2, 2, True, 0), Critical(2, 2, False, 0), Critical(2, 2, False, 2))


def fighter(
    *blows: Attack, parries: int = 0, wounds: int = 1, initiative: int = 3, slow: bool = False
):
    later = Sheet(LAST if slow else NORMAL, initiative, blows)
    charging = later if slow else later._replace(group=FIRST)
    sheets = Sheets(charging, ((Fraction(1), later),), later, later)
    return Duellist(Defence(wounds, parries), sheets)


SWORD = fighter(Attack(1, 4, 4, save=6), parries=1)
AXE = fighter(Attack(1, 4, 4))
HARMLESS = fighter(Attack(1, 4, 7))


def test_sword_against_axe():
    result = duel(SWORD, AXE, TABLE)
    assert result.a == Fraction(3225274593666821818949, 6338669368698424918434)
    assert result.a + result.b == 1
    assert result.phases is not None
    assert round(float(result.phases), 4) == 4.0848


def test_who_charges_matters():
    assert round(float(duel(SWORD, AXE, TABLE, charger=0).a), 6) == 0.515472
    assert round(float(duel(SWORD, AXE, TABLE, charger=1).a), 6) == 0.502178


def test_twins_are_even():
    result = duel(SWORD, SWORD, TABLE)
    assert result.a == result.b == Fraction(1, 2)


def test_who_stands_up_at_once_lives_longer():
    """P-REC-10 by a house rule: both steps in one recovery."""
    plain, quick = duel(AXE, SWORD, TABLE), duel(AXE._replace(springs_up=True), SWORD, TABLE)
    assert quick.a > plain.a
    assert quick.a + quick.b == 1


def test_changing_seats_changes_nothing():
    one, other = duel(SWORD, AXE, TABLE), duel(AXE, SWORD, TABLE)
    assert (one.a, one.b, one.phases) == (other.b, other.a, other.phases)


def test_the_faster_one_has_the_edge_without_a_roll_off():
    fast = fighter(Attack(1, 4, 4), initiative=4)
    assert duel(fast, AXE, TABLE).a > Fraction(1, 2)
    assert duel(fighter(Attack(1, 4, 4), initiative=4, slow=True), AXE, TABLE).a < Fraction(1, 2)


def test_who_cannot_be_hurt_wins():
    result = duel(HARMLESS, AXE, TABLE)
    assert (result.a, result.b, result.endless) == (0, 1, 0)


def test_two_who_cannot_hurt_each_other_fight_for_ever():
    result = duel(HARMLESS, HARMLESS, TABLE)
    assert (result.a, result.b, result.endless, result.phases) == (0, 0, 1, None)


def test_more_wounds_more_phases():
    tough = fighter(Attack(1, 4, 4), wounds=3)
    short, long = duel(AXE, AXE, TABLE).phases, duel(tough, tough, TABLE).phases
    assert short is not None
    assert long is not None
    assert long > short


@pytest.mark.parametrize("order", [len, lambda node: -len(node)])
def test_a_walk_does_not_depend_on_the_order_of_elimination(order):
    half = Fraction(1, 2)
    rows = {"a": {"bb": half, "end": half}, "bb": {"a": half, "bb": half}}
    (walk,) = absorb([{"a": Fraction(1)}], rows, order=order)
    assert walk.at == {"end": 1}
    assert (
        walk.steps == 5
    )  # one to "a"; from there two steps on average by itself, two more in "bb"
