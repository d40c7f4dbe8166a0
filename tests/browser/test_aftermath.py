"""After a battle both players go through their own page at the same time: a phone and a desk."""

import pytest

from campaigns import outbox
from campaigns.services.aftermath import aftermaths_of
from campaigns.services.battles import Seat
from campaigns.services.campaigns import create_campaign
from tests.campaigns.test_hired_swords import SKILL, in_service
from tests.campaigns.wars import enlisted, fell, henchmen_of, war

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


def test_both_players_settle_their_own(settled, chromium, live_server, log_in, ana, berta):
    desk = chromium.new_context(base_url=live_server.url, viewport={"width": 1280, "height": 900})
    phone = chromium.new_context(base_url=live_server.url, viewport={"width": 360, "height": 740})
    pages = {ana: desk.new_page(), berta: phone.new_page()}
    for user, page in pages.items():
        log_in(page, user)
        page.goto(f"/aftermath/{settled[user.pk].pk}/")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    for _ in range(40):
        asked = [page for page in pages.values() if page.locator("form.question").count()]
        if not asked:
            break
        for page in asked:
            form = page.locator("form.question").first
            form.locator("button").first.click()
            page.wait_for_load_state()
            outbox.run_due(limit=500)
            page.reload()
    for user in pages:
        one = settled[user.pk]
        one.refresh_from_db()
        assert one.closed_at is not None
    desk.close()
    phone.close()


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
    assert form.locator("legend").all_inner_texts() == ["disparo", "velocidad"]
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    form.get_by_text("Disparo rápido").click()
    form.get_by_role("button", name="Elegir").click()
    page.wait_for_load_state()
    assert served.now().skills == ["quick_shot"]
    page.goto(f"/warbands/{served.warband.pk}/")
    hired = page.locator(".fighter", has_text="Tuck Bajoseto")
    assert "Disparo rápido" in hired.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
