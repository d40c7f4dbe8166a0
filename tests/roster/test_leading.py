"""A warband never has two leaders: who may be hired to lead, and when."""

from __future__ import annotations

import msgspec
import pytest

from rules.roster import change as verbs
from rules.roster.change import Refused
from rules.roster.leading import BEREFT, leading
from rules.roster.model import Fighter, Note, Roster
from rules.roster.problems import problems
from tests.roster.build import CATALOGUE

LEADERS = {"undead": "vampire", "reikland": "mercenary_captain"}
HEIRS = {"undead": "necromancer", "reikland": "champion"}


def band(type: str, *, heir_leads: bool = True, finds: tuple[Note, ...] = ()) -> Roster:
    """A warband whose first leader is dead."""
    gone = Fighter(key="old", name="Old", type=LEADERS[type], hero=True, leader=True, fate="dead")
    heir = Fighter(key="heir", name="Heir", type=HEIRS[type], hero=True, leader=heir_leads)
    return Roster(id="w", name="W", type=type, treasury=500, fighters=(gone, heir), finds=finds)


def hire(roster: Roster) -> Roster:
    type = LEADERS[roster.type]
    return verbs.hire(CATALOGUE, roster, key="new", type=type, name="New").roster


def test_nobody_is_hired_over_an_heir() -> None:
    with pytest.raises(Refused) as refused:
        hire(band("reikland"))
    assert "several_leaders" in {one.code for one in refused.value.breaches}


@pytest.mark.parametrize("type", LEADERS)
def test_whom_nobody_leads_may_hire_a_leader(type: str) -> None:
    after = hire(band(type, heir_leads=False))
    assert [fighter.key for fighter in leading(after)] == ["new"]


def test_a_vampire_takes_over_from_a_necromancer() -> None:
    after = hire(band("undead"))
    assert [fighter.key for fighter in leading(after)] == ["new"]


def test_but_only_after_the_next_battle() -> None:
    with pytest.raises(Refused) as refused:
        hire(band("undead", finds=(Note(BEREFT, "battle"),)))
    assert refused.value.code == "leader_too_early"


def test_a_prisoner_still_leads() -> None:
    roster = band("reikland", heir_leads=False)
    held = msgspec.structs.replace(roster.fighter("old"), fate="captured")
    with pytest.raises(Refused) as refused:
        hire(roster.with_fighter(held))
    assert "several_leaders" in {one.code for one in refused.value.breaches}


def test_two_leaders_are_a_breach() -> None:
    roster = band("reikland")
    second = Fighter(key="two", name="Two", type="champion", hero=True, leader=True)
    assert "several_leaders" not in {one.code for one in problems(CATALOGUE, roster)}
    found = {one.code for one in problems(CATALOGUE, roster.with_fighter(second))}
    assert "several_leaders" in found
