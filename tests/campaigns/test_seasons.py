"""Seasons: the end of one is kept and told, the next begins, warbands carry on or retire."""

import pytest

from campaigns import outbox
from campaigns.by_hand import Claim
from campaigns.messages import sentence
from campaigns.models import Season
from campaigns.selectors.access import campaign_for
from campaigns.selectors.chronicle import battles_told, standings_of
from campaigns.selectors.seasons import season_of, seasons_of
from campaigns.services import by_hand
from campaigns.services.battles import Seat
from campaigns.services.seasons import season_close, season_open, warband_retire
from tests.campaigns.test_campaigns import refused
from tests.campaigns.wars import enlisted, settle, war
from warbands.models import Warband


def fight(campaign, marga, winner="blue"):
    """One more battle between the two warbands, settled."""
    bands = [row.warband_id for row in campaign.enrolments.order_by("pk")]
    battle = by_hand.hand_report(
        user=marga,
        campaign_id=campaign.public_id,
        warbands=bands,
        claim=Claim(winner=winner),
    )
    by_hand.hand_rule(
        user=marga, battle_id=battle.public_id, accept=True, reason="Visto", expected_version=1
    )
    outbox.run_due(limit=500)
    settle(battle)
    return battle


def end(campaign, marga, **more):
    return season_close(user=marga, campaign_id=campaign.public_id, **more)


def test_a_campaign_is_in_its_first_season_without_a_row(campaign):
    assert [one.number for one in seasons_of(campaign)] == [1]
    assert season_of(campaign).open
    assert not Season.objects.exists()


def test_the_end_keeps_the_table_and_names_the_winner(under_way, marga):
    season = end(under_way, marga, words="Nieva sobre las ruinas.")
    assert season.winner == "Los Cuervos"
    assert [row["name"] for row in season.standings if row["won"] == 2] == ["Los Cuervos"]
    awards = {one["id"]: one for one in season.awards}
    assert awards["fought"] == {"id": "fought", "n": 2, "names": list(awards["fought"]["names"])}
    assert set(awards["fought"]["names"]) == {"Los Cuervos", "Las Garras"}
    assert "kills" not in awards  # nobody put anybody out of action


def test_the_gm_may_name_another_winner(under_way, marga, ana):
    rats = Warband.objects.get(name="Las Garras")
    with refused("unknown_warband"):
        end(under_way, marga, winner=under_way.public_id)
    assert end(under_way, marga, winner=rats.pk).winner == "Las Garras"


def test_what_is_kept_doesn_t_change_any_more(under_way, marga, ana):
    season = end(under_way, marga)
    kept = season.standings
    season_open(user=marga, campaign_id=under_way.public_id, name="El deshielo")
    fight(under_way, marga)
    season.refresh_from_db()
    assert season.standings == kept
    access = campaign_for(ana, under_way.public_id)
    first, second = seasons_of(under_way)
    then = {one.warband.name: one for one in standings_of(access, first)}
    now = {one.warband.name: one for one in standings_of(access, second)}
    ever = {one.warband.name: one for one in standings_of(access)}
    assert (then["Los Cuervos"].won, now["Los Cuervos"].won, ever["Los Cuervos"].won) == (2, 0, 2)
    assert (then["Las Garras"].won, now["Las Garras"].won) == (0, 1)
    assert len(then["Las Garras"].ratings) == 3
    assert len(now["Las Garras"].ratings) == 2
    assert len(ever["Las Garras"].ratings) == 4
    assert now["Las Garras"].ratings[0] == then["Las Garras"].ratings[-1]
    assert [battles_told(access, one).count() for one in (first, second)] == [2, 1]


def test_nothing_ends_while_something_is_open(under_way, marga, ana):
    bands = [row.warband_id for row in under_way.enrolments.order_by("pk")]
    battle = by_hand.hand_report(
        user=ana, campaign_id=under_way.public_id, warbands=bands, claim=Claim(winner="red")
    )
    with refused("season_unsettled") as caught:
        end(under_way, marga)
    words = sentence(caught.value)
    assert "Batallas abiertas: 1." in words
    assert "Secuencias" not in words  # nothing is said of what isn't there
    by_hand.hand_withdraw(user=ana, battle_id=battle.public_id, expected_version=1)
    assert end(under_way, marga).winner


def test_between_two_seasons_no_battle_begins(under_way, marga, ana):
    end(under_way, marga)
    with refused("season_closed"):
        fight(under_way, marga)
    with refused("season_closed"):
        end(under_way, marga)
    season = season_open(user=marga, campaign_id=under_way.public_id)
    assert (season.number, season.open) == (2, True)
    with refused("season_open"):
        season_open(user=marga, campaign_id=under_way.public_id)
    fight(under_way, marga)


@pytest.mark.parametrize(
    ("who", "code"), [("ana", "gm_only"), ("carla", "gm_only"), ("stranger", "not_found")]
)
def test_seasons_are_the_gm_s(campaign, request, who, code):
    user = request.getfixturevalue(who)
    with refused(code):
        season_close(user=user, campaign_id=campaign.public_id)
    with refused(code):
        season_open(user=user, campaign_id=campaign.public_id)


