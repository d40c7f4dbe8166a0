"""Odds of a duel go by what has been ordered of both: always, once, never (P-PAR-01, P-PAR-08)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.battle.orders import Guard, Parrying, Prefer
from rules.battle.state import State, TraitRef
from rules.odds import duel_between
from rules.odds.document import (
    FighterError,
    duel_document,
    fighter,
    meeting_document,
    standing_orders,
)
from rules.odds.facing import Told
from rules.odds.hits import hits_through
from rules.odds.matchup import defence_of
from rules.odds.numbers import Attack
from rules.ruleset import load_ruleset
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


def test_a_bear_that_crushes_duels_otherwise() -> None:
    bear = warrior("ana", "red", 30, 60, traits=(TraitRef("bear_hug"),), A=2, S=5)
    state = begin(table(bear, warrior("bea", "blue", 60, 60), phase="movement", active="red"))
    told = give(state, Prefer(side="red", warrior="ana", what="crush", choice="crush")).state
    assert duel_between(told, "ana", "bea", 0) != duel_between(state, "ana", "bea", 0)


def test_a_broken_weapon_is_no_more() -> None:
    red = warrior("ana", "red", 30, 60, weapons=("double_handed_weapon",))
    state = begin(table(red, warrior("bea", "blue", 60, 60), phase="movement"))
    broken = replace(state.warriors["ana"], broken=("double_handed_weapon",))
    without = replace(state, warriors={**state.warriors, "ana": broken})
    assert duel_between(without, "ana", "bea", 0).a < duel_between(state, "ana", "bea", 0).a


def test_whoever_is_after_the_other_hits_more_easily() -> None:
    state = begin(table(warrior("ana", "red", 30, 60), warrior("bea", "blue", 60, 60)))
    hunting = warrior("ana", "red", 30, 60, traits=(TraitRef("capture"),))
    hunter = begin(table(hunting, warrior("bea", "blue", 60, 60)))
    after = replace(hunter.warriors["ana"], gained=("quarry:bea",))
    hunter = replace(hunter, warriors={**hunter.warriors, "ana": after})
    assert duel_between(hunter, "ana", "bea", 0).a > duel_between(state, "ana", "bea", 0).a


def test_a_fighter_of_a_file_may_have_standing_orders() -> None:
    row = {"weapons": ["sword"], "armour": ["buckler"]}
    ruleset = load_ruleset("partida")
    plain, sword = fighter({}, ruleset, "a"), fighter(row, ruleset, "b")
    never = standing_orders({**row, "guard": "never"}, "b")
    unguarded = duel_document(ruleset, plain, fighter({}, ruleset, "b"))["win"]
    told = duel_document(ruleset, plain, sword, told=(Told(), never))["win"]
    assert told == unguarded != duel_document(ruleset, plain, sword)["win"]


@pytest.mark.parametrize(
    "row", [{"guard": "at times"}, {"prefer": {"equal": "none"}}, {"prefer": 1}]
)
def test_other_orders_are_refused(row: dict[str, object]) -> None:
    with pytest.raises(FighterError, match=r"^a\."):
        standing_orders(row, "a")
