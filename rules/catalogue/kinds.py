"""What kinds a fighter belongs to: words for whoever an effect singles out (`against`, `hates`).

A battle pins them with the warrior (`WarriorSetup.kinds`); what can be read off its traits and
gear is added when the battle asks (rules/battle/kinds.py).
"""

from __future__ import annotations

from rules.catalogue.lists import WarbandType

OF_RACE: dict[str, tuple[str, ...]] = {
    "centigor": ("beastmen",),
    "gor": ("beastmen",),
    "minotaur": ("beastmen",),
    "ungor": ("beastmen",),
    "rat_ogre": ("skaven",),
    "skaven_pestilens": ("skaven",),
    "ghoul": ("undead",),
    "vampire": ("undead",),
}
"""Races that belong to a larger kind."""

OF_WARBAND: dict[str, tuple[str, ...]] = {
    "beastmen_raiders": ("chaos",),
    "carnival_of_chaos": ("chaos",),
    "cult_of_the_possessed": ("chaos",),
    "dark_elves": ("slavers",),
    "skaven_eshin": ("slavers",),
    "skaven_pestilens": ("slavers",),
    "shadow_warriors": ("high_elves",),
    "sisters_of_sigmar": ("sigmarites",),
    "witch_hunters": ("sigmarites",),
}
"""Warbands all of whose fighters are of a kind."""


def kinds_of_fighter(race: str, warband: WarbandType | None = None) -> tuple[str, ...]:
    """Race, warband, alignment and what follows from them, in alphabetical order."""
    found = {race, *OF_RACE.get(race, ())}
    if warband is not None:
        found |= {warband.id, warband.alignment, *OF_WARBAND.get(warband.id, ())}
    return tuple(sorted(found - {""}))
