"""Our own format: a warband as one JSON document.

Fields are only ever added, each with a default; a new version gets a reader of its own and the old
ones stay. `docs/schemas/warband-v1.json` is the schema.
"""

from __future__ import annotations

import json
from typing import Any, Literal

import msgspec

from rules.roster.ledger import Line
from rules.roster.model import Advance, Fate, Fighter, Injury, Kit, Lasting, Note, Roster

FORMAT = "ciudad-maldita/warband"
VERSION = 1


class FighterPart(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A hero, a group of henchmen or a hired sword; `type` and items are ids of the catalogue."""

    name: str
    type: str
    hero: bool
    leader: bool = False
    members: tuple[int, ...] = (1,)
    next_member: int = 2
    equipment: dict[str, int] = {}
    skills: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    mutations: tuple[str, ...] = ()
    kit: Kit | None = None
    experience: int = 0
    injuries: tuple[Injury, ...] = ()
    advances: tuple[Advance, ...] = ()
    misses: int = 0
    fate: Fate = "active"
    gifts: tuple[Lasting, ...] = ()
    notes: str = ""


class WarbandPart(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The warband itself. `rating` is for readers: whoever loads it reckons it anew."""

    name: str
    type: str
    ruleset: str = "partida"
    budget: int = 0
    gold: int = 0
    wyrdstone: int = 0
    stash: dict[str, int] = {}
    notes: str = ""
    rating: int = 0
    finds: tuple[Note, ...] = ()


class Document(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A warband. `books` tell how it came to be; whoever loads it opens new ones."""

    format: Literal["ciudad-maldita/warband"] = FORMAT
    version: int = VERSION
    warband: WarbandPart
    fighters: tuple[FighterPart, ...] = ()
    books: tuple[Line, ...] = ()


class UnknownVersion(Exception):
    """A document of ours that a later program wrote."""


def dump(document: Document) -> dict[str, Any]:
    """The document as JSON values, format and version always among them."""
    data = json.loads(msgspec.json.encode(document, order="sorted"))
    return {"format": FORMAT, "version": VERSION, **data}


def load(data: Any) -> Document:
    """A document of any version. UnknownVersion; msgspec.ValidationError where it is none."""
    version = data.get("version", VERSION) if isinstance(data, dict) else VERSION
    if type(version) is not int or version not in READERS:
        raise UnknownVersion(version)
    return READERS[version](data)


def _first(data: Any) -> Document:
    return msgspec.convert(data, Document)


READERS = {1: _first}
"""One for each version that there ever was."""


def schema() -> dict[str, Any]:
    """The JSON Schema of the newest version."""
    found = msgspec.json.schema(Document)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{FORMAT}, version {VERSION}",
        **_undescribed(found),
    }


def _undescribed(value: Any) -> Any:
    """A schema without the docstrings of our classes: they are for whoever reads the code."""
    if isinstance(value, dict):
        return {k: _undescribed(v) for k, v in value.items() if k != "description"}
    return [_undescribed(part) for part in value] if isinstance(value, list) else value


def roster_of(document: Document, *, id: str, keys: list[str]) -> Roster:
    """The roster that a document tells of; `keys` are those of its fighters, in their order."""
    band = document.warband
    return Roster(
        id=id,
        name=band.name,
        type=band.type,
        ruleset=band.ruleset,
        budget=band.budget,
        treasury=band.gold,
        wyrdstone=band.wyrdstone,
        stash={item: n for item, n in band.stash.items() if n > 0},
        finds=band.finds,
        fighters=tuple(
            _fighter(part, key) for part, key in zip(document.fighters, keys, strict=True)
        ),
    )


def _fighter(part: FighterPart, key: str) -> Fighter:
    fields = {name: getattr(part, name) for name in part.__struct_fields__ if name != "notes"}
    return Fighter(key=key, **fields)


def document_of(
    roster: Roster,
    *,
    notes: str,
    fighter_notes: dict[str, str],
    rating: int,
    books: tuple[Line, ...] = (),
) -> Document:
    """A roster as a document: without whose it is, and without keys, which are ours alone."""
    return Document(
        warband=WarbandPart(
            name=roster.name,
            type=roster.type,
            ruleset=roster.ruleset,
            budget=roster.budget,
            gold=roster.treasury,
            wyrdstone=roster.wyrdstone,
            stash=dict(roster.stash),
            notes=notes,
            rating=rating,
            finds=roster.finds,
        ),
        fighters=tuple(
            _part(fighter, fighter_notes.get(fighter.key, ""))
            for fighter in roster.fighters
            if fighter.fate != "dismissed"
        ),
        books=books,
    )


def _part(fighter: Fighter, notes: str) -> FighterPart:
    fields = {name: getattr(fighter, name) for name in fighter.__struct_fields__ if name != "key"}
    return FighterPart(notes=notes, **fields)
