"""Learning spells: the table of a lore, what a repeat leaves to choose, gods and gifts.

Pure: who throws the dice and stores the result is the caller's affair (rules/campaign for
advances, warbands for recruits). A fighter keeps what it has learned in `Fighter.spells`, what it
has lowered for good and its god as gifts (`Lasting` of kind `eased` and `god`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from ..catalogue import Catalogue, FighterType, Spell
from ..roster.model import Fighter, Lasting

GODS = ("nurgle", "slaanesh", "tzeentch")
"""Khorne is never worshipped by Magisters (P-MAG-06)."""
MAGISTER = "magister"
"""The one whose gods give gifts, and who knows the daemon gate from the start (P-MAG-02, 05)."""
CULT = "chaos_rituals"
PURPOSE = "new_spell"

AGAIN, EASE, GIFT = "again", "ease", "gift"

replace = msgspec.structs.replace


class Learned(NamedTuple):
    """What a D6 on the table gave: a spell, and what may be done where it is known already."""

    spell: str
    options: tuple[str, ...] = ()


def lore_of(kind: FighterType) -> str:
    """The one lore of a profession, "" for who has none (P-MAG-01)."""
    return kind.lore or kind.prayers


def table(catalogue: Catalogue, lore: str) -> dict[int, Spell]:
    """The six spells of a lore by their faces; empty where the lore isn't in the catalogue."""
    rows = [spell for spell in catalogue.spells.values() if spell.lore == lore and spell.number]
    return {spell.number: spell for spell in sorted(rows, key=lambda spell: spell.number)}


def has_table(catalogue: Catalogue, kind: FighterType) -> bool:
    """Whether a fighter of this kind can learn here."""
    return bool(table(catalogue, lore_of(kind)))


def needs_god(kind: FighterType) -> bool:
    """A Magister worships one of three gods from the day he is hired (P-MAG-06)."""
    return kind.id == MAGISTER and lore_of(kind) == CULT


def given(catalogue: Catalogue, kind: FighterType) -> tuple[str, ...]:
    """What is known outside the table from the start (P-MAG-02)."""
    if not needs_god(kind):
        return ()
    return tuple(
        spell.id
        for spell in catalogue.spells.values()
        if spell.lore == CULT and not spell.number and not spell.gift
    )


def roll(catalogue: Catalogue, kind: FighterType, fighter: Fighter, face: int) -> Learned:
    """What this face of the lore's table means to a fighter (P-MAG-03, P-MAG-04)."""
    rows = table(catalogue, lore_of(kind))
    spell = rows[face]
    if spell.id not in fighter.spells:
        return Learned(spell.id)
    return Learned(spell.id, options(catalogue, kind, fighter, spell))


def options(
    catalogue: Catalogue, kind: FighterType, fighter: Fighter, spell: Spell
) -> tuple[str, ...]:
    """A repeat: roll again, or lower the difficulty; a Magister may take his god's gift instead.

    What isn't rolled for can't be lowered (P-MAG-04); the gift is given once (P-MAG-05, 06).
    """
    found = [AGAIN]
    if isinstance(spell.difficulty, int) and not spell.gift:
        found.append(EASE)
    if gift_of(catalogue, kind, fighter) is not None:
        found.append(GIFT)
    return tuple(found)


def gift_of(catalogue: Catalogue, kind: FighterType, fighter: Fighter) -> Spell | None:
    """The gift of his god that a Magister hasn't got yet."""
    god = god_of(fighter)
    if not god or not needs_god(kind):
        return None
    for spell in catalogue.spells.values():
        if spell.lore == CULT and spell.gift == god and spell.id not in fighter.spells:
            return spell
    return None


def gifts(catalogue: Catalogue, kind: FighterType) -> dict[str, str]:
    """What each god may give a fighter of this kind."""
    if not needs_god(kind):
        return {}
    rows = catalogue.spells.values()
    return {spell.gift: spell.id for spell in rows if spell.lore == CULT and spell.gift}


def god_of(fighter: Fighter) -> str:
    """Whom a fighter worships."""
    return next((gift.name for gift in fighter.gifts if gift.kind == "god"), "")


def eased(fighter: Fighter) -> dict[str, int]:
    """By how much each spell has been lowered for good; reductions add up (P-MAG-04)."""
    found: dict[str, int] = {}
    for gift in fighter.gifts:
        if gift.kind == "eased":
            found[gift.name] = found.get(gift.name, 0) + gift.value
    return found


def learn(fighter: Fighter, spells: Iterable[str]) -> Fighter:
    """The fighter with these spells as well."""
    return replace(fighter, spells=tuple(dict.fromkeys((*fighter.spells, *spells))))


def ease(fighter: Fighter, spell: str) -> Fighter:
    """The fighter with this spell's difficulty lowered by one for good."""
    return replace(fighter, gifts=(*fighter.gifts, Lasting("eased", spell, 1)))


def worship(fighter: Fighter, god: str) -> Fighter:
    """The fighter with his god, who is never changed."""
    return replace(fighter, gifts=(*fighter.gifts, Lasting("god", god)))
