"""Ordering ahead in a real browser: whole turns, ways drawn on the board, conditions."""

from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.models import SidePlan
from tests.pages.test_facing import duel_of
from tests.pages.test_plan_charges import with_floor

pytestmark = pytest.mark.browser


def on_board(page: Any, x: float, y: float) -> tuple[float, float]:
    """Where a place of the table, as shares of its width and depth, is in the window."""
    box = page.locator("#plan-board .ground").bounding_box()
    return box["x"] + box["width"] * x, box["y"] + box["height"] * (1 - y)


@pytest.mark.parametrize("width", [1280, 360])
def test_a_way_is_drawn_on_the_board(
    window: Any, log_in: Any, fight: SimpleNamespace, width: int
) -> None:
    page = window(width=width, has_touch=width == 360)
    log_in(page, fight.player)
    page.goto(f"/battles/{fight.battle.public_id}/plan")
    page.select_option("#when", "status")
    page.select_option("#status", "standing")
    page.select_option("#act", "run")
    page.wait_for_selector("#plan-board .board__svg--drawing")
    page.click("[data-zoom=all]")
    board = page.locator("#plan-board .board__svg")
    board.scroll_into_view_if_needed()
    page.mouse.click(*on_board(page, 0.4, 0.5))
    expect(page.locator("[data-measure]").first).to_contain_text("cm")
    page.mouse.click(*on_board(page, 0.5, 0.55))
    page.select_option("#act2", "hide")
    page.click("text=Añadir el paso")
    expect(page.locator("#steps")).to_contain_text("si no")
    (step,) = SidePlan.objects.get().plan["steps"]
    run, otherwise = (choice["order"] for choice in step["choices"])
    assert step["choices"][0]["when"][0]["if"] == "status"
    assert (run["mode"], len(run["legs"])) == ("run", 2)
    assert run["legs"][0]["to"][0] < run["legs"][1]["to"][0]
    assert otherwise["hide"] is True
    expect(page.locator("#plan-board .planned")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_step_is_changed_and_put_elsewhere(
    window: Any, log_in: Any, fight: SimpleNamespace
) -> None:
    page = window(width=1280)
    log_in(page, fight.player)
    page.goto(f"/battles/{fight.battle.public_id}/plan")
    # A way with a corner, typed; the board draws it as it is typed.
    page.select_option("#act", "run")
    page.locator("[data-way=''] [data-corners] summary").click()
    for name, value in (("x_1", "30"), ("y_1", "20"), ("x", "35"), ("y", "24")):
        page.fill(f"input[name={name}]", value)
    page.locator("input[name=y]").press("Tab")
    expect(page.locator("#plan-board .pen__path")).to_have_count(1)
    page.click("text=Añadir el paso")
    page.select_option("#act", "hide")
    page.click("text=Añadir el paso")
    steps = page.locator(".plan__steps > li")
    expect(steps).to_have_count(2)
    # Changed: the form says what is there, and takes a condition.
    steps.nth(0).get_by_role("link", name="Cambiar").click()
    expect(page.locator("input[name=x]")).to_have_value("35")
    expect(page.locator("#plan-board .pen__path")).to_have_count(1)
    page.select_option("#when", "visible")
    page.click("text=Guardar el cambio")
    expect(steps.nth(0)).to_contain_text("cualquier enemigo")
    run = SidePlan.objects.get().plan["steps"][0]["choices"][0]
    assert [leg["to"][0] for leg in run["order"]["legs"]] == [30_000, 35_000]
    assert run["when"][0]["if"] == "visible"
    # Put behind the other by dragging, and back by its button.
    expect(steps.nth(0)).to_have_attribute("draggable", "true")  # the script has come by now
    steps.nth(0).drag_to(steps.nth(1))
    expect(steps.nth(1)).to_contain_text("cualquier enemigo")
    steps.nth(1).get_by_role("button", name="Antes").click()
    expect(steps.nth(0)).to_contain_text("cualquier enemigo")


ASKED = {
    "charge": {"target", "also"},
    "charge_over": {"target", "also", "x", "y", "z", "by"},
    "walk": {"x", "y", "z", "by", "hide"},
    "shoot": {"target", "weapon"},
    "hide": set(),
    "prefer": {"preference", "in_phase"},
}


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("script", [True, False])
def test_an_act_asks_for_what_belongs_to_it(
    window: Any, log_in: Any, live_server: Any, make_user: Any, width: int, script: bool
) -> None:
    duel = duel_of(make_user, with_floor())
    page = window(width=width, java_script_enabled=script)
    log_in(page, duel.ana)
    page.goto(f"/battles/{duel.battle.public_id}/plan?who=rosa")
    names = ("target", "also", "x", "y", "z", "by", "hide", "preference", "in_phase", "weapon")
    for act, asked in ASKED.items():
        page.select_option("#act", act)
        shown = {name for name in names if page.locator(f"#step [name={name}]").is_visible()}
        assert shown == asked, act
        corners = page.locator("[data-way=''] [data-corners]").is_visible()
        assert corners == ("x" in asked), act
