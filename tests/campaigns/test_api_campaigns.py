"""REST of campaigns, scenes and posts: the same rules as everywhere, as problem documents."""

import pytest

from campaigns.models import Campaign, Post, SceneKind

URL = "/api/v1"


@pytest.fixture
def gm(api, marga):
    return api(marga)


def problem(response) -> tuple[int, str]:
    assert response.headers["Content-Type"].startswith("application/problem+json")
    return response.status_code, response.json()["code"]


def test_founding_reading_and_changing_a_campaign(api, make_user):
    client = api(make_user("otto"))
    made = client.post(f"{URL}/campaigns", {"name": "Verano", "language": "en"})
    assert made.status_code == 201
    assert made.json()["role"] == "gm"
    url = f"{URL}/campaigns/{made.json()['id']}"
    assert client.get(url).json()["name"] == "Verano"
    assert client.patch(url, {"is_public": True}).json()["is_public"] is True
    assert [one["name"] for one in client.get(f"{URL}/campaigns").json()["results"]] == ["Verano"]


def test_house_rules_are_checked_with_every_fault_named(gm):
    body = {"name": "X", "house_rules": {"no.such": 1}}
    response = gm.post(f"{URL}/campaigns", body)
    assert problem(response) == (422, "bad_house_rules")
    (fault,) = response.json()["errors"]
    assert fault["name"] == fault["field"] == "no.such"
    assert fault["detail"].startswith("no.such: ")


def test_the_same_key_founds_one_campaign(gm):
    for _ in range(2):
        made = gm.post(f"{URL}/campaigns", {"name": "Una"}, headers={"Idempotency-Key": "a"})
        assert made.status_code == 201
    assert made.headers["Idempotent-Replayed"] == "true"
    assert Campaign.objects.filter(name="Una").count() == 1
    other = gm.post(f"{URL}/campaigns", {"name": "Otra"}, headers={"Idempotency-Key": "a"})
    assert problem(other) == (422, "key_reused")


@pytest.mark.parametrize(
    "path",
    ["", "/members", "/scenes", "/warbands", "/invitations", "/gm-actions"],
)
def test_a_stranger_gets_404_everywhere(campaign, api, stranger, path):
    url = f"{URL}/campaigns/{campaign.public_id}{path}"
    assert problem(api(stranger).get(url)) == (404, "not_found")
    assert problem(api().get(url)) == (404, "not_found")


def test_the_gms_lists_are_the_gms(campaign, api, ana, gm):
    for path in ("invitations", "gm-actions"):
        url = f"{URL}/campaigns/{campaign.public_id}/{path}"
        assert problem(api(ana).get(url)) == (403, "gm_only")
        assert gm.get(url).status_code == 200


def test_an_invitation_from_link_to_member(campaign, gm, api, stranger):
    made = gm.post(f"{URL}/campaigns/{campaign.public_id}/invitations", {"uses": 2})
    token = made.json()["token"]
    guest = api(stranger)
    assert guest.get(f"{URL}/invitations/accept", {"token": token}).status_code == 405
    joined = guest.post(f"{URL}/invitations/accept", {"token": token})
    assert (joined.status_code, joined.json()["role"]) == (200, "player")
    listed = gm.get(f"{URL}/campaigns/{campaign.public_id}/invitations").json()["results"][0]
    assert listed["used"] == 1
    assert "token" not in listed
    url = f"{URL}/campaigns/{campaign.public_id}/invitations/{listed['id']}"
    assert gm.delete(url).status_code == 204
    again = api().post(f"{URL}/invitations/accept", {"token": token})
    assert again.status_code == 401


def test_scenes_and_posts(campaign, api, ana, berta, carla):
    client = api(ana)
    scene = client.post(
        f"{URL}/campaigns/{campaign.public_id}/scenes", {"title": "El muelle"}
    ).json()
    assert scene["kind"] == SceneKind.FREE
    posts = f"{URL}/scenes/{scene['id']}/posts"
    written = client.post(posts, {"parts": [{"source": "*Niebla.*"}]})
    assert written.status_code == 201
    assert written.json()["parts"][0]["html"].strip() == "<p><em>Niebla.</em></p>"
    assert written.json()["author"]["name"] == "Ana"
    assert problem(api(carla).post(posts, {"parts": [{"source": "x"}]})) == (403, "spectators_read")
    assert client.get(posts).json()["count"] == 1
    listed = api(berta).get(f"{URL}/campaigns/{campaign.public_id}/scenes").json()["results"]
    counts = {one["title"]: (one["posts_count"], one["unread"]) for one in listed}
    assert counts["El muelle"] == (1, 1)
    assert api(berta).post(f"{URL}/scenes/{scene['id']}/read").status_code == 204
    listed = api(berta).get(f"{URL}/campaigns/{campaign.public_id}/scenes").json()["results"]
    assert [one["unread"] for one in listed if one["title"] == "El muelle"] == [0]


def test_secret_parts_don_t_leave_by_rest(scenes, api, ana, berta, carla, member):
    posts = f"{URL}/scenes/{scenes.public.public_id}/posts"
    named = [str(member(berta).public_id)]
    parts = [
        {"source": "abierto"},
        {"source": "cerrado", "audience": "named", "members": named},
    ]
    assert api(ana).post(posts, {"parts": parts}).json()["parts"][1]["members"] == named
    assert len(api(berta).get(posts).json()["results"][0]["parts"]) == 2
    text = api(carla).get(posts).content.decode()
    assert "abierto" in text
    assert "cerrado" not in text


def test_a_draft_is_its_owners(tavern, api, ana, berta):
    url = f"{URL}/scenes/{tavern.public_id}/draft"
    assert api(ana).put(url, {"text": "a medias"}).status_code == 200
    assert api(ana).get(url).json()["text"] == "a medias"
    assert problem(api(berta).get(url)) == (404, "not_found")
    assert api(ana).delete(url).status_code == 204
    assert problem(api(ana).get(url)) == (404, "not_found")


def test_a_read_only_token_changes_nothing(tavern, api, ana):
    client = api(ana, scope="read")
    url = f"{URL}/scenes/{tavern.public_id}/posts"
    assert client.get(url).status_code == 200
    assert problem(client.post(url, {"parts": [{"source": "x"}]})) == (403, "token_read_only")
    assert not Post.objects.exists()


def test_visitors_of_an_open_campaign_read_but_do_not_write(public, tavern, api):
    url = f"{URL}/scenes/{tavern.public_id}/posts"
    assert api().get(url).status_code == 200
    assert api().post(url, {"parts": [{"source": "x"}]}).status_code == 401


def test_a_bad_body_names_its_fields(tavern, api, ana):
    url = f"{URL}/scenes/{tavern.public_id}/posts"
    response = api(ana).post(url, {"parts": [{"audience": "all"}]})
    assert problem(response) == (400, "invalid")
    assert response.json()["errors"][0]["field"] == "parts.0.source"
