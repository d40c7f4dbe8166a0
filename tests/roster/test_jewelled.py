"""Jewelled arms: a sword and a dagger like others, sold at twice their price."""

from __future__ import annotations

import pytest

from rules.roster.change import Refused, sell, sell_stash
from rules.roster.extras import issue
from rules.roster.goods import rarity_of
from rules.roster.model import Fighter, Roster
from tests.roster.build import CATALOGUE


def band(type: str = "reikland", kind: str = "champion", leader: str = "mercenary_captain"):
    found = Roster(id="w", name="W", type=type, stash={"jewelled_sword": 1, "jewelled_dagger": 1})
    captain = Fighter(key="o", name="Otto", type=leader, hero=True, leader=True)
    hero = Fighter(key="c", name="Greta", type=kind, hero=True, equipment={"dagger": 1})
    return found.with_fighter(captain).with_fighter(hero)


def test_they_bring_ten_and_two_out_of_the_stash() -> None:
    change = sell_stash(CATALOGUE, band(), item="jewelled_sword")
    change = sell_stash(CATALOGUE, change.roster, item="jewelled_dagger")
    assert (change.roster.treasury, change.roster.stash) == (12, {})


def test_a_hero_who_may_have_a_sword_carries_and_sells_it() -> None:
    armed = issue(CATALOGUE, band(), key="c", item="jewelled_sword").roster
    assert armed.fighter("c").equipment["jewelled_sword"] == 1
    sold = sell(CATALOGUE, armed, key="c", item="jewelled_sword", draft=False).roster
    assert sold.treasury == 10


def test_in_battle_it_is_a_sword() -> None:
    jewelled, sword = CATALOGUE.weapons["jewelled_sword"], CATALOGUE.weapons["sword"]
    assert (jewelled.rules, jewelled.effects) == (sword.rules, sword.effects)
    jewelled, dagger = CATALOGUE.weapons["jewelled_dagger"], CATALOGUE.weapons["dagger"]
    assert jewelled.enemy_save == dagger.enemy_save


def test_nobody_looks_for_one_or_makes_one_better() -> None:
    assert rarity_of(CATALOGUE, "reikland", "jewelled_sword") == 0
    assert not [id for id in CATALOGUE.weapons if id.endswith("_jewelled_sword")]


def test_who_may_have_no_sword_may_have_none_with_jewels() -> None:
    sisters = band("sisters_of_sigmar", "sister_superior", "sigmarite_matriarch")
    with pytest.raises(Refused) as refused:
        issue(CATALOGUE, sisters, key="c", item="jewelled_sword")
    assert [one.code for one in refused.value.breaches] == ["not_on_list"]
