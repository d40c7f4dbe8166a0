"""An heirloom: bought for less at the founding, dear to replace, missed in battle."""

from __future__ import annotations

from rules.roster import change as verbs
from rules.roster import extras, heirloom
from rules.roster.battle import warriors
from rules.roster.goods import gear_price, offers
from rules.roster.inherited import is_lost
from rules.roster.model import Roster
from rules.ruleset import load_ruleset
from tests.roster.build import CATALOGUE
from tests.roster.test_founding import refused

PARTIDA = load_ruleset("partida")
PRICES = offers(CATALOGUE, "kislevites", "druzhina_captain")
SWORD = PRICES["sword"]
HALF = -(-SWORD // 2)


def kislev(budget: int = 500) -> Roster:
    founded = verbs.found(CATALOGUE, Roster(id="k", name="K", type="kislevites", budget=budget))
    return verbs.hire(
        CATALOGUE, founded.roster, key="c", type="druzhina_captain", name="Iván"
    ).roster


def traits_of(roster: Roster) -> set[str]:
    (captain,) = warriors(CATALOGUE, roster, side="red", ruleset=PARTIDA)
    return {ref.id for ref in captain.traits}


def test_half_the_price_of_a_piece_of_his_list() -> None:
    roster = kislev()
    change = heirloom.inherit(CATALOGUE, roster, key="c", item="sword")
    captain = change.roster.fighter("c")
    assert captain.equipment["sword"] == 1
    assert change.roster.treasury == roster.treasury - HALF
    assert gear_price(CATALOGUE, "kislevites", captain) == HALF
    assert [(line.kind, line.gold) for line in change.lines] == [("buy", -HALF)]
    assert heirloom.renounce(CATALOGUE, change.roster, key="c").roster == roster


def test_an_odd_price_is_rounded_up() -> None:
    prices = heirloom.choices(CATALOGUE, kislev(), kislev().fighter("c"))
    odd = {item: cost for item, cost in PRICES.items() if cost % 2}
    assert odd
    assert all(prices[item] == (cost + 1) // 2 for item, cost in odd.items())


def test_what_is_bought_already_becomes_it_and_the_rest_comes_back() -> None:
    roster = kislev()
    bought = verbs.buy(CATALOGUE, roster, key="c", item="sword", draft=True).roster
    chosen = heirloom.inherit(CATALOGUE, bought, key="c", item="sword").roster
    assert chosen == heirloom.inherit(CATALOGUE, roster, key="c", item="sword").roster


def test_one_only_and_its_heir_only() -> None:
    roster = heirloom.inherit(CATALOGUE, kislev(), key="c", item="sword").roster
    assert refused(heirloom.inherit, roster, key="c", item="axe") == "gift_taken"
    tamer = verbs.hire(CATALOGUE, roster, key="t", type="bear_tamer", name="T").roster
    assert refused(heirloom.inherit, tamer, key="t", item="sword") == "no_gift"
    assert refused(heirloom.leave, tamer, key="t") == "no_gift"
    assert refused(heirloom.inherit, kislev(), key="c", item="no_such_thing") == "not_on_list"


def test_while_drafting_it_isnt_sold_for_more_than_it_cost() -> None:
    roster = heirloom.inherit(CATALOGUE, kislev(), key="c", item="sword").roster
    assert refused(verbs.sell, roster, key="c", item="sword", draft=True) == "an_heirloom"
    gone = verbs.dismiss(CATALOGUE, roster, key="c", draft=True).roster
    assert gone.treasury == 500
    two = verbs.buy(CATALOGUE, roster, key="c", item="sword", draft=True).roster
    one = verbs.sell(CATALOGUE, two, key="c", item="sword", draft=True).roster
    assert one == roster


def test_put_away_while_drafting_nothing_comes_back_for_it() -> None:
    roster = heirloom.inherit(CATALOGUE, kislev(), key="c", item="sword").roster
    stowed = extras.stow(CATALOGUE, roster, key="c", item="sword").roster
    left = heirloom.leave(CATALOGUE, stowed, key="c").roster
    assert (left.treasury, left.stash) == (roster.treasury, {"sword": 1})


def test_without_it_he_does_everything_worse() -> None:
    roster = heirloom.inherit(CATALOGUE, kislev(), key="c", item="sword").roster
    assert "heirloom_lost" not in traits_of(kislev())
    assert "heirloom_lost" not in traits_of(roster)
    sold = verbs.sell(CATALOGUE, roster, key="c", item="sword", draft=False).roster
    assert "heirloom_lost" in traits_of(sold)


def test_a_blessed_heirloom_is_the_heirloom() -> None:
    captain = heirloom.inherit(CATALOGUE, kislev(), key="c", item="sword").roster.fighter("c")
    better = next(id for id, w in CATALOGUE.weapons.items() if w.base == "sword")
    assert not is_lost(CATALOGUE, verbs.replace(captain, equipment={better: 1}))
    assert is_lost(CATALOGUE, verbs.replace(captain, equipment={"axe": 1}))


def test_another_one_like_it_costs_half_as_much_again() -> None:
    roster = heirloom.inherit(CATALOGUE, kislev(), key="c", item="sword").roster
    sold = verbs.sell(CATALOGUE, roster, key="c", item="sword", draft=False).roster
    anew = verbs.buy(CATALOGUE, sold, key="c", item="sword", draft=False)
    assert anew.lines[0].price == -(-SWORD * 3 // 2)
    assert "heirloom_lost" not in traits_of(anew.roster)
    second = verbs.buy(CATALOGUE, anew.roster, key="c", item="sword", draft=False)
    assert second.lines[0].price == SWORD
    axe = verbs.buy(CATALOGUE, sold, key="c", item="axe", draft=False)
    assert axe.lines[0].price == PRICES["axe"]


def test_too_little_gold() -> None:
    poor = kislev(60)
    assert refused(heirloom.inherit, poor, key="c", item="sword") == "not_enough_gold"
