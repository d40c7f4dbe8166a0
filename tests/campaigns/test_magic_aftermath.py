"""What spells leave behind, over REST: from the cast through the battle's end to the roster."""

from __future__ import annotations

from operator import itemgetter

import pytest

from campaigns import outbox
from tests.campaigns.wars import settle
from tests.campaigns.wizards import Table, band, fighter, join, knows, lay, roster, staged
from warbands.services import equipment_buy

pytestmark = pytest.mark.django_db
MAGE = "Malaquías"


@pytest.fixture
def cult(campaign, ana):
    return band(
        campaign,
        ana,
        "cult_of_the_possessed",
        "Los Ungidos",
        ("magister", MAGE, 1),
        ("darksoul", "Rabia", 1),
        ("brethren", "Hermanos", 4),
    )


@pytest.fixture
def crows(campaign, berta):
    made = band(
        campaign,
        berta,
        "reikland",
        "Los Cuervos",
        ("mercenary_captain", "Otto", 1),
        ("champion", "Greta", 1),
        ("champion", "Klaus", 1),
        ("warrior", "Tropa", 3),
    )
    return join(campaign, made)


@pytest.fixture
def fight(campaign, marga, cult, crows, api):
    """`fight("spell", god="tzeentch")`: the Magister knows it; Greta 10 cm before him."""

    def begin(*spells, god="tzeentch", at=None, **more):
        knows(cult, MAGE, *spells, god=god)
        join(campaign, cult)
        places = {MAGE: (40, 40), "Greta": (50, 40), "Rabia": (40, 60), **(at or {})}
        table = Table(staged(marga, campaign, cult, crows, places, **more))
        assert api(marga).post(f"{table.url}/start").status_code == 200
        return table

    return begin


def steps_of(table, client, warband, step):
    return [row for row in table.steps(client, warband) if row["step"]["step"] == step]


def test_whom_the_eye_of_god_takes_is_back_without_a_roll(
    fight, crows, api, ana, berta, marga, monkeypatch
):
    table = fight("eye_of_god")
    lay(monkeypatch, cast=[4, 4], spell_table=[1])
    table.cast(api(ana), MAGE, "eye_of_god", "Greta", choice="A")
    state = api(berta).get(table.url).json()["state"]
    assert state["warriors"][table.warrior["Greta"]]["status"] == "out_of_action"
    table.end(api(marga))
    assert steps_of(table, api(berta), crows, "serious_injury") == []
    greta = fighter(api(berta), crows, "Greta")
    assert (greta["fate"], greta["injuries"], greta["misses"]) == ("active", [], 0)


def test_who_is_burnt_down_by_tzeentch_is_changed_on_a_five(
    fight, crows, api, ana, berta, marga, monkeypatch
):
    table = fight("fires_of_tzeentch")
    lay(
        monkeypatch,
        cast=[4, 4],
        spell_hits=[1],
        to_wound=[6],
        injury=[6],
        serious_injury=[4, 4],
        mutation=[5],
        random_pick=[1, 2],
    )
    table.cast(api(ana), MAGE, "fires_of_tzeentch", "Greta")
    table.end(api(marga))
    (step,) = steps_of(table, api(berta), crows, "mutation")
    assert "Greta" in " ".join(step["lines"])
    greta = fighter(api(berta), crows, "Greta")
    assert {"great_claw", "possessed"} <= {rule["id"] for rule in greta["rules"]}


def test_on_a_four_nobody_is_changed(fight, crows, api, ana, berta, marga, monkeypatch):
    table = fight("fires_of_tzeentch")
    lay(
        monkeypatch,
        cast=[4, 4],
        spell_hits=[1],
        to_wound=[6],
        injury=[6],
        serious_injury=[4, 4],
        mutation=[4],
    )
    table.cast(api(ana), MAGE, "fires_of_tzeentch", "Greta")
    table.end(api(marga))
    greta = fighter(api(berta), crows, "Greta")
    assert "possessed" not in {rule["id"] for rule in greta["rules"]}


def burn_one_of_three(fight, client, monkeypatch, mutation):
    """Troop 2 goes down in the fires and lives; the rest of the troop is unhurt."""
    table = fight("fires_of_tzeentch", at={"Tropa 2": (50, 40), "Greta": (100, 100)})
    lay(
        monkeypatch,
        cast=[4, 4],
        spell_hits=[1],
        to_wound=[6],
        injury=[6],
        serious_injury=[5],
        mutation=[mutation],
        random_pick=[1, 2],
    )
    table.cast(client, MAGE, "fires_of_tzeentch", "Tropa 2")
    return table


def troop(client, crows):
    return {row["name"]: row for row in roster(client, crows)["henchmen"]}


def test_one_of_a_group_who_is_changed_stands_alone_with_what_the_group_has(
    fight, crows, api, ana, berta, marga, monkeypatch
):
    key = crows.fighters.get(name="Tropa").key
    equipment_buy(actor=berta, warband=crows, fighter=key, item="mace")
    table = burn_one_of_three(fight, api(ana), monkeypatch, 5)
    table.end(api(marga))
    (step,) = steps_of(table, api(berta), crows, "mutation")
    assert "Tropa 2 goes on apart from the rest of his group." in step["lines"]
    assert "Mutation of Tropa 2: 5." in step["lines"]
    rows = troop(api(berta), crows)
    one, rest = rows["Tropa 2"], rows["Tropa"]
    assert (one["size"], rest["size"]) == (1, 2)
    arms, others = (sorted(row["equipment"], key=itemgetter("item")) for row in (one, rest))
    assert arms == others
    assert one["experience"] == rest["experience"] == 1
    assert {"great_claw", "possessed"} <= {rule["id"] for rule in one["rules"]}
    assert "possessed" not in {rule["id"] for rule in rest["rules"]}


