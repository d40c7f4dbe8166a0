"""What keeps a campaign going when people don't: holidays, the game master's desk, rulings."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from campaigns.engine import state_of
from campaigns.models import Battle, BattleSide, EventRow, GmAction, OrderRow, Post
from campaigns.services.pace import pace_set
from campaigns.services.turns import Submission, battle_submit
from tests.campaigns.conftest import campaign, carla, marga, member, tavern
from tests.campaigns.tables import begun, crowd

__all__ = ["campaign", "carla", "marga", "member", "tavern"]

pytestmark = pytest.mark.browser


@pytest.fixture
def fight(campaign: Any, marga: Any, ana: Any, berta: Any) -> Battle:
    """Six against six, with bows; Ana's turn. While somebody is away his orders are played."""
    pace_set(
        user=marga,
        campaign_id=campaign.public_id,
        hours=24,
        first="plan",
        then="skip",
        absences="at_once",
    )
    return begun(campaign, marga, crowd(), red=ana, blue=berta)


def give(battle: Battle, user: Any, *orders: dict[str, Any]) -> None:
    battle.refresh_from_db()
    side = battle.sides.get(user=user).side
    submission = Submission([{"side": side, **one} for one in orders], battle.version)
    battle_submit(user=user, battle_id=battle.public_id, submission=submission)
    battle.refresh_from_db()


END = {"order": "end_phase", "through": "combat"}
SHOT = [
    {"order": "end_phase", "through": "movement"},
    {"order": "shoot", "warrior": "rosa", "weapon": "bow", "target": "bea"},
]


@pytest.fixture
def shot(fight: Battle, ana: Any) -> SimpleNamespace:
    """Rosa has shot at Bea and Ana's turn is over: the shot's order and its first roll."""
    give(fight, ana, *SHOT)
    give(fight, ana, END)
    order = OrderRow.objects.get(battle=fight, order__order="shoot")
    roll = EventRow.objects.filter(order=order, type="Rolled").order_by("seq").first()
    return SimpleNamespace(battle=fight, order=order, roll=roll)


def desk(page: Any, battle: Battle) -> None:
    page.goto(f"/campaigns/{battle.scene.campaign.public_id}/desk")


def tools(page: Any, battle: Battle) -> None:
    page.goto(f"/battles/{battle.public_id}/gm")


def line(page: Any, battle: Battle, order: OrderRow) -> None:
    page.goto(f"/battles/{battle.public_id}/log/{order.first_seq}-{order.last_seq}/")


def thread(page: Any, battle: Battle, width: int) -> str:
    """What stands in the scene; on a phone the thread has a tab of its own."""
    page.goto(f"/scenes/{battle.scene.public_id}/")
    if width < 1100:
        page.click('.battle__tabs [data-tab="thread"]')
    return page.inner_text("main")


def press(page: Any, selector: str) -> None:
    with page.expect_navigation():
        page.click(selector)


@pytest.mark.parametrize("width", [1280, 360])
def test_on_holiday_standing_orders_play(
    window: Any, log_in: Any, fight: Battle, ana: Any, berta: Any, worker: Any, width: int
) -> None:
    page = window(width=width)
    log_in(page, ana)
    # First her turn of today, then what is to be done in the next one, then the days away.
    give(fight, ana, END)
    page.goto(f"/battles/{fight.public_id}/plan?who=rosa")
    page.select_option("#act", "shoot")
    press(page, "text=Añadir el paso")
    page.fill("#text", "Que nadie se mueva.")
    press(page, "text=Sellar el plan")
    assert "Sellado" in page.inner_text(".standing")
    page.goto("/absences")
    today = timezone.localdate()
    page.fill('[name="first_day"]', today.isoformat())
    page.fill('[name="last_day"]', (today + timedelta(days=6)).isoformat())
    press(page, "text=Guardar")
    # Berta plays hers, and needn't wait for a week.
    give(fight, berta, END)
    worker()
    assert OrderRow.objects.filter(battle=fight, source="plan", order__order="shoot").count() == 1
    assert fight.sides.get(side="blue").waiting
    assert "Que nadie se mueva." in thread(page, fight, width)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_game_master_rewinds_with_a_look_before(
    page: Any, log_in: Any, shot: SimpleNamespace, marga: Any
) -> None:
    log_in(page, marga)
    desk(page, shot.battle)
    press(page, '#blocked ~ .desk a:has-text("Herramientas")')
    before = OrderRow.objects.filter(battle=shot.battle, sequence__lt=shot.order.sequence).last()
    page.select_option("#gm-to", str(before.last_seq))
    press(page, "text=Ver qué se deshace")
    undone = page.locator(".message--warning li")
    expect(undone).to_have_count(2)
    expect(undone.first).to_contain_text("Rosa")
    shot.battle.refresh_from_db()
    assert state_of(shot.battle).active == "blue"
    page.fill("#gm-rewind-reason", "Bea no estaba ahí")
    press(page, '#rewind button:has-text("Rebobinar")')
    shot.battle.refresh_from_db()
    state = state_of(shot.battle)
    assert (state.active, state.phase) == ("red", "shooting")
    assert "Bea no estaba ahí" in page.inner_text("main")
    page.goto(f"/scenes/{shot.battle.scene.public_id}/")
    assert "Bea no estaba ahí" in page.inner_text("main")


