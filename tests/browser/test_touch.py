"""On a phone what is pressed takes 44 px, and what is refused keeps what was typed."""

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
ALONE = ":is(.eyebrow, .cluster, .actions, .rows .grow, .post__head) a:not(.button), .rows a.grow"
REACHED = """(all) => all
  .filter((link) => link.getClientRects().length)
  .filter((link) => {
    link.scrollIntoView({ block: "center" });
    const box = link.getBoundingClientRect();
    const x = box.left + Math.min(box.width / 2, 20), y = box.top + box.height / 2;
    return [-21, 0, 21].some((by) => !link.contains(document.elementFromPoint(x, y + by)));
  })
  .map((link) => link.textContent.trim())"""


def test_links_that_stand_alone_take_a_finger(
    window: Any, log_in: Any, place: SimpleNamespace
) -> None:
    page = window(width=360, has_touch=True, is_mobile=True)
    log_in(page, place.gm)
    campaign, scene = f"/campaigns/{place.campaign.public_id}", f"/scenes/{place.tavern.public_id}"
    for address in (f"{campaign}/", f"{scene}/", f"{scene}/settings", f"{campaign}/scenes/new"):
        page.goto(address)
        links = page.locator(ALONE)
        assert links.count(), address
        assert links.evaluate_all(REACHED) == [], address
        assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_who_may_read_is_asked_where_it_matters(
    window: Any, log_in: Any, place: SimpleNamespace
) -> None:
    page = window(width=360)
    log_in(page, place.gm)
    page.goto(f"/campaigns/{place.campaign.public_id}/scenes/new")
    assert not page.locator("[name=members]").first.is_visible()
    page.select_option("[name=visibility]", "restricted")
    assert page.locator("[name=members]").first.is_visible()


def test_what_was_typed_into_a_refused_form_stands_there_again(
    window: Any, log_in: Any, place: SimpleNamespace
) -> None:
    page = window()
    log_in(page, place.gm)
    page.goto(f"/campaigns/{place.campaign.public_id}/desk")
    page.click("summary:has(+ form #new-rule)")
    page.fill("#new-rule", "P-NADA-99")
    page.fill("#new-ruling", "Las tapias cubren siempre.")
    with page.expect_navigation():
        page.click("form:has(#new-rule) button")
    page.wait_for_selector(".message--error")
    assert page.input_value("#new-rule") == "P-NADA-99"
    assert page.input_value("#new-ruling") == "Las tapias cubren siempre."
    assert page.is_visible("#new-ruling")  # its fold is open again
    page.reload()
    assert page.input_value("#new-ruling") == ""


def test_another_warrior_does_not_cost_a_way_that_is_drawn(
    window: Any, log_in: Any, fight: SimpleNamespace
) -> None:
    page = window(width=360, has_touch=True, is_mobile=True)
    log_in(page, fight.player)
    page.goto(f"/scenes/{fight.scene.public_id}/#turn")
    page.locator(".ready a").first.tap()
    page.wait_for_selector("#sheet-name")
    page.tap('details[data-act="walk"] > summary')
    page.wait_for_selector(".board__svg--drawing")
    mine = page.get_attribute("#play", "data-selected")
    base = page.locator(f'.token[data-warrior="{mine}"] .token__base').bounding_box()
    x, y = base["x"] + base["width"] / 2, base["y"] + base["height"] / 2
    page.touchscreen.tap(x + 24, y - 24)
    expect(page.locator("input[name=legs]").first).not_to_have_value("")
    ready = ".token--ready"
    other = page.locator(f'{ready}:not([data-warrior="{mine}"])').first.get_attribute(
        "data-warrior"
    )
    page.dispatch_event(f'.token[data-warrior="{other}"]', "click")
    expect(page.locator("details[open] [data-leaving]")).to_be_visible()
    assert page.get_attribute("#play", "data-selected") == mine
    page.tap("details[open] [data-leave=keep]")
    page.wait_for_selector(f'[data-sheet="{other}"]')
    assert page.locator(".chips li").count() == 1


def test_marks_are_put_round_what_is_selected(
    window: Any, log_in: Any, place: SimpleNamespace
) -> None:
    page = window(width=360, has_touch=True, is_mobile=True)
    log_in(page, place.player)
    page.goto(f"/scenes/{place.tavern.public_id}/")
    page.fill("#text", "Buenas")
    page.locator("#text").select_text()
    page.tap('[data-marks="text"] [data-open="«"]')
    assert page.input_value("#text") == "«Buenas»"
    page.tap('[data-marks="text"] [data-open="[2D6 "]')
    page.keyboard.type("trepar")  # in the place of what stood there for it
    assert page.input_value("#text") == "«Buenas»[2D6 trepar]"
    boxes = [one.bounding_box() for one in page.locator('[data-marks="text"] button').all()]
    assert all(min(box["width"], box["height"]) >= 44 for box in boxes)


FIRST_OF_TWO = """() => {
  const numbers = (post) => [...post.querySelectorAll(".log a[href^='log/']")]
    .map((line) => Number(line.getAttribute("href").match(/^log\\/(\\d+)-/)?.[1]))
    .filter(Number);
  const post = [...document.querySelectorAll(".post")].find((one) => numbers(one).length > 1);
  return [post.id, ...numbers(post).slice(0, 2)];
}"""


def test_whoever_has_sent_is_led_to_what_has_come_of_it(
    window: Any, log_in: Any, fight: SimpleNamespace
) -> None:
    """A turn is one post, sent in parts: its beginning is read already."""
    page = window(width=360, has_touch=True, is_mobile=True)
    log_in(page, fight.player)
    scene = f"/scenes/{fight.scene.public_id}/"
    page.goto(scene)
    post, first, second = page.evaluate(FIRST_OF_TWO)
    page.evaluate("version => sessionStorage.setItem('turn-sent', version)", str(first))
    page.goto("/")
    page.goto(f"{scene}#{post}")
    fresh = page.locator(".log__fresh")
    expect(fresh).to_have_count(1)
    expect(fresh.locator(f"a[href^='log/{second}-']")).to_have_count(1)
    page.reload()
    expect(page.locator(".log__fresh")).to_have_count(0)


def test_three_floors_and_the_zoom_share_a_row(
    window: Any, log_in: Any, fight: SimpleNamespace
) -> None:
    page = window(width=360, has_touch=True, is_mobile=True)
    log_in(page, fight.player)
    page.goto(f"/scenes/{fight.battle.scene.public_id}/")
    buttons = page.locator(".board__tools .segments a")
    buttons.last.evaluate("(one) => one.after(one.cloneNode(true))")
    assert buttons.count() == 4, "all of it, the ground and two floors"
    boxes = [*[one.bounding_box() for one in buttons.all()], page.locator(".zoom").bounding_box()]
    for box, after in pairwise(boxes):
        assert box["width"] >= 44
        assert box["x"] + box["width"] <= after["x"]
    assert boxes[-1]["x"] + boxes[-1]["width"] <= 360
    assert len({round(box["y"] + box["height"] / 2) for box in boxes}) == 1
