"""Ordering ahead, taking back and agreeing on a draw by plain forms."""

from types import SimpleNamespace

import pytest
from django.test import Client

from campaigns import outbox
from campaigns.engine import state_of
from campaigns.models import OrderRow, SidePlan
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
    assert html.index("Movimiento") < html.index("Disparo")  # in the order of the phases
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
    ],
)
def test_what_makes_no_step_is_said(duel: SimpleNamespace, step: dict[str, str]) -> None:
    answer = duel.as_ana.post(at(duel, "plan/step"), step, follow=True)
    assert "message" in answer.content.decode()
    assert not SidePlan.objects.exists()


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
    assert "Aceptar el empate" in duel.as_berta.get(scene).content.decode()
    assert "Retirar la oferta" in duel.as_ana.get(scene).content.decode()
    duel.as_berta.post(at(duel, "draw"), {"side": "blue"})
    duel.battle.refresh_from_db()
    assert duel.battle.status == "over"
