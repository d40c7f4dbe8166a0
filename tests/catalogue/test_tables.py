"""The campaign's tables: every face of a die gives one row, and the numbers are the rulebook's."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules.catalogue import load_catalogue

CATALOGUE = load_catalogue()
TABLES = CATALOGUE.tables


def row(table: str, face: int) -> dict:
    return next(r for r in TABLES[table]["rows"] if r["min"] <= face <= r.get("max", face))


@pytest.mark.parametrize(
    ("face", "id"),
    [
        (11, "dead"),
        (15, "dead"),
        (16, "multiple_injuries"),
        (21, "multiple_injuries"),
        (22, "leg_wound"),
        (35, "deep_wound"),
        (41, "full_recovery"),
        (55, "full_recovery"),
        (61, "captured"),
        (66, "survives_against_the_odds"),
    ],
)
def test_serious_injuries(face: int, id: str) -> None:
    assert row("serious_injury", face)["id"] == id


@pytest.mark.parametrize(("face", "id"), [(1, "lost"), (2, "lost"), (3, "recovered")])
def test_henchmen_are_lost_on_one_and_two(face: int, id: str) -> None:
    assert row("henchman_injury", face)["id"] == id


def test_thresholds_of_experience() -> None:
    experience = TABLES["experience"]
    assert experience["hero"][:6] == [2, 4, 6, 8, 11, 14]
    assert experience["hero"][-1] == experience["hero_most"] == 90
    assert experience["henchman"] == [2, 5, 9, 14]


@pytest.mark.parametrize(
    ("difference", "points"), [(0, 0), (50, 0), (51, 1), (76, 2), (150, 3), (151, 4), (301, 5)]
)
def test_underdogs(difference: int, points: int) -> None:
    rows = TABLES["underdog"]["rows"]
    found = next(r for r in rows if r["min"] <= difference <= r.get("max", difference))
    assert found["experience"] == points


@pytest.mark.parametrize(
    ("roll", "gives"),
    [(2, {"result": "skill"}), (7, {"one_of": ["WS", "BS"]}), (12, {"result": "skill"})],
)
def test_advances_of_heroes(roll: int, gives: dict) -> None:
    assert gives.items() <= row("hero_advance", roll).items()


def test_advances_of_henchmen_name_a_characteristic_or_a_talent() -> None:
    assert row("henchman_advance", 4)["characteristic"] == "I"
    assert row("henchman_advance", 11)["result"] == "lads_got_talent"


def test_every_pattern_of_exploration_has_one_place() -> None:
    found = {(place["face"], place["count"]) for place in TABLES["place"]}
    assert found == {(face, count) for face in range(1, 7) for count in range(2, 7)}
    assert len(TABLES["place"]) == 30


def test_every_place_serves_every_warband() -> None:
    for place in TABLES["place"]:
        named = {id for branch in place["branches"] for id in branch["for"]}
        assert "*" in place["branches"][-1]["for"]
        assert named - {"*"} <= set(CATALOGUE.warbands)


def test_shards_rise_with_the_sum() -> None:
    rows = TABLES["exploration"]["shards"]
    assert [r["shards"] for r in rows] == [1, 2, 3, 4, 5, 6, 7]
    edges = [(r["min"], r.get("max")) for r in rows]
    assert all(high + 1 == low for (_, high), (low, _) in pairwise(edges))


def test_wyrdstone_brings_more_by_the_shard_and_less_by_the_mouth() -> None:
    gold, sizes = TABLES["wyrdstone"]["gold"], TABLES["wyrdstone"]["sizes"]
    assert len(gold) == 8
    assert gold[0] == [45, 40, 35, 30, 30, 25]
    for shards in gold:
        assert len(shards) == len(sizes)
        assert shards == sorted(shards, reverse=True)
    for fewer, more in pairwise(gold):
        assert all(a < b for a, b in zip(fewer, more, strict=True))


def test_racial_maxima_of_humans() -> None:
    human = next(race for race in TABLES["race"] if race["id"] == "human")
    assert human["profile"]["M"] == {"cm": 10, "um": 4}
    assert human["profile"]["Ld"] == 9


def test_nine_scenarios_and_a_table_to_choose_one() -> None:
    assert [s.number for s in CATALOGUE.scenarios.values()] == list(range(1, 10))
    rolls = {r["roll"]: r.get("scenario") for r in TABLES["selection"]["rows"]}
    assert rolls[7] == "skirmish"
    assert sorted(rolls) == list(range(2, 13))
