"""Warbands that have fought elsewhere: a game master sees their record before they join."""

import pytest

from campaigns import outbox
from campaigns.models import Campaign, GmAction, JoinRequest, Notice
from campaigns.selectors.access import campaign_for
from campaigns.selectors.joining import record_of
from campaigns.services.battles import Seat
from campaigns.services.campaigns import (
    create_campaign,
    enrol_warband,
    leave,
    update_campaign,
    withdraw_warband,
)
from campaigns.services.joining import join_accept, join_ask, join_decline, join_withdraw
from campaigns.services.members import treasury_correct
from tests.campaigns.test_campaigns import refused
from tests.campaigns.wars import enlisted, fell, settle, war
from warbands.services.presets import buy_preset


@pytest.fixture
def veteran(ana, make_user):
    """Ana's warband has fought once, in a campaign that she directs herself."""
    own = create_campaign(user=ana, name="En casa")
    band = enlisted(own, ana)
    other = enlisted(own, ana, "skaven_eshin", "Las Garras")
    battle = war(own, ana, Seat(band.pk), Seat(other.pk))
    fell(battle, ana, [])
    outbox.run_due(limit=500)
    settle(battle)
    treasury_correct(
        user=ana, campaign_id=own.public_id, warband_id=band.pk, gold=400, reason="Porque sí"
    )
    withdraw_warband(user=ana, campaign_id=own.public_id, warband_id=band.pk)
    band.refresh_from_db()
    # What she wrote into its books as a game master is refused elsewhere on its own account.
    band.ledger.filter(kind="correction").update(actor=None)
    return band


def of(campaign, user, band):
    return {"user": user, "campaign_id": campaign.public_id, "warband_id": band.pk}


@pytest.fixture
def request_(campaign, ana, veteran):
    return join_ask(**of(campaign, ana, veteran))


def about(campaign, user, row):
    return {"user": user, "campaign_id": campaign.public_id, "request_id": row.public_id}


def test_it_doesnt_join_by_itself(campaign, ana, veteran):
    with refused("asks_first"):
        enrol_warband(**of(campaign, ana, veteran))
    assert not campaign.enrolments.exists()


def test_a_new_warband_joins_at_once_and_has_nothing_to_ask(campaign, ana):
    band = buy_preset(actor=ana, type="reikland", name="Los Nuevos")
    with refused("nothing_to_ask"):
        join_ask(**of(campaign, ana, band))
    assert enrol_warband(**of(campaign, ana, band))


def test_who_has_fought_here_alone_comes_back_at_once(campaign, marga, ana, berta):
    band = enlisted(campaign, ana)
    other = enlisted(campaign, berta, "skaven_eshin", "Las Garras")
    battle = war(campaign, marga, Seat(band.pk), Seat(other.pk))
    fell(battle, marga, [])
    outbox.run_due(limit=500)
    settle(battle)
    withdraw_warband(**of(campaign, ana, band))
    assert enrol_warband(**of(campaign, ana, band))


def test_the_record_says_what_it_brings_and_where_it_was_won(campaign, marga, veteran):
    record = record_of(campaign, veteran, veteran.owner)
    (played,) = record.played
    assert (played.campaign, played.game_masters, played.own) == ("En casa", "Ana", True)
    assert (played.standing.fought, played.standing.won, record.fought) == (1, 1, 1)
    assert record.worth == 500 + (veteran.treasury - 0) - _left_at_the_start(veteran)
    assert record.newcomer == 500
    assert record.richer
    assert record.wiser
    assert record.gained >= record.most_gained > 0


def test_the_record_names_no_campaign_that_its_reader_may_not_open(campaign, marga, veteran):
    (played,) = record_of(campaign, veteran, marga).played
    assert (played.campaign, played.game_masters, played.own) == ("", "", True)
    Campaign.objects.filter(name="En casa").update(is_public=True)
    (played,) = record_of(campaign, veteran, marga).played
    assert (played.campaign, played.game_masters) == ("En casa", "Ana")


