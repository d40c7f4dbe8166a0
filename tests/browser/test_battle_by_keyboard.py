"""A battle by post from log-in to its end by keyboard alone: two players and a game master.

The same as test_by_post, and what stands beside it: words with dice, second thoughts, the replay.
Whoever touches a mouse is found out.
"""

from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns import outbox
from campaigns.engine import state_of
from campaigns.models import (
    Battle,
    BattleStatus,
    Membership,
    OrderRow,
    Post,
    Role,
    SealedDeployment,
)
from campaigns.services.campaigns import create_campaign, enrol_warband
from campaigns.services.scenes import create_scene
from tests.browser.keys import (
    choose,
    focused,
    go,
    log_in,
    pick,
    press,
    submit,
    tab_to,
    tick,
    untouched,
    write,
)
from tests.pages.world import CROWS, RATS, warband

pytestmark = pytest.mark.browser
SEED = "7"
NEAR = 25  # presses of Tab from where a form has led to what one does next


@pytest.fixture(params=[(1280, "es"), (360, "en")], ids=["1280-es", "360-en"])
def table(request: Any, window: Any, make_user: Any) -> SimpleNamespace:
    """Marga, Ana and Berta, each at a window of this width, in this language; two warbands."""
    width, language = request.param
    marga, ana, berta = (
        make_user(name, display_name=name.title(), language=language)
        for name in ("marga", "ana", "berta")
    )
    campaign = create_campaign(user=marga, name="Invierno")
    for user, kind, name, fighters in (
        (ana, "reikland", "Los Cuervos", CROWS),
        (berta, "skaven_eshin", "Garra Nocturna", RATS),
    ):
        Membership.objects.create(campaign=campaign, user=user, role=Role.PLAYER)
        band = warband(user, kind, name, fighters)
        enrol_warband(user=user, campaign_id=campaign.public_id, warband_id=band.pk)
    tavern = create_scene(user=marga, campaign_id=campaign.public_id, title="La taberna")
    pages = {}
    for user in (marga, ana, berta):
        pages[user.username] = window(width=width)
        log_in(pages[user.username], user)
    return SimpleNamespace(campaign=campaign, tavern=tavern, width=width, **pages)


def work() -> Battle:
    """The worker does what is due; the battle as it is then."""
    outbox.run_due(limit=10_000)
    return Battle.objects.get()


def test_three_turns_by_keyboard(table: SimpleNamespace) -> None:
    set_up(table)
    work()
    deploy_by_hand(table)
    work()
    deploy_by_the_button(table.berta, table)
    assert state_of(work()).phase != "deployment"
    order_ahead(table)
    work()
    for number in (1, 2, 3):
        play_turn(table, number)
    battle = work()
    planned = OrderRow.objects.filter(battle=battle, source="plan")
    assert {"move", "end_phase"} <= {row.order["order"] for row in planned}
    talk(table.ana, table)
    agree(table)
    look_back(table)
    assert all(untouched(page) for page in (table.marga, table.ana, table.berta))


def set_up(table: SimpleNamespace) -> None:
    """From the first page on, by the links that are there."""
    page = table.marga
    go(page, f'main a[href="/campaigns/{table.campaign.public_id}/"]')
    go(page, 'main a[href$="/battles/new"]')
    pick(page, "#scenario", "skirmish")
    tick(page, "[name=ask]", on=False)
    tick(page, "[name=secret]")
    choose(page, "board", "street")
    write(page, "#board-seed", SEED)
    pick(page, "#warband-2", page.locator("#warband-2 option").last.get_attribute("value"))
    submit(page, "form.stack .actions .button--primary")
    table.scene = page.url.partition("#")[0]
    submit(page, 'form[action$="/start"] .button')
    assert Battle.objects.get().status == BattleStatus.OPEN


def to_the_turn(page: Any) -> None:
    """The start says that it is one's turn; one link leads there."""
    page.goto("/")
    go(page, ".awaits .button--primary")
    page.wait_for_function("() => document.activeElement.id === 'turn'")


def deploy_by_hand(table: SimpleNamespace) -> None:
    """The first by arrow keys on the board, the second by numbers, the rest by the button."""
    page = table.ana
    to_the_turn(page)
    tab_to(page, ".board__svg--drawing")
    into_the_zone(page)
    expect(page.locator("[data-measure]:not(.measure--over)").first).to_be_attached()
    page.keyboard.press("Enter")
    page.wait_for_selector(".chips li")
    assert focused(page, "#turn-title")
    have_the_rest_placed(page)
    assert SealedDeployment.objects.count() == 1
    assert page.locator(".token").count() > 2, "one's own, sealed, are seen by oneself"


def have_the_rest_placed(page: Any) -> None:
    """Looked at before they are sent."""
    press(page, 'form[action$="/deploy"] .button')
    expect(page.locator('[name="ending"][value="phase"]')).to_be_checked()
    assert focused(page, "#turn-title")
    sent(page, "#send .button--primary")


