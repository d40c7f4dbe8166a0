"""Saying where a warrior looks, on the board and by keys, on a desk and on a phone."""

from types import SimpleNamespace
from typing import Any

import pytest

from campaigns.models import Draft
from tests.pages.test_facing import duel_of, moving

pytestmark = pytest.mark.browser


@pytest.fixture
def duel(live_server: Any, make_user: Any) -> SimpleNamespace:
    return duel_of(make_user, moving())


def opened(window: Any, log_in: Any, duel: SimpleNamespace, who: str, act: str, width: int) -> Any:
    page = window(width=width)
    log_in(page, duel.ana)
    page.goto(f"/scenes/{duel.battle.scene.public_id}/?warrior={who}&act={act}")
    page.locator(f'details[data-act="{act}"] [data-facing]').wait_for()
    return page


def touch(page: Any, x: float, y: float) -> None:
    """The place of the table at these centimetres; the board is 60 by 40."""
    board = page.locator("svg.board__svg")
    board.scroll_into_view_if_needed()
    place = board.evaluate(
        """(svg, [x, y]) => {
            const point = new DOMPoint(x * 10, Number(svg.dataset.depth) - y * 10);
            const on = point.matrixTransform(svg.getScreenCTM());
            return [on.x, on.y];
        }""",
        [x, y],
    )
    page.mouse.click(*place)


@pytest.mark.parametrize("width", [1280, 360])
def test_the_rallied_is_turned_by_a_touch(
    window: Any, log_in: Any, duel: SimpleNamespace, width: int
) -> None:
    page = opened(window, log_in, duel, "rosa", "turn", width)
    touch(page, 15, 18)  # north of where she stands
    facing = page.locator('details[data-act="turn"] [data-facing]')
    assert abs(int(facing.input_value()) - 90) <= 2  # a touch is as fine as a pixel
    assert page.locator(".pen__gaze").count() == 1
    page.locator("svg.board__svg").press("ArrowUp")
    assert facing.input_value() == "90"
    page.locator("svg.board__svg").press("q")
    assert facing.input_value() == "105"
    page.locator("svg.board__svg").press("ArrowRight")
    assert facing.input_value() == "0"
    page.locator("svg.board__svg").press("E")
    assert facing.input_value() == "345"
    page.locator("svg.board__svg").press("Enter")
    page.locator(".chips li").first.wait_for()
    (order,) = Draft.objects.get(user=duel.ana).orders
    assert (order["legs"], order["facing"]) == ([], 345)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize("width", [1280, 360])
def test_at_the_end_of_a_way_he_is_turned_by_keys(
    window: Any, log_in: Any, duel: SimpleNamespace, width: int
) -> None:
    page = opened(window, log_in, duel, "roque", "walk", width)
    board = page.locator("svg.board__svg")
    board.press("ArrowRight")
    board.press("ArrowRight")
    assert page.locator(".pen__gaze").count() == 0
    board.press("Q")
    assert page.locator('details[data-act="walk"] [data-facing]').input_value() == "15"
    assert page.locator(".pen__gaze").count() == 1
    board.press("Enter")
    page.locator(".chips li").first.wait_for()
    (order,) = Draft.objects.get(user=duel.ana).orders
    assert order["facing"] == 15
    assert [round(value) for value in order["legs"][-1]["to"]] == [17, 8, 0]
