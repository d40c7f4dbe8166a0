"""Ordering how somebody parries, in a real browser, on a desk and on a phone."""

from types import SimpleNamespace
from typing import Any

import pytest

from campaigns.models import Draft
from tests.pages.test_parrying import with_sword
from tests.pages.world import begin, play_on

pytestmark = pytest.mark.browser


def sheet_of_a_bearer(
    window: Any, log_in: Any, place: SimpleNamespace, width: int
) -> tuple[Any, str]:
    """The page with the sheet of a warrior who has a sword, in his movement phase, and his id."""
    mine = place.battle.sides.get(user=place.player).side
    bearer = with_sword(place, mine)
    begin(place.battle, place.gm)
    play_on(
        place.battle,
        place.player,
        until=lambda s: s.phase == "movement" and s.active == mine and not s.awaiting,
    )
    page = window(width=width)
    log_in(page, place.player)
    page.goto(f"/scenes/{place.scene.public_id}/?warrior={bearer}")
    return page, bearer


@pytest.mark.parametrize("width", [1280, 360])
def test_never_to_parry(window: Any, log_in: Any, place: SimpleNamespace, width: int) -> None:
    page, bearer = sheet_of_a_bearer(window, log_in, place, width)
    act = page.locator('details[data-act="guard"]')
    act.locator("summary").click()
    act.get_by_label("Nunca").check()
    act.get_by_role("button", name="Parar así").click()
    page.locator(".chips li").first.wait_for()
    (order,) = Draft.objects.get(user=place.player).orders
    assert (order["order"], order["warrior"], order["parry"]) == ("guard", bearer, "never")


@pytest.mark.parametrize("width", [1280, 360])
def test_where_nobody_is_asked(
    window: Any, log_in: Any, place: SimpleNamespace, width: int
) -> None:
    page, _bearer = sheet_of_a_bearer(window, log_in, place, width)
    act = page.locator('details[data-act="prefer"]')
    act.locator("summary").click()
    act.get_by_label("El más flojo").check()
    act.get_by_role("button", name="Hacerlo así").click()
    page.locator(".chips li").first.wait_for()
    (order,) = Draft.objects.get(user=place.player).orders
    assert (order["what"], order["choice"]) == ("equal", "weakest")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
