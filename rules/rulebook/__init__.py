"""The in-site rulebook: what a player reads about each rule ID, and the locked terms of the game.

The rules themselves, with examples and readings, are the ledgers of docs/rules.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from rules.words import Words

FOLDER = Path(__file__).parent
LEDGERS = ("partida", "partida-magic", "perdidos", "sexta", "vientos")
PLAYED = frozenset({"partida", "partida-magic"})
"""Those that battles are played by; of `sexta` only what warbands bring along."""


class RuleText(msgspec.Struct, frozen=True):
    """One rule for players; `chapter` is the middle of its ID."""

    id: str
    ledger: str
    chapter: str
    title: Words
    text: Words


class Chapter(msgspec.Struct, frozen=True):
    """A chapter of a ledger with its IDs in order."""

    id: str
    ledger: str
    title: Words
    ids: tuple[str, ...]


class Term(msgspec.Struct, frozen=True):
    """A locked term, with the abbreviation that profile lines use where there is one."""

    en: str
    es: str
    abbr: Words | None = None

    def __getitem__(self, language: str) -> str:
        return Words(self.en, self.es)[language]


def rule(id: str) -> RuleText:
    """What a player reads about an ID; KeyError for an unknown one."""
    return _rules()[id]


def is_known(id: str) -> bool:
    """Whether a ledger has this ID."""
    return id in _rules()


def title(ledger: str) -> Words:
    """A ledger's name for players."""
    return msgspec.convert(_index()[ledger]["title"], Words)


@cache
def chapters(ledger: str) -> tuple[Chapter, ...]:
    """The chapters of a ledger in order; KeyError for an unknown ledger."""
    return tuple(
        Chapter(id, ledger, msgspec.convert(row["title"], Words), tuple(row["ids"]))
        for id, row in _index()[ledger]["chapters"].items()
    )


def ids(ledger: str) -> tuple[str, ...]:
    """Every ID of a ledger in order."""
    return tuple(id for chapter in chapters(ledger) for id in chapter.ids)


@cache
def glossary() -> Mapping[str, Mapping[str, Term]]:
    """The locked terms by section (`characteristics`, `statuses`, `phases` ...)."""
    return msgspec.convert(_read("glossary"), dict[str, dict[str, Term]])


@cache
def _rules() -> Mapping[str, RuleText]:
    found: dict[str, RuleText] = {}
    for ledger in LEDGERS:
        texts = msgspec.convert(_read(ledger), dict[str, dict[str, Words]])
        for chapter in chapters(ledger):
            for id in chapter.ids:
                row = texts[id]
                found[id] = RuleText(id, ledger, chapter.id, row["title"], row["text"])
    return found


@cache
def _index() -> Mapping[str, Any]:
    return _read("ids")


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
