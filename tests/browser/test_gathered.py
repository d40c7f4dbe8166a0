"""The menu of a gathered order in a real browser: fetched at a touch, used, at both widths."""

from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.engine import state_of
from campaigns.models import Draft
from campaigns.services.scenes import draft_save
from rules.battle.queries import warriors_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def walked(fight: SimpleNamespace) -> list[str]:
    """Two steps are gathered; whose they are."""
    state = state_of(fight.battle)
    movers = [w for w in warriors_of(state, state.active) if not w.marks][:2]
    orders = []
    for mover in movers:
        x, y, z = (value / 1_000 for value in mover.at)
        leg = {"to": [x, y - 1, z], "by": "walk"}
        orders.append(
            {"order": "move", "side": state.active, "warrior": mover.id, "mode": "walk"}
            | {"legs": [leg]}
        )
    draft_save(
        user=fight.player,
        scene_id=fight.battle.scene.public_id,
        text="",
        orders=orders,
        version=fight.battle.version,
    )
    return [mover.id for mover in movers]


@pytest.mark.parametrize("width", [1280, 360])
def test_an_order_goes_down_by_its_menu(
    fight: SimpleNamespace, window: Any, log_in: Any, width: int
) -> None:
    first, second = walked(fight)
    page = window(width=width, has_touch=width == 360)
    log_in(page, fight.player)
    page.goto(f"/scenes/{fight.battle.scene.public_id}/")
    before = page.url
    page.click(".chips li:first-child > a")
    page.wait_for_selector(".chips li:first-child details[open]")
    expect(page.locator(".chips summary")).to_be_focused()
    assert page.url == before, "it came into the page"
    page.click(".chips button[name=later]")
    page.wait_for_selector(".chips details", state="detached")
    assert [one["warrior"] for one in Draft.objects.get(user=fight.player).orders] == [
        second,
        first,
    ]


def test_the_menu_is_a_link_without_script(
    fight: SimpleNamespace, window: Any, log_in: Any
) -> None:
    first, second = walked(fight)
    page = window(java_script_enabled=False)
    log_in(page, fight.player)
    page.goto(f"/scenes/{fight.battle.scene.public_id}/")
    page.click(".chips li:last-child > a")
    with page.expect_navigation():
        page.click(".chips button[name=instead]")
    assert [one["warrior"] for one in Draft.objects.get(user=fight.player).orders] == [first]
    assert f"warrior={second}" in page.url
