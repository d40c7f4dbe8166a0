"""Equipment lists: everything on them can be bought, nothing else, for n times its price."""

from __future__ import annotations

import pytest

from rules.catalogue.lists import FighterType, WarbandType
from rules.roster import change as verbs
from rules.roster.change import Refused
from rules.roster.goods import offers, price
from rules.roster.model import Fighter, Roster
from rules.roster.problems import problems
from tests.roster.build import CATALOGUE, EVERY_FIGHTER, FIGHTER_IDS, Books, with_needed


def hired(warband: WarbandType, kind: FighterType, n: int = 1) -> tuple[Books, str]:
    books = Books(warband.id)
    with_needed(books, warband, kind)
    return books, books.hire(kind.id, n)


@pytest.mark.parametrize(("warband", "kind"), EVERY_FIGHTER, ids=FIGHTER_IDS)
def test_everything_on_the_list_can_be_bought_and_nothing_else(
    warband: WarbandType, kind: FighterType
) -> None:
    start, key = hired(warband, kind)
    listed = offers(CATALOGUE, warband.id, kind.id)
    for item in sorted(CATALOGUE.item_ids):
        if item in listed:
            change = verbs.buy(CATALOGUE, start.roster, key=key, item=item, draft=True)
            assert change.roster.fighter(key).equipment[item] >= 1
            assert change.lines[0].gold == -listed[item]
        else:
            with pytest.raises(Refused) as refused:
                verbs.buy(CATALOGUE, start.roster, key=key, item=item, draft=True)
            assert refused.value.code == "not_on_list"


@pytest.mark.parametrize("n", [1, 3, 5])
def test_a_group_pays_for_every_member(n: int) -> None:
    books, key = hired(
        CATALOGUE.warbands["reikland"], CATALOGUE.warbands["reikland"].fighter("warrior"), n
    )
    (line,) = books.buy(key, "axe")
    assert (line.n, line.price, line.total, line.gold) == (n, 5, 5 * n, -5 * n)
    assert price(CATALOGUE, "reikland", books.roster.fighter(key)) == n * (25 + 5)


def test_the_first_dagger_is_free_and_the_second_is_not() -> None:
    books = Books("reikland")
    key = books.hire("champion")
    assert books.roster.fighter(key).equipment == {"dagger": 1}
    assert price(CATALOGUE, "reikland", books.roster.fighter(key)) == 35
    books.buy(key, "dagger")
    assert price(CATALOGUE, "reikland", books.roster.fighter(key)) == 37


def test_the_free_dagger_is_not_for_sale() -> None:
    books = Books("reikland")
    key = books.hire("champion")
    with pytest.raises(Refused, match="not_carried"):
        verbs.sell(CATALOGUE, books.roster, key=key, item="dagger", draft=False)


def test_two_close_combat_weapons_besides_the_dagger() -> None:
    books = Books("reikland")
    key = books.hire("champion")
    books.buy(key, "sword", 2)
    with pytest.raises(Refused) as refused:
        books.buy(key, "axe")
    assert [p.code for p in refused.value.breaches] == ["too_many_close_weapons"]


def test_two_different_missile_weapons() -> None:
    books = Books("reikland")
    key = books.hire("champion")
    books.buy(key, "bow")
    with pytest.raises(Refused) as twice:
        books.buy(key, "bow")
    assert [p.code for p in twice.value.breaches] == ["carried_twice"]
    books.buy(key, "pistol")
    with pytest.raises(Refused) as third:
        books.buy(key, "crossbow")
    assert [p.code for p in third.value.breaches] == ["too_many_missile_weapons"]


def test_one_suit_of_armour() -> None:
    books = Books("reikland")
    key = books.hire("champion")
    books.buy(key, "light_armour")
    with pytest.raises(Refused) as refused:
        books.buy(key, "heavy_armour")
    assert [p.code for p in refused.value.breaches] == ["slot_taken"]
    with pytest.raises(Refused) as again:
        books.buy(key, "light_armour")
    assert [p.code for p in again.value.breaches] == ["carried_twice"]


