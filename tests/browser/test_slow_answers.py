"""What is tapped and written while an answer is still on its way, as on a phone with a bad line."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.models import Draft
from tests.browser.keys import focused
from tests.browser.test_gathered import walked
from tests.browser.test_journey import choose, draw_a_way, ready, to_the_battle
from warbands.services import warband_create

pytestmark = pytest.mark.browser


@contextmanager
def held(page: Any, address: Any) -> Iterator[list[Any]]:
    """Requests to such an address go nowhere before the end of this; then in their order."""
    routes: list[Any] = []
    holding = True
    page.route(address, lambda route: routes.append(route) if holding else route.continue_())
    yield routes
    holding = False
    for route in routes:
        route.continue_()


def tapped(page: Any, selector: str) -> None:
    """Touched without a look at what it leads to."""
    page.dispatch_event(selector, "click")


def kept_by_now(page: Any, words: str) -> None:
    """Ask the server for this page until it says these words: how many requests it takes to bring
    them there is the script's business."""
    for _ in range(100):
        if words in page.evaluate("async () => (await fetch(location.href)).text()"):
            return
    raise AssertionError(f"never kept: {words}")


def token(warrior: str) -> str:
    return f'.token[data-warrior="{warrior}"]'


SHEET, ACT = re.compile(r"/play\?(?!.*act=)"), re.compile(r"/play\?.*act=")


@pytest.fixture
def battle(page: Any, log_in: Any, fight: SimpleNamespace) -> SimpleNamespace:
    """Ana looks at her battle; two of hers may act."""
    log_in(page, fight.player)
    to_the_battle(page, fight)
    fight.first, fight.second = ready(page)[:2]
    return fight


def test_of_two_warriors_the_one_tapped_last_is_shown(page: Any, battle: SimpleNamespace) -> None:
    with held(page, SHEET) as asked:
        tapped(page, token(battle.first))
        tapped(page, token(battle.second))
    assert len(asked) <= 1, "the second waits for the first"
    page.wait_for_selector(f'[data-sheet="{battle.second}"]')


def test_an_order_and_another_warrior_both_count(page: Any, battle: SimpleNamespace) -> None:
    choose(page, battle.first)
    draw_a_way(page, battle.first)
    with held(page, "**/orders/add"):
        with page.expect_request("**/orders/add"):
            page.click('details[data-act="walk"] .button--primary')
        tapped(page, f".ready a[href*='warrior={battle.second}']")
    page.wait_for_selector(f'[data-sheet="{battle.second}"]')
    expect(page.locator(".chips li")).to_have_count(1)


def test_an_act_that_was_left_draws_no_way(page: Any, battle: SimpleNamespace) -> None:
    page.goto(f"/scenes/{battle.scene.public_id}/?warrior={battle.first}")
    with held(page, ACT):
        with page.expect_request(ACT) as asked:
            page.click('details[data-act="walk"] > summary')
        choose(page, battle.second)
    asked.value.response().finished()
    page.focus(token(battle.second))
    for arrow in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(arrow)  # they lead from one to the other where no way is drawn
        if not focused(page, token(battle.second)):
            return
    raise AssertionError("the arrow keys draw a way that nobody sees")


def test_a_menu_that_is_asked_for_twice_comes_once(
    page: Any, log_in: Any, fight: SimpleNamespace
) -> None:
    walked(fight)
    log_in(page, fight.player)
    to_the_battle(page, fight)
    menu = re.compile(r"/play\?.*order=")
    with held(page, menu):
        asked = [tap_for_menu(page, menu) for _ in range(2)]
    for one in asked:
        one.response().finished()
    page.evaluate("() => new Promise((done) => setTimeout(done))")
    expect(page.locator(".chips details")).to_have_count(1)


def tap_for_menu(page: Any, menu: re.Pattern[str]) -> Any:
    with page.expect_request(menu) as asked:
        tapped(page, ".chips li:first-child > a")
    return asked.value


def test_every_line_of_the_log_opens(page: Any, battle: SimpleNamespace) -> None:
    lines = page.locator(".post .log a[href^='log/']")
    number = min(lines.count(), 3)
    assert number == 3
    addresses = [lines.nth(n).get_attribute("href") for n in range(number)]
    with held(page, re.compile(r"/log/\d")):
        for address in addresses:
            tapped(page, f'.post a[href="{address}"]')
    for address in addresses:
        expect(page.locator(f'.post a[href="{address}"] + .log__more')).to_be_visible()


