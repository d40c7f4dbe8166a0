"""Lists over REST say what they are about, and can be narrowed."""

from campaigns.models import BattleStatus, Notice
from campaigns.services.battles import Seat
from tests.campaigns.tables import begun, skirmish
from tests.campaigns.wars import enlisted, war

URL = "/api/v1"


def test_battles_by_their_status(campaign, marga, ana, berta, api):
    battle = begun(campaign, marga, skirmish(), red=ana, blue=berta)
    client = api(ana)
    (row,) = client.get(f"{URL}/battles?status=open").json()["results"]
    assert row["id"] == str(battle.public_id)
    assert row["campaign"] == str(campaign.public_id)
    assert client.get(f"{URL}/battles?status=closed").json()["results"] == []
    refused = client.get(f"{URL}/battles?status=lost")
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["field"] == "status"


def test_what_waits_names_its_campaign_and_version(campaign, marga, ana, berta, api):
    battle = begun(campaign, marga, skirmish(active="red"), red=ana, blue=berta)
    (row,) = api(ana).get(f"{URL}/waiting").json()
    assert row["campaign"] == campaign.name
    assert row["campaign_id"] == str(campaign.public_id)
    assert row["version"] == battle.version
    assert api(ana).get(f"{URL}/waiting/all").json()["battles"] == [row]


def test_nothing_waits_for_a_stranger(db, api):
    nothing = {"battles": [], "aftermaths": [], "hand_reports": [], "draws": [], "decisions": []}
    assert api().get(f"{URL}/waiting/all").json() == nothing


def test_unread_notices_name_what_they_are_about(campaign, marga, ana, berta, api):
    begun(campaign, marga, skirmish(active="red"), red=ana, blue=berta)
    client = api(ana)
    rows = client.get(f"{URL}/notices?unread=true").json()["results"]
    assert rows
    assert {row["campaign_id"] for row in rows} == {str(campaign.public_id)}
    assert all(row["scene"] for row in rows)
    client.post(f"{URL}/notices/read", {}, format="json")
    assert client.get(f"{URL}/notices?unread=true").json()["results"] == []
    assert client.get(f"{URL}/notices").json()["count"] == Notice.objects.filter(user=ana).count()


def test_posts_written_since(campaign, tavern, ana, berta, api):
    client = api(ana)
    url = f"{URL}/scenes/{tavern.public_id}/posts"
    written = [
        client.post(url, {"parts": [{"source": text}]}, format="json").json()["id"]
        for text in ("Uno", "Dos", "Tres")
    ]
    rows = client.get(f"{url}?after={written[0]}").json()["results"]
    assert [row["id"] for row in rows] == written[1:]
    aside = {"parts": [{"source": "Solo para mí", "audience": "gm"}]}
    hidden = client.post(url, aside, format="json").json()["id"]
    assert client.get(f"{url}?after={hidden}").json()["results"] == []
    assert api(berta).get(f"{url}?after={hidden}").status_code == 404


def test_the_desk_is_for_game_masters(campaign, marga, ana, berta, api):
    battle = begun(campaign, marga, skirmish(active="red"), red=ana, blue=berta)
    url = f"{URL}/campaigns/{campaign.public_id}/gm-desk"
    assert api(ana).get(url).json()["code"] == "gm_only"
    (row,) = api(marga).get(url).json()["blocked"]
    assert (row["battle"], row["side"]) == (str(battle.public_id), "red")
    assert row["version"] == battle.version


def test_places_are_proposed_to_the_side_whose_turn_it_is(campaign, marga, ana, berta, api):
    seats = (
        Seat(enlisted(campaign, ana).pk),
        Seat(enlisted(campaign, berta, "skaven_eshin", "Las Garras").pk),
    )
    battle = war(campaign, marga, *seats)
    url = f"{URL}/battles/{battle.public_id}"
    first, second = (ana, berta) if battle.state["active"] == "red" else (berta, ana)
    assert api(second).get(f"{url}/deployment").json()["orders"] == []
    told = api(first).get(f"{url}/deployment").json()
    assert {order["order"] for order in told["orders"]} == {"deploy"}
    sent = api(first).post(
        f"{url}/orders",
        {"orders": [*told["orders"], {"order": "end_phase"}]},
        headers={"If-Match": str(told["version"])},
    )
    assert sent.json()["accepted"] == len(told["orders"]) + 1
    of_others = api(second).get(f"{url}/deployment?side={told['side']}")
    assert of_others.json()["code"] == "not_your_side"
    battle.refresh_from_db()
    assert battle.status == BattleStatus.OPEN


def test_two_game_masters_do_not_tread_on_each_others_house_rules(campaign, marga, api):
    client = api(marga)
    url = f"{URL}/campaigns/{campaign.public_id}"
    seen = client.get(url)["ETag"]
    first = {"house_rules": {"run.enemy_distance": 15}}
    done = client.patch(url, first, format="json", headers={"If-Match": seen})
    assert done.status_code == 200
    assert done["ETag"] != seen
    second = {"house_rules": {}}
    refused = client.patch(url, second, format="json", headers={"If-Match": seen})
    assert (refused.status_code, refused.json()["code"]) == (412, "stale_campaign")
    assert client.get(url).json()["house_rules"] == first["house_rules"]
    again = client.patch(url, second, format="json", headers={"If-Match": done["ETag"]})
    assert again.json()["house_rules"] == {}


def test_who_asks_for_it_is_told_of_misspelt_names(campaign, marga, tavern, api):
    client = api(marga)
    url = f"{URL}/campaigns/{campaign.public_id}"
    assert client.patch(url, {"hand_report": True}, format="json").status_code == 200
    strict = {"Prefer": "handling=strict"}
    refused = client.patch(url, {"hand_report": True}, format="json", headers=strict)
    assert refused.status_code == 400
    (error,) = refused.json()["errors"]
    assert (error["field"], error["code"]) == ("hand_report", "unknown_field")
    post = {"parts": [{"source": "Hola", "audiance": "gm"}]}
    url = f"{URL}/scenes/{tavern.public_id}/posts"
    refused = client.post(url, post, format="json", headers=strict)
    assert refused.json()["errors"][0]["field"] == "parts.0.audiance"


def test_the_page_places_them_in_the_same_places(campaign, marga, ana, berta, api, client):
    seats = (
        Seat(enlisted(campaign, ana).pk),
        Seat(enlisted(campaign, berta, "skaven_eshin", "Las Garras").pk),
    )
    battle = war(campaign, marga, *seats)
    first = ana if battle.state["active"] == "red" else berta
    url = f"{URL}/battles/{battle.public_id}"
    proposed = api(first).get(f"{url}/deployment").json()["orders"]
    client.force_login(first)
    placed = client.post(f"/battles/{battle.public_id}/deploy", {"version": battle.version})
    assert placed.status_code == 302
    sent = client.post(f"/battles/{battle.public_id}/orders", {"version": battle.version})
    assert sent.status_code == 302
    warriors = api(first).get(url).json()["state"]["warriors"]
    assert {order["warrior"]: order["at"] for order in proposed} == {
        id: one["at"] for id, one in warriors.items() if one["at"] is not None
    }
