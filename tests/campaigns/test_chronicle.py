"""Standings, memorial and chronicle: what battles and their aftermaths have left."""

import pytest

from campaigns import outbox
from campaigns.selectors.access import campaign_for
from campaigns.selectors.chronicle import memorial_of, standings_of
from campaigns.services.aftermath import aftermaths_of
from campaigns.services.battles import Seat
from tests.campaigns.wars import enlisted, fell, henchmen_of, war
from warbands import services


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
    assert "Los Cuervos ganó." in text
    assert 'class="chart"' in text
    base = f"/api/v1/campaigns/{fought.public_id}"
    rows = api(ana).get(f"{base}/standings").data["results"]
    assert rows[0]["rating"] >= rows[1]["rating"]
    told = api(ana).get(f"{base}/chronicle").data["results"]
    assert [entry["winner"] for entry in told] == ["Los Cuervos", "Los Cuervos"]
    assert api(ana).get(f"{base}/memorial").status_code == 200


def test_strangers_see_nothing(fought, stranger, api, client):
    client.force_login(stranger)
    assert client.get(f"/campaigns/{fought.public_id}/chronicle").status_code == 404
    assert api(stranger).get(f"/api/v1/campaigns/{fought.public_id}/standings").status_code == 404


def test_as_many_queries_whatever_has_happened(fought, ana, django_assert_max_num_queries, client):
    client.force_login(ana)
    with django_assert_max_num_queries(16):
        client.get(f"/campaigns/{fought.public_id}/chronicle")


def test_an_empty_campaign_has_a_page_too(campaign, ana, client):
    client.force_login(ana)
    text = client.get(f"/campaigns/{campaign.public_id}/chronicle").content.decode()
    assert "Nadie ha caído todavía." in text