def test_the_replay_ends_where_one_has_gone(page: Any, fight: SimpleNamespace) -> None:
    page.goto(f"/battles/{fight.battle.public_id}/replay")
    scrubber = page.locator("[data-scrubber]")
    seqs = scrubber.get_attribute("data-seqs").split()
    scrubber.focus()
    with held(page, "**/replay?seq=*"):
        page.keyboard.press("Home")
        for _ in range(2):
            page.keyboard.press("ArrowRight")
    page.wait_for_url(f"**/replay?seq={seqs[2]}")
    expect(page.locator("#moment")).to_have_attribute("data-place", "2")
    expect(scrubber).to_have_value("2")
    expect(scrubber).to_be_focused()


def unanswered(page: Any, address: str) -> None:
    """Forms to such an address are on their way for good: the page stays as it is."""
    page.route(address, lambda route: route.fulfill(status=204))


def test_what_is_being_sent_is_kept_no_more(page: Any, log_in: Any, place: SimpleNamespace) -> None:
    log_in(page, place.player)
    page.goto(f"/scenes/{place.tavern.public_id}/")
    drafts = []
    page.on("request", lambda one: drafts.append(one) if one.url.endswith("/draft") else None)
    unanswered(page, "**/posts")
    page.evaluate("""() => document.addEventListener("submit", () => {
        setTimeout(() => htmx.trigger("#text", "keep"));  // what was written a second ago
    })""")
    page.fill("#text", "Llueve ceniza")
    with page.expect_response("**/posts"):
        page.click("#composer .button--primary")
    expect(page.locator("#composer .button--primary")).to_be_disabled()
    page.evaluate("() => new Promise((done) => setTimeout(done))")
    page.goto("/")
    assert drafts == []
    assert not Draft.objects.exists()


def test_the_name_chosen_last_brings_its_draft(
    page: Any, log_in: Any, place: SimpleNamespace
) -> None:
    log_in(page, place.player)
    page.clock.install()
    otto = place.crows.fighters.get(name="Otto")
    page.goto(f"/scenes/{place.tavern.public_id}/")
    Draft.objects.create(
        scene=place.tavern, user=place.player, persona="Otto", fighter=otto, text="Habla Otto"
    )
    text = page.locator("#text")
    text.press_sequentially("Habla Ana")  # and the name is changed before that is kept
    with held(page, "**/draft?*"):
        with page.expect_request("**/draft?*"):
            page.select_option("#persona", str(otto.pk))
        page.clock.run_for(5_000)
        expect(text).not_to_be_editable()
    expect(text).to_have_value("Habla Otto")
    expect(text).to_be_editable()
    page.clock.run_for(5_000)
    kept = {one.persona: one.text for one in Draft.objects.all()}
    assert kept == {"": "Habla Ana", "Otto": "Habla Otto"}
    with held(page, "**/draft?*"):
        with page.expect_request("**/draft?*") as asked:
            page.select_option("#persona", "")
        page.select_option("#persona", str(otto.pk))
    asked.value.response().finished()
    expect(text).to_have_value("Habla Otto")
    expect(text).to_be_editable()


def test_a_turn_is_sent_once_after_orders_too(page: Any, battle: SimpleNamespace) -> None:
    choose(page, battle.first)
    draw_a_way(page, battle.first)
    page.click('details[data-act="walk"] .button--primary')
    page.wait_for_selector(".chips li")
    unanswered(page, "**/orders")
    with page.expect_response("**/orders"):
        page.click("#send .button--primary")
    expect(page.locator("#send .button--primary")).to_be_disabled()
    assert page.evaluate("() => sessionStorage.getItem('turn-sent')")


def test_two_are_hired_and_notes_are_kept_at_once(page: Any, ana: Any, log_in: Any) -> None:
    draft = warband_create(actor=ana, type="reikland", name="Los Cuervos")
    log_in(page, ana)
    page.goto(f"/warbands/{draft.pk}/")
    hire = page.get_by_role("button", name=re.compile("^Contratar: "))
    captain, champion = hire.nth(0), hire.nth(1)
    page.fill("#band-notes", "Salieron de noche.")
    with held(page, "**/build") as asked:
        with page.expect_request("**/build"):
            captain.dispatch_event("click")
        captain.dispatch_event("click")
        champion.dispatch_event("click")
        page.locator("#band-notes").focus()
        page.keyboard.type(" Y sin pagar.")
    assert len(asked) <= 1, "one after the other, and the same one once"
    expect(page.locator(".stall")).to_have_count(2)
    expect(page.locator("#band-notes")).to_have_value(re.compile("Y sin pagar"))
    page.locator("#band-name").focus()
    kept_by_now(page, "Y sin pagar")
    page.reload()
    expect(page.locator(".stall")).to_have_count(2)
    expect(page.locator("#band-notes")).to_have_value(re.compile("Y sin pagar"))
