"""What is wrong with the game's data is told as the site starts, with its file and row."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from django.core.checks import run_checks
from django.core.management import CommandError, call_command

from rules.catalogue import read_catalogue
from rules.catalogue.reading import FOLDER
from warbands import checks


@pytest.fixture
def broken(tmp_path: Path, monkeypatch) -> None:
    """A catalogue in which a list and a ready-made warband name what nobody has."""
    folder = Path(shutil.copytree(FOLDER, tmp_path / "catalogue"))
    for file, old, new in (
        ("warbands/undead.toml", 'item = "halberd"', 'item = "hallberd"'),
        ("ready/undead.toml", '"ghoul"', '"ghool"'),
    ):
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(checks, "load_catalogue", lambda: read_catalogue(folder))


def test_the_data_that_we_ship_hold_together() -> None:
    assert [m for m in run_checks() if m.id == checks.ID] == []


def test_each_fault_is_an_error_with_file_and_key(broken) -> None:
    assert [m.msg for m in run_checks() if m.id == checks.ID] == [
        "warbands/undead.toml, undead: unknown item 'hallberd'",
        "ready/undead.toml, Gnawers of the Ossuary: unknown fighter 'ghool'",
    ]


def test_nothing_starts_with_it(broken) -> None:
    with pytest.raises(CommandError, match="hallberd"):
        call_command("check")
