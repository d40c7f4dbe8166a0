"""Deploying in a real browser: tap, keyboard, drag, the button for the rest; sealed until both."""

from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.engine import state_of
from campaigns.models import SealedDeployment
from campaigns.services.battles import Seat, battle_cancel, battle_create, battle_start
from rules.player import choose
from rules.units import CM

pytestmark = pytest.mark.browser


@pytest.fixture
def deploying(place: SimpleNamespace) -> Any:
    """`deploying(scenario, ...)`: a battle of that scenario, begun, where Ana deploys."""

    def make(scenario: str, **more: Any) -> SimpleNamespace:
        battle_cancel(user=place.gm, battle_id=place.battle.public_id, reason="Otra")
        place.battle = battle_create(
            user=place.gm,
            campaign_id=place.campaign.public_id,
            seats=[Seat(place.crows.pk), Seat(place.rats.pk, "server")],
            board="ruins:7",
            scenario=scenario,
            ask=False,
            **more,
        )
        battle_start(user=place.gm, battle_id=place.battle.public_id)
        place.scene = place.battle.scene
        return place

    return make


def spot(page: Any, along: float, side: str = "red") -> tuple[float, float]:
    """A place in the side's zone, so far along it, near the table's edge: nothing stands there."""
    zone = page.locator(f'[data-zone="{side}"] .zone')
    zone.scroll_into_view_if_needed()
    box, board = zone.bounding_box(), page.locator(".ground").bounding_box()
    north = box["y"] < board["y"] + board["height"] / 3
    return box["x"] + box["width"] * along, box["y"] + box["height"] * (0.35 if north else 0.65)


def confirm(page: Any, before: int) -> None:
    page.click('details[data-act="deploy"] .button--primary')
    expect(page.locator(".chips li")).to_have_count(before + 1)


@pytest.mark.parametrize("width", [1280, 360])
def test_deploying_unseen(
    window: Any, log_in: Any, deploying: Any, worker: Any, width: int
) -> None:
    place = deploying("skirmish", secret=True)
    page = window(width=width)
    log_in(page, place.player)
    page.goto(f"/scenes/{place.scene.public_id}/")
    expect(page.locator(".mission")).to_contain_text("despliegan en secreto")
    expect(page.locator(".placing li")).to_have_count(3)
    page.wait_for_selector(".board__svg--drawing")
    # by touch
    page.mouse.click(*spot(page, 0.3))
    page.wait_for_function("() => document.querySelector('[name=legs]').value !== ''")
    confirm(page, 0)
    expect(page.locator(".placing li")).to_have_count(2)
    # by keyboard, from a place that was touched
    page.wait_for_selector(".board__svg--drawing")
    page.mouse.click(*spot(page, 0.5))
    page.wait_for_selector(".pen__base")
    x = page.input_value('[name="x"]')
    page.keyboard.press("ArrowRight")
    page.wait_for_function("x => document.querySelector('[name=x]').value !== x", arg=x)
    page.keyboard.press("Enter")
    expect(page.locator(".chips li")).to_have_count(2)
    # dragged
    page.wait_for_selector(".board__svg--drawing")
    page.mouse.click(*spot(page, 0.6))
    page.wait_for_selector(".pen__base")
    x = page.input_value('[name="x"]')
    page.mouse.move(*spot(page, 0.6))
    page.mouse.down()
    page.mouse.move(*spot(page, 0.7), steps=4)
    page.mouse.up()
    expect(page.locator('[name="x"]')).not_to_have_value(x)
    confirm(page, 2)
    expect(page.locator(".placing")).to_have_count(0)
    page.check('[name="ending"][value="phase"]')
    with page.expect_navigation():
        page.click("#send .button--primary")
    assert "sellado" in page.inner_text("main")
    assert SealedDeployment.objects.count() == 1
    assert page.locator(".token").count() == 3, "one's own are seen by oneself"
    assert "solo lo ves tú" in page.inner_text("#turn")
    # taken up again, changed, sealed anew
    sealed = SealedDeployment.objects.get().orders
    page.click("text=Cambiar el despliegue")
    page.wait_for_selector(".chips li")
    expect(page.locator(".chips li")).to_have_count(3)
    page.click(".chips li:first-child button[name=remove]")
    expect(page.locator(".chips li")).to_have_count(2)
    expect(page.locator("#send .button--primary")).to_be_disabled()
    page.click("text=Desplegar el resto por mí")
    expect(page.locator(".chips li")).to_have_count(3)
    with page.expect_navigation():
        page.click("#send .button--primary")
    assert SealedDeployment.objects.get().orders != sealed
    worker()
    page.reload()
    place.battle.refresh_from_db()
    assert state_of(place.battle).phase != "deployment"
    assert page.locator(".token").count() == 6


def test_putting_wyrdstone_down(window: Any, log_in: Any, deploying: Any, worker: Any) -> None:
    place = deploying("wyrdstone_hunt")
    worker()
    place.battle.refresh_from_db()
    page = window(width=360)
    log_in(page, place.player)
    page.goto(f"/scenes/{place.scene.public_id}/")
    page.wait_for_selector("#counter-title")
    before = page.locator("[data-counter]").count()
    x, y, _ = choose(state_of(place.battle), "red").at
    page.fill('[name="x"]', str(x / CM))
    page.fill('[name="y"]', str(y / CM))
    page.click('details[data-act="deploy"] .button--primary')
    page.wait_for_selector(".chips li")
    with page.expect_navigation():
        page.click("#send .button--primary")
    assert page.locator("[data-counter]").count() == before + 1
    worker()
    for _ in range(8):
        page.goto(f"/scenes/{place.scene.public_id}/")
        if page.locator('form[action$="/deploy"]').count() == 0:
            break
        if page.locator(".placing li").count() + page.locator("#counter-title").count():
            page.click("text=Desplegar el resto por mí")
            page.wait_for_selector(".chips li")
            with page.expect_navigation():
                page.click("#send .button--primary")
        else:
            page.check('[name="ending"][value="phase"]')
            with page.expect_navigation():
                page.click("#send .button--primary")
        worker()
    place.battle.refresh_from_db()
    state = state_of(place.battle)
    assert all(counter.at is not None for counter in state.mission.counters)
    assert page.locator(".token").count() == 6
