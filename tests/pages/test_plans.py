"""Ordering ahead, taking back and agreeing on a draw by plain forms."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from campaigns import outbox
from campaigns.engine import state_of
from campaigns.models import Notice, OrderRow, SidePlan
from tests.campaigns.tables import begun, skirmish


@pytest.fixture
def duel(make_user) -> SimpleNamespace:
    """Ana against Berta, each with a browser; it is Ana's turn."""
    from campaigns.models import Membership, Role
    from campaigns.services.campaigns import create_campaign

    gm, ana, berta = (make_user(name, display_name=name.title()) for name in ("gm", "ana", "berta"))
    campaign = create_campaign(user=gm, name="Invierno")
    for user in (ana, berta):
        Membership.objects.create(campaign=campaign, user=user, role=Role.PLAYER)
    battle = begun(campaign, gm, skirmish(active="red"), red=ana, blue=berta)
    clients = {}
    for user in (gm, ana, berta):
        clients[user.username] = Client(headers={"accept-language": "es"})
        clients[user.username].force_login(user)
    return SimpleNamespace(
        battle=battle, ana=ana, berta=berta, **{"as_" + k: v for k, v in clients.items()}
    )


def at(duel: SimpleNamespace, rest: str) -> str:
    return f"/battles/{duel.battle.public_id}/{rest}"


SHOT = {"warrior": "rosa", "act": "shoot", "weapon": "bow", "when": "visible"}
HIDES = {"warrior": "rita", "act": "nothing", "when": "visible", "act2": "hide"}


def test_a_whole_turn_is_ordered_by_form_and_played(duel: SimpleNamespace) -> None:
    for step in (SHOT, HIDES):
        duel.as_ana.post(at(duel, "plan/step"), step)
    html = duel.as_ana.get(at(duel, "plan")).content.decode()
    assert html.index("Turno 1: movimiento") < html.index("Turno 1: disparo")
    assert "al enemigo más cercano" in html or "el enemigo más cercano" in html
    assert "no hace nada" in html
    outbox.run_due()
    assert OrderRow.objects.filter(source="plan").count() == 0  # still being written
    duel.as_ana.post(at(duel, "plan/seal"), {"ending": "turn", "text": "¡Fuego!"})
    assert "Sellado" in duel.as_ana.get(at(duel, "plan")).content.decode()
    outbox.run_due()
    duel.battle.refresh_from_db()
    kinds = [row.order["order"] for row in OrderRow.objects.filter(source="plan").order_by("pk")]
    assert kinds == ["end_phase", "end_phase", "end_phase", "shoot", "end_phase", "end_phase"]
    assert state_of(duel.battle).active == "blue"
    seen = duel.as_berta.get(f"/scenes/{duel.battle.scene.public_id}/").content.decode()
    assert "Según lo planeado" in seen
    assert "¡Fuego!" in seen


def test_a_plan_is_its_makers_page(duel: SimpleNamespace) -> None:
    duel.as_ana.post(at(duel, "plan/step"), SHOT)
    for client in (duel.as_berta, duel.as_gm, Client()):
        answer = client.get(at(duel, "plan"))
        assert "plan/remove" not in answer.content.decode()
    assert duel.as_gm.get(at(duel, "plan")).status_code == 404
    assert duel.as_berta.get(at(duel, "plan?side=red")).status_code == 404


def test_steps_are_taken_out_and_the_plan_set_aside(duel: SimpleNamespace) -> None:
    for step in (SHOT, HIDES):
        duel.as_ana.post(at(duel, "plan/step"), step)
    duel.as_ana.post(at(duel, "plan/remove"), {"index": "0"})
    (step,) = SidePlan.objects.get().plan["steps"]
    assert step["phase"] == "shooting"
    duel.as_berta.post(at(duel, "plan/stance"), {"intercept": "all"})
    assert SidePlan.objects.get(user=duel.berta).plan["stances"][0]["prefer"] == [
        "bea",
        "blas",
        "none",
    ]
    duel.as_ana.post(at(duel, "plan/seal"), {"ending": "turn"})
    duel.as_ana.post(at(duel, "plan/seal"), {"open": "yes"})
    row = SidePlan.objects.get(user=duel.ana)
    assert (row.sealed, len(row.plan["steps"])) == (False, 1)
    duel.as_ana.post(at(duel, "plan/clear"))
    assert not SidePlan.objects.filter(user=duel.ana).exists()