@pytest.mark.parametrize("width", [1280, 360])
def test_a_game_master_plays_it_another_way_looks_and_publishes(
    window: Any, log_in: Any, shot: SimpleNamespace, marga: Any, width: int
) -> None:
    page = window(width=width)
    log_in(page, marga)
    tools(page, shot.battle)
    before = OrderRow.objects.filter(battle=shot.battle, sequence__lt=shot.order.sequence).last()
    page.select_option("#gm-to", str(before.last_seq))
    press(page, "text=Jugarlo de otra manera desde ahí")
    rolls = page.locator(".redo__roll .choice").all_inner_texts()
    assert any("Rosa, Bea (fue " in one for one in rolls), rolls  # whose roll it was, and at whom
    page.select_option("#redo-warrior", "bea")
    page.select_option("#redo-status", "out_of_action")
    page.fill("#redo-reason", "Bea había caído ya")
    press(page, ".stack .button--primary")
    rows = page.locator("tbody tr")
    expect(rows.filter(has_text="Bea")).to_contain_text("fuera de combate")
    assert "Qué se cae" in page.inner_text("main")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert not Post.objects.filter(source="redo").exists()
    press(page, '[value="publish"]')
    shot.battle.refresh_from_db()
    assert state_of(shot.battle).warriors["bea"].status == "out_of_action"
    assert "Bea había caído ya" in thread(page, shot.battle, width)


def test_an_appeal_is_answered_and_shown_again_as_a_precedent(
    window: Any, log_in: Any, shot: SimpleNamespace, ana: Any, berta: Any, marga: Any
) -> None:
    player, judge = window(), window(width=360)
    log_in(player, berta)
    player.goto("/")
    line(player, shot.battle, shot.order)
    player.click("summary:has-text('Doubt this') >> nth=0")
    player.fill("details[open] textarea", "A wall stood between them.")
    press(player, "details[open] button")
    log_in(judge, marga)
    judge.goto("/notices")
    press(judge, '.page a:has-text("Berta")')
    assert "A wall stood between them." in judge.inner_text(".appeal")
    judge.fill('[name="answer"]', "Sólo le cubría los pies.")
    judge.fill('[name="ruling"]', "Los pies no cuentan como cobertura.")
    press(judge, '.appeal [value="dismissed"]')
    assert "Los pies no cuentan" in judge.inner_text("#rulings ~ .rows")
    line(player, shot.battle, shot.order)
    assert "Sólo le cubría los pies." in player.inner_text("main")
    # The same rule comes up again, in Berta's turn: the precedent stands beside it.
    answer = [*SHOT[:1], {**SHOT[1], "warrior": "blas", "target": "rita"}]
    give(shot.battle, berta, *answer)
    again = OrderRow.objects.filter(battle=shot.battle, order__order="shoot").last()
    assert again.pk != shot.order.pk
    line(player, shot.battle, again)
    assert "Los pies no cuentan como cobertura." in player.inner_text(".ruling >> nth=0")


def test_a_member_is_replaced(
    window: Any, log_in: Any, fight: Battle, marga: Any, ana: Any, carla: Any
) -> None:
    judge, new = window(), window()
    log_in(judge, marga)
    desk(judge, fight)
    judge.click("summary:has-text('Sustituir a un miembro')")
    judge.select_option("#replaced", label="Ana")
    judge.select_option("#replacing", label="Carla")
    judge.fill("#replace-reason", "Se muda")
    press(judge, 'button:has-text("Sustituir")')
    assert "Carla" in judge.inner_text("#blocked ~ .desk")
    assert GmAction.objects.get(action="member_replace").reason == "Se muda"
    seat = BattleSide.objects.select_related("clock").get(battle=fight, side="red")
    assert (seat.user, seat.clock.running) == (carla, True)
    log_in(new, carla)
    assert "Te toca" in new.inner_text("main")
    press(new, f'main a:has-text("{fight.scene.title}") >> nth=0')
    new.check('[name="ending"][value="combat"]')
    press(new, "#send .button--primary")
    assert fight.sides.get(side="blue").waiting


@pytest.mark.parametrize("width", [1280, 360])
def test_looking_as_a_player_and_back(
    window: Any, log_in: Any, fight: Battle, marga: Any, width: int
) -> None:
    page = window(width=width)
    log_in(page, marga)
    desk(page, fight)
    press(page, 'li:has(strong:text-is("Ana")) button:has-text("Ver como")')
    assert "Ana" in page.inner_text(".viewed")
    page.goto(f"/scenes/{fight.scene.public_id}/")
    assert "Ana" in page.inner_text(".viewed")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.locator("#send .button--primary").count() == 0
    press(page, ".viewed button")
    assert page.url.endswith("/desk")
    assert page.locator(".viewed").count() == 0


def test_the_table_is_changed_and_a_roll_set(
    window: Any, log_in: Any, shot: SimpleNamespace, marga: Any
) -> None:
    page = window()
    log_in(page, marga)
    tools(page, shot.battle)
    press(page, "text=Abrir la mesa")
    expect(page.locator(".standing-model").first).to_be_visible()
    page.click("[data-add=rubble]")
    page.fill("#table-reason", "Se cayó el muro")
    press(page, ".editor .button--primary")
    assert "La mesa ha cambiado" in page.inner_text(".message--success")
    line(page, shot.battle, shot.order)
    page.click("summary:has-text('Cambiar una tirada') >> nth=0")
    page.fill("details[open] [name=faces]", " ".join("1" * len(shot.roll.payload["dice"])))
    page.fill("details[open] [name=reason]", "Cubría el muro")
    press(page, "details[open] .button--danger")
    shot.battle.refresh_from_db()
    assert state_of(shot.battle).warriors["bea"].status == "standing"
    assert GmAction.objects.filter(action__in=["gm_terrain", "gm_roll"]).count() == 2