def test_a_corrected_die_gives_him_back_to_his_group(
    fight, crows, api, ana, berta, marga, monkeypatch
):
    table = burn_one_of_three(fight, api(ana), monkeypatch, 5)
    table.end(api(marga))
    rating = roster(api(berta), crows)["rating"]
    rows = api(marga).get(f"{table.url}/aftermaths").json()
    row = next(one for one in rows if one["warband"] == str(crows.pk))
    (step,) = steps_of(table, api(berta), crows, "mutation")
    answer = api(marga).post(
        f"/api/v1/aftermaths/{row['id']}/corrections",
        {"step": step["number"], "dice": [4], "reason": "El dado se cayó de la mesa"},
        headers={"If-Match": str(row["version"])},
    )
    assert answer.status_code == 200, answer.json()
    outbox.run_due(limit=500)
    rows = troop(api(berta), crows)
    assert [(name, one["size"]) for name, one in rows.items()] == [("Tropa", 3)]
    assert roster(api(berta), crows)["rating"] == rating


def test_the_pestilence_takes_one_of_a_group_out_of_the_next_battle_alone(
    fight, crows, api, ana, berta, marga, monkeypatch
):
    table = fight("pestilence_of_nurgle", god="nurgle", at={"Greta": (42, 40)}, phase="combat")
    lay(
        monkeypatch,
        to_hit=[6],
        to_wound=[5],
        injury=[1],
        infection=[5, 6, 6, 2],
        random_pick=[1, 3, 1, 4],
    )
    table.send(api(ana), {"order": "end_phase", "through": "combat"})
    table.end(api(marga))
    rows = troop(api(berta), crows)
    assert {name: (row["size"], row["misses"]) for name, row in rows.items()} == {
        "Tropa": (1, 0),
        "Tropa 1": (2, 1),
    }


def test_the_pestilence_goes_from_man_to_man_and_they_miss_the_next_battle(
    campaign, fight, crows, api, ana, berta, marga, monkeypatch
):
    table = fight("pestilence_of_nurgle", god="nurgle", at={"Greta": (42, 40)}, phase="combat")
    laid = lay(
        monkeypatch,
        to_hit=[6],
        to_wound=[5],
        injury=[1],
        infection=[5, 6, 2],
        random_pick=[1, 2],
    )
    table.send(api(ana), {"order": "end_phase", "through": "combat"})
    assert table.events(api(ana), "PostMark")[0]["hook"] == "infection"
    table.end(api(marga))
    assert (laid["infection"], laid["random_pick"]) == ([], [])
    misses = {
        row["name"]: row["misses"]
        for part in ("heroes", "henchmen")
        for row in roster(api(berta), crows)[part]
    }
    assert misses == {"Otto": 0, "Greta": 1, "Klaus": 1, "Tropa": 0}


def test_the_first_daemon_is_thirty_points_of_rating_for_good(
    fight, cult, api, ana, marga, monkeypatch
):
    key = cult.fighters.get(name=MAGE).key
    equipment_buy(actor=ana, warband=cult, fighter=key, item="summoning_candles")
    table = fight("daemon_gate_summoning", god="nurgle", at={"Greta": (100, 100)}, phase="movement")
    before = roster(api(ana), cult)["rating"]
    lay(monkeypatch, cast=[6, 6])
    table.cast(api(ana), MAGE, "daemon_gate_summoning")
    table.send(api(ana), {"order": "end_phase", "through": "combat"})
    berta_plays = api(marga)
    table.send(
        berta_plays, {"order": "end_phase", "side": "blue", "through": "combat"}, to="gm/act"
    )
    table.send(api(ana), {"order": "end_phase", "through": "movement"})
    table.cast(api(ana), MAGE, "daemon_gate_summoning")
    assert table.events(api(ana), "Summoned")
    table.end(api(marga))
    settle(table.battle)
    lines = api(ana).get(f"/api/v1/warbands/{cult.pk}/ledger").json()["results"]
    assert 30 in [line["rating"] for line in lines]
    gained = sum(line["rating"] for line in lines if line["battle"] == str(table.battle.public_id))
    assert roster(api(ana), cult)["rating"] == before + gained


def test_the_candles_of_the_circle_are_used_up(fight, cult, api, ana, marga, monkeypatch):
    key = cult.fighters.get(name=MAGE).key
    equipment_buy(actor=ana, warband=cult, fighter=key, item="summoning_candles", n=2)
    table = fight("daemon_gate_summoning", god="nurgle", at={"Greta": (100, 100)}, phase="movement")
    lay(monkeypatch)
    table.cast(api(ana), MAGE, "daemon_gate_summoning")
    table.end(api(marga))
    carried = {row["item"]: row["n"] for row in fighter(api(ana), cult, MAGE)["equipment"]}
    assert carried["summoning_candles"] == 1
