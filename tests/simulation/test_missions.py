"""Every scenario played to its end by the server, whatever its level, without a fault."""

from __future__ import annotations

import json

import pytest

from rules.__main__ import main
from rules.catalogue import load_catalogue

SCENARIOS = list(load_catalogue().scenarios)


def simulated(capsys, *options: str) -> dict:
    assert main(["simulate", "--json", "--warbands", "random", *options]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_scenario_is_played_to_its_end(capsys, scenario):
    """Battle 0 is one of the sample: folded, taken through JSON, replayed from its dice."""
    found = simulated(
        capsys, "--battles", "1", "--seed", "11", "--size", "5", "--scenario", scenario
    )
    assert found["violations"] == []
    assert any(name.startswith(f"{scenario}: ") for name in found["results"])


@pytest.mark.parametrize("level", ["1", "3"])
def test_all_in_turn_at_every_level(capsys, level):
    found = simulated(
        capsys,
        "--battles",
        "9",
        "--seed",
        "21",
        "--size",
        "4",
        "--scenario",
        "all",
        "--level",
        level,
    )
    assert found["violations"] == []
    assert {name.partition(":")[0] for name in found["results"] if ":" in name} == set(SCENARIOS)


def test_an_unknown_scenario_is_wrong_use(capsys):
    assert main(["simulate", "--scenario", "tea_party"]) == 2
    assert "tea_party" in capsys.readouterr().err
