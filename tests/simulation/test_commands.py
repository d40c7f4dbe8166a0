"""The command lines: documents, exit statuses, one line for wrong use."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from rules.__main__ import main

SWORD = 'weapons = ["sword"]\n'
AXE = 'weapons = ["axe"]\narmour = ["light_armour"]\n'


@pytest.fixture
def fighters(tmp_path):
    a, b = tmp_path / "a.toml", tmp_path / "b.toml"
    a.write_text(SWORD)
    b.write_text(f"[[warriors]]\n{AXE}")
    return [str(a), str(b)]


def test_duel_as_json(fighters, capsys):
    assert main(["duel", *fighters, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["win"]["a"] == "3225274593666821818949/6338669368698424918434"
    assert Fraction(found["win"]["a"]) + Fraction(found["win"]["b"]) == 1
    assert round(float(Fraction(found["expected_phases"])), 4) == 4.0848
    assert found["blow"]["a"]["standing"] == {
        "none": "169/216",
        "knocked_down": "101/1944",
        "stunned": "43/648",
        "out_of_action": "193/1944",
    }
    assert found["blow"]["b"]["knocked_down"]["out_of_action"] == "1/2"


@pytest.mark.parametrize(("charger", "chance"), [("a", 0.515472), ("b", 0.502178)])
def test_duel_with_a_charger(fighters, capsys, charger, chance):
    assert main(["duel", *fighters, "--charger", charger, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert round(float(Fraction(found["win"]["a"])), 6) == chance


def test_duel_in_words(fighters, capsys):
    assert main(["duel", *fighters]) == 0
    assert "a wins: 50.88 %" in capsys.readouterr().out


def test_a_duel_without_end(tmp_path, capsys):
    weak = tmp_path / "weak.toml"
    weak.write_text("profile = { S = 1, T = 6 }\n")
    assert main(["duel", str(weak), str(weak), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["expected_phases"] is None


def test_simulate_as_json(capsys):
    assert main(["simulate", "--battles", "1", "--seed", "3", "--size", "4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["battles"] == 1
    assert found["violations"] == []
    assert found["events"] > found["orders"] > 0
    assert set(found) == {
        "battles",
        "seconds",
        "battles_per_s",
        "orders",
        "orders_per_s",
        "dice",
        "events",
        "events_per_s",
        "violations",
        "results",
    }


WRONG = [
    [],
    ["dance"],
    ["simulate", "--ruleset", "perdidos"],
    ["simulate", "--ruleset", "nowhere"],
    ["simulate", "--magic", "winds"],
    ["simulate", "--magic", "difficulty", "--spells", "abracadabra"],
    ["simulate", "--spells", "call_of_vanhel"],
    ["simulate", "--henchmen", "gnome"],
    ["simulate", "--battles", "0"],
    ["simulate", "--battles", "many"],
    ["simulate", "--warbands", "reikland"],
    ["simulate", "--warbands", "reikland,gnomes"],
    ["simulate", "--colour"],
    ["duel", "nobody.toml", "nobody.toml"],
    ["duel"],
]


@pytest.mark.parametrize("argv", WRONG)
def test_wrong_use_is_one_line(argv, capsys):
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "text", ["weapons = [", 'weapons = ["spoon"]', "size = 3", "[[warriors]]\n[[warriors]]\n"]
)
def test_a_file_that_is_no_fighter(tmp_path, fighters, text, capsys):
    bad = tmp_path / "bad.toml"
    bad.write_text(text)
    assert main(["duel", fighters[0], str(bad)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_help(capsys):
    assert main(["--help"]) == 0
    assert "--json" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["simulate", "duel", "scenario"])
def test_help_of_a_command(command, capsys):
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])
    assert "--json" in capsys.readouterr().out
