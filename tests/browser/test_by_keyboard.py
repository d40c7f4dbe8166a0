"""Set-up, deployment, planner, board editor and aftermath by keyboard alone: no mouse at all."""

import json
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns import outbox
from campaigns.models import Battle, LibraryBoard, SealedDeployment, SidePlan
from campaigns.services.aftermath import aftermaths_of
from campaigns.services.battles import Seat, battle_cancel
from tests.browser.keys import go, pick, press, tab_to
from tests.campaigns.wars import enlisted, fell, henchmen_of, war

pytestmark = pytest.mark.browser


def test_a_battle_is_set_up_deployed_and_planned(
    window: Any, log_in: Any, place: SimpleNamespace, worker: Any
) -> None:
    battle_cancel(user=place.gm, battle_id=place.battle.public_id, reason="Otra")
    page = window()
    log_in(page, place.gm)
    page.goto(f"/campaigns/{place.campaign.public_id}/battles/new")
    pick(page, "#scenario", "skirmish")
    tab_to(page, "[name=ask]")
    page.keyboard.press("Space")
    tab_to(page, "[name=secret]")
    page.keyboard.press("Space")
    tab_to(page, "[name=board]")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[name=board][value=street]")).to_be_checked()
    tab_to(page, "#board-seed")
    page.keyboard.press("Control+A")
    page.keyboard.type("7")
    pick(page, "#player-2", "server")
    go(page, "form.stack .actions .button--primary")
    go(page, 'form[action$="/start"] .button')
    battle = Battle.objects.exclude(pk=place.battle.pk).get()
    page.context.close()

    page = window()
    log_in(page, place.player)
    page.goto(f"/scenes/{battle.scene.public_id}/")
    press(page, 'form[action$="/deploy"] .button')
    page.wait_for_selector(".chips li")
    go(page, "#send .button--primary")
    assert SealedDeployment.objects.filter(battle=battle).count() == 1
    page.goto(f"/battles/{battle.public_id}/plan")
    plan_by_keyboard(page)
    row = SidePlan.objects.get()
    (step,) = [one for one in row.plan["steps"] if len(one["choices"]) == 2]
    run, otherwise = step["choices"]
    assert row.sealed
    assert run["order"]["mode"] == "run"
    assert run["order"]["legs"][-1]["to"][1] != 0
    assert otherwise["order"]["hide"] is True


def plan_by_keyboard(page: Any) -> None:
    pick(page, "#turn", "2")
    pick(page, "#when", "status")
    pick(page, "#act", "run")
    tab_to(page, ".board__svg--drawing")
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(page.locator("[data-measure]").first).not_to_be_empty()
    pick(page, "#act2", "hide")
    go(page, "#step .button--primary")
    expect(page.locator(".plan__steps > li")).to_have_count(1)
    go(page, 'form[action$="/plan/seal"] .button--primary')
    expect(page.locator(".standing--mine")).to_be_visible()


def test_a_board_is_drawn(page: Any, log_in: Any, place: SimpleNamespace) -> None:
    log_in(page, place.gm)
    page.goto(f"/campaigns/{place.campaign.public_id}/boards/new")
    press(page, "[data-add=house1]")
    expect(page.locator(".piece")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("r")
    press(page, "[data-act=copy]")
    expect(page.locator(".piece")).to_have_count(2)
    press(page, "[data-act=remove]")
    expect(page.locator(".piece")).to_have_count(1)
    tab_to(page, "[data-field=name]")  # on from the side, round the page
    tab_to(page, "#board-name")
    page.keyboard.type("La herrería")
    go(page, "#editor .actions .button--primary")
    terrain = LibraryBoard.objects.get().data["terrain"]
    assert len({piece["id"].split("-")[1] for piece in terrain}) == 1, json.dumps(terrain)


def test_what_comes_after_a_battle(
    window: Any, log_in: Any, make_user: Any, place: SimpleNamespace
) -> None:
    ana, gm = place.player, place.gm
    mine = enlisted(place.campaign, ana, name="Las Urracas")
    theirs = enlisted(place.campaign, gm, "skaven_eshin", "Las Garras")
    battle = war(place.campaign, gm, Seat(mine.pk), Seat(theirs.pk, "server"))
    fell(battle, gm, henchmen_of(battle, "blue")[:1])
    outbox.run_due(limit=500)
    one = next(one for one in aftermaths_of(battle) if one.warband == mine)
    page = window(width=360)
    log_in(page, ana)
    page.goto(f"/aftermath/{one.pk}/")
    answered = 0
    while page.locator("form.question").count():
        go(page, "form.question button")
        outbox.run_due(limit=500)
        page.reload()
        answered += 1
        assert answered < 60
    assert answered
    one.refresh_from_db()
    assert one.closed_at is not None
