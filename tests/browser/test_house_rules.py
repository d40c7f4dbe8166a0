"""The game master changes what things cost, a player builds by it and checks a caster's dice."""

import pytest

from campaigns.models import Membership, Role
from campaigns.services.campaigns import create_campaign
from warbands.models import Warband
from warbands.services import fighter_hire, spells_first, warband_create

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def bands_by_hand(page, width):
    """A band between two others tells where both hold before it is saved; the price table scrolls
    by itself."""
    told = page.locator("[data-bands]:has([name^='experience.underdog|']) [data-span-of]")
    page.fill("[name='experience.underdog|+1.from']", "20")
    assert told.all_inner_texts()[:2] == ["0–19", "51–75"]
    page.fill("[name='experience.underdog|+1.gives']", "4")
    page.check("[name='experience.underdog|5.out']")
    assert told.all_inner_texts()[4] == "151 or more"
    page.fill("[name='wyrdstone.sizes|0']", "4")
    # Saving is at hand wherever one is on this long page.
    save = page.locator("form .button--primary").bounding_box()
    assert 0 < save["y"] < 900
    with page.expect_navigation():
        page.locator("form .button--primary").click()
    page.wait_for_selector("[name='experience.underdog|book']")
    assert told.all_inner_texts()[:5] == ["0–19", "20–50", "51–75", "76–100", "101–150"]
    assert page.input_value("[name='wyrdstone.sizes|0']") == "4"
    assert page.evaluate("document.documentElement.scrollWidth") <= width


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
    with page.expect_navigation():
        page.locator("form .button--primary").click()
    page.wait_for_selector("[name='price.items|sword']")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    bands_by_hand(page, width)
    page.context.clear_cookies()
    draft = warband_create(actor=ana, type="undead", name="Los Muertos")
    log_in(page, ana)
    page.goto(f"{live_server.url}/warbands/{draft.pk}/")
    with page.expect_navigation():
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
