"""REST of battles: a client plays one by what the server tells it."""

import pytest

from campaigns.models import Draft, OrderRow
from tests.campaigns.tables import begun, set_up, to_deploy
from tests.campaigns.test_api_campaigns import problem

URL = "/api/v1"
END = {"order": "end_phase", "through": "combat"}


@pytest.fixture
def battle(campaign, marga, ana, berta):
    return begun(campaign, marga, red=ana, blue=berta)


@pytest.fixture
def url(battle):
    return f"{URL}/battles/{battle.public_id}"


def test_the_detail_tells_state_and_version_in_native_units(url, battle, api, ana):
    response = api(ana).get(url)
    data = response.json()
    assert response.headers["ETag"] == f'"{battle.version}"'
    assert (data["unit"], data["status"], data["mine"]) == ("cm", "open", ["red"])
    assert data["my_turn"] is True
    assert data["state"]["phase"] == "start"
    assert data["state"]["warriors"]["rita"]["at"] == [15, 22, 0]
    assert len(data["commitment"]) == 64


def test_the_setup_is_pinned_and_native(url, battle, api, ana):
    data = api(ana).get(f"{url}/setup").json()
    assert (data["hash"], data["ruleset"], data["unit_size"]) == (
        battle.setup_hash,
        "partida",
        1_000,
    )
    rosa = next(one for one in data["warriors"] if one["id"] == "rosa")
    assert rosa["profile"]["M"] == 10
    assert data["board"]["size"] == [60, 40]
    assert set(data["catalogue"]["weapons"]) == {"fist", "sword", "bow"}


def test_legal_orders_are_for_who_plays_the_side(url, api, ana, berta, marga, carla):
    forms = api(ana).get(f"{url}/legal-orders").json()
    assert {form["kind"] for form in forms["forms"]} >= {"end_phase"}
    assert forms["side"] == "red"
    assert problem(api(berta).get(f"{url}/legal-orders?side=red")) == (403, "not_your_side")
    assert problem(api(carla).get(f"{url}/legal-orders?side=red")) == (403, "not_your_side")
    assert api(marga).get(f"{url}/legal-orders?side=red").json() == forms
    assert problem(api(ana).get(f"{url}/legal-orders?side=pink")) == (422, "unknown_side")


def test_reaches_of_forms_are_native(url, battle, api, ana):
    body = {"order": "end_phase", "through": "recovery"}
    api(ana).post(f"{url}/orders", body, headers={"If-Match": str(battle.version)})
    forms = api(ana).get(f"{url}/legal-orders").json()["forms"]
    walk = next(f for f in forms if f["kind"] == "move" and f["warrior"] == "rita")
    assert "20000" not in str(walk)


def test_an_order_needs_the_version_and_answers_with_events(url, battle, api, ana):
    client = api(ana)
    assert problem(client.post(f"{url}/orders", END)) == (428, "version_missing")
    stale = client.post(f"{url}/orders", END, headers={"If-Match": '"0"'})
    assert problem(stale) == (412, "stale")
    assert stale.json()["version"] == battle.version
    done = client.post(f"{url}/orders", END, headers={"If-Match": f'"{battle.version}"'})
    assert done.status_code == 200
    data = done.json()
    assert done.headers["ETag"] == f'"{data["version"]}"'
    assert [event["seq"] for event in data["events"]] == list(
        range(battle.version + 1, data["version"] + 1)
    )


def test_a_standing_order_for_parrying(url, battle, api, ana):
    client = api(ana)
    forms = client.get(f"{url}/legal-orders").json()["forms"]
    form = next(one for one in forms if one["kind"] == "guard")
    assert form["domains"]["parry"]["options"] == ["always", "once", "never"]
    body = {"order": "guard", "warrior": form["warrior"], "parry": "never"}
    done = client.post(f"{url}/orders", body, headers={"If-Match": str(battle.version)})
    assert done.status_code == 200, done.json()
    told = client.get(url).json()["state"]["warriors"][form["warrior"]]
    assert told["parrying"] == "never"
    again = client.get(f"{url}/legal-orders").json()["forms"]
    mine = next(
        one for one in again if one["kind"] == "guard" and one["warrior"] == form["warrior"]
    )
    assert mine["domains"]["parry"]["options"][0] == "never"