def _left_at_the_start(band):
    """What the treasury was when the warband was enlisted: the rest of 500 is fighters and gear."""
    spent = [-one.gold for one in band.ledger.all() if one.gold < 0 and not one.battle]
    return 500 - sum(spent)


def test_the_game_master_lets_it_in_as_it_stands(campaign, marga, ana, veteran, request_):
    assert Notice.objects.filter(user=marga, kind="joining").count() == 1
    gold = veteran.treasury
    enrolment = join_accept(version=veteran.version, **about(campaign, marga, request_))
    assert enrolment.warband == veteran
    veteran.refresh_from_db()
    assert veteran.treasury == gold
    assert Notice.objects.get(user=ana, kind="joined").params["accepted"] is True
    assert GmAction.objects.filter(action="veteran_join").count() == 1
    with refused("decided_already"):
        join_decline(reason="Tarde", **about(campaign, marga, request_))


def test_what_has_changed_since_is_looked_at_again(campaign, marga, ana, veteran, request_):
    with refused("record_changed"):
        join_accept(version=veteran.version - 1, **about(campaign, marga, request_))
    request_.refresh_from_db()
    assert request_.state == "pending"


def test_it_is_declined_with_a_reason_and_may_ask_again(campaign, marga, ana, veteran, request_):
    with refused("reason_missing"):
        join_decline(reason=" ", **about(campaign, marga, request_))
    join_decline(reason="Trae demasiado oro.", **about(campaign, marga, request_))
    assert Notice.objects.get(user=ana, kind="joined").params["accepted"] is False
    with refused("asks_first"):
        enrol_warband(**of(campaign, ana, veteran))
    assert join_ask(**of(campaign, ana, veteran)).state == "pending"


def test_one_asks_once_and_asks_no_longer(campaign, ana, marga, veteran, request_):
    with refused("asked_already"):
        join_ask(**of(campaign, ana, veteran))
    with refused("not_found"):
        join_withdraw(**about(campaign, marga, request_))
    join_withdraw(**about(campaign, ana, request_))
    with refused("decided_already"):
        join_accept(version=veteran.version, **about(campaign, marga, request_))


def test_who_leaves_asks_no_longer(campaign, ana, request_):
    leave(user=ana, campaign_id=campaign.public_id)
    request_.refresh_from_db()
    assert request_.state == "withdrawn"


def test_a_campaign_may_take_them_as_they_are(campaign, marga, ana, veteran):
    update_campaign(user=marga, campaign_id=campaign.public_id, newcomers="open")
    assert enrol_warband(**of(campaign, ana, veteran))


def test_or_up_to_what_a_newcomer_would_have(campaign, marga, ana, veteran):
    update_campaign(user=marga, campaign_id=campaign.public_id, newcomers="bounded")
    with refused("asks_first"):
        enrol_warband(**of(campaign, ana, veteran))
    veteran.refresh_from_db()
    update_campaign(
        user=marga,
        campaign_id=campaign.public_id,
        house_rules={"warband.starting_gold": 2000},
    )
    with refused("asks_first"):  # its fighters have learned more than a newcomer's
        enrol_warband(**of(campaign, ana, veteran))
    assert record_of(campaign, veteran).wiser


def test_nobody_is_poorer_for_what_he_has_laid_by(campaign, marga, ana, veteran):
    """Swords in the stash and shards in a box come along all the same."""
    veteran.stash, veteran.wyrdstone = {}, 0
    before = record_of(campaign, veteran).worth
    veteran.stash = {"sword": 3}
    assert record_of(campaign, veteran).worth == before + 3 * 10
    veteran.wyrdstone = 6
    assert record_of(campaign, veteran).worth >= before + 3 * 10 + 6 * 10


