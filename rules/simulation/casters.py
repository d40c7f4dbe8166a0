"""Casters for simulations: everybody with a lore knows all of it."""

from __future__ import annotations

from msgspec.structs import replace

from ..battle.state import WarriorSetup
from ..catalogue import Catalogue
from ..catalogue.lists import WarbandType

GODS = ("nurgle", "slaanesh", "tzeentch")
KIT = "summoning_candles"
HIRED_LORE = "lesser_magic"
"""What a caster for hire brings to a warband that has none of its own."""


def with_magic(
    catalogue: Catalogue, kind: WarbandType, warriors: tuple[WarriorSetup, ...]
) -> tuple[WarriorSetup, ...]:
    """The warriors with their spells; without a caster among them the last knows lesser magic."""
    lores = {f.id: f.lore or f.prayers for f in kind.fighters if f.lore or f.prayers}
    found = tuple(
        _caster(catalogue, w, lores[w.kind], number) if w.kind in lores else w
        for number, w in enumerate(warriors, len(warriors))
    )
    if any(w.spells for w in found):
        return found
    return (*found[:-1], _caster(catalogue, found[-1], HIRED_LORE, len(found)))


def _caster(catalogue: Catalogue, w: WarriorSetup, lore: str, number: int) -> WarriorSetup:
    """Out of his armour, where his lore wants it; a Magister with a god, by his side's name
    and the warband's size."""
    rows = [spell for spell in catalogue.spells.values() if spell.lore == lore]
    god = ""
    if any(spell.gift for spell in rows):
        god = GODS[(number + len(w.side)) % len(GODS)]
    spells = tuple(spell.id for spell in rows if spell.gift in ("", god))
    free = lore in catalogue.lores and catalogue.lores[lore].armour == "free"
    return replace(
        w,
        spells=spells,
        god=god,
        armour=w.armour if free else (),
        equipment=(*w.equipment, KIT) if god else w.equipment,
    )
