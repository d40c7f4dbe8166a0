"""Rare things, and veterans who join a group."""

from __future__ import annotations

import msgspec
import pytest

from rules.roster import change as verbs
from rules.roster.change import Refused
from rules.roster.goods import offers, rarity_of
from rules.roster.model import Note
from tests.roster.build import CATALOGUE, Books


def band() -> tuple[Books, str, str]:
    books = Books("reikland")
    captain, group = books.hire("mercenary_captain"), books.hire("warrior", 3)
    books.buy(captain, "sword")
    books.buy(group, "mace")
    return books, captain, group


def test_what_is_rare_is_not_bought_between_battles() -> None:
    books, captain, _group = band()
    prices = offers(CATALOGUE, "reikland", "mercenary_captain", draft=False)
    rare = next(item for item in prices if rarity_of(CATALOGUE, "reikland", item))
    verbs.buy(CATALOGUE, books.roster, key=captain, item=rare, draft=True)
    with pytest.raises(Refused, match="rare"):
        verbs.buy(CATALOGUE, books.roster, key=captain, item=rare, draft=False)


def veterans(pool: int) -> tuple[Books, str]:
    """A group with 2 points of experience, and veterans with `pool` between them."""
    books, _captain, group = band()
    learned = msgspec.structs.replace(books.roster.fighter(group), experience=2)
    roster = books.roster.with_fighter(learned)
    finds = (Note("veterans", "b", {"experience": pool}),)
    books.roster = msgspec.structs.replace(roster, finds=finds)
    return books, group


def test_veterans_cost_two_crowns_a_point_and_there_are_only_so_many() -> None:
    books, group = veterans(5)
    before = books.roster.treasury
    books.do(verbs.recruit(CATALOGUE, books.roster, key=group, n=2))
    kind = CATALOGUE.warbands["reikland"].fighter("warrior")
    mace = offers(CATALOGUE, "reikland", "warrior")["mace"]
    assert books.roster.fighter(group).size == 5
    assert before - books.roster.treasury == 2 * (kind.cost + 2 * 2 + mace)
    assert books.roster.finds[0].data == {"experience": 1}


def test_one_veteran_too_many_is_refused() -> None:
    books, group = veterans(3)
    with pytest.raises(Refused, match="too_few_veterans"):
        verbs.recruit(CATALOGUE, books.roster, key=group, n=2)