@pytest.mark.parametrize(
    "step",
    [
        {"warrior": "rosa", "act": "shoot", "act2": "hide", "weapon": "bow"},
        {"warrior": "rosa", "act": "nothing"},
        {"warrior": "bea", "act": "hide"},
        {"warrior": "rosa", "act": "walk", "x": "allá", "y": "1"},
        {"warrior": "rosa", "act": "hide", "when": "within", "distance": "lejos"},
        {"warrior": "rosa", "act": "walk"},
        {"warrior": "rosa", "act": "strike", "way": "99"},
        {"warrior": "rosa", "act": "use", "item": "x", "in_phase": "lunch"},
        {"warrior": "rosa", "act": "always", "act2": "strike"},
    ],
)
def test_what_makes_no_step_is_said(duel: SimpleNamespace, step: dict[str, str]) -> None:
    answer = duel.as_ana.post(at(duel, "plan/step"), step, follow=True)
    assert "message" in answer.content.decode()
    assert not SidePlan.objects.exists()


@pytest.mark.parametrize(
    ("form", "phase", "order", "told"),
    [
        (
            {"act": "walk", "x": "20", "y": "15", "hide": "1"},
            "movement",
            {"mode": "walk", "legs": [{"to": [20000, 15000, 0]}], "hide": True},
            "Rosa: mueve hasta (20 · 15) cm, en el centro, se oculta allí",
        ),
        (
            {"act": "run", "legs": "20,15,0 25,15,0,leap"},
            "movement",
            {
                "mode": "run",
                "legs": [{"to": [20000, 15000, 0]}, {"to": [25000, 15000, 0], "by": "leap"}],
            },
            "Rosa: corre (cruza de un salto) hasta (25 · 15) cm, en el centro",
        ),
        (
            {"act": "walk", "x": "20", "y": "15", "z": "7,5", "by": "climb"},
            "movement",
            {"mode": "walk", "legs": [{"to": [20000, 15000, 7500], "by": "climb"}]},
            "Rosa: mueve (trepa) hasta (20 · 15 · 7,5) cm",
        ),
        (
            {"act": "crawl", "x": "16", "y": "15"},
            "movement",
            {"mode": "crawl", "legs": [{"to": [16000, 15000, 0]}]},
            "Rosa: se arrastra hasta (16 · 15) cm",
        ),
        (
            {"act": "charge", "target": "bea", "also": "blas"},
            "movement",
            {"order": "charge", "targets": ["bea", "blas"]},
            "Rosa: carga contra Bea y Blas",
        ),
        (
            {"act": "double", "weapon": "bow", "target": "bea"},
            "shooting",
            {"order": "shoot", "weapon": "bow", "target": "bea", "double": True},
            "Rosa: dispara contra Bea (Arco): uno de varios disparos",
        ),
        (
            {"act": "cast", "spell": "warpfire", "mark": "nearest", "choice": "WS"},
            "shooting",
            {"order": "cast", "spell": "warpfire", "targets": ["nearest"], "choice": "WS"},
            "Rosa: lanza «Fuego de Disformidad» sobre el enemigo más cercano (Habilidad de Armas)",
        ),
        (
            {"act": "strike", "target": "bea"},
            "combat",
            {"order": "strike", "splits": [{"weapon": "sword", "target": "bea", "attacks": 1}]},
            "Rosa: golpea a Bea: Espada × 1",
        ),
        ({"act": "stay_down"}, "recovery", {"order": "stay_down"}, "sigue en el suelo"),
        (
            {"act": "use", "item": "lucky_charm", "in_phase": "combat"},
            "combat",
            {"order": "use", "item": "lucky_charm"},
            "Rosa: usa",
        ),
        (
            {"act": "guard", "parry": "never", "in_phase": "start"},
            "start",
            {"order": "guard", "parry": "never"},
            "Rosa: no para",
        ),
        (
            {"act": "prefer", "preference": "edge:north", "in_phase": "start"},
            "start",
            {"order": "prefer", "what": "edge", "choice": "north"},
            "Rosa: huye",
        ),
        (
            {
                "warrior": "",
                "act": "rout",
                "when": "status",
                "subject": "rita",
                "status": "stunned",
            },
            "start",
            {"order": "rout"},
            "(si Rita está: aturdido)",
        ),
        (
            {"warrior": "", "act": "end", "in_phase": "combat"},
            "combat",
            {"order": "end_phase", "through": "combat"},
            "Terminar hasta: combate",
        ),
    ],
    ids=lambda one: one.get("act") if isinstance(one, dict) and "act" in one else "",
)
def test_every_kind_of_order_is_put_into_a_plan(
    duel: SimpleNamespace, form: dict[str, str], phase: str, order: dict[str, Any], told: str
) -> None:
    duel.as_ana.post(at(duel, "plan/step"), {"warrior": "rosa"} | form)
    (step,) = SidePlan.objects.get().plan["steps"]
    assert step["phase"] == phase
    kept = step["choices"][0]["order"]
    assert {name: kept.get(name) for name in order} == order
    page = duel.as_ana.get(at(duel, "plan")).content.decode()
    steps = page[page.index('id="steps"') : page.index('id="add"')]
    assert told in " ".join(re.sub(r"<[^>]*>", "", steps).split())


