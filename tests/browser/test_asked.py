"""Being asked about a charge, on a phone."""

from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.pages.charged import charge_past_greta

pytestmark = pytest.mark.browser
IN_SIGHT = """line => {
    const {x, y, width, height} = line.ownerSVGElement.viewBox.baseVal;
    return [...line.points].every(p => p.x > x && p.y > y && p.x < x + width && p.y < y + height);
}"""


def test_the_board_opens_where_the_charge_is(
    window: Any, log_in: Any, place: SimpleNamespace
) -> None:
    asked = charge_past_greta(place)
    page = window(width=360, has_touch=True)
    log_in(page, asked.player)
    page.goto(f"/scenes/{asked.scene.public_id}/")
    line = page.locator(".plans polyline")
    expect(line).to_have_count(1)
    assert line.evaluate(IN_SIGHT)
    shown = page.locator(".board__svg").get_attribute("viewBox").split()[2]
    assert float(shown) < 700  # of the table's 900 mm: near enough to tell who is who
    page.locator(".question").get_by_role("button", name="Greta").click()
    expect(page.locator(".question")).to_have_count(0)
