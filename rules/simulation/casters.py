"""Casters for simulations: every hero knows a whole lore, so that each spell comes up often."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from ..battle.state import WarriorSetup
from ..catalogue import Catalogue
from ..catalogue.lists import WarbandType

GODS = ("nurgle", "slaanesh", "tzeentch")
KIT = "summoning_candles"
HIRED_LORE = "lesser_magic"
"""What a caster for hire brings to a warband that has none of its own."""


def with_magic(
    catalogue: Catalogue,
    kind: WarbandType,
    warriors: tuple[WarriorSetup, ...],
    wanted: Collection[str] = (),
) -> tuple[WarriorSetup, ...]:
    """The warriors, every hero a caster of the warband's lore: lesser magic where it has none.

    Of a lore that has some of the `wanted` spells he knows these only.
    """
    lores = [f.lore or f.prayers for f in kind.fighters if f.lore or f.prayers]
    lore = next((one for one in lores if one in catalogue.lores), HIRED_LORE)
    return tuple(
        _caster(catalogue, w, lore, number, wanted) if w.hero else w
        for number, w in enumerate(warriors, len(warriors))
    )


def _caster(
    catalogue: Catalogue, w: WarriorSetup, lore: str, number: int, wanted: Collection[str]
) -> WarriorSetup:
    """Out of his armour, where his lore wants it; a Magister with a god, by his side's name
    and the warband's size."""
    rows = [spell for spell in catalogue.spells.values() if spell.lore == lore]
    god = ""
    if any(spell.gift for spell in rows):
        god = GODS[(number + len(w.side)) % len(GODS)]
    spells = tuple(spell.id for spell in rows if spell.gift in ("", god))
    spells = tuple(id for id in spells if id in wanted) or spells
    free = lore in catalogue.lores and catalogue.lores[lore].armour == "free"
    return replace(
        w,
        spells=spells,
        god=god,
        armour=w.armour if free else (),
        equipment=(*w.equipment, KIT) if god else w.equipment,
    )