def test_a_standing_order_for_what_nobody_is_asked(url, battle, api, ana):
    client = api(ana)
    forms = client.get(f"{url}/legal-orders").json()["forms"]
    form = next(one for one in forms if one["kind"] == "prefer")
    assert form["domains"]["edge"]["options"] == ["west", "south", "east", "north"]
    body = {"order": "prefer", "warrior": form["warrior"], "what": "edge", "choice": "north"}
    done = client.post(f"{url}/orders", body, headers={"If-Match": str(battle.version)})
    assert done.status_code == 200, done.json()
    told = client.get(url).json()["state"]["warriors"][form["warrior"]]
    assert told["prefers"] == {"edge": "north"}
    version = done.json()["version"]
    for wrong, code in (("up", "not_an_option"), (7, "malformed_order")):
        refused = client.post(
            f"{url}/orders", {**body, "choice": wrong}, headers={"If-Match": str(version)}
        )
        assert (refused.status_code, refused.json()["code"]) == (422, code)
    spanish = {"Accept-Language": "es", "If-Match": str(version)}
    refused = client.post(f"{url}/orders", {**body, "choice": 7}, headers=spanish)
    assert refused.json()["detail"] == (
        "La orden no se entiende, en choice: hace falta un texto, no un número entero."
    )


def test_orders_with_a_text_are_one_turn(url, battle, api, ana):
    body = {
        "orders": [
            {"order": "end_phase", "through": "recovery"},
            {
                "order": "move",
                "warrior": "rita",
                "mode": "walk",
                "legs": [{"to": [20.5, 22, 0]}],
            },
        ],
        "text": "Adelante.",
    }
    client = api(ana)
    done = client.post(f"{url}/orders", body, headers={"If-Match": str(battle.version)}).json()
    assert done["accepted"] == 2
    moved = next(e["event"] for e in done["events"] if e["event"]["event"] == "Moved")
    assert moved["path"][-1] == [20.5, 22, 0]
    post = client.get(f"{URL}/scenes/{battle.scene.public_id}/posts").json()["results"][-1]
    assert (post["id"], post["orders"][1]["order"]) == (done["post"], "move")


def test_an_illegal_order_is_a_problem_with_code_rule_and_place(url, battle, api, ana):
    body = {"orders": [{"order": "shoot", "warrior": "rita", "weapon": "bow", "target": "blas"}]}
    response = api(ana).post(f"{url}/orders", body, headers={"If-Match": str(battle.version)})
    assert problem(response) == (422, "wrong_phase")
    data = response.json()
    assert (data["rule"], data["index"]) == ("P-TRN-01", 0)
    assert data["detail"]
    assert Draft.objects.get(user=ana).orders == body["orders"]


def test_a_repeated_request_is_answered_as_it_was(url, battle, api, ana):
    headers = {"If-Match": str(battle.version), "Idempotency-Key": "turn-1"}
    first = api(ana).post(f"{url}/orders", END, headers=headers)
    again = api(ana).post(f"{url}/orders", END, headers=headers)
    assert again.json() == first.json()
    assert again.headers["Idempotent-Replayed"] == "true"
    assert OrderRow.objects.count() == 2


def test_check_says_yes_or_why_not_and_changes_nothing(url, battle, api, ana):
    client = api(ana)
    assert client.post(f"{url}/check", {"order": END}).status_code == 204
    shot = {"order": "shoot", "warrior": "rita", "weapon": "bow", "target": "blas"}
    assert problem(client.post(f"{url}/check", {"order": shot})) == (422, "wrong_phase")
    assert OrderRow.objects.count() == 1


def test_the_feed_is_read_in_pages(url, battle, api, ana):
    client = api(ana)
    client.post(f"{url}/orders", END, headers={"If-Match": str(battle.version)})
    seen, since, more = [], 0, True
    while more:
        page = client.get(f"{url}/events?since={since}&limit=3").json()
        seen += [event["seq"] for event in page["events"]]
        since, more = seen[-1], page["more"]
    assert seen == list(range(1, page["version"] + 1))
    assert client.get(f"{url}/events?since={since}").json()["events"] == []
    assert problem(client.get(f"{url}/events?since=-1")) == (422, "bad_number")