def test_a_warband_retires_and_stays_told(under_way, marga, ana, berta, client):
    crows = Warband.objects.get(name="Los Cuervos")
    with refused("gm_only"):
        warband_retire(user=berta, campaign_id=under_way.public_id, warband_id=crows.pk)
    end(under_way, marga)
    client.force_login(ana)
    answer = client.post(
        f"/campaigns/{under_way.public_id}/warbands/{crows.pk}/retire", {"anew": "1"}
    )
    assert answer.headers["Location"] == "/warbands/new"
    crows.refresh_from_db()
    assert crows.status == "disbanded"
    access = campaign_for(ana, under_way.public_id)
    kept = {
        one.warband.name: one.warband.there for one in standings_of(access, season_of(under_way))
    }
    assert kept == {"Los Cuervos": False, "Las Garras": True}
    text = client.get(f"/campaigns/{under_way.public_id}/chronicle").content.decode()
    assert "Los Cuervos" in text
    assert f"/warbands/{crows.pk}/" not in text


def test_what_was_written_for_an_end_that_is_refused_stands_there_again(
    under_way, marga, ana, berta, client
):
    seats = [Seat(row.warband_id) for row in under_way.enrolments.order_by("pk")]
    war(under_way, marga, *seats)
    client.force_login(marga)
    winner = under_way.enrolments.first().warband_id
    sent = {"words": "Nieva sobre las ruinas.", "winner": str(winner)}
    answer = client.post(f"/campaigns/{under_way.public_id}/season/close", sent)
    text = answer.content.decode()
    assert answer.status_code == 409
    assert "Antes tiene que estar todo resuelto" in text
    assert "Nieva sobre las ruinas.</textarea>" in text
    assert f'<option value="{winner}" selected>' in text


def test_the_page_goes_by_season(under_way, marga, ana, client):
    client.force_login(marga)
    address = f"/campaigns/{under_way.public_id}/chronicle"
    assert "Terminar" in client.get(address).content.decode()
    client.post(
        f"/campaigns/{under_way.public_id}/season/close", {"words": "Nieva sobre las ruinas."}
    )
    text = client.get(address).content.decode()
    assert "Nieva sobre las ruinas." in text
    assert "Más batallas libradas:" in text
    client.post(f"/campaigns/{under_way.public_id}/season/open", {"name": "El deshielo"})
    client.force_login(ana)
    text = client.get(address).content.decode()
    assert "El deshielo" in text
    assert "Nieva sobre" not in text
    assert 'class="chart"' not in text  # nobody has fought in it yet
    assert "Nieva sobre" in client.get(f"{address}?season=1").content.decode()
    assert 'class="chart"' in client.get(f"{address}?season=0").content.decode()
    assert client.get(f"{address}?season=9").status_code == 404
    rules = under_way.scenes.get(kind="rules")
    told = client.get(f"/scenes/{rules.public_id}/").content.decode()
    assert "Victoria final: Los Cuervos" in told
    assert "Comienza: El deshielo." in told


def test_the_same_over_rest(under_way, marga, ana, stranger, api):
    base = f"/api/v1/campaigns/{under_way.public_id}"
    assert api(ana).post(f"{base}/seasons/close", {}, format="json").status_code == 403
    ended = api(marga).post(f"{base}/seasons/close", {"words": "Fin."}, format="json")
    assert (ended.data["winner"], ended.data["words"]) == ("Los Cuervos", "Fin.")
    begun = api(marga).post(f"{base}/seasons", {"name": "Dos"}, format="json")
    assert (begun.status_code, begun.data["number"]) == (201, 2)
    rows = api(ana).get(f"{base}/seasons").data["results"]
    assert [row["closed_at"] is None for row in rows] == [False, True]
    then = api(ana).get(f"{base}/standings?season=1").data["results"]
    now = api(ana).get(f"{base}/standings?season=2").data["results"]
    assert [sum(row["fought"] for row in table) for table in (then, now)] == [4, 0]
    assert api(ana).get(f"{base}/chronicle?season=2").data["count"] == 0
    assert api(ana).get(f"{base}/standings?season=x").data["code"] == "bad_number"
    assert api(stranger).get(f"{base}/seasons").status_code == 404
    crows = Warband.objects.get(name="Los Cuervos")
    assert api(ana).post(f"{base}/warbands/{crows.pk}/retire").status_code == 204


def test_as_many_queries_whatever_seasons_there_are(
    under_way, marga, ana, client, django_assert_max_num_queries
):
    client.force_login(ana)
    end(under_way, marga)
    season_open(user=marga, campaign_id=under_way.public_id)
    enlisted(under_way, ana, name="Los Tardíos")
    with django_assert_max_num_queries(20):
        client.get(f"/campaigns/{under_way.public_id}/chronicle")
    with django_assert_max_num_queries(20):
        client.get(f"/campaigns/{under_way.public_id}/chronicle?season=1")