def into_the_zone(page: Any) -> None:
    """From the middle of the table by arrow keys to the nearest edge of the own zone, and in."""
    zone = page.locator("[data-zone] .zone").first.bounding_box()
    board = page.locator(".ground").bounding_box()
    up = zone["y"] + zone["height"] / 2 < board["y"] + board["height"] / 2
    for _ in range(70):
        page.keyboard.press("ArrowUp" if up else "ArrowDown")
        pen = page.locator(".pen__base").bounding_box()
        if zone["y"] + 2 < pen["y"] and pen["y"] + pen["height"] < zone["y"] + zone["height"] - 2:
            return
    raise AssertionError("the arrow keys don't lead into the zone")


def sent(page: Any, selector: str) -> None:
    submit(page, selector)
    assert page.locator(".message--error").count() == 0, page.inner_text("main")


def deploy_by_the_button(page: Any, table: SimpleNamespace) -> None:
    to_the_turn(page)
    have_the_rest_placed(page)


def order_ahead(table: SimpleNamespace) -> None:
    """Three turns: on with the leader while he is up, a shot at the nearest if anybody is seen."""
    page = table.berta
    page.goto(f"/battles/{Battle.objects.get().public_id}/plan")
    steps = page.locator(".plan__steps > li")
    for turn in (1, 2, 3):
        pick(page, "#turn", str(turn))
        pick(page, "#when", "status")
        pick(page, "#status", "standing")
        pick(page, "#act", "walk")
        tab_to(page, ".board__svg--drawing")
        draw_a_corner(page)
        pick(page, "#act2", "hide")
        sent(page, "#step .button--primary")
        assert focused(page, ".plan__steps > li")
        expect(steps).to_have_count(turn)
    go(page, ".ready li:nth-child(4) a")  # Krall, with his sling
    for turn in (1, 2, 3):
        pick(page, "#turn", str(turn))
        pick(page, "#when", "visible")
        pick(page, "#act", "shoot")
        sent(page, "#step .button--primary")
    expect(steps).to_have_count(6)
    write(page, "#text", "Chas chas")
    sent(page, 'form[action$="/plan/seal"] .button--primary')
    expect(page.locator(".standing--mine")).to_be_visible()


def draw_a_corner(page: Any) -> None:
    """A way in two legs: a step to the side, a corner, a step towards the middle."""
    board = page.locator("#plan-board .ground").bounding_box()
    token = page.locator("#plan-board .token--selected .token__base").bounding_box()
    upper = token["y"] < board["y"] + board["height"] / 2
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown" if upper else "ArrowUp")
    assert len(page.input_value("[name=legs]").split()) == 2


def play_turn(table: SimpleNamespace, number: int) -> None:
    page = table.ana
    to_the_turn(page)
    end(page, "recovery")
    walk_on(page)
    if state_of(Battle.objects.get()).phase == "shooting":
        end(page, "combat")
    assert work().status == BattleStatus.OPEN


def end(page: Any, ending: str) -> None:
    """By the link that skips to the turn: from the post that came of the order before."""
    skip_to_the_turn(page)
    choose(page, "ending", ending)
    sent(page, "#send .button--primary")


def skip_to_the_turn(page: Any) -> None:
    if not focused(page, "#turn, #turn *"):
        press(page, '.skip-link[href="#turn"]')
        page.wait_for_function("() => document.activeElement.closest('#turn')")


def walk_on(page: Any) -> None:
    """Somebody goes on by arrow keys, told as a story."""
    skip_to_the_turn(page)
    press(page, ".ready a")
    page.wait_for_function("() => document.activeElement.id === 'sheet-name'")
    press(page, 'details[data-act="walk"] > summary')
    tab_to(page, ".board__svg--drawing")
    ways = ("ArrowUp", "ArrowDown", "ArrowRight", "ArrowLeft")
    for arrow in ways:
        page.keyboard.press(arrow)
        with page.expect_response("**/orders/check") as answer:
            page.keyboard.press(arrow)
        if answer.value.json()["ok"]:
            break
        page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    page.wait_for_selector(".chips li")
    assert focused(page, "#turn-title")
    press(page, "#send details.more > summary")
    write(page, "#turn-text", "Los Cuervos avanzan")
    choose(page, "ending", "phase")
    sent(page, "#send .button--primary")


def talk(page: Any, table: SimpleNamespace) -> None:
    """Words in the tavern, as a warrior, with dice in them."""
    page.goto(f"/scenes/{table.tavern.public_id}/")
    tab_to(page, "#persona")
    page.keyboard.press("ArrowDown")
    write(page, "#text", "Otto prueba suerte [2D6 dados trucados, dificultad 7]")
    sent(page, "#composer .button--primary")
    assert focused(page, ".post")
    assert Post.objects.filter(scene=table.tavern, persona="Otto").count() == 1


def agree(table: SimpleNamespace) -> None:
    """Ana offers a draw, Berta comes back and agrees."""
    for page in (table.ana, table.berta):
        page.goto(table.scene)
        submit(page, 'form[action$="/draw"] .button')
    assert work().status == BattleStatus.CLOSED


def look_back(table: SimpleNamespace) -> None:
    """The game master reads the end, and walks through the replay from its beginning."""
    page = table.marga
    page.goto(table.scene)
    assert page.get_attribute("[data-battle]", "data-over") == "yes"
    go(page, '.battle__head a[href$="/replay"]')
    tab_to(page, "[data-scrubber]")
    with page.expect_response("**/replay?*"):
        page.keyboard.press("Home")
    page.wait_for_url("**seq=*")
    assert focused(page, "[data-scrubber]")
