"""Names of other programs to ids of ours: exactly, nearly, or not at all."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from rules.catalogue import load_catalogue
from rules.catalogue.lists import FighterType, WarbandType
from rules.words import Words

NEAR = 0.82
"""How alike two names must be to be taken for one another, of 1."""

ALIASES = {
    "mace or hammer": "mace",
    "hammer or mace": "mace",
    "mace or club": "club",
    "club or mace": "mace",
    "hammer or staff or mace or club": "mace",
    "hammer staff mace or club": "mace",
    "free dagger": "dagger",
    "great weapon": "double_handed_weapon",
    "two handed weapon": "double_handed_weapon",
    "twohanded weapon": "double_handed_weapon",
    "brace of pistols": "pistol_brace",
    "brace of duelling pistols": "duelling_pistol_brace",
    "hunting rifle": "hochland_long_rifle",
    "throwing stars": "throwing_knives",
    "throwing stars or knives": "throwing_knives",
    "throwing knives stars": "throwing_knives",
    "warhammer": "hammer",
    "toughened leathers": "toughened_leather",
}
"""What others call our things."""

SMALL = {"the", "of", "a", "an", "and", "de", "del", "la", "el", "los", "las", "y"}


class Found(NamedTuple):
    """A match: what kind of thing, its id, and whether it is a guess."""

    sort: str
    id: str
    guessed: bool


def plain(text: str) -> str:
    """A name as it is compared: no case, accents, marks, grades like "(1a)", no plural s."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in bare if not unicodedata.combining(letter))
    bare = re.sub(r"\((?:\d[a-c]|[^)]*grade[^)]*)\)", " ", bare)
    words = re.sub(r"[^a-z0-9+]+", " ", bare.replace("'", "")).split()
    return " ".join(_singular(word) for word in words if word not in SMALL)


def _singular(word: str) -> str:
    if word.endswith("men") and len(word) > 4:
        return word[:-3] + "man"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


class Index:
    """Names of both languages to what they name."""

    def __init__(self, rows: Iterable[tuple[str, str, Words]]) -> None:
        self.names: dict[str, tuple[str, str]] = {}
        for sort, id, words in rows:
            for text in (words.en, words.es, id.replace("_", " ")):
                self.names.setdefault(plain(text), (sort, id))

    def find(self, text: str) -> Found | None:
        name = plain(text)
        if not name:
            return None
        if name in self.names:
            return Found(*self.names[name], guessed=False)
        near = difflib.get_close_matches(name, self.names, n=1, cutoff=NEAR)
        if near:
            return Found(*self.names[near[0]], guessed=True)
        inside = [key for key in self.names if _holds(name, key)]
        if len(inside) == 1:
            return Found(*self.names[inside[0]], guessed=True)
        return None


def _holds(name: str, key: str) -> bool:
    """One of the names is a part of the other, by whole words, and says enough."""
    ours, theirs = set(key.split()), set(name.split())
    return len(key) > 4 and len(name) > 4 and (ours <= theirs or theirs <= ours)


@cache
def warbands() -> Index:
    rows = load_catalogue().warbands.values()
    return Index(("warband", row.id, row.name) for row in rows)


@cache
def things() -> Index:
    """All that a fighter may have: items, skills, spells, mutations, injuries, special rules."""
    return Index(_things())


def _things() -> Iterator[tuple[str, str, Words]]:
    c = load_catalogue()
    items = (*c.weapons.values(), *c.armour.values(), *c.equipment.values())
    yield from (("item", row.id, row.name) for row in items)
    named = {row.id: row.name for row in items}
    yield from (
        ("item", id, Words(en=alias, es=alias)) for alias, id in ALIASES.items() if id in named
    )
    yield from (("skill", row.id, row.name) for row in c.skills.values())
    yield from (("spell", row.id, row.name) for row in c.spells.values())
    yield from (("mutation", row.id, row.name) for row in c.traits.values() if row.cost is not None)
    for row in c.tables["serious_injury"]["rows"]:
        yield "injury", row["id"], Words(**row["name"])
    yield from (("rule", row.id, row.name) for row in c.traits.values() if row.cost is None)


@cache
def fighters(warband: str) -> Index:
    """The kinds of fighters of a warband, hired swords as well."""
    row = load_catalogue().warbands[warband]
    return Index(("fighter", kind.id, kind.name) for kind in (*row.fighters, *row.hired))


def by_profile(row: WarbandType, profile: dict[str, int], hero: bool | None) -> FighterType | None:
    """The one kind whose profile on the list is this one; None where none or several have it."""
    same = [
        kind
        for kind in row.fighters
        if profile
        and (hero is None or (kind.kind == "hero") == hero)
        and all(kind.profile.native("UM").get(name) == n for name, n in profile.items())
    ]
    return same[0] if len(same) == 1 else None
