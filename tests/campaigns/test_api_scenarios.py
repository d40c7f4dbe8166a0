"""REST of scenarios: a client sets one up, rolls for it, deploys unseen and reads how it stands."""

import pytest

from tests.campaigns.wars import enlisted

URL = "/api/v1"


@pytest.fixture
def bands(campaign, ana, berta):
    return enlisted(campaign, ana), enlisted(campaign, berta, "skaven_eshin", "Garra Nocturna")


def body(campaign, bands, **more):
    return {
        "campaign": str(campaign.public_id),
        "board": "ruins:7",
        "ask": False,
        "sides": [{"warband": str(one.pk)} for one in bands],
        **more,
    }


def test_the_nine_are_listed(api, ana):
    rows = api(ana).get(f"{URL}/scenarios").json()
    assert [row["number"] for row in rows] == list(range(1, 10))
    assert all(row["name"] for row in rows)


def test_a_roll_on_the_table(api, marga, ana, campaign, bands):
    url = f"{URL}/campaigns/{campaign.public_id}/scenario-roll"
    data = {"warbands": [str(one.pk) for one in bands]}
    rolled = api(marga).post(url, data, format="json").json()
    assert len(rolled["dice"]) == 2
    assert rolled["chooser"] in data["warbands"]
    assert api(ana).post(url, data, format="json").status_code == 403


def test_from_set_up_to_an_unseen_deployment(api, marga, ana, berta, campaign, bands):
    made = api(marga).post(
        f"{URL}/battles",
        body(campaign, bands, scenario="skirmish", secret=True),
        format="json",
    )
    assert made.status_code == 201
    assert made.json()["scenario"] == "skirmish"
    url = f"{URL}/battles/{made.json()['id']}"
    now = api(marga).post(f"{url}/start").json()
    assert now["unseen"]
    assert sorted(now["waiting"]) == ["blue", "red"]
    assert api(ana).get(f"{url}/setup").json()["mission"]["row"]["id"] == "skirmish"
    for user, side in ((ana, "red"), (berta, "blue")):
        forms = api(user).get(f"{url}/legal-orders?side={side}").json()["forms"]
        deploy = [form for form in forms if form["kind"] == "deploy"]
        (low, high) = (
            deploy[0]["domains"]["at"]["ground"]["zones"][0][key] for key in ("low", "high")
        )
        y = 5 if low[1] == 0 else high[1] - 5
        orders = [
            {"order": "deploy", "warrior": form["warrior"], "at": [10 + 5 * n, y, 0]}
            for n, form in enumerate(deploy)
        ]
        answer = api(user).put(f"{url}/deployment", {"orders": orders}, format="json")
        assert answer.status_code == 200, answer.json()
        assert answer.json() == {"shown": side == "blue"}
    after = api(ana).get(url).json()
    assert after["state"]["phase"] == "start"
    assert all(one["at"] for one in after["state"]["warriors"].values())
    assert set(after["state"]["mission"]["edges"].values()) == {"south", "north"}


@pytest.mark.parametrize("wrong", [{"scenario": "tea_party"}, {"board": "ruins:none"}])
def test_what_is_not_there_is_a_problem(api, marga, campaign, bands, wrong):
    answer = api(marga).post(f"{URL}/battles", body(campaign, bands, **wrong), format="json")
    assert answer.status_code == 422
    assert answer.json()["code"] in ("unknown_scenario", "unknown_board")