def test_a_step_gets_alternatives_and_a_turn_of_its_own(duel: SimpleNamespace) -> None:
    last = {"warrior": "rosa", "act": "shoot", "weapon": "bow", "turn": "3"}
    duel.as_ana.post(at(duel, "plan/step"), last)
    duel.as_ana.post(at(duel, "plan/step"), {"warrior": "rita", "act": "charge", "turn": "2"})
    duel.as_ana.post(at(duel, "plan/step"), {"warrior": "rosa", "act": "hide", "turn": "2"})
    other = {"warrior": "rita", "act": "run", "x": "20", "y": "20", "step": "0", "when": "visible"}
    duel.as_ana.post(at(duel, "plan/step"), other)
    steps = SidePlan.objects.get().plan["steps"]
    assert [(one["turn"], one["phase"]) for one in steps] == [
        (2, "movement"),
        (2, "movement"),
        (3, "shooting"),
    ]
    assert [one["order"]["order"] for one in steps[0]["choices"]] == ["charge", "move"]
    duel.as_ana.post(at(duel, "plan/move"), {"index": "1"})
    duel.as_ana.post(at(duel, "plan/move"), {"index": "2"})  # not past its turn
    steps = SidePlan.objects.get().plan["steps"]
    assert [one["choices"][0]["order"]["warrior"] for one in steps] == ["rosa", "rita", "rosa"]
    duel.as_ana.post(at(duel, "plan/seal"), {"ending": "turn"})
    ends = [one for one in SidePlan.objects.get().plan["steps"] if "through" not in one]
    turns = [one["turn"] for one in ends if one["choices"][0]["order"]["order"] == "end_phase"]
    assert turns == [turn for turn in (1, 2, 3) for _phase in range(5)]


def test_what_is_done_in_every_fight(duel: SimpleNamespace) -> None:
    always = {"warrior": "rosa", "act": "always", "when": "visible", "about": "bea"}
    duel.as_ana.post(at(duel, "plan/step"), always)
    (wish,) = SidePlan.objects.get().plan["onslaughts"]
    assert wish["splits"] == [{"weapon": "sword", "target": "nearest", "attacks": 1}]
    assert "En todos los combates" in duel.as_ana.get(at(duel, "plan")).content.decode()
    duel.as_ana.post(at(duel, "plan/remove"), {"standing": "0"})
    assert SidePlan.objects.get().plan["onslaughts"] == []


