"""Standings, memorial and chronicle: what battles and their aftermaths have left."""

import re

import pytest

from campaigns import outbox
from campaigns.selectors.access import campaign_for
from campaigns.selectors.chronicle import memorial_of, standings_of
from campaigns.services.aftermath import aftermaths_of
from campaigns.services.battles import Seat
from campaigns.services.campaigns import withdraw_warband
from tests.campaigns.wars import enlisted, fell, henchmen_of, war
from warbands import services
from warbands.models import LedgerEntry


@pytest.fixture
def fought(campaign, marga, ana, berta):
    """Two battles that red won, each with two of blue out of action, all settled."""
    seats = [
        Seat(enlisted(campaign, ana).pk),
        Seat(enlisted(campaign, berta, "skaven_eshin", "Las Garras").pk),
    ]
    for _round in range(2):
        battle = war(campaign, marga, *seats)
        fell(battle, marga, henchmen_of(battle, "blue")[:2])
        outbox.run_due(limit=500)
        for one in aftermaths_of(battle):
            services.take_default(aftermath=one)
    return campaign


def test_standings_count_what_was_won_and_lost(fought, ana):
    found = {one.warband.name: one for one in standings_of(campaign_for(ana, fought.public_id))}
    crows, rats = found["Los Cuervos"], found["Las Garras"]
    assert (crows.fought, crows.won, crows.lost) == (2, 2, 0)
    assert (rats.fought, rats.won, rats.lost) == (2, 0, 2)
    assert len(crows.ratings) == len(rats.ratings) == 3
    assert crows.ratings[-1] == crows.warband.rating
    assert crows.wyrdstone > 0


def test_the_memorial_names_those_who_are_lost(fought, ana):
    access = campaign_for(ana, fought.public_id)
    lost = sum(one.losses for one in standings_of(access))
    assert sum(one.n for one in memorial_of(access)) == lost


def test_the_page_and_rest_tell_the_same(fought, ana, client, api):
    client.force_login(ana)
    text = client.get(f"/campaigns/{fought.public_id}/chronicle").content.decode()
    assert "Victoria de Los Cuervos." in text
    assert 'class="chart"' in text
    assert re.search(r'<b class="entry__warband">Las Garras.</b> [A-ZÁ-Ú¡]', text)
    base = f"/api/v1/campaigns/{fought.public_id}"
    rows = api(ana).get(f"{base}/standings").data["results"]
    assert rows[0]["rating"] >= rows[1]["rating"]
    told = api(ana).get(f"{base}/chronicle").data["results"]
    assert [entry["winner"] for entry in told] == ["Los Cuervos", "Los Cuervos"]
    for warband in ("Los Cuervos", "Las Garras"):
        begun = [line for line in told[0]["lines"] if line.startswith(f"{warband}. ")]
        assert len(begun) == 1
    assert not any(": Los héroes" in line for line in told[0]["lines"])
    assert api(ana).get(f"{base}/memorial").status_code == 200


def test_strangers_see_nothing(fought, stranger, api, client):
    client.force_login(stranger)
    assert client.get(f"/campaigns/{fought.public_id}/chronicle").status_code == 404
    assert api(stranger).get(f"/api/v1/campaigns/{fought.public_id}/standings").status_code == 404


def test_as_many_queries_whatever_has_happened(fought, ana, django_assert_max_num_queries, client):
    client.force_login(ana)
    with django_assert_max_num_queries(18):
        client.get(f"/campaigns/{fought.public_id}/chronicle")


def test_an_empty_campaign_has_a_page_too(campaign, ana, client):
    client.force_login(ana)
    text = client.get(f"/campaigns/{campaign.public_id}/chronicle").content.decode()
    assert "Nadie ha caído todavía." in text


def withdrawn(fought, marga, name="Las Garras"):
    row = fought.enrolments.get(warband__name=name)
    band = row.warband
    withdraw_warband(user=marga, campaign_id=fought.public_id, warband_id=band.pk)
    return band


def test_who_has_withdrawn_stays_in_standings_and_memorial(fought, ana, marga, client, api):
    access = campaign_for(ana, fought.public_id)
    before = {one.warband.name: one for one in standings_of(access)}
    fallen = memorial_of(access)
    band = withdrawn(fought, marga)
    access = campaign_for(ana, fought.public_id)
    after = {one.warband.name: one for one in standings_of(access)}
    was, now = before["Las Garras"], after["Las Garras"]
    assert (now.withdrawn, was.withdrawn, after["Los Cuervos"].withdrawn) == (True, False, False)
    for name in ("fought", "won", "lost", "kills", "losses", "wyrdstone", "ratings"):
        assert getattr(now, name) == getattr(was, name), name
    assert now.warband.rating == was.warband.rating
    assert [one.name for one in memorial_of(access)] == [one.name for one in fallen]
    marked = [one.withdrawn for one in memorial_of(access) if one.warband == band]
    assert all(marked)
    client.force_login(ana)
    page = client.get(f"/campaigns/{fought.public_id}/chronicle").content.decode()
    assert page.count("retirada") >= 1
    url = f"/api/v1/campaigns/{fought.public_id}"
    rows = api(ana).get(f"{url}/standings").data["results"]
    assert [(one["name"], one["withdrawn"]) for one in rows][-1] == ("Las Garras", True)


def test_what_it_does_elsewhere_afterwards_is_not_told_here(fought, ana, marga):
    band = withdrawn(fought, marga)
    access = campaign_for(ana, fought.public_id)
    before = [one.ratings for one in standings_of(access)]
    fighter = band.fighters.first()
    LedgerEntry.objects.create(
        warband=band,
        number=band.ledger.count() + 100,
        kind="leave",
        item=fighter.type,
        fighter=fighter,
        reason="dead",
        rating=-20,
        battle="another-campaigns-battle",
    )
    assert [one.ratings for one in standings_of(access)] == before
    assert "another-campaigns-battle" not in {one.battle for one in memorial_of(access)}


def test_who_never_fought_here_leaves_no_line(campaign, ana, berta, marga):
    enlisted(campaign, ana)
    row = campaign.enrolments.get()
    withdraw_warband(user=marga, campaign_id=campaign.public_id, warband_id=row.warband_id)
    assert standings_of(campaign_for(ana, campaign.public_id)) == []
