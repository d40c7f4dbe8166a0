"""Two fingers on a phone zoom the board and leave the page as it is."""

from types import SimpleNamespace
from typing import Any

import pytest

pytestmark = pytest.mark.browser
WIDTH = "Number(document.querySelector('.board__svg').getAttribute('viewBox').split(' ')[2])"


def wait_for_width(page: Any, width: float) -> None:
    page.wait_for_function(f"width => Math.abs({WIDTH} - width) < width / 10", arg=width)


def test_the_board_is_pinched(window: Any, log_in: Any, fight: SimpleNamespace) -> None:
    page = window(width=360, has_touch=True, is_mobile=True)
    log_in(page, fight.player)
    page.goto(f"/scenes/{fight.scene.public_id}/")
    page.locator(".board__svg").scroll_into_view_if_needed()
    box = page.locator(".board__svg").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.click("[data-zoom=all]")
    whole = page.evaluate(WIDTH)
    hand = page.context.new_cdp_session(page)

    def touch(kind: str, apart: float | None) -> None:
        points = [] if apart is None else [{"x": x - apart, "y": y, "id": 0}]
        points += [] if apart is None else [{"x": x + apart, "y": y, "id": 1}]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 30)
    for apart in (45, 60, 90):
        touch("touchMove", apart)
    touch("touchEnd", None)
    near = whole / 3
    wait_for_width(page, near)
    touch("touchStart", 90)
    touch("touchMove", 60)
    touch("touchEnd", None)
    wait_for_width(page, near * 1.5)
    assert page.evaluate("visualViewport.scale") == 1
    assert page.locator("[data-sheet]").count() == 0  # nobody was tapped
