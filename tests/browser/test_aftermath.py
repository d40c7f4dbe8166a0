"""After a battle both players go through their own page at the same time: a phone and a desk."""

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import expect

from campaigns import outbox
from campaigns.models import Scene, SceneKind
from campaigns.services.aftermath import aftermaths_of
from campaigns.services.battles import Seat
from campaigns.services.campaigns import create_campaign
from tests.campaigns.test_hired_swords import SKILL, in_service
from tests.campaigns.wars import enlisted, fell, henchmen_of, war
from warbands.services.aftermath import take_default

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def settled(make_user, ana, berta):
    """A battle that is over between Ana's and Berta's warbands, its dice rolled."""
    gm = make_user(username="marga", language="es")
    campaign = create_campaign(user=gm, name="Ciudad", description="")
    for player in (ana, berta):
        campaign.memberships.create(user=player, role="player")
    mine = enlisted(campaign, ana)
    theirs = enlisted(campaign, berta, "skaven_eshin", "Las Garras")
    battle = war(campaign, gm, Seat(mine.pk), Seat(theirs.pk))
    fell(battle, gm, henchmen_of(battle, "blue")[:1])
    outbox.run_due(limit=500)
    return {one.warband.owner_id: one for one in aftermaths_of(battle)}


@pytest.fixture
def marga(settled):
    """Who directs the campaign."""
    return get_user_model().objects.get(username="marga")


WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 360, "height": 740}
WHY = "El dado estaba torcido"


def correct_the_search(page, one) -> None:
    """The game master has the first die of exploration show a six."""
    page.goto(f"/aftermath/{one.pk}/")
    form = page.locator("#exploration .told__correct").first
    form.locator("summary").click()
    form.locator('[name="dice"]').fill("6")
    form.locator('[name="reason"]').fill(WHY)
    form.locator("button").click()
    page.wait_for_selector("text=Corregido")


def test_both_players_settle_their_own_and_one_is_corrected(
    settled, chromium, live_server, log_in, ana, berta, marga
):
    spanish = {"base_url": live_server.url, "locale": "es-ES"}
    desk = chromium.new_context(viewport=WIDE, **spanish)
    phone = chromium.new_context(viewport=NARROW, **spanish)
    third = chromium.new_context(viewport=WIDE, **spanish)
    pages = {ana: desk.new_page(), berta: phone.new_page()}
    for user, page in pages.items():
        log_in(page, user)
        page.goto(f"/aftermath/{settled[user.pk].pk}/")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    judge = third.new_page()
    log_in(judge, marga)
    correct_the_search(judge, settled[berta.pk])
    settled[berta.pk].refresh_from_db()
    found = settled[berta.pk].steps.get(step="exploration").events
    assert next(event for event in found if event["event"] == "Rolled")["dice"][0] == 6
    pages[berta].reload()
    expect(pages[berta].locator(".after__side").first).to_contain_text(WHY)
    for _ in range(40):
        asked = [page for page in pages.values() if page.locator("form.question").count()]
        if not asked:
            break
        for page in asked:
            with page.expect_navigation():
                page.locator("form.question").first.locator("button").first.click()
            outbox.run_due(limit=500)
            page.reload()
    for user in pages:
        one = settled[user.pk]
        one.refresh_from_db()
        assert one.closed_at is not None
    for user, page in pages.items():
        _check_the_dice(page, settled[user.pk])
        _read_of_it(page, settled[user.pk])
    for context in (desk, phone, third):
        context.close()


def _check_the_dice(page, one) -> None:
    """Every die of it, thrown again in the player's own browser."""
    page.goto(f"/aftermath/{one.pk}/dice")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.click("[data-verify] button")
    page.wait_for_selector(".verdict--good")


def _read_of_it(page, one) -> None:
    """The camp of the warband and the campaign's chronicle tell what came of the battle."""
    camp = Scene.objects.get(warband=one.warband, kind=SceneKind.CAMP)
    page.goto(f"/scenes/{camp.public_id}")
    expect(page.locator(f'a[href="/aftermath/{one.pk}/"]')).to_have_count(1)
    page.goto(f"/campaigns/{camp.campaign.public_id}/chronicle")
    assert one.warband.name in page.inner_text("main")
    assert page.locator(f'main a[href*="{one.battle}"], main a[href^="/scenes/"]').count()


def test_a_tampered_die_is_found_in_the_browser(settled, page, log_in, ana):
    one = settled[ana.pk]
    take_default(aftermath=one)
    step = next(s for s in one.steps.all() if any(e["event"] == "Rolled" for e in s.events))
    event = next(event for event in step.events if event["event"] == "Rolled")
    event["dice"] = [face % 6 + 1 for face in event["dice"]]
    step.save()
    log_in(page, ana)
    page.goto(f"/aftermath/{one.pk}/dice")
    page.click("text=Comprobar en este navegador")
    page.wait_for_selector(".verdict--good, .verdict--bad")
    assert page.inner_text(".verdict--bad").endswith(f": {step.number}")


def test_a_hired_sword_learns_on_a_phone(make_user, ana, berta, window, log_in):
    gm = make_user(username="marga", language="es")
    campaign = create_campaign(user=gm, name="Ciudad", description="")
    for player in (ana, berta):
        campaign.memberships.create(user=player, role="player")
    served = in_service(campaign, gm, ana, berta)
    one = served.rolled(SKILL)
    page = window(width=360)
    log_in(page, ana)
    page.goto(f"/aftermath/{one.pk}/")
    form = page.locator("form.question", has=page.locator(f"input[value='{served.question}']"))
    assert "Tuck Bajoseto" in form.locator("h3").inner_text()
    assert form.locator("legend").all_inner_texts() == ["Disparo", "Velocidad"]
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    form.get_by_text("Disparo rápido").click()
    with page.expect_navigation():
        form.get_by_role("button", name="Elegir").click()
    assert served.now().skills == ["quick_shot"]
    page.goto(f"/warbands/{served.warband.pk}/")
    hired = page.locator(".fighter", has_text="Tuck Bajoseto")
    assert "Disparo rápido" in hired.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
