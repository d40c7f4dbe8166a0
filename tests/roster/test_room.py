"""How many warriors a warband may have, and what is sold to it alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.catalogue import load_catalogue
from rules.roster.goods import offers
from rules.roster.model import Fighter, Roster
from rules.roster.problems import LIMITS, problems
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


@pytest.mark.parametrize("stash", [2, 1])
def test_a_warband_has_one_cart(stash):
    """Wherever it stands: in the stash, or with whoever drives it."""
    carried = 0 if stash == 2 else 1
    roster = band("carnival_of_chaos", stash={"plague_cart": stash})
    driver = replace(roster.fighters[0], equipment={"plague_cart": carried} if carried else {})
    found = [one for one in problems(CATALOGUE, roster.with_fighter(driver)) if one.code in LIMITS]
    assert [one.code for one in found] == ["item_limit"]
    assert found[0].params == {"item": "plague_cart", "n": 2, "most": 1}
    single = replace(roster, stash={"plague_cart": 1})
    assert "item_limit" not in {one.code for one in problems(CATALOGUE, single)}


def test_what_anybody_sells_is_every_heros_whatever_his_list_says():
    for kind in ("mercenary_captain", "champion", "youngblood"):
        sold = offers(CATALOGUE, "reikland", kind, draft=False)
        assert (sold["lantern"], sold["rope_and_hook"], sold["net"], sold["torch"]) == (10, 5, 5, 2)
    assert "lantern" not in offers(CATALOGUE, "reikland", "warrior", draft=False)
    assert "garlic" not in offers(CATALOGUE, "undead", "necromancer")


def test_a_rare_thing_is_carried_by_a_hero_and_by_no_henchman():
    roster = band()
    cards = replace(roster.fighters[0], equipment={"tarot_cards": 1})
    assert "not_on_list" not in codes(roster.with_fighter(cards))
    group = Fighter(key="g", name="G", type="warrior", hero=False, equipment={"tarot_cards": 1})
    assert "not_on_list" in codes(roster.with_fighter(group))
    promoted = replace(group, hero=True)
    assert "not_on_list" not in codes(roster.with_fighter(promoted))


@pytest.mark.parametrize(
    ("type", "item"),
    [("witch_hunters", "tarot_cards"), ("reikland", "liber_bubonicus")],
)
def test_what_his_warband_may_not_have_no_hero_carries(type, item):
    roster = band(type)
    holder = replace(roster.fighters[0], equipment={item: 1})
    assert "not_on_list" in codes(roster.with_fighter(holder))


def codes(roster):
    return {one.code for one in problems(CATALOGUE, roster)}


def test_sworn_enemies_are_never_hired_together():
    ways = [
        Fighter(key=id, name=id, type=f"hired:{id}", hero=False)
        for id in ("highwayman", "roadwarden")
    ]
    alone = band().with_fighter(ways[0])
    assert "sworn_enemies" not in codes(alone)
    both = problems(CATALOGUE, alone.with_fighter(ways[1]))
    (found,) = [one for one in both if one.code == "sworn_enemies"]
    assert found.code in LIMITS
    assert found.params == {"type": "hired:roadwarden", "types": ["hired:highwayman"]}