def test_the_form_offers_what_the_warrior_has(duel: SimpleNamespace) -> None:
    rosa = duel.as_ana.get(at(duel, "plan?who=rosa")).content.decode()
    assert 'value="shoot"' in rosa
    assert 'value="cast"' not in rosa
    assert 'value="rout"' not in rosa
    everybody = duel.as_ana.get(at(duel, "plan?who=all")).content.decode()
    assert 'value="rout"' in everybody
    assert 'value="shoot"' not in everybody


def test_an_order_is_taken_back_from_the_thread(duel: SimpleNamespace) -> None:
    scene = f"/scenes/{duel.battle.scene.public_id}/"
    version = {"version": duel.battle.version, "ending": "recovery"}
    duel.as_ana.post(at(duel, "orders"), version)
    html = duel.as_ana.get(scene).content.decode()
    assert "Retirar la última orden" in html
    assert "Retirar la última orden" not in duel.as_berta.get(scene).content.decode()
    duel.battle.refresh_from_db()
    duel.as_ana.post(at(duel, "take-back"), {"version": duel.battle.version})
    duel.battle.refresh_from_db()
    assert state_of(duel.battle).phase == "start"
    assert "Orden retirada" in duel.as_berta.get(scene).content.decode()


def test_a_draw_is_offered_and_agreed(duel: SimpleNamespace) -> None:
    scene = f"/scenes/{duel.battle.scene.public_id}/"
    assert "Ofrecer un empate" in duel.as_ana.get(scene).content.decode()
    duel.as_ana.post(at(duel, "draw"), {"side": "red"})
    seen = duel.as_berta.get(scene).content.decode()
    assert seen.count("Aceptar el empate") == 1
    assert "Ofrecer un empate" not in seen
    (notice,) = Notice.objects.filter(kind="draw")
    assert notice.user == duel.berta
    assert "Retirar la oferta" in duel.as_ana.get(scene).content.decode()
    duel.as_berta.post(at(duel, "draw"), {"side": "blue"})
    duel.battle.refresh_from_db()
    assert duel.battle.status == "over"


def test_a_turn_is_ordered_in_one_go(duel: SimpleNamespace) -> None:
    page = duel.as_ana.get(at(duel, "plan?who=rosa")).content.decode()
    assert "Dispara al más cercano; si no ve a nadie, se oculta" in page
    duel.as_ana.post(at(duel, "plan/step"), {"warrior": "rosa", "recipe": "shoot_or_hide"})
    hide, shoot = SidePlan.objects.get().plan["steps"]
    assert (hide["phase"], shoot["phase"]) == ("movement", "shooting")
    assert hide["turn"] == shoot["turn"]
    stays, hides = hide["choices"]
    (seen,) = stays["when"]
    assert (seen["if"], seen["warrior"], seen["target"]) == ("visible", "rosa", "")
    assert not stays.get("order")
    assert hides["order"]["hide"] is True
    assert shoot["choices"][0]["order"]["target"] == "nearest"


def test_the_whole_warband_is_ordered_in_one_go(duel: SimpleNamespace) -> None:
    for _twice in range(2):
        wish = {"warrior": "", "recipe": "charge_or_hide", "turn": "3"}
        duel.as_ana.post(at(duel, "plan/step"), wish)
    steps = SidePlan.objects.get().plan["steps"]
    charging = {step["choices"][0]["order"]["warrior"] for step in steps}
    mine = {w.id for w in state_of(duel.battle).warriors.values() if w.side == "red"}
    assert charging == mine
    assert len(steps) == len(mine)  # nothing is done twice
    assert {step["turn"] for step in steps} == {3}
    assert all(step["choices"][1]["order"]["hide"] for step in steps)


def test_an_unknown_recipe_is_refused(duel: SimpleNamespace) -> None:
    answer = duel.as_ana.post(at(duel, "plan/step"), {"warrior": "rosa", "recipe": "soup"})
    assert answer.status_code == 422
    assert not SidePlan.objects.exists()
