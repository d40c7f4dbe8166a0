"""Finding a rule by words, in the reader's language: rules, skills, special rules, weapons, things.

A word is found where one of the text begins with it: accents, capitals and a plural s don't matter.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from django.utils.translation import get_language, override

from rules import rulebook
from rules.catalogue import load_catalogue
from warbands import names
from warbands.selectors.wares import described, weapon_rules

WORD = re.compile(r"[^\W_]+")


class Hit(NamedTuple):
    """Something to read; `id` is that of a rule with a page of its own, else ""."""

    id: str
    title: str
    text: str
    played: bool = True


class _Entry(NamedTuple):
    hit: Hit
    title: str
    all: str


def search(words: str) -> list[Hit]:
    """What has all of the words: what is played first, and of it what has them in its title."""
    asked = [_stem(word) for word in _words(words)]
    if not asked:
        return []
    entries = [e for e in _entries(get_language() or "es") if _has(e.all, asked)]
    entries.sort(key=lambda e: (not e.hit.played, not _has(e.title, asked)))
    return [e.hit for e in entries]


def _has(text: str, words: list[str]) -> bool:
    return all(f" {word}" in text for word in words)


def _words(text: str) -> list[str]:
    bare = unicodedata.normalize("NFKD", text.casefold())
    return WORD.findall("".join(sign for sign in bare if not unicodedata.combining(sign)))


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


@cache
def _entries(language: str) -> tuple[_Entry, ...]:
    return tuple(_entry(hit) for hit in _hits(language))


def _entry(hit: Hit) -> _Entry:
    title, text = " ".join(_words(f"{hit.id} {hit.title}")), " ".join(_words(hit.text))
    return _Entry(hit, f" {title}", f" {title} {text}")


def _hits(language: str) -> Iterator[Hit]:
    for ledger in rulebook.LEDGERS:
        for id in rulebook.ids(ledger):
            rule = rulebook.rule(id)
            yield Hit(id, rule.title[language], rule.text[language], ledger in rulebook.PLAYED)
    yield from dict.fromkeys(_named(language))


def _named(language: str) -> Iterator[Hit]:
    """What has a name and a text, but no page."""
    catalogue = load_catalogue()
    for row in (*catalogue.skills.values(), *catalogue.traits.values()):
        yield Hit("", row.name[language], row.text[language])
    with override(language):
        plain = [weapon for weapon in catalogue.weapons.values() if not weapon.base]
        for item in (*(w.id for w in plain), *catalogue.armour, *catalogue.equipment):
            if text := described(item, "cm"):
                yield Hit("", names.item(item), text)
        for weapon in plain:
            yield from (Hit("", name, text) for name, text in weapon_rules(weapon))
