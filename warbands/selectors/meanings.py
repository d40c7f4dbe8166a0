"""What the words on a roster mean: rules, skills, spells, things, rules of weapons; each once."""

import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules import rulebook
from rules.catalogue import Weapon, load_catalogue
from rules.catalogue.house import amended
from warbands import names
from warbands.selectors.market import Market
from warbands.selectors.roster import RosterSheet
from warbands.selectors.wares import described, weapon_rules


class Meaning(NamedTuple):
    """A word and what it does, in a sentence or two."""

    name: str
    text: str


class Meanings(NamedTuple):
    """Words of one kind, in the order of the alphabet."""

    title: str
    words: tuple[Meaning, ...]


def roster_meanings(sheet: RosterSheet) -> tuple[Meanings, ...]:
    """Of everything that the fighters of a roster have."""
    fighters = sheet.fighters
    items = {piece.item for f in fighters for piece in f.equipment}
    mutations = {one.id for f in fighters for one in f.mutations}
    return _kinds(
        (_("Special rules"), _traits({one.id for f in fighters for one in f.rules} | mutations)),
        (_("Skills"), _skills({one.id for f in fighters for one in f.skills})),
        (_("Spells"), _spells({one.id for f in fighters for one in f.spell_names})),
        (_("Things"), (Meaning(names.item(item), described(item, sheet.unit)) for item in items)),
        (_("Rules of weapons"), _of_weapons(items)),
    )


def builder_meanings(sheet: RosterSheet, market: Market) -> tuple[Meanings, ...]:
    """Of what the builder only names: special rules of those on the list, hired swords among them
    and what these know, rules of weapons."""
    row = amended(sheet.roster.house_rules).warbands[sheet.roster.type]
    kinds = (*row.fighters, *row.hired)
    offered = {goods.id for shelf in market.items.values() for goods in shelf}
    carried = {piece.item for f in sheet.fighters for piece in f.equipment}
    traits = {trait for kind in kinds for trait in kind.traits}
    had = {one.id for f in sheet.fighters for one in f.rules}
    return _kinds(
        (_("Special rules"), _traits(traits | had)),
        (_("Skills"), _skills({skill for kind in row.hired for skill in kind.knows})),
        (_("Rules of weapons"), _of_weapons(offered | carried)),
    )


def _kinds(*kinds: tuple[str, Iterable[Meaning]]) -> tuple[Meanings, ...]:
    found = ((title, {word for word in words if word.text}) for title, words in kinds)
    return tuple(
        Meanings(title, tuple(sorted(words, key=_place))) for title, words in found if words
    )


def _place(word: Meaning) -> str:
    """Its place in the alphabet, accents aside."""
    return unicodedata.normalize("NFKD", word.name.casefold())


def _traits(ids: Iterable[str]) -> Iterator[Meaning]:
    return (Meaning(names.rule(id), names.rule_text(id)) for id in ids)


def _skills(ids: Iterable[str]) -> Iterator[Meaning]:
    return (Meaning(names.skill(id), names.skill_text(id)) for id in ids)


def _spells(ids: Iterable[str]) -> Iterator[Meaning]:
    language, spells = get_language() or "en", load_catalogue().spells
    for id in ids:
        if id in spells:
            yield Meaning(names.spell(id), rulebook.rule(spells[id].rule).text[language])


def _of_weapons(items: Iterable[str]) -> Iterator[Meaning]:
    for item in items:
        row = load_catalogue().item(item)
        if isinstance(row, Weapon):
            for name, text in weapon_rules(row):
                yield Meaning(name, text)
