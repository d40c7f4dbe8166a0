"""Books that may be studied after a battle, pinned from the catalogue for one warband."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.campaign.tables import Reader
from rules.catalogue import Catalogue
from rules.catalogue.lists import FighterType
from rules.catalogue.rows import Equipment
from rules.magic import learning
from rules.roster.model import Roster

OWN = "own"


def books(catalogue: Catalogue, roster: Roster) -> dict[str, Any]:
    """The tables of books: who reads which, the lores in them, those of which one is read ever."""
    kinds = [kind for kind in catalogue.warbands[roster.type].fighters if not kind.is_hired]
    found = {
        id: tuple(
            reader
            for effect in row.effects
            if effect["hook"] == "spells" and "lore" in effect
            for reader in _readers(catalogue, kinds, effect)
        )
        for id, row in catalogue.equipment.items()
        if not _is_barred(row, roster.type)
    }
    known = {id: readers for id, readers in found.items() if readers}
    lores = dict.fromkeys(reader.lore for readers in known.values() for reader in readers)
    return {
        "books": known,
        "lores": {lore: _spells(catalogue, lore) for lore in lores},
        "books_once": tuple(id for id in known if _is_single(catalogue.equipment[id])),
    }


def _is_barred(row: Equipment, warband: str) -> bool:
    return warband in row.not_for or bool(row.only and warband not in row.only)


def _readers(
    catalogue: Catalogue, kinds: list[FighterType], effect: dict[str, Any]
) -> Iterator[Reader]:
    """Whoever has the skill that it asks for; without one the wizards, each of his own lore or of
    the one that is named. Prayers are no wizardry."""
    only = tuple(effect.get("fighters", ()))
    skill, lore = effect.get("skill", ""), effect["lore"]
    if skill:
        yield Reader(lore=lore, fighters=only, skill=skill)
        return
    for kind in kinds:
        if kind.lore and (not only or kind.id in only):
            learnt = kind.lore if lore == OWN else lore
            if learning.table(catalogue, learnt):
                yield Reader(lore=learnt, fighters=(kind.id,))


def _spells(catalogue: Catalogue, lore: str) -> tuple[str, ...]:
    return tuple(spell.id for spell in learning.table(catalogue, lore).values())


def _is_single(row: Equipment) -> bool:
    return any(effect.get("once") for effect in row.effects if effect["hook"] == "spells")