def test_the_audit_shows_secrets_only_once_closed(url, battle, api, ana, marga):
    audit = api(ana).get(f"{url}/dice").json()
    assert audit["branches"][0]["secret"] is None
    assert audit["orders"][0]["rolls"] == []
    api(marga).post(f"{url}/cancel", {"reason": "fin"})
    shown = api(ana).get(f"{url}/dice").json()["branches"][0]
    assert len(shown["secret"]) == 64
    assert shown["commitment"] == audit["branches"][0]["commitment"]


def test_the_gms_acts(url, battle, api, marga, ana):
    gm, version = api(marga), battle.version
    for path in ("act", "adjust", "end", "rewind", "pause", "seat"):
        assert api(ana).post(f"{url}/gm/{path}", {}).status_code in (400, 403)
    body = {"warrior": "rita", "changes": {"at": [20, 20, 0]}, "reason": "Mal medido"}
    done = gm.post(f"{url}/gm/adjust", body, headers={"If-Match": str(version)}).json()
    assert done["events"][-1]["event"]["event"] == "Adjusted"
    acted = gm.post(
        f"{url}/gm/act",
        {"orders": [END | {"side": "red"}], "reason": "No llega"},
        headers={"If-Match": str(done["version"])},
    ).json()
    back = gm.post(
        f"{url}/gm/rewind",
        {"to_seq": done["version"], "reason": "Otra vez"},
        headers={"If-Match": str(acted["version"])},
    )
    assert back.status_code == 200
    assert back.json()["state"]["warriors"]["rita"]["at"] == [20, 20, 0]
    paused = gm.post(f"{url}/gm/pause", {"paused": True}).json()
    assert paused["status"] == "paused"
    assert gm.post(f"{url}/gm/pause", {"paused": False}).json()["status"] == "open"
    ended = gm.post(
        f"{url}/gm/end",
        {"winner": "red", "reason": "Tarde"},
        headers={"If-Match": str(back.json()["version"])},
    )
    assert ended.json()["status"] == "over"


def test_a_client_deploys_and_starts_by_the_forms(campaign, marga, ana, berta, api):
    battle = set_up(campaign, marga, to_deploy(), red=ana, blue=berta)
    url = f"{URL}/battles/{battle.public_id}"
    assert api(ana).put(f"{url}/seed", {"text": "mi semilla"}).json()["seed"] == "mi semilla"
    started = api(ana).post(f"{url}/start")
    assert started.json()["state"]["phase"] == "deployment"
    assert started.json()["seeds"] == [{"by": "Ana", "seed": "mi semilla"}]
    for _ in range(2):
        version = api(ana).get(url).json()["version"]
        side = api(ana).get(url).json()["waiting"][0]
        user, x = (ana, 5) if side == "red" else (berta, 55)
        forms = api(user).get(f"{url}/legal-orders").json()["forms"]
        warriors = sorted({f["warrior"] for f in forms if f["kind"] == "deploy"})
        orders = [
            {"order": "deploy", "warrior": id, "at": [x, 10 + 5 * n, 0]}
            for n, id in enumerate(warriors)
        ]
        body = {"orders": [*orders, {"order": "end_phase"}]}
        done = api(user).post(f"{url}/orders", body, headers={"If-Match": str(version)})
        assert done.status_code == 200, done.json()
    assert api(ana).get(url).json()["state"]["phase"] == "start"


@pytest.mark.parametrize("path", ["", "/setup", "/events", "/dice", "/legal-orders?side=red"])
def test_a_stranger_gets_404_everywhere(url, api, stranger, path):
    assert problem(api(stranger).get(url + path)) == (404, "not_found")
    assert problem(api().get(url + path)) == (404, "not_found")


def test_lists(url, battle, campaign, api, ana, stranger):
    found = api(ana).get(f"{URL}/battles").json()["results"]
    assert [one["id"] for one in found] == [str(battle.public_id)]
    found = api(ana).get(f"{URL}/battles?campaign={campaign.public_id}").json()["results"]
    assert found[0]["sides"][0]["waiting"] is True
    assert api(stranger).get(f"{URL}/battles").json()["results"] == []
    waiting = api(ana).get(f"{URL}/waiting").json()
    assert (waiting[0]["battle"], waiting[0]["side"]) == (str(battle.public_id), "red")
    boards = api(ana).get(f"{URL}/boards").json()
    assert {"id": "callejon", "name": "Tanners' Alley", "sides": 2} in boards
