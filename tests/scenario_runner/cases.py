"""A scenario file to bend: the sample of docs/scenarios.md, as text."""

from __future__ import annotations

from pathlib import Path

from rules.scenario import CaseResult, run_file

SAMPLE = """\
title = "Short by exactly the cover penalty: the wall is hit"
rules = ["P-COV-03"]
ruleset = "partida"
phase = "shooting"

[board]
size = [120, 120]

[[board.terrain]]
id = "w1"
kind = "wall"
line = [[36, 20], [36, 40]]
height = 3

[[warriors]]
id = "ana"
side = "red"
at = [20, 30]
weapons = ["bow"]

[[warriors]]
id = "bea"
side = "blue"
at = [40, 30]

[dice]
to_hit = [4]

[[orders]]
side = "red"
order = "shoot"
warrior = "ana"
weapon = "bow"
target = "bea"

[expect]
phase = "shooting"
events = ["ShotFired", "CoverHit"]

[[expect.rolls]]
purpose = "to_hit"
needed = 5
modifiers = [{ rule = "P-COV-01", value = 1 }]

[expect.warriors.bea]
status = "standing"
wounds = 1
"""


def written(folder: Path, *changes: tuple[str, str], add: str = "") -> Path:
    """The sample as a file, each text of `changes` replaced by another, `add` at its end."""
    text = SAMPLE
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path = folder / "case.toml"
    path.write_text(text + add, encoding="utf-8")
    return path


def diff_of(folder: Path, *changes: tuple[str, str], add: str = "") -> list[str]:
    """What the changed sample gets wrong."""
    result: CaseResult = run_file(written(folder, *changes, add=add))
    assert result.passed == (not result.diff)
    return list(result.diff)
