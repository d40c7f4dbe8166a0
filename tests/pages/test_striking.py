"""How the sheet lets a player use weapons, jaws and shots, and what it sends."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from campaigns.narration.names import Names
from campaigns.views.acts import acts_for
from campaigns.views.order_form import order_of
from rules import legal_orders
from rules.battle.state import State, TraitRef
from tests.battle.world import begin, table, warrior


def fight() -> State:
    """Ana, who bites as well, between two enemies."""
    ana = warrior("ana", "red", 30, 30, weapons=("sword", "axe"), traits=(TraitRef("bite"),), A=2)
    bea, cleo = (warrior(id, "blue", x, 30) for id, x in (("bea", 32), ("cleo", 28)))
    return begin(table(ana, bea, cleo, phase="combat"))


def act(state: State, side: str, id: str, kind: str):
    forms = legal_orders(state, side)
    names = Names.of(state.setup)
    return next(
        one for one in acts_for(forms, state, state.warriors[id], names) if one.kind == kind
    )


def test_every_weapon_and_the_bite_may_be_aimed_one_by_one() -> None:
    strike = act(fight(), "red", "ana", "strike")
    assert [(id, most) for id, _, most in strike.weapons] == [("sword", 2), ("axe", 2), ("bite", 1)]
    assert [target.warrior for target in strike.targets] == ["bea", "cleo"]


def test_what_is_aimed_one_by_one_goes_before_the_way_chosen() -> None:
    sent = QueryDict(
        "kind=strike&warrior=ana&way=0&target=bea"
        "&n:sword:bea=1&n:sword:cleo=1&n:axe:cleo=1&n:bite:bea=1&n:axe:bea=&n:bite:cleo=0"
    )
    order = order_of(sent, "red", fight())
    assert order["splits"] == [
        {"weapon": "sword", "target": "bea", "attacks": 1},
        {"weapon": "sword", "target": "cleo", "attacks": 1},
        {"weapon": "axe", "target": "cleo", "attacks": 1},
        {"weapon": "bite", "target": "bea", "attacks": 1},
    ]


def test_without_aiming_all_attacks_go_at_the_one_chosen() -> None:
    sent = QueryDict("kind=strike&warrior=ana&way=0&target=cleo&n:sword:bea=")
    order = order_of(sent, "red", fight())
    assert order["splits"] == [{"weapon": "sword", "target": "cleo", "attacks": 2}]


@pytest.mark.parametrize(("skill", "shots"), [("knife_fighter", 3), (None, 0)])
def test_the_sheet_says_how_many_shots_a_weapon_has(skill: str | None, shots: int) -> None:
    ana = warrior(
        "ana", "red", 30, 30, weapons=("throwing_knives",), skills=(skill,) if skill else ()
    )
    state = begin(table(ana, warrior("bea", "blue", 40, 30), phase="shooting"))
    assert [one.several for one in act(state, "red", "ana", "shoot").shots] == (
        [0, shots] if shots else [0]
    )