def test_nothing_is_bought_on_credit() -> None:
    books = Books("reikland", budget=60)
    books.hire("mercenary_captain")
    with pytest.raises(Refused, match="not_enough_gold") as refused:
        books.hire("youngblood")
    assert refused.value.params == {"needed": 15, "treasury": 0}


def test_a_draft_gets_its_gold_back_and_later_half_of_it() -> None:
    books = Books("reikland", budget=100)
    key = books.hire("champion")
    books.buy(key, "sword")
    draft = verbs.sell(CATALOGUE, books.roster, key=key, item="sword", draft=True)
    later = verbs.sell(CATALOGUE, books.roster, key=key, item="sword", draft=False)
    assert draft.roster.treasury == 100 - 35
    assert later.roster.treasury == 100 - 35 - 10 + 5


def test_recruits_of_a_group_bring_what_the_others_carry() -> None:
    books = Books("reikland")
    key = books.hire("warrior", n=2)
    books.buy(key, "axe")
    lines = books.do(verbs.recruit(CATALOGUE, books.roster, key=key, n=2))
    assert [(line.kind, line.n, line.price) for line in lines] == [("hire", 2, 25), ("buy", 2, 5)]
    assert books.roster.fighter(key).members == (1, 2, 3, 4)


def test_raw_recruits_do_not_join_a_group_that_has_learned() -> None:
    books = Books("reikland")
    key = books.hire("warrior")
    learned = verbs.replace(books.roster.fighter(key), experience=1)
    with pytest.raises(Refused, match="too_few_veterans"):
        verbs.recruit(CATALOGUE, books.roster.with_fighter(learned), key=key)


def test_the_number_of_a_lost_member_is_never_given_again() -> None:
    books = Books("reikland")
    key = books.hire("warrior", n=3)
    left = verbs.replace(books.roster.fighter(key), members=(1, 3))
    change = verbs.recruit(CATALOGUE, books.roster.with_fighter(left), key=key)
    assert change.roster.fighter(key).members == (1, 3, 4)


def test_dismissed_from_a_draft_everything_comes_back() -> None:
    books = Books("reikland", budget=200)
    key = books.hire("warrior", n=3)
    books.buy(key, "axe")
    books.do(verbs.dismiss(CATALOGUE, books.roster, key=key, draft=True))
    assert (books.roster.treasury, books.roster.stash, books.roster.size) == (200, {}, 0)


def test_dismissed_later_only_the_gear_stays() -> None:
    books = Books("reikland", budget=200)
    key = books.hire("warrior", n=3)
    books.buy(key, "axe")
    books.do(verbs.dismiss(CATALOGUE, books.roster, key=key, draft=False))
    assert (books.roster.treasury, books.roster.stash) == (200 - 3 * 30, {"axe": 3})
    change = verbs.sell_stash(CATALOGUE, books.roster, item="axe", n=3)
    assert (change.roster.treasury, change.roster.stash) == (110 + 3 * 2, {})


def test_gear_from_outside_the_list_is_a_breach() -> None:
    fighter = Fighter(key="x", name="x", type="champion", hero=True, equipment={"flail": 1})
    roster = Roster(id="w", name="W", type="reikland").with_fighter(fighter)
    assert "not_on_list" in {p.code for p in problems(CATALOGUE, roster)}


def test_gear_that_nobody_knows_is_a_breach() -> None:
    fighter = Fighter(key="x", name="x", type="champion", hero=True, equipment={"laser": 1})
    roster = Roster(id="w", name="W", type="reikland", stash={"lute": 1}).with_fighter(fighter)
    assert [p.params["item"] for p in problems(CATALOGUE, roster) if p.code == "unknown_item"] == [
        "lute",
        "laser",
    ]


def test_whom_others_depend_on_may_be_sent_away() -> None:
    books = Books("norse_explorers")
    wulfen = books.hire("wulfen")
    books.hire("wolf")
    change = verbs.dismiss(CATALOGUE, books.roster, key=wulfen, draft=True)
    assert "requires_fighter" in {p.code for p in problems(CATALOGUE, change.roster)}
