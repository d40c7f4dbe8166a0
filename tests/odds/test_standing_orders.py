"""Odds of a duel go by what has been ordered of both: always, once, never (P-PAR-01, P-PAR-08)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.battle.orders import Guard, Parrying, Prefer
from rules.battle.state import State
from rules.odds import duel_between
from rules.odds.document import meeting_document
from rules.odds.hits import hits_through
from rules.odds.matchup import defence_of
from rules.odds.numbers import Attack
from tests.battle.world import begin, give, table, warrior

ARMS = {"weapons": ("sword",), "armour": ("buckler",)}


def facing(parry: Parrying = "always", **gear: tuple[str, ...]) -> State:
    """Bea, with sword and buckler unless said otherwise, has been told how to parry."""
    red, blue = warrior("ana", "red", 30, 60), warrior("bea", "blue", 60, 60, **(gear or ARMS))
    state = begin(table(red, blue, phase="movement", active="blue"))
    if parry == "always":
        return state
    return give(state, Guard(side="blue", warrior="bea", parry=parry)).state


def chance(state: State) -> object:
    return duel_between(state, "ana", "bea", 0)


def test_who_never_parries_duels_as_if_there_were_nothing_to_parry_with() -> None:
    assert chance(facing("never")) == chance(facing(weapons=("plain",)))


def test_without_the_second_throw_the_buckler_adds_nothing_to_the_sword() -> None:
    assert chance(facing("once")) == chance(facing(weapons=("sword",)))


def test_what_is_ordered_makes_a_difference_and_may_be_taken_back() -> None:
    never = facing("never")
    asked = chance(never)
    assert asked != chance(facing())
    back = give(never, Guard(side="blue", warrior="bea", parry="always")).state
    assert chance(back) == chance(facing())


def against_two(equal: str) -> State:
    """Ana strikes with a warhammer and a dagger at Bea's sword."""
    hers = ("sigmarite_warhammer", "dagger")
    red = warrior("ana", "red", 30, 60, weapons=hers)
    blue = warrior("bea", "blue", 60, 60, weapons=("sword",))
    state = begin(table(red, blue, phase="movement", active="blue"))
    order = Prefer(side="blue", warrior="bea", what="equal", choice=equal)
    return give(state, order).state


def test_to_parry_the_weaker_of_equal_hits_helps_the_attacker() -> None:
    ways = ("strongest", "weakest", "last")
    strong, weak, last = (duel_between(against_two(way), "ana", "bea", 0) for way in ways)
    assert weak.a > strong.a
    assert last == weak


@pytest.mark.parametrize(("equal", "left"), [("strongest", (0, 1)), ("weakest", (1, 0))])
def test_of_two_equal_hits_the_chosen_one_is_gone(equal: str, left: tuple[int, int]) -> None:
    state = against_two(equal)
    one, other = (
        Attack(number=1, hit=4, wound=4, save=7, strength=strength, parry=True)
        for strength in (4, 3)
    )
    defence = defence_of(state, "bea")
    chances = hits_through((one, other), defence)
    faces = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    parried = {face: Fraction(6 - face, 6) for face in (4, 5)}
    stronger = sum(parried[a] for a, b in faces if a in parried and b < a and b >= 4)
    both = sum(parried[a] for a, b in faces if a == b and a in parried)
    alone = sum(1 - (parried.get(a) or 0) for a, b in faces if a >= 4 and b < 4)
    expected = (alone + (both if left == (1, 0) else 0) + stronger) / 36
    assert chances[(1, 0)] == expected


@pytest.mark.parametrize("parry", ["once", "never"])
def test_the_document_of_a_meeting_goes_by_it_as_well(parry: Parrying) -> None:
    told, free = (meeting_document(facing(p), "ana", "bea") for p in (parry, "always"))
    assert told["win"] != free["win"]
    assert told["blow"]["a"]["standing"] != free["blow"]["a"]["standing"]
    assert told["blow"]["b"] == free["blow"]["b"]
