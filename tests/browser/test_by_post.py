"""A battle by post from its set-up to its end: two players and a game master, three turns.

Ana plays her turns one by one; Berta orders all three of hers ahead, with conditions, and isn't
there any more until the end. The street between the ruins is so long that no die decides anything.
"""

from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns import outbox
from campaigns.engine import state_of
from campaigns.models import Battle, BattleStatus, Membership, OrderRow, Role
from campaigns.services.campaigns import create_campaign, enrol_warband
from tests.pages.world import CROWS, RATS, warband

pytestmark = pytest.mark.browser
SEED = "7"


@pytest.fixture(params=[(1280, "es"), (360, "en")], ids=["1280-es", "360-en"])
def table(request: Any, window: Any, log_in: Any, make_user: Any) -> SimpleNamespace:
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
    pages = {}
    for user in (marga, ana, berta):
        pages[user.username] = window(width=width, has_touch=width == 360)
        log_in(pages[user.username], user)
    return SimpleNamespace(campaign=campaign, width=width, **pages)


def submit(page: Any, form: str, button: str = "button") -> None:
    with page.expect_navigation():
        page.locator(f"{form} {button}").first.click()


def work() -> Battle:
    """The worker does what is due; the battle as it is then."""
    outbox.run_due(limit=10_000)
    return Battle.objects.get()


def set_up(table: SimpleNamespace) -> None:
    page = table.marga
    page.goto(f"/campaigns/{table.campaign.public_id}/battles/new")
    page.select_option("#scenario", "skirmish")
    page.uncheck("[name=ask]")
    page.check("[name=secret]")
    page.check("[name=board][value=street]")
    page.fill("#board-seed", SEED)
    page.select_option("#warband-1", index=0)
    page.select_option("#warband-2", index=1)
    submit(page, "form.stack", ".button--primary")
    table.scene = page.url
    submit(page, 'form[action$="/start"]')


def deploy(page: Any, table: SimpleNamespace) -> None:
    """Where the server would put them; sealed until both have."""
    page.goto(table.scene)
    page.click('form[action$="/deploy"] button')
    page.wait_for_selector(".chips li")
    submit(page, "#send", ".button--primary")


def inwards(page: Any) -> int:
    """Which way on the screen leads from the chosen token to the middle of the table."""
    board = page.locator("#plan-board .ground").bounding_box()
    token = page.locator("#plan-board .token--selected .token__base").bounding_box()
    return -1 if token["y"] > board["y"] + board["height"] / 2 else 1


def draw_inwards(page: Any, pixels: int) -> None:
    """Touch the board a little nearer to its middle than where the warrior will be by then."""
    page.wait_for_selector("#plan-board .board__svg--drawing")
    page.locator("#plan-board").scroll_into_view_if_needed()
    token = page.locator("#plan-board .token--selected .token__base").bounding_box()
    x, y = token["x"] + token["width"] / 2, token["y"] + token["height"] / 2
    page.mouse.click(x, y + inwards(page) * pixels)


def order_ahead(table: SimpleNamespace) -> None:
    """Three turns: on with the leader while he is up, a shot at the nearest if anybody is seen."""
    page, plan = table.berta, f"/battles/{Battle.objects.get().public_id}/plan"
    page.goto(plan)
    for turn in ("1", "2", "3"):
        page.select_option("#turn", turn)
        page.select_option("#when", "status")
        page.select_option("#status", "standing")
        page.select_option("#act", "walk")
        draw_inwards(page, 18 * int(turn))
        page.select_option("#act2", "hide")
        submit(page, "#step", ".button--primary")
    page.click('.ready a:has-text("Krall")')
    for turn in ("1", "2", "3"):
        page.select_option("#turn", turn)
        page.select_option("#when", "visible")
        page.select_option("#act", "shoot")
        submit(page, "#step", ".button--primary")
    expect(page.locator(".plan__steps > li")).to_have_count(6)
    page.fill("#text", "Chas chas")
    submit(page, 'form[action$="/plan/seal"]', ".button--primary")
    assert page.evaluate("document.documentElement.scrollWidth") == table.width


def send(page: Any, ending: str) -> None:
    page.check(f'[name="ending"][value="{ending}"]')
    submit(page, "#send", ".button--primary")
    assert page.locator(".message--error").count() == 0, page.inner_text("main")


def walk_on(page: Any, table: SimpleNamespace) -> None:
    """Somebody goes two centimetres towards the middle, told as a story."""
    back_to_the_board(page, table)
    page.locator(".ready a").first.click()
    page.wait_for_selector("#sheet-name")
    page.click('details[data-act="walk"] > summary')
    field = page.locator('details[open] [name="y"]')
    y = float(field.input_value())
    field.fill(str(y + 2 if y < 60 else y - 2))
    field.press("Tab")
    page.click('details[data-act="walk"] .button--primary')
    page.wait_for_selector(".chips li")
    page.click("#send details.more > summary")
    page.fill("#turn-text", "Los Cuervos avanzan")
    send(page, "phase")


def back_to_the_board(page: Any, table: SimpleNamespace) -> None:
    """On a phone whoever has sent reads what came of it first."""
    if table.width == 360:
        page.click(".thumb a")


def play_turn(table: SimpleNamespace, number: int) -> None:
    page = table.ana
    page.goto(table.scene)
    send(page, "recovery")
    walk_on(page, table)
    if state_of(Battle.objects.get()).phase == "shooting":
        back_to_the_board(page, table)
        send(page, "combat")
    assert work().status == BattleStatus.OPEN


def test_three_turns_by_post(table: SimpleNamespace) -> None:
    set_up(table)
    work()
    for page in (table.ana, table.berta):
        deploy(page, table)
        work()
    assert state_of(work()).phase != "deployment"
    order_ahead(table)
    work()  # where the rats begin, their first turn is played already
    for number in (1, 2, 3):
        play_turn(table, number)
    battle = work()
    planned = OrderRow.objects.filter(battle=battle, source="plan").order_by("pk")
    kinds = [row.order["order"] for row in planned]
    assert kinds.count("end_phase") == 15
    assert {"move", "shoot"} <= set(kinds)
    assert state_of(battle).turn == 4 or state_of(battle).active != "red"
    agree(table)
    read_the_end(table)


def agree(table: SimpleNamespace) -> None:
    """Ana offers a draw, Berta comes back and agrees."""
    for page in (table.ana, table.berta):
        page.goto(table.scene)
        submit(page, 'form[action$="/draw"]')
    assert work().status == BattleStatus.CLOSED


def read_the_end(table: SimpleNamespace) -> None:
    """All three read the same end, and the story in between."""
    for page in (table.marga, table.ana, table.berta):
        page.goto(f"{table.scene}?as_book=1&page=1")
        expect(page.locator("main")).to_contain_text("Chas chas")
        expect(page.locator("main")).to_contain_text("Los Cuervos avanzan")
        page.goto(table.scene)
        assert page.get_attribute("[data-battle]", "data-over") == "yes"
        assert page.evaluate("document.documentElement.scrollWidth") == table.width
