"""Coverage of the ledgers by scenario files, its command, and the floor that holds it up."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rules import rulebook
from rules.coverage import CoverageError, coverage

SCENARIOS = Path(__file__).parents[1] / "scenarios"
FLOOR = Path(__file__).parent / "coverage_floor.toml"


def case(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    case(tmp_path, "partida/P-COV-03-wall.toml", 'rules = ["P-COV-03", "P-SHO-16"]')
    case(tmp_path, "partida/deep/P-COV-03-friend.toml", 'rules = ["P-COV-03"]')
    case(tmp_path, "vientos/W-SYS-01.toml", 'rules = ["W-SYS-01"]')
    return tmp_path


@pytest.fixture
def playable(tmp_path: Path) -> Path:
    """Two cases that pass."""
    for name in ("P-SHO-04-engaged-models-do-not-shoot.toml", "P-ARM-01-saved.toml"):
        text = (SCENARIOS / "partida" / name).read_text(encoding="utf-8")
        case(tmp_path, f"partida/{name}", text)
    return tmp_path


def test_an_id_counts_once_however_many_cases_show_it(folder: Path) -> None:
    found = coverage(folder)
    assert (found.ledgers["partida"].covered, found.ledgers["partida"].total) == (2, 235)
    assert found.ledgers["vientos"].covered == 1
    assert found.ledgers["perdidos"].covered == 0
    assert found.ledgers["partida"].cases == {"P-SHO-16": 1, "P-COV-03": 2}
    assert found.unknown == found.failed == ()


def test_of_played_cases_only_those_that_pass_count(playable: Path) -> None:
    kept = coverage(playable, played=True)
    assert kept.ledgers["partida"].cases["P-ARM-01"] == 1
    assert kept.failed == ()
    path = playable / "partida" / "P-ARM-01-saved.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("wounds = 2", "wounds = 1"), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != text
    fallen = coverage(playable, played=True)
    assert fallen.failed == (str(path),)
    assert "P-ARM-01" in fallen.ledgers["partida"].uncovered
    assert coverage(playable).ledgers["partida"].cases["P-ARM-01"] == 1


def test_what_isnt_covered_is_listed_in_the_ledgers_order(folder: Path) -> None:
    uncovered = coverage(folder).ledgers["partida"].uncovered
    assert uncovered == tuple(
        id for id in rulebook.ids("partida") if id not in ("P-COV-03", "P-SHO-16")
    )


def test_unknown_ids_are_named(folder: Path) -> None:
    case(folder, "partida/odd.toml", 'rules = ["P-COV-99", "P-COV-03", "X"]')
    assert coverage(folder).unknown == ("P-COV-99", "X")


def test_a_case_without_rules_covers_nothing(folder: Path) -> None:
    case(folder, "partida/idle.toml", 'title = "nothing"')
    assert coverage(folder).ledgers["partida"].covered == 2


@pytest.mark.parametrize("text", ["rules = [", 'rules = "P-COV-03"', "rules = [1]"])
def test_a_file_that_cant_be_read_is_named(folder: Path, text: str) -> None:
    case(folder, "partida/broken.toml", text)
    with pytest.raises(CoverageError, match=r"broken\.toml"):
        coverage(folder)


def test_the_command_writes_one_json_document(playable: Path, capsys) -> None:
    call_command("ledger", json=True, scenarios=playable)
    document = json.loads(capsys.readouterr().out)
    assert set(document) == {"ledgers", "unknown", "failed"}
    assert list(document["ledgers"]) == list(rulebook.LEDGERS)
    partida = document["ledgers"]["partida"]
    assert partida["covered"] == len(partida["cases"]) == 235 - len(partida["uncovered"]) > 1
    assert (document["unknown"], document["failed"]) == ([], [])


def test_the_command_in_words(playable: Path, capsys) -> None:
    call_command("ledger", scenarios=playable)
    out = capsys.readouterr().out
    assert "of 235" in out
    assert "P-TRN-01" in out


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("odd.toml", 'rules = ["P-COV-99"]', 1),
        ("broken.toml", "rules = [", 1),
        ("empty.toml", 'rules = ["P-COV-03"]', 1),
    ],
)
def test_the_command_fails_on_a_fault(
    folder: Path, name: str, text: str, code: int, capsys
) -> None:
    case(folder, f"partida/{name}", text)
    with pytest.raises(CommandError) as caught:
        call_command("ledger", json=True, scenarios=folder)
    assert caught.value.returncode == code


def test_the_command_wants_a_folder(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as caught:
        call_command("ledger", scenarios=tmp_path / "nowhere")
    assert caught.value.returncode == 2


def test_coverage_doesnt_fall_below_its_floor() -> None:
    floor = tomllib.loads(FLOOR.read_text(encoding="utf-8"))["covered"]
    assert list(floor) == list(rulebook.LEDGERS)
    found = coverage(SCENARIOS)
    assert found.unknown == ()
    for ledger, least in floor.items():
        covered = found.ledgers[ledger].covered
        assert covered >= least, f"{ledger}: {covered} rules have a case, {least} had one"
