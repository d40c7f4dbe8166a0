"""Names to choose from: of companies, heroes and groups, by who they are. Lists are our own."""

import random
import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import get_language

from rules.catalogue.lists import FighterType

FILE = Path(__file__).parent / "names.toml"

BY_WARBAND = {
    "kislevites": "kislev",
    "norse_explorers": "norse",
    "bretonnian_knights": "bretonnia",
    "sisters_of_sigmar": "sisters",
    "dark_elves": "dark_elf",
    "cult_of_the_possessed": "chaos",
    "carnival_of_chaos": "chaos",
    "undead": "undead",
}
"""Whose people aren't those of the Empire, or no people at all."""

BY_RACE = {
    "dwarf": "dwarf",
    "elf": "elf",
    "orc": "orc",
    "goblin": "goblin",
    "troll": "orc",
    "skaven": "skaven",
    "skaven_pestilens": "skaven",
    "rat_ogre": "skaven",
    "skink": "lizard",
    "saurus": "lizard",
    "kroxigor": "lizard",
    "gor": "beastmen",
    "ungor": "beastmen",
    "centigor": "beastmen",
    "minotaur": "beastmen",
    "halfling": "halfling",
    "ogre": "ogre",
    "animal": "animal",
    "squig": "goblin",
    "wulfen": "norse",
}


@cache
def lists() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def culture(warband: str, race: str) -> str:
    """Which list a fighter is named from."""
    own = BY_RACE.get(race)
    if own and not (own == "elf" and warband in BY_WARBAND):
        return own
    return BY_WARBAND.get(warband, "empire")


def fighter_name(warband: str, kind: FighterType, *, seed: str, taken: Collection[str] = ()) -> str:
    """A name for a hero, or for a group of henchmen; the same for the same seed."""
    chance = random.Random(f"{seed}:{kind.id}")  # noqa: S311 - a name, not a secret
    people = kind.kind == "hero" or kind.is_hired
    culture_id = culture(warband, kind.race)
    makers = _person if people or culture_id == "animal" else _group
    for _ in range(40):
        name = makers(chance, culture_id)
        if name not in taken:
            return name
    return name


def company_name(*, seed: str) -> str:
    """A name for a warband; the same for the same seed."""
    chance = random.Random(f"{seed}:company")  # noqa: S311 - a name, not a secret
    who, where = chance.choice(lists()["company"]), chance.choice(lists()["place"])
    return f"{_words(who)} {_words(where)}".replace(" de el ", " del ")


def _person(chance: random.Random, culture_id: str) -> str:
    names = lists()[culture_id]
    first: str = chance.choice(names["first"])
    if "last" in names:
        return f"{first} {chance.choice(names['last'])}"
    if "by" in names:
        return f"{first} {_words(chance.choice(names['by']))}"
    return first


def _group(chance: random.Random, culture_id: str) -> str:
    return _words(chance.choice(lists()["group"]))


def _words(words: dict[str, str]) -> str:
    return words["es" if (get_language() or "en").split("-")[0] == "es" else "en"]
