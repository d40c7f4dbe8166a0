"""A player's battle in a real browser, from the log-in to what comes after it."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.engine import state_of
from campaigns.models import BattleStatus

pytestmark = pytest.mark.browser


def to_the_battle(page: Any, place: SimpleNamespace) -> None:
    page.goto(f"/scenes/{place.scene.public_id}/")


def choose(page: Any, warrior: str) -> None:
    """A click on its token."""
    page.dispatch_event(f'.token[data-warrior="{warrior}"]', "click")
    page.wait_for_selector(f'[data-sheet="{warrior}"]')


def ready(page: Any) -> list[str]:
    return page.eval_on_selector_all(
        ".token--ready", "tokens => tokens.map(token => token.dataset.warrior)"
    )


def can_act(page: Any) -> bool:
    return "por actuar" in page.inner_text(".standing")


def draw_a_way(page: Any, warrior: str) -> None:
    """Open the walk and touch the board a little farther north."""
    page.click('details[data-act="walk"] > summary')
    page.wait_for_selector(".board__svg--drawing")
    box = page.locator(f'.token[data-warrior="{warrior}"] .token__base').bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x + 24, y - 24)
    expect(page.locator("[name=legs]").first).not_to_have_value("")


def send(page: Any, ending: str | None) -> None:
    if ending is not None:
        page.check(f'[name="ending"][value="{ending}"]')
    with page.expect_navigation():
        page.click("#send .button--primary")


def test_from_log_in_to_the_aftermath(
    page: Any, log_in: Any, place: SimpleNamespace, worker: Any
) -> None:
    log_in(page, place.player)
    page.click('a:has-text("Invierno")')
    page.click('a:has-text("El callejón")')
    with page.expect_navigation():
        page.click("text=Empezar la batalla")
    worker()
    moved = shot = False
    for _ in range(40):
        to_the_battle(page, place)
        if page.locator(".standing--mine").count() == 0:
            break
        if page.locator(".question").count():
            with page.expect_navigation():
                page.click(".question .button--primary")
        elif page.locator('form[action$="/deploy"]').count() and can_act(page):
            page.click("text=Desplegar el resto por mí")
            page.wait_for_selector(".chips li")
            with page.expect_navigation():
                page.click("#send .button--primary")
        elif not moved and ready(page) and "movimiento" in page.inner_text(".standing"):
            moved = move_somebody(page)
            send(page, "phase")
        elif not shot and ready(page) and "disparo" in page.inner_text(".standing"):
            shot = shoot_somebody(page)
            send(page, "phase")
        else:
            endings = page.locator('[name="ending"]')
            to_movement = page.locator('[name="ending"][value="recovery"]')
            send(
                page, (to_movement if to_movement.count() else endings.last).get_attribute("value")
            )
        assert page.locator(".message--error").count() == 0, page.inner_text(".battle")
        worker()
    assert moved, page.inner_text(".battle")
    worker()
    place.battle.refresh_from_db()
    assert place.battle.status == BattleStatus.CLOSED
    to_the_battle(page, place)
    assert "terminado" in page.inner_text(".standing")
    page.wait_for_selector('.battle__desk li:has-text("experiencia")')


def move_somebody(page: Any) -> bool:
    warrior = ready(page)[0]
    choose(page, warrior)
    draw_a_way(page, warrior)
    page.click('details[data-act="walk"] .button--primary')
    page.wait_for_selector(".chips li")
    return True


def shoot_somebody(page: Any) -> bool:
    choose(page, ready(page)[0])
    page.click('details[data-act="shoot"] > summary')
    shot = 'details[data-act="shoot"] input[name="shot"]'
    target = page.get_attribute(f"{shot} >> nth=0", "value").split("|")[1]
    page.wait_for_selector(f'.token--target[data-warrior="{target}"]', state="attached")
    page.dispatch_event(f'.token[data-warrior="{target}"]', "click")
    assert page.is_checked(f'{shot}[value$="|{target}"] >> nth=0')
    page.click('details[data-act="shoot"] .button--primary')
    page.wait_for_selector(".chips li")
    return True


def test_a_drawn_way_stays_within_what_is_allowed(
    page: Any, log_in: Any, fight: SimpleNamespace
) -> None:
    log_in(page, fight.player)
    to_the_battle(page, fight)
    choose(page, ready(page)[0])
    page.click('details[data-act="walk"] > summary')
    page.wait_for_selector(".board__svg--drawing")
    page.focus(".board__svg")
    for _ in range(30):
        page.keyboard.press("ArrowUp")
    expect(page.locator("[data-measure]").first).to_contain_text("/")
    used, allowed = page.inner_text("[data-measure]").split(" cm")[0].split(" / ")
    assert float(used.replace(",", ".")) <= float(allowed.replace(",", "."))
    page.keyboard.press("Enter")
    page.wait_for_selector(".chips li")


def test_a_way_that_wont_do_is_not_lost(page: Any, log_in: Any, fight: SimpleNamespace) -> None:
    log_in(page, fight.player)
    to_the_battle(page, fight)
    choose(page, ready(page)[0])
    page.click('details[data-act="walk"] > summary')
    page.fill('details[open] [name="x"]', "1")
    page.fill('details[open] [name="y"]', "119")
    page.press('details[open] [name="y"]', "Tab")
    page.click("details[open] .button--primary")
    page.wait_for_selector(".measure--over")
    assert page.input_value('details[open] [name="y"]') == "119"
    assert page.locator(".chips li").count() == 0


def test_the_page_moves_on_when_the_server_has_played(
    page: Any, log_in: Any, fight: SimpleNamespace, worker: Any
) -> None:
    log_in(page, fight.player)
    to_the_battle(page, fight)
    page.context.unroute("**/pulse")
    send(page, "combat")
    assert fight.battle.sides.get(side="blue").waiting, "the server has the move"
    battle = page.locator("[data-battle]")
    before = battle.get_attribute("data-version")
    worker()
    expect(battle).not_to_have_attribute("data-version", before, timeout=20_000)
    expect(page.locator(".standing")).to_be_focused()


def first_of_the_band(page: Any) -> str:
    href = page.get_attribute(".band__rows a >> nth=0", "href")
    return re.search("warrior=([^&#]+)", href)[1]


def test_on_a_phone(window: Any, log_in: Any, fight: SimpleNamespace) -> None:
    page = window(width=360, has_touch=True, is_mobile=True)
    log_in(page, fight.player)
    to_the_battle(page, fight)
    page.click('.battle__tabs [data-tab="bands"]')
    warrior = first_of_the_band(page)
    page.tap(".band__rows a >> nth=0")
    page.wait_for_selector(f'[data-sheet="{warrior}"]')
    page.tap('details[data-act="walk"] > summary')
    x, y = (
        page.input_value('details[open] [name="x"]'),
        page.input_value('details[open] [name="y"]'),
    )
    page.fill('details[open] [name="y"]', str(float(y) + 1))
    page.fill('details[open] [name="x"]', x)
    page.tap('details[data-act="walk"] .button--primary')
    page.wait_for_selector(".chips li")
    with page.expect_navigation():
        page.tap("#send .button--primary")
    fight.battle.refresh_from_db()
    assert "moved" in state_of(fight.battle).warriors[warrior].marks


def test_with_the_keyboard_alone(window: Any, log_in: Any, fight: SimpleNamespace) -> None:
    page = window()
    log_in(page, fight.player)
    to_the_battle(page, fight)
    tab_to(page, ".token")
    warrior = page.evaluate("document.activeElement.dataset.warrior")
    page.keyboard.press("Enter")
    page.wait_for_selector(f'[data-sheet="{warrior}"]')
    tab_to(page, 'details[data-act="walk"] > summary')
    page.keyboard.press("Enter")
    tab_to(page, '[name="y"]')
    y = float(page.evaluate("document.activeElement.value"))
    page.keyboard.press("Control+A")
    page.keyboard.type(str(y + 1))
    page.keyboard.press("Tab")
    tab_to(page, 'details[data-act="walk"] .button--primary')
    page.keyboard.press("Enter")
    page.wait_for_selector(".chips li")
    tab_to(page, "#send .button--primary")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    fight.battle.refresh_from_db()
    assert "moved" in state_of(fight.battle).warriors[warrior].marks


def tab_to(page: Any, selector: str) -> None:
    """Tab until the focus is on something of this kind."""
    for _ in range(120):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} can't be reached by Tab")


def test_without_scripts(window: Any, log_in: Any, fight: SimpleNamespace) -> None:
    page = window(java_script_enabled=False)
    log_in(page, fight.player)
    to_the_battle(page, fight)
    warrior = first_of_the_band(page)
    page.click(".band__rows a >> nth=0")
    page.click('details[data-act="walk"] > summary')
    page.click('details[data-act="walk"] a')  # its choices come with the page that this leads to
    y = float(page.input_value('details[open] [name="y"]'))
    page.fill('details[open] [name="y"]', str(y + 1))
    page.click('details[data-act="walk"] .button--primary')
    expect(page.locator(".chips li")).to_have_count(1)
    with page.expect_navigation():
        page.click("#send .button--primary")
    fight.battle.refresh_from_db()
    assert "moved" in state_of(fight.battle).warriors[warrior].marks


def test_the_dice_are_checked_in_the_browser(
    page: Any, log_in: Any, fight: SimpleNamespace, worker: Any
) -> None:
    from campaigns.services.gm import gm_end

    gm_end(
        user=fight.gm,
        battle_id=fight.battle.public_id,
        winner="red",
        reason="Cae la noche",
        expected_version=fight.battle.version,
    )
    worker()
    page.goto(f"/battles/{fight.battle.public_id}/dice")
    page.click("text=Comprobar en este navegador")
    page.wait_for_selector(".verdict--good, .verdict--bad")
    expect(page.locator(".verdict")).to_contain_text("Todos los dados")


def test_the_replay_is_walked_through(page: Any, fight: SimpleNamespace) -> None:
    page.goto(f"/battles/{fight.battle.public_id}/replay")
    moment = page.locator("#moment")
    last = int(moment.get_attribute("data-place"))
    page.click("[data-seq] >> nth=1")
    expect(moment).to_have_attribute("data-place", str(last - 1))
    page.wait_for_url("**seq=*")
    page.focus("[data-scrubber]")
    page.keyboard.press("Home")
    expect(moment).to_have_attribute("data-place", "0")
    expect(page.locator("[data-scrubber]")).to_have_value("0")


def test_on_a_phone_the_board_stays_beside_the_choice(window: Any, log_in: Any, fight: Any) -> None:
    """Whoever may act is chosen from a list, and the way is drawn without scrolling to and fro."""
    page = window(width=360, has_touch=True)
    log_in(page, fight.player)
    page.goto(f"/scenes/{fight.scene.public_id}/#turn")
    names = [one.split() for one in page.locator(".ready a").all_inner_texts()]
    page.locator(".ready a").first.tap()
    page.wait_for_selector("#sheet-name")
    assert page.inner_text("#sheet-name").split() in names
    page.tap('details[data-act="walk"] > summary')
    page.wait_for_function("() => document.querySelector('details.act[open]')")
    board = page.locator(".board__frame").bounding_box()
    choice = page.locator("details.act[open] > summary").bounding_box()
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= choice["y"]
    assert choice["y"] + choice["height"] <= 800
    page.click('.battle__tabs [data-tab="thread"]')
    expect(page.locator("#turn")).to_be_hidden()
    page.evaluate("location.hash = ''; location.hash = '#turn'")
    page.wait_for_selector("#turn")
