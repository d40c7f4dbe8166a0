"""The campaign's switches: the book's values change nothing, another one only what it names."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.campaign.income import price_for
from rules.campaign.pin import pin
from rules.catalogue import Catalogue, load_catalogue
from rules.catalogue.house import WRITERS, amended, known_keys
from rules.roster.goods import offers, used_price, value
from rules.roster.model import Roster
from rules.ruleset import RULESETS, HouseRuleErrors, load_ruleset, with_house_rules
from rules.switches import registry

BOOK = load_ruleset("partida").switches
WYRDSTONE = BOOK["wyrdstone.gold"]


def tables(catalogue: Catalogue) -> Any:
    return pin(catalogue, Roster(id="r", name="R", type="reikland"), "cm")


def test_the_books_values_are_those_of_the_catalogue() -> None:
    for id in RULESETS:
        switches = load_ruleset(id).switches
        whole = amended({name: switches[name] for name in WRITERS})
        for warband in load_catalogue().warbands:
            roster = Roster(id="r", name="R", type=warband)
            assert pin(whole, roster, "cm") == pin(load_catalogue(), roster, "cm")
        assert whole.warbands == load_catalogue().warbands
        assert whole.weapons == load_catalogue().weapons
        for name in ("rating", "recruits", "warband"):
            assert whole.tables[name] == load_catalogue().tables[name]


def test_every_switch_of_the_campaign_is_editable_and_has_a_writer() -> None:
    groups = {"roster", "aftermath", "trade"}
    named = [s.name for s in registry().values() if s.group in groups]
    assert named == list(WRITERS)
    assert all(registry()[name].editable for name in named)


def test_without_such_rules_it_is_the_book_itself() -> None:
    assert amended({}) is load_catalogue()
    assert amended({"run.enemy_distance": 30}) is load_catalogue()
    assert amended({"warband.group": 4}) is amended({"warband.group": 4})


OTHERWISE: list[tuple[str, Any, str, Any]] = [
    ("experience.heroes", [3, 9], "hero_thresholds", (3, 9)),
    ("experience.heroes", [3, 9], "hero_max", 9),
    ("experience.henchmen", [1, 2], "henchman_thresholds", (1, 2)),
    ("experience.henchmen", [1, 2], "henchman_max", 2),
    ("warband.most_heroes", 8, "max_heroes", 8),
    ("warband.most_heroes", 8, "reroll_talent_at", 8),
    ("warband.most", 20, "max_warriors", 20),
    ("warband.group", 3, "group", 3),
    ("advance.henchman_most", 2, "henchman_gain_limit", 2),
    ("recruits.veterans", "3D6", "veterans", "3D6"),
    ("trade.rare_dice", "3D6", "rare_dice", "3D6"),
]


@pytest.mark.parametrize(("name", "value", "field", "pinned"), OTHERWISE)
def test_an_aftermath_pins_them(name: str, value: Any, field: str, pinned: Any) -> None:
    book, house = tables(load_catalogue()), tables(amended({name: value}))
    assert getattr(house, field) == pinned != getattr(book, field)


def test_what_one_switch_changes_is_all_that_changes() -> None:
    book, house = tables(load_catalogue()), tables(amended({"exploration.kept": 5}))
    kept = msgspec.structs.replace(house.exploration, kept=book.exploration.kept)
    assert msgspec.structs.replace(house, exploration=kept) == book


def test_a_price_holds_on_lists_in_the_market_and_for_what_is_made_of_it() -> None:
    house = amended({"price.items": {"sword": 12, "lucky_charm": "20+D6"}})
    assert offers(house, "reikland", "champion")["sword"] == 12
    assert offers(load_catalogue(), "reikland", "champion")["sword"] == 10
    assert house.weapons["ithilmar_sword"].price == "36"
    assert (value(house, "reikland", "sword"), used_price(house, "reikland", "sword")) == (12, 6)
    assert tables(house).rare["lucky_charm"].price == "20+D6"


def test_what_is_sold_brings_the_share_of_the_group() -> None:
    third = amended({"trade.sale_share": 0.3})
    assert used_price(third, "reikland", "sword") == 3
    assert used_price(amended({"trade.sale_share": 0}), "reikland", "sword") == 0
    assert used_price(load_catalogue(), "reikland", "dagger") == 1


def test_a_list_that_begins_with_more_keeps_its_difference() -> None:
    house = amended({"warband.starting_gold": 650})
    assert house.warbands["reikland"].gold == 650
    assert house.warbands["marienburg"].gold == 750


def test_hiring_and_upkeep_of_whoever_is_named() -> None:
    house = amended({"price.fighters": {"champion": 40}, "price.upkeep": {"hired:pit_fighter": 9}})
    assert house.warbands["reikland"].fighter("champion").cost == 40
    assert house.warbands["reikland"].fighter("hired:pit_fighter").upkeep == 9
    assert tables(house).fighters["hired:pit_fighter"].upkeep == 9


def test_columns_and_their_table_change_together() -> None:
    three = {str(n): [30 * n, 20 * n, 10 * n] for n in range(1, 4)}
    house = {"wyrdstone.sizes": [4, 8], "wyrdstone.gold": three}
    with_house_rules(load_ruleset("partida"), house, editable_only=True)
    with pytest.raises(HouseRuleErrors) as refused:
        with_house_rules(load_ruleset("partida"), {"wyrdstone.sizes": [4, 8]})
    (error,) = refused.value.errors
    assert (error.name, error.code) == ("wyrdstone.gold", "wrong_columns")
    assert error.params == {"keys": list("12345678"), "columns": 3}
    sale = tables(amended(house)).sale
    assert sale is not None
    prices = [price_for(sale, n, size) for n, size in ((1, 4), (1, 5), (1, 9), (3, 8), (7, 8))]
    assert prices == [30, 20, 10, 60, 60]


REFUSED: list[tuple[str, Any, str]] = [
    ("warband.starting_gold", -1, "too_small"),
    ("warband.starting_gold", 5001, "too_large"),
    ("warband.starting_gold", "viel", "wrong_type"),
    ("warband.most_heroes", 0, "too_small"),
    ("warband.group", 21, "too_large"),
    ("experience.heroes", [4, 4], "not_rising"),
    ("experience.heroes", [], "wrong_type"),
    ("experience.heroes", [1, "2"], "wrong_type"),
    ("experience.awards", {"survives": 1}, "missing_keys"),
    ("experience.underdog", {"51": 1}, "missing_keys"),
    ("injury.multiple", "7Q", "bad_dice"),
    ("injury.dead_up_to", 16, "too_large"),
    ("experience.underdog", {"0": 0, "51": 1, "051": 2}, "repeated"),
    ("wyrdstone.gold", {}, "missing_keys"),
    ("wyrdstone.gold", {"2": [45, 40, 35, 30, 30, 25]}, "missing_keys"),
    ("wyrdstone.gold", {**WYRDSTONE, "1": [5]}, "wrong_columns"),
    ("wyrdstone.gold", {**WYRDSTONE, "10": [5] * 6}, "missing_keys"),
    ("wyrdstone.gold", {**WYRDSTONE, "0": [5] * 6}, "wrong_keys"),
    ("wyrdstone.sizes", [3, 3, 6, 9, 12], "not_rising"),
    ("wyrdstone.sizes", [0, 3, 6, 9, 12], "too_small"),
    ("wyrdstone.gold", {**WYRDSTONE, "1": [-5] * 6}, "too_small"),
    ("trade.sale_share", 1.01, "too_large"),
    ("trade.rare_dice", "", "bad_dice"),
    ("price.items", {"banana": 3}, "unknown_keys"),
    ("price.items", {"sword": -3}, "bad_price"),
    ("price.items", {"sword": "10-D6"}, "bad_price"),
    ("price.items", {"sword": True}, "bad_price"),
    ("price.items", ["sword"], "wrong_type"),
    ("price.fighters", {"nobody": 3}, "unknown_keys"),
    ("price.fighters", {"champion": 2001}, "too_large"),
    ("price.upkeep", {"champion": 3}, "unknown_keys"),
]


@pytest.mark.parametrize(("name", "value", "code"), REFUSED)
def test_values_that_wouldnt_do_are_refused(name: str, value: Any, code: str) -> None:
    with pytest.raises(HouseRuleErrors) as refused:
        with_house_rules(load_ruleset("partida"), {name: value}, editable_only=True)
    assert {(error.name, error.code) for error in refused.value.errors} == {(name, code)}


def test_maps_name_what_the_catalogue_has() -> None:
    assert "sword" in known_keys("items")
    assert "hired:pit_fighter" in known_keys("hired") <= known_keys("fighters")
    with pytest.raises(KeyError):
        known_keys("spells")
