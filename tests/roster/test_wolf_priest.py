"""The Wolf Priest of Ulric buys one wolf, and it fights beside him."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.catalogue import load_catalogue
from rules.roster import change as verbs
from rules.roster.battle import warriors
from rules.roster.change import Refused
from rules.roster.goods import offers
from rules.roster.model import Fighter, Roster
from rules.roster.problems import problems
from rules.ruleset import load_ruleset

CATALOGUE = load_catalogue()
PRIEST = "hired:wolf_priest_of_ulric"


@pytest.fixture
def roster() -> Roster:
    boss = Fighter(key="boss", name="Boss", type="mercenary_captain", hero=True, leader=True)
    priest = Fighter(key="wolf", name="Ulf", type=PRIEST, hero=False, equipment={"hammer": 1})
    fighters = (boss, priest)
    return Roster(id="w", name="W", type="middenheim", fighters=fighters, treasury=60)


def test_he_alone_is_sold_a_wolf(roster):
    assert dict(offers(CATALOGUE, "middenheim", PRIEST)) == {"great_wolf": 25}
    assert "great_wolf" not in offers(CATALOGUE, "middenheim", "mercenary_captain")
    with pytest.raises(Refused, match="not_on_list"):
        verbs.buy(CATALOGUE, roster, key="boss", item="great_wolf", draft=False)


def test_it_fights_beside_him_as_a_model_of_its_own(roster):
    bought = verbs.buy(CATALOGUE, roster, key="wolf", item="great_wolf", draft=False).roster
    assert bought.treasury == 35
    assert "not_on_list" not in {one.code for one in problems(CATALOGUE, bought)}
    found = warriors(CATALOGUE, bought, side="red", ruleset=load_ruleset("partida"))
    wolf = next(one for one in found if one.kind == "great_wolf")
    assert (wolf.profile.WS, wolf.profile.S, wolf.profile.A) == (4, 4, 2)
    assert {"animal", "save_6"} <= {ref.id for ref in wolf.traits}


def test_never_two(roster):
    bought = verbs.buy(CATALOGUE, roster, key="wolf", item="great_wolf", draft=False).roster
    with pytest.raises(Refused) as refused:
        verbs.buy(CATALOGUE, bought, key="wolf", item="great_wolf", draft=False)
    assert refused.value.code == "item_limit"


def test_nobody_else_leads_it(roster):
    boss = replace(roster.fighters[0], equipment={"great_wolf": 1})
    found = problems(CATALOGUE, roster.with_fighter(boss))
    assert "not_on_list" in {one.code for one in found}