def test_only_its_player_and_the_game_masters_see_it(
    campaign, marga, ana, berta, carla, stranger, veteran, request_, client, api
):
    where = f"/campaigns/{campaign.public_id}/joinings/{request_.public_id}"
    rest = f"/api/v1/campaigns/{campaign.public_id}/joinings"
    for user, status in ((marga, 200), (ana, 200), (berta, 404), (carla, 404), (stranger, 404)):
        client.force_login(user)
        assert client.get(where).status_code == status
        assert api(user).get(f"{rest}/{request_.public_id}").status_code == status
        roster = client.get(f"/warbands/{veteran.pk}/").status_code
        assert roster == status
    assert api(marga).get(rest).data["count"] == 1
    assert api(berta).get(rest).data["count"] == 0
    JoinRequest.objects.update(state="declined")
    client.force_login(marga)
    assert client.get(f"/warbands/{veteran.pk}/").status_code == 404
    # ... and what it owns from now on is read in no request either.
    assert client.get(where).status_code == 404
    assert api(marga).get(f"{rest}/{request_.public_id}").status_code == 404
    assert api(ana).get(f"{rest}/{request_.public_id}").status_code == 200


def test_in_the_browser(campaign, marga, ana, veteran, client):
    client.force_login(ana)
    home = f"/campaigns/{campaign.public_id}/"
    answer = client.post(f"{home}warbands", {"warband": str(veteran.pk)}, follow=True)
    page = answer.content.decode()
    assert "En casa" in page
    assert "la dirige su propio jugador" in page
    assert 'value="accept"' not in page
    assert f'value="{veteran.pk}"' not in client.get(home).content.decode()
    client.force_login(marga)
    assert "1 banda que quiere entrar" in client.get("/").content.decode()
    row = JoinRequest.objects.get()
    where = f"{home}joinings/{row.public_id}"
    desk = client.get(f"{home}desk").content.decode()
    assert where in desk
    assert 'value="accept"' in client.get(where).content.decode()
    client.post(f"{where}/decide", {"do": "accept", "version": veteran.version})
    assert campaign.enrolments.get().warband == veteran


def test_over_rest(campaign, marga, ana, veteran, api):
    rest = f"/api/v1/campaigns/{campaign.public_id}"
    sent = {"warband": str(veteran.pk)}
    refusal = api(ana).post(f"{rest}/warbands", sent, format="json")
    assert (refusal.status_code, refusal.data["code"]) == (409, "asks_first")
    asked = api(ana).post(f"{rest}/joinings", sent, format="json")
    assert asked.status_code == 201
    assert asked.data["record"]["played"][0]["campaign"] == "En casa"
    one = f"{rest}/joinings/{asked.data['id']}"
    desk = api(marga).get(f"{rest}/gm-desk").data
    assert [row["id"] for row in desk["join_requests"]] == [asked.data["id"]]
    waits = api(marga).get("/api/v1/waiting/all").data["decisions"]
    assert [(row["campaign_id"], row["n"]) for row in waits] == [(str(campaign.public_id), 1)]
    assert api(ana).get("/api/v1/waiting/all").data["decisions"] == []
    assert api(ana).post(f"{one}/accept", {"version": 1}, format="json").status_code == 403
    seen = api(marga).get(one).data
    accepted = api(marga).post(f"{one}/accept", {"version": seen["version"]}, format="json")
    assert accepted.status_code == 201
    assert api(ana).delete(one).status_code == 409


def test_the_record_asks_as_often_whatever_it_has_fought(
    campaign, ana, veteran, django_assert_max_num_queries
):
    access = campaign_for(ana, campaign.public_id)
    with django_assert_max_num_queries(14):
        record_of(access.campaign, veteran)


def test_everybody_reads_what_is_asked(campaign, ana, client):
    client.force_login(ana)
    scene = campaign.scenes.get(kind="rules")
    page = client.get(f"/scenes/{scene.public_id}/").content.decode()
    assert "Bandas que ya han luchado en otra parte" in page
