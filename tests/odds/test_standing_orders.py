"""Odds of a duel go by what has been ordered of both: always, once, never (P-PAR-01, P-PAR-08)."""

from __future__ import annotations

import pytest

from rules.battle.orders import Guard, Parrying
from rules.battle.state import State
from rules.odds import duel_between
from rules.odds.document import meeting_document
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


@pytest.mark.parametrize("parry", ["once", "never"])
def test_the_document_of_a_meeting_goes_by_it_as_well(parry: Parrying) -> None:
    told, free = (meeting_document(facing(p), "ana", "bea") for p in (parry, "always"))
    assert told["win"] != free["win"]
    assert told["blow"]["a"]["standing"] != free["blow"]["a"]["standing"]
    assert told["blow"]["b"] == free["blow"]["b"]
