"""The game master changes what things cost, a player builds by it and checks a caster's dice."""

import pytest

from campaigns.models import Membership, Role
from campaigns.services.campaigns import create_campaign
from warbands.models import Warband
from warbands.services import fighter_hire, spells_first, warband_create

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("width", [1280, 360])
def test_from_the_form_to_the_builder(page, live_server, log_in, ana, berta, width):
    campaign = create_campaign(user=berta, name="Invierno")
    Membership.objects.create(campaign=campaign, user=ana, role=Role.PLAYER)
    page.set_viewport_size({"width": width, "height": 900})
    log_in(page, berta)
    page.goto(f"{live_server.url}/campaigns/{campaign.public_id}/house-rules")
    page.fill("[name='warband.starting_gold|']", "650")
    page.select_option("[name='price.items|+1|of']", "sword")
    page.fill("[name='price.items|+1']", "15")
    page.locator("form .button--primary").click()
    page.wait_for_selector("[name='price.items|sword']")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.context.clear_cookies()
    draft = warband_create(actor=ana, type="undead", name="Los Muertos")
    log_in(page, ana)
    page.goto(f"{live_server.url}/warbands/{draft.pk}/")
    page.locator("form[action$='/builds'] button").click()
    page.wait_for_selector("form[action$='/book']")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert Warband.objects.get(pk=draft.pk).treasury == 650
    caster = fighter_hire(actor=ana, warband=draft, type="necromancer")
    spells_first(actor=ana, warband=draft, fighter=caster.key)
    page.goto(f"{live_server.url}/warbands/{draft.pk}/dice")
    page.locator("[data-verify] button").click()
    page.wait_for_selector(".verdict--good")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
