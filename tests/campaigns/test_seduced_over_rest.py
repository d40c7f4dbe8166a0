"""Orders to an enemy whom a spell has seduced, over REST: given, refused, and who may read them
(P-CHA-SLA)."""

from __future__ import annotations

import pytest

from tests.campaigns.wizards import Table, band, join, knows, lay, staged

pytestmark = pytest.mark.django_db
MAGE = "Malaquías"


@pytest.fixture
def table(campaign, marga, ana, berta, api, monkeypatch):
    """Ana's Magister has seduced Berta's Greta; her comrade Klaus stands 10 cm from her."""
    cult = band(
        campaign,
        ana,
        "cult_of_the_possessed",
        "Los Ungidos",
        ("magister", MAGE, 1),
        ("darksoul", "Rabia", 1),
        ("brethren", "Hermanos", 3),
    )
    crows = band(
        campaign,
        berta,
        "reikland",
        "Los Cuervos",
        ("mercenary_captain", "Otto", 1),
        ("champion", "Greta", 1),
        ("champion", "Klaus", 1),
        ("warrior", "Tropa", 3),
    )
    knows(cult, MAGE, "seduction_of_slaanesh", god="slaanesh")
    join(campaign, cult)
    join(campaign, crows)
    places = {MAGE: (40, 40), "Greta": (50, 40), "Klaus": (60, 40)}
    table = Table(staged(marga, campaign, cult, crows, places))
    assert api(marga).post(f"{table.url}/start").status_code == 200
    lay(monkeypatch, cast=[4, 4])
    table.cast(api(ana), MAGE, "seduction_of_slaanesh", "Greta")
    return table


def command(table, *orders):
    greta = table.warrior["Greta"]
    told = [{"side": "red", "warrior": greta, **order} for order in orders]
    return {"order": "command", "warrior": greta, "orders": told}


def refused(table, client, *orders):
    version = client.get(table.url).json()["version"]
    answer = client.post(
        f"{table.url}/orders",
        {"orders": [command(table, *orders)]},
        headers={"If-Match": str(version)},
    )
    assert answer.status_code == 422, answer.json()
    return answer.json()


def charge(table):
    return {"order": "charge", "targets": [table.warrior["Klaus"]]}


def test_who_gave_the_orders_reads_them_and_so_does_the_game_master(table, api, ana, berta, marga):
    assert api(ana).get(table.url).json()["told_beforehand"] == []
    table.send(api(ana), command(table, charge(table)))
    (told,) = api(ana).get(table.url).json()["told_beforehand"]
    assert (told["order"], told["targets"]) == ("charge", [table.warrior["Klaus"]])
    assert api(marga).get(table.url).json()["told_beforehand"] == [told]


def test_whom_they_are_about_reads_nothing_of_them_until_the_end(table, api, ana, berta, marga):
    table.send(api(ana), command(table, charge(table)))
    assert api(berta).get(table.url).json()["told_beforehand"] == []
    table.end(api(marga))
    assert len(api(berta).get(table.url).json()["told_beforehand"]) == 1


def test_lengths_are_in_the_unit_of_the_battle(table, api, ana):
    way = {"order": "move", "mode": "walk", "legs": [{"to": [50, 45, 0]}]}
    table.send(api(ana), command(table, way))
    (told,) = api(ana).get(table.url).json()["told_beforehand"]
    assert told["legs"] == [{"to": [50, 45, 0]}]


def test_nothing_ordered_has_a_reason_of_its_own(table, api, ana):
    problem = refused(table, api(ana))
    assert (problem["code"], problem["rule"]) == ("nothing_ordered", "P-CHA-SLA")
    assert "say what this warrior is to do" in problem["detail"]


def test_a_way_that_is_too_long_is_refused_at_once(table, api, ana):
    way = {"order": "move", "mode": "walk", "legs": [{"to": [50, 60, 0]}]}
    assert refused(table, api(ana), way)["code"] == "too_far"


def test_a_way_off_the_table_is_refused_at_once(table, api, ana):
    way = {"order": "move", "mode": "walk", "legs": [{"to": [50, -5, 0]}]}
    assert refused(table, api(ana), way)["code"] == "path_blocked"


def test_nobody_is_told_to_attack_the_magisters_side(table, api, ana):
    order = {"order": "charge", "targets": [table.warrior[MAGE]]}
    assert refused(table, api(ana), order)["code"] == "illegal_target"
