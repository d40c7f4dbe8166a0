"""Which rules of the ledgers the scenario files show (`manage.py ledger`)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from rules import rulebook
from rules.catalogue import load_catalogue
from rules.errors import RulesError
from rules.scenario.tables import is_row


class CoverageError(RulesError):
    """A scenario file that can't be read, or whose `rules` are no list of IDs."""


class LedgerCoverage(msgspec.Struct, frozen=True):
    """How many IDs a ledger has, how many of them cases show, and which are still without one."""

    total: int
    covered: int
    uncovered: tuple[str, ...]


class Coverage(msgspec.Struct, frozen=True):
    """All ledgers, and the IDs that cases name but no ledger has."""

    ledgers: dict[str, LedgerCoverage]
    unknown: tuple[str, ...]


def coverage(folder: Path) -> Coverage:
    """What the cases in a folder and below it cover.

    A case covers what its `rules` name. CoverageError names the first unreadable file.
    """
    found = {id for path in sorted(folder.rglob("*.toml")) for id in _rules_of(path)}
    named = {id for id in found if not _is_scenario(id) and not is_row(id)}
    ledgers = {ledger: _of_ledger(ledger, named) for ledger in rulebook.LEDGERS}
    unknown = sorted(id for id in named if not rulebook.is_known(id))
    return Coverage(ledgers, tuple(unknown))


def _is_scenario(id: str) -> bool:
    """Whether a case names a scenario of the catalogue, which no ledger rules."""
    kind, _, name = id.partition(".")
    return kind == "scenario" and name in load_catalogue().scenarios


def _of_ledger(ledger: str, named: set[str]) -> LedgerCoverage:
    ids = rulebook.ids(ledger)
    uncovered = tuple(id for id in ids if id not in named)
    return LedgerCoverage(len(ids), len(ids) - len(uncovered), uncovered)


def _rules_of(path: Path) -> list[str]:
    try:
        case: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CoverageError(f"{path}: {error}") from error
    rules = case.get("rules", [])
    if not isinstance(rules, list) or not all(isinstance(id, str) for id in rules):
        raise CoverageError(f"{path}: rules is no list of IDs")
    return rules
