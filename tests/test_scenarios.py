"""The conformance suite: every scenario file is a test (docs/scenarios.md)."""

from pathlib import Path

import pytest

from rules.catalogue import load_catalogue
from rules.scenario import load_case, run_file
from rules.scenario.tables import all_rows

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
        rules = load_case(file).rules
        return tuple(r.removeprefix("scenario.").removeprefix("campaign.") for r in rules)

    assert [file.name for file in FILES if not file.stem.startswith(names(file))] == []


def test_every_row_of_the_campaigns_tables_has_a_case():
    shown = {
        rule for file in (FOLDER / "campaign").glob("*.toml") for rule in load_case(file).rules
    }
    assert set(all_rows(load_catalogue())) - shown == set()
