"""The books of a warband on a phone: every sum is there without pushing the table about."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from warbands.services import buy_preset

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHOTS = os.environ.get("SHOTS", "")


@pytest.mark.parametrize("width", [360, 1280])
def test_all_sums_fit(window, ana, log_in, width: int) -> None:
    warband = buy_preset(actor=ana, type="skaven_eshin", name="Las Colas del Muelle")
    page = window(width=width)
    log_in(page, ana)
    page.goto(f"/warbands/{warband.pk}/books")
    table = page.locator(".table-scroll")
    assert table.evaluate("all => all.scrollWidth <= all.clientWidth")
    assert page.locator(".books__when").first.is_visible() == (width == 1280)
    assert page.locator(".books__date").first.is_visible() == (width == 360)
    last = page.locator("tbody tr").last.locator("td.number").all_inner_texts()
    assert last[1:] == [str(warband.treasury), str(warband.rating)]
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"books-{width}.png"))
