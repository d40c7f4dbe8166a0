"""The game master's settings of a campaign, its house rules in words, and ways out of it."""

from uuid import uuid4

import pytest
from django.urls import reverse

from campaigns.errors import ServiceError
from campaigns.house_rules import groups_of, read
from campaigns.models import CampaignStatus
from campaigns.services.campaigns import enrol_warband
from rules.switches import registry

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_gm(client, marga):
    client.force_login(marga)
    return client


def where(name, campaign):
    return reverse(f"campaigns:{name}", args=[campaign.public_id])


def text_of(response):
    return response.content.decode()


def test_every_rule_to_change_is_shown_with_the_books_value(as_gm, campaign):
    page = text_of(as_gm.get(where("house_rules", campaign), HTTP_ACCEPT_LANGUAGE="es"))
    for switch in registry().values():
        assert (f'name="{switch.name}|' in page) == switch.editable
        assert switch.title.es in page or not switch.editable
    assert "Enemigos que estorban al correr" in page
    assert "Libro: 20" in page


def test_what_is_written_is_the_overlay_and_comes_back(as_gm, campaign):
    written = {
        "run.enemy_distance|": "30",
        "leadership.double_one_passes|": "yes",
        "intercept.max_move|": "12,5",
        "armour.table|heavy_armour": "4",
        "injury.table|0.from": "1",
        "injury.table|0.gives": "stunned",
        "injury.table|1.from": "4",
        "injury.table|1.gives": "out_of_action",
        "fall.hits|0.from": "0",
        "fall.hits|0.gives": "D6",
        "intercept.radius|": "",
    }
    assert as_gm.post(where("house_rules", campaign), written).status_code == 302
    campaign.refresh_from_db()
    own = campaign.house_rules
    assert own["run.enemy_distance"] == 30
    assert own["leadership.double_one_passes"] is True
    assert own["intercept.max_move"] == 12.5
    assert own["armour.table"]["heavy_armour"] == 4
    assert own["armour.table"]["light_armour"] == 6
    assert own["injury.table"] == {"1": "stunned", "4": "out_of_action"}
    assert own["fall.hits"] == [{"from": 0, "dice": "D6"}]
    assert "intercept.radius" not in own
    shown = {
        part.name: part.value
        for group in groups_of(campaign)
        for choice in group.choices
        for part in choice.parts
    }
    assert read(campaign, {**shown, **as_sent(groups_of(campaign))}) == (own, [])


def as_sent(groups):
    """The bands and tables of a form that is sent as it was shown."""
    choices = [choice for group in groups for choice in group.choices]
    lines = [line for choice in choices if choice.bands for line in choice.bands.lines]
    grids = [choice.grid for choice in choices if choice.grid]
    heads = [head for grid in grids for head in grid.heads]
    cells = [cell for grid in grids for line in grid.lines for cell in line.cells]
    return {
        **{f"{line.name}.from": line.begin for line in lines},
        **{f"{line.name}.gives": line.gives for line in lines},
        **{one.name: one.value for one in (*heads, *cells)},
    }


def test_what_is_wrong_is_said_beside_the_rule_and_kept_as_written(as_gm, campaign):
    written = {"run.enemy_distance|": "many", "flee.distance|": "5Q6", "shoot.need|": "8 - BS"}
    response = as_gm.post(where("house_rules", campaign), written)
    page = text_of(response)
    assert response.status_code == 422
    assert 'value="many"' in page
    assert 'value="8 - BS"' in page
    assert "bad_dice" not in page
    campaign.refresh_from_db()
    assert campaign.house_rules == {}


def test_empty_fields_follow_the_book_again(as_gm, campaign):
    as_gm.post(where("house_rules", campaign), {"run.enemy_distance|": "30"})
    as_gm.post(where("house_rules", campaign), {"run.enemy_distance|": ""})
    campaign.refresh_from_db()
    assert campaign.house_rules == {}


def test_the_settings_are_kept_and_the_campaign_closes_and_opens(as_gm, campaign):
    fields = {"name": "Hielo", "description": "Frío.", "language": "es", "edit_minutes": "90"}
    fields |= {"choice_hours": "48", "newcomers": "bounded"}
    assert as_gm.post(where("settings", campaign), fields).status_code == 302
    campaign.refresh_from_db()
    assert (campaign.name, campaign.edit_minutes) == ("Hielo", 90)
    assert (campaign.choice_hours, campaign.newcomers) == (48, "bounded")
    as_gm.post(where("status", campaign), {"status": "closed"})
    campaign.refresh_from_db()
    assert campaign.status == CampaignStatus.CLOSED
    page = text_of(as_gm.get(where("detail", campaign)))
    assert where("battle_create", campaign) not in page
    assert where("scene_create", campaign) not in page
    as_gm.post(where("status", campaign), {"status": "open"})
    campaign.refresh_from_db()
    assert campaign.status == CampaignStatus.OPEN


def test_players_can_neither_set_nor_close(client, ana, campaign, member):
    member(ana)
    client.force_login(ana)
    assert client.get(where("settings", campaign)).status_code == 403
    assert client.get(where("house_rules", campaign)).status_code == 403
    client.post(where("status", campaign), {"status": "closed"})
    campaign.refresh_from_db()
    assert campaign.status == CampaignStatus.OPEN


def test_a_player_leaves_by_the_page_and_the_game_master_shows_out(
    client, ana, berta, campaign, marga, member
):
    member(ana)
    seat = member(berta)
    client.force_login(ana)
    assert "leave" in text_of(client.get(where("detail", campaign)))
    client.post(where("leave", campaign))
    assert not campaign.memberships.filter(user=ana).exists()
    client.force_login(marga)
    client.post(where("remove_member", campaign), {"member": seat.public_id})
    assert not campaign.memberships.filter(user=berta).exists()


def test_rest_lists_the_same_rules(as_gm, campaign):
    rows = as_gm.get(f"/api/v1/campaigns/{campaign.public_id}/house-rules").json()
    assert {row["name"] for row in rows} == {s.name for s in registry().values() if s.editable}
    run = next(row for row in rows if row["name"] == "run.enemy_distance")
    assert (run["book"], run["changed"], run["value"]) == (20, False, 20)


def test_a_closed_campaign_takes_no_warband(campaign, marga):
    campaign.status = CampaignStatus.CLOSED
    campaign.save()
    with pytest.raises(ServiceError) as refusal:
        enrol_warband(user=marga, campaign_id=campaign.public_id, warband_id=uuid4())
    assert refusal.value.code == "campaign_closed"
