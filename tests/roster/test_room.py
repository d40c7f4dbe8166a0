"""How many warriors a warband may have, and what is sold to it alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.catalogue import load_catalogue
from rules.roster.goods import offers
from rules.roster.model import Fighter, Roster
from rules.roster.problems import problems
from rules.roster.room import most_warriors

CATALOGUE = load_catalogue()


def band(type: str = "reikland", **changes) -> Roster:
    kind = next(one for one in CATALOGUE.warbands[type].fighters if one.leader)
    boss = Fighter(key="boss", name="Boss", type=kind.id, hero=True, leader=True)
    return replace(Roster(id="w", name="W", type=type, fighters=(boss,)), **changes)


@pytest.mark.parametrize(
    ("type", "item", "more"),
    [("reikland", "halfling_cookbook", 1), ("carnival_of_chaos", "plague_cart", 2)],
)
def test_a_thing_makes_room_once(type, item, more):
    plain = band(type)
    least = CATALOGUE.warbands[type].most
    assert most_warriors(CATALOGUE, plain) == least
    assert most_warriors(CATALOGUE, replace(plain, stash={item: 2})) == least + more
    carried = plain.with_fighter(replace(plain.fighters[0], equipment={item: 1}))
    assert most_warriors(CATALOGUE, carried) == least + more


def test_a_cook_adds_his_own_to_that_of_a_book():
    scout = Fighter(key="s", name="S", type="hired_halfling_scout", hero=False)
    found = next(k.id for k in CATALOGUE.warbands["reikland"].hired if "cook" in k.traits)
    cooked = band(stash={"halfling_cookbook": 1}).with_fighter(replace(scout, type=found))
    assert most_warriors(CATALOGUE, cooked) == CATALOGUE.warbands["reikland"].most + 2


def test_the_sixteenth_needs_the_book():
    crowd = Fighter(
        key="g", name="G", type="warrior", hero=False, members=tuple(range(1, 16)), next_member=16
    )
    full = band().with_fighter(crowd)
    assert "warband_full" in {one.code for one in problems(CATALOGUE, full)}
    booked = replace(full, stash={"halfling_cookbook": 1})
    assert "warband_full" not in {one.code for one in problems(CATALOGUE, booked)}


def test_wolfcloaks_are_sold_at_the_founding_only_and_carts_at_any_time():
    assert offers(CATALOGUE, "middenheim", "champion")["wolfcloak"] == 10
    assert "wolfcloak" not in offers(CATALOGUE, "middenheim", "champion", draft=False)
    assert "wolfcloak" not in offers(CATALOGUE, "reikland", "champion")
    for draft in (True, False):
        sold = offers(CATALOGUE, "carnival_of_chaos", "carnival_master", draft=draft)
        assert sold["plague_cart"] == 120
