"""Where a warrior looks: offered on the sheet, the board and in a plan where it means something."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from campaigns.engine import state_of
from campaigns.models import Draft, Membership, Role, SidePlan
from campaigns.services.campaigns import create_campaign
from rules.battle.state import TraitRef
from rules.catalogue import load_catalogue
from tests.campaigns.tables import begun, fighter, skirmish, to_deploy
from tests.pages.test_plan_changes import Fields
from tests.pages.test_playing import texts

STUPID = (TraitRef("stupidity"),)


def duel_of(make_user: Any, setup: Any, *, both: bool = False) -> SimpleNamespace:
    """Ana's reds against Berta's, at this moment; `both`: she plays either side."""
    gm, ana, berta = (make_user(name, display_name=name.title()) for name in ("gm", "ana", "berta"))
    campaign = create_campaign(user=gm, name="Invierno")
    for user in (ana, berta):
        Membership.objects.create(campaign=campaign, user=user, role=Role.PLAYER)
    battle = begun(campaign, gm, setup, red=ana, blue=ana if both else berta)
    client = Client(headers={"accept-language": "es"})
    client.force_login(ana)
    return SimpleNamespace(battle=battle, ana=ana, as_ana=client)


def moving() -> Any:
    """Red moves: Rosa has just rallied, Roque is stupid, Rita is neither."""
    warriors = (
        fighter("rosa", "red", 15, 15, leader=True, marks=("rallied",), facing=180),
        fighter("roque", "red", 15, 8, traits=STUPID, facing=45),
        fighter("rita", "red", 15, 22),
        fighter("bea", "blue", 45, 15, leader=True),
        fighter("blas", "blue", 45, 22),
    )
    setup = skirmish(active="red", phase="movement", warriors=warriors)
    return replace(setup, catalogue=with_stupidity())


def with_stupidity() -> Any:
    return load_catalogue().pin({"fist", "sword", "bow"}, traits={"stupidity"})


@pytest.fixture
def duel(make_user: Any) -> SimpleNamespace:
    return duel_of(make_user, moving())


def sheet(duel: SimpleNamespace, who: str, act: str = "") -> str:
    address = f"/scenes/{duel.battle.scene.public_id}/?warrior={who}&act={act}"
    page = duel.as_ana.get(address).content.decode()
    return page[page.index('id="sheet-name"') : page.index("</article>", page.index("sheet-name"))]


def order(duel: SimpleNamespace, **fields: str) -> dict[str, Any]:
    duel.as_ana.post(f"/battles/{duel.battle.public_id}/orders/add", fields)
    return Draft.objects.get(user=duel.ana).orders[-1]


def test_one_who_has_rallied_may_be_turned(duel: SimpleNamespace) -> None:
    page = sheet(duel, "rosa", "turn")
    assert "Girarse en el sitio" in page
    assert "mira hacia el oeste" in page
    assert page.count("<option") == 8  # the act is there for nothing else
    assert 'data-act="walk"' not in page
    sent = order(duel, kind="turn", warrior="rosa", legs="", facing="90")
    assert (sent["order"], sent["legs"], sent["facing"]) == ("move", [], 90)
    assert "se gira hacia el norte" in texts(
        duel.as_ana.get(f"/scenes/{duel.battle.scene.public_id}/")
    )
    assert "mira hacia el norte" in sheet(duel, "rosa")


def test_who_may_shamble_is_told_where_to_look_at_the_end_of_a_way(duel: SimpleNamespace) -> None:
    page = sheet(duel, "roque", "walk")
    assert "mira hacia el noreste" in page
    assert page.count("data-facing") == 1
    assert "según avance" in page
    sent = order(duel, kind="walk", warrior="roque", legs="18,8,0", facing="200")
    assert (len(sent["legs"]), sent["facing"]) == (1, 200)
    assert "mira hacia el oeste" in texts(
        duel.as_ana.get(f"/scenes/{duel.battle.scene.public_id}/")
    )


def test_left_open_he_looks_the_way_he_goes(duel: SimpleNamespace) -> None:
    assert "facing" not in order(duel, kind="walk", warrior="roque", legs="18,8,0", facing="")


def test_without_a_script_one_who_may_move_is_turned_where_he_stands(duel: SimpleNamespace) -> None:
    here = {"from": "15,8,0", "x": "15", "y": "8", "z": "0", "legs": ""}
    sent = order(duel, kind="walk", warrior="roque", facing="270", **here)
    assert (sent["legs"], sent["facing"]) == ([], 270)


def test_where_it_means_nothing_nobody_is_asked(duel: SimpleNamespace) -> None:
    page = sheet(duel, "rita", "walk")
    assert 'name="legs"' in page
    assert "data-facing" not in page
    assert " mira " not in page


def test_what_is_no_direction_is_refused_and_not_lost(duel: SimpleNamespace) -> None:
    answer = duel.as_ana.post(
        f"/battles/{duel.battle.public_id}/orders/check",
        {"kind": "turn", "warrior": "rosa", "facing": "norte"},
    )
    assert answer.json()["ok"] is False


def test_the_board_shows_where_they_look_whom_it_concerns(duel: SimpleNamespace) -> None:
    page = duel.as_ana.get(f"/scenes/{duel.battle.scene.public_id}/").content.decode()
    turned = re.findall(r'class="token__gaze"[^>]*transform="rotate\((-?\d+)\)"', page)
    assert sorted(turned) == ["-180", "-45"]


def test_the_page_in_words_offers_the_same(duel: SimpleNamespace) -> None:
    address = f"/battles/{duel.battle.public_id}/words?warrior=rosa"
    page = duel.as_ana.get(address).content.decode()
    assert "Girarse en el sitio" in page
    assert page.count("data-facing") == 1


def test_who_may_shamble_is_deployed_looking_somewhere(make_user: Any) -> None:
    setup = to_deploy()
    warriors = tuple(
        replace(w, traits=STUPID) if w.id in ("rosa", "bea") else w for w in setup.warriors
    )
    setup = replace(setup, warriors=warriors, catalogue=with_stupidity())
    duel = duel_of(make_user, setup, both=True)
    first = state_of(duel.battle).active
    stupid, other = {"red": ("rosa", "rita"), "blue": ("bea", "blas")}[first]
    assert "hacia el borde contrario" in sheet(duel, stupid, "deploy")
    assert "data-facing" not in sheet(duel, other, "deploy")
    x = {"red": "10", "blue": "50"}[first]
    sent = order(duel, kind="deploy", warrior=stupid, x=x, y="10", z="0", facing="135")
    assert sent["facing"] == 135


def plan_page(duel: SimpleNamespace, query: str) -> str:
    return duel.as_ana.get(f"/battles/{duel.battle.public_id}/plan?{query}").content.decode()


@pytest.mark.parametrize(
    "form",
    [
        {"act": "turn", "facing": "90"},
        {"act": "turn", "facing": "37"},
        {"act": "walk", "x": "20", "y": "8", "facing": "180", "act2": "turn", "facing2": "0"},
    ],
)
def test_it_is_ordered_ahead_and_changed(duel: SimpleNamespace, form: dict[str, str]) -> None:
    step = f"/battles/{duel.battle.public_id}/plan/step"
    duel.as_ana.post(step, {"warrior": "roque"} | form)
    before = SidePlan.objects.get().plan
    assert before["steps"][0]["choices"][0]["order"]["facing"] == int(form["facing"])
    fields = Fields(plan_page(duel, "step=0&alt=0"), "step").sent
    assert {name: fields[name] for name in form} == form
    duel.as_ana.post(step, fields)
    assert SidePlan.objects.get().plan == before


def test_a_plan_that_says_not_where_to_turn_is_not_taken(duel: SimpleNamespace) -> None:
    step = f"/battles/{duel.battle.public_id}/plan/step"
    answer = duel.as_ana.post(step, {"warrior": "roque", "act": "turn", "facing": ""})
    assert "falta decir hacia dónde mira" in texts(answer)
    assert not SidePlan.objects.exists()


def test_a_plan_asks_nobody_else(duel: SimpleNamespace) -> None:
    assert "data-facing" in plan_page(duel, "who=roque")
    assert "data-facing" not in plan_page(duel, "who=rita")
