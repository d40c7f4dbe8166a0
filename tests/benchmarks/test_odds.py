"""The comparison of odds and engine: it finds what differs, and goes on where it was."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from benchmarks import odds


def test_p_values_are_those_of_the_binomial_distribution():
    assert odds.p_value(5, 10, 0.5) == 1
    assert odds.p_value(0, 10, 0.5) == pytest.approx(2 / 1024)
    assert odds.p_value(9, 10, 0.5) == pytest.approx(22 / 1024)
    assert odds.p_value(1, 20_000, 0.0) == 0
    assert odds.p_value(0, 20_000, 0.0) == 1


def test_a_wrong_chance_is_a_miss_and_a_right_one_is_not():
    setup, known, _ = odds.duel_pair("test:0")
    luck = odds.Luck("test")
    right, _phases = odds.duels(setup, known, 400, luck)
    assert right["p"] >= odds.LIMIT
    wrong = known._replace(a=known.a + (Fraction(1, 4) if known.a < Fraction(1, 2) else -1) / 2)
    missed, _phases = odds.duels(setup, wrong, 400, luck)
    assert odds.misses({"found": [missed]}) == ["duel won"]


def test_a_run_goes_on_where_it_was(tmp_path, capsys):
    out = tmp_path / "lines"
    arguments = ["--fights", "60", "--seed", "4", "--out", str(out)]
    assert odds.main(["--pairs", "1", *arguments]) == 0
    first = out.read_text()
    assert odds.main(["--pairs", "3", *arguments]) == 0
    assert out.read_text().startswith(first)
    document = json.loads(capsys.readouterr().out.split("\n}\n")[1] + "\n}")
    assert document["pairs"] == 3
    assert document["comparisons"] >= 18
    assert document["disagreements"] == []
