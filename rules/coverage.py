"""Which rules of the ledgers the scenario files show (`manage.py ledger`)."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from rules import rulebook
from rules.catalogue import load_catalogue
from rules.errors import RulesError
from rules.scenario import FileError, run_file
from rules.scenario.tables import is_row


class CoverageError(RulesError):
    """A scenario file that can't be read, or whose `rules` are no list of IDs."""


class LedgerCoverage(msgspec.Struct, frozen=True):
    """How many IDs a ledger has, how many of them cases show, and which are still without one.

    `cases` counts the cases of each ID that has any.
    """

    total: int
    covered: int
    uncovered: tuple[str, ...]
    cases: dict[str, int]


class Coverage(msgspec.Struct, frozen=True):
    """All ledgers, the IDs that cases name but no ledger has, and the files that didn't pass."""

    ledgers: dict[str, LedgerCoverage]
    unknown: tuple[str, ...]
    failed: tuple[str, ...]


def coverage(folder: Path, *, played: bool = False) -> Coverage:
    """What the cases in a folder and below it cover.

    A case covers what its `rules` name; if they are `played`, only where it passes. CoverageError
    names the first unreadable file.
    """
    rules = {path: _rules_of(path) for path in sorted(folder.rglob("*.toml"))}
    failed = [path for path in rules if played and not _passes(path)]
    named = {id for ids in rules.values() for id in ids if _is_of_a_ledger(id)}
    shown = Counter(id for path in rules.keys() - failed for id in {*rules[path]})
    return Coverage(
        ledgers={ledger: _of_ledger(ledger, shown) for ledger in rulebook.LEDGERS},
        unknown=tuple(sorted(id for id in named if not rulebook.is_known(id))),
        failed=tuple(str(path) for path in failed),
    )


def _passes(path: Path) -> bool:
    try:
        return run_file(path).passed
    except FileError:
        return False


def _is_of_a_ledger(id: str) -> bool:
    return not _is_scenario(id) and not is_row(id)


def _is_scenario(id: str) -> bool:
    """Whether a case names a scenario of the catalogue, which no ledger rules."""
    kind, _, name = id.partition(".")
    return kind == "scenario" and name in load_catalogue().scenarios


def _of_ledger(ledger: str, shown: Counter[str]) -> LedgerCoverage:
    ids = rulebook.ids(ledger)
    cases = {id: shown[id] for id in ids if id in shown}
    uncovered = tuple(id for id in ids if id not in cases)
    return LedgerCoverage(len(ids), len(cases), uncovered, cases)


def _rules_of(path: Path) -> list[str]:
    try:
        case: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CoverageError(f"{path}: {error}") from error
    rules = case.get("rules", [])
    if not isinstance(rules, list) or not all(isinstance(id, str) for id in rules):
        raise CoverageError(f"{path}: rules is no list of IDs")
    return rules
