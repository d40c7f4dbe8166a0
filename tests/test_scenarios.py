"""The conformance suite: every scenario file is a test (docs/scenarios.md)."""

from pathlib import Path

import pytest

from rules.scenario import load_case, run_file

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.rglob("*.toml"))

pytestmark = pytest.mark.engine


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_scenario(file: Path):
    assert list(run_file(file).diff) == []


def test_the_suite_is_there():
    assert len(FILES) > 250


def test_each_file_is_named_after_a_rule_that_it_shows():
    def names(file: Path) -> tuple[str, ...]:
        return tuple(rule.removeprefix("scenario.") for rule in load_case(file).rules)

    assert [file.name for file in FILES if not file.stem.startswith(names(file))] == []
