"""The benchmarks must measure what they say: the right fights, the same log."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import duel, phase, replay, yardstick
from benchmarks.__main__ import main
from rules import encode

BATTLES = sorted(replay.FOLDER.glob("*.json"))


def test_perft_counts_chess_positions():
    assert yardstick.nodes_per_second(runs=1) > 0


def test_there_is_a_recorded_battle_of_12_against_12():
    assert any(len(replay.load(path).setup.warriors) == 24 for path in BATTLES)


@pytest.mark.parametrize("path", BATTLES, ids=lambda path: path.stem)
def test_recorded_battles_replay_to_the_same_log(path: Path):
    """They fail when the engine's answers change; `python -m benchmarks.record` writes new ones."""
    record = replay.load(path)
    assert replay.replay(record, record.setup) == encode(record.events)


def test_duels_come_out_as_the_chain_says():
    """20,000 fights are for the benchmark; a thousand show a gross fault."""
    chance, phases, _ = duel.exact()
    found = duel.fights(1_000)
    assert abs(found["wins"] / 1_000 - chance) < 4 * 0.5 / 1_000**0.5
    assert abs(found["phases"] / 1_000 - phases) < 0.5


def test_a_phase_holds_five_fights():
    state = phase.beginning()
    figures = phase.run(phases=5, runs=1)
    assert len(state.setup.warriors) == 24
    assert figures["events_per_phase"] > 10


def test_one_json_document(capsys):
    assert main(["duel", "--fights", "20", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["duel"]["fights"] == 20


def test_wrong_use(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["lunch"])
    assert capsys.readouterr().err.count("\n") == 1
