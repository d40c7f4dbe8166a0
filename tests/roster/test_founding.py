"""What is settled at the founding: whose skills, and what comes for nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.campaign.pin import pin
from rules.catalogue.lists import HIRED
from rules.roster import change as verbs
from rules.roster import founding
from rules.roster.change import Refused
from rules.roster.goods import gear_price, paid_for
from rules.roster.model import Note, Roster
from rules.roster.problems import problems
from rules.roster.rating import rating
from tests.roster.build import CATALOGUE

SETS = {
    "reikland": (("combat", "shooting", "strength"), ("combat", "shooting", "speed")),
    "middenheim": (("combat", "strength", "speed"), ("combat", "strength", "speed")),
    "marienburg": (("combat", "shooting", "speed"), ("combat", "shooting", "speed")),
}
"""Champion's and youngblood's lists by city."""


def ostmark() -> Roster:
    row = CATALOGUE.warbands["ostermarkers"]
    roster = Roster(id="o", name="O", type=row.id, budget=row.gold)
    return verbs.found(CATALOGUE, roster).roster


def hired(roster: Roster, type: str, key: str) -> Roster:
    return verbs.hire(CATALOGUE, roster, key=key, type=type, name=key).roster


def refused(verb: Callable[..., object], *arguments: object, **named: object) -> str:
    with pytest.raises(Refused) as caught:
        verb(CATALOGUE, *arguments, **named)
    return caught.value.code


def test_each_set_is_that_of_its_city() -> None:
    for id, lists in SETS.items():
        city = CATALOGUE.warbands[id]
        kinds = [city.fighter("champion"), city.fighter("youngblood")]
        assert tuple(kind.skills for kind in kinds) == lists, id
    sets = CATALOGUE.warbands["ostermarkers"].skill_sets
    assert {s.id: (s.skills["champion"], s.skills["youngblood"]) for s in sets} == SETS


@pytest.mark.parametrize("city", SETS)
def test_the_heroes_learn_by_the_chosen_set(city: str) -> None:
    roster = founding.choose_skills(CATALOGUE, ostmark(), set=city, draft=True).roster
    facts = pin(CATALOGUE, roster, "cm").fighters
    assert (facts["champion"].skill_lists, facts["youngblood"].skill_lists) == SETS[city]
    captain = CATALOGUE.warbands["ostermarkers"].fighter("captain")
    assert facts["captain"].skill_lists == captain.skills


def test_nobody_enlists_without_one() -> None:
    roster = ostmark()
    assert "needs_skill_set" in {p.code for p in problems(CATALOGUE, roster)}
    chosen = founding.choose_skills(CATALOGUE, roster, set="middenheim", draft=True).roster
    assert "needs_skill_set" not in {p.code for p in problems(CATALOGUE, chosen)}
    other = Roster(id="r", name="R", type="reikland")
    assert "needs_skill_set" not in {p.code for p in problems(CATALOGUE, other)}


def test_it_is_changed_in_a_draft_and_settled_after_it() -> None:
    first = founding.choose_skills(CATALOGUE, ostmark(), set="middenheim", draft=True).roster
    other = founding.choose_skills(CATALOGUE, first, set="reikland", draft=True).roster
    assert [note.data for note in other.finds] == [{"set": "reikland"}]
    choose = founding.choose_skills
    assert refused(choose, other, set="marienburg", draft=False) == "skill_set_settled"
    late = choose(CATALOGUE, ostmark(), set="marienburg", draft=False).roster
    chosen = founding.skill_set(CATALOGUE, late)
    assert chosen is not None
    assert chosen.id == "marienburg"


def test_what_is_no_set_of_the_list_is_refused() -> None:
    choose = founding.choose_skills
    assert refused(choose, ostmark(), set="nuln", draft=True) == "unknown_skill_set"
    roster = Roster(id="r", name="R", type="reikland")
    assert refused(choose, roster, set="reikland", draft=True) == "no_skill_sets"


def test_a_note_that_says_nothing_is_no_choice() -> None:
    roster = verbs.replace(ostmark(), finds=(Note(founding.SKILL_SET),))
    assert founding.skill_set(CATALOGUE, roster) is None


def test_the_captain_brings_one_dog_for_nothing() -> None:
    roster = hired(ostmark(), "captain", "c")
    change = founding.take_gift(CATALOGUE, roster, key="c")
    captain = change.roster.fighter("c")
    assert captain.equipment["wardog"] == 1
    assert [(line.kind, line.item, line.gold) for line in change.lines] == [("buy", "wardog", 0)]
    assert change.roster.treasury == roster.treasury
    assert rating(CATALOGUE, change.roster) == rating(CATALOGUE, roster)
    assert gear_price(CATALOGUE, "ostermarkers", captain) == 0
    assert "not_on_list" not in {p.code for p in problems(CATALOGUE, change.roster)}
    assert refused(founding.take_gift, change.roster, key="c") == "gift_taken"
    back = founding.return_gift(CATALOGUE, change.roster, key="c").roster
    assert back == roster


def test_the_dog_is_not_for_sale_and_a_second_one_is() -> None:
    given = founding.take_gift(CATALOGUE, hired(ostmark(), "captain", "c"), key="c").roster
    assert refused(verbs.sell, given, key="c", item="wardog", draft=False) == "not_carried"
    captain = given.fighter("c")
    two = verbs.replace(captain, equipment={**captain.equipment, "wardog": 2})
    assert paid_for(CATALOGUE, "ostermarkers", two) == {"wardog": 1}
    bought = verbs.replace(two, gifts=())
    assert paid_for(CATALOGUE, "ostermarkers", bought) == {"wardog": 2}


def test_nobody_else_gets_one() -> None:
    roster = hired(hired(ostmark(), "captain", "c"), "champion", "k")
    assert refused(founding.take_gift, roster, key="k") == "no_gift"
    assert refused(founding.return_gift, roster, key="c") == "no_gift"
    for row in CATALOGUE.warbands.values():
        for kind in (*row.fighters, *row.hired):
            gift = founding.gift_of(CATALOGUE, row.id, kind.id)[1]
            assert gift == ("wardog" if (row.id, kind.id) == ("ostermarkers", "captain") else "")
            assert not (gift and kind.id.startswith(HIRED))
