"""docs/scenarios.md holds every word that a file may use, and its sample passes."""

import re
from pathlib import Path

import pytest

from rules.dice import PURPOSES
from rules.scenario import run_file
from rules.scenario.case import EVENT_TYPES
from rules.scenario.rows import TABLES
from rules.scenario.table import known_flags

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/scenarios.md").read_text(encoding="utf-8")
WORDS = set(re.findall(r"`([A-Za-z_]+)`", TEXT)) | set(re.findall(r"[A-Za-z_]+", TEXT))


def refusal_codes() -> set[str]:
    """Every code that the battle's modules refuse an order with."""
    codes: set[str] = set()
    folders = [ROOT / "rules/battle", ROOT / "rules/magic"]
    paths = [path for folder in folders for path in folder.glob("*.py")]
    for path in [*paths, ROOT / "rules/codec.py"]:
        codes |= set(re.findall(r'IllegalOrder\(\s*"([a-z_]+)"', path.read_text(encoding="utf-8")))
    return codes


@pytest.mark.parametrize(
    "words",
    [EVENT_TYPES, PURPOSES, known_flags(), refusal_codes()],
    ids=["events", "purposes", "flags", "refusal codes"],
)
def test_every_word_is_there(words):
    assert sorted(set(words) - WORDS) == []


@pytest.mark.parametrize("table", TABLES.values(), ids=lambda table: table.__name__)
def test_every_key_is_there(table):
    assert sorted(set(table.__struct_fields__) - WORDS) == []


SAMPLES = re.findall(r"```toml\n(title.*?)```", TEXT, re.DOTALL)


def test_there_is_a_sample_of_a_battle_and_one_of_what_follows():
    assert len(SAMPLES) == 2


@pytest.mark.parametrize("sample", SAMPLES, ids=["battle", "aftermath"])
def test_the_sample_passes(tmp_path, sample):
    path = tmp_path / "sample.toml"
    path.write_text(sample, encoding="utf-8")
    assert run_file(path).diff == ()
