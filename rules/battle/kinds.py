"""Of which kinds a warrior is: what `against`, `hates`, `by` and the like ask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .state import Setup, WarriorSetup

NOT_ALIVE = frozenset({"undead", "daemon"})
CASTERS = frozenset({"wizard", "prayers"})


def kinds_of(setup: Setup, id: str) -> frozenset[str]:
    """All words for this warrior: those of the set-up, its traits, and what its gear tells;
    remembered on the set-up."""
    kept: dict[str, frozenset[str]] = setup.__dict__.setdefault("_kinds", {})
    found = kept.get(id)
    if found is None:
        found = kept[id] = _read(setup, setup.by_id[id])
    return found


def _read(setup: Setup, w: WarriorSetup) -> frozenset[str]:
    traits = {ref.id for ref in w.traits}
    found = {w.id, w.side, w.kind, *w.kinds, *traits}
    if w.large:
        found.add("large")
    if w.spells or traits & CASTERS:
        found.add("spellcasters")
    rows = (setup.catalogue.weapons.get(id) for id in w.weapons)
    if any(row is not None and row.group != "close" for row in rows):
        found.add("missile_users")
    if any(_makes_stupid(setup, trait) for trait in traits):
        found.add("stupid")
    if not found & NOT_ALIVE:
        found.add("living")
    return frozenset(found - {""})


def _makes_stupid(setup: Setup, trait: str) -> bool:
    """Whether a trait makes its bearer stupid, at all times or at some."""
    row = setup.catalogue.traits.get(trait)
    return row is not None and any("stupidity" in e.get("gain", ()) for e in row.effects)


def is_meant(effect: Mapping[str, Any], kinds: Iterable[str]) -> bool:
    """Whether `against` and `not_against` of an effect single out (or spare) such a warrior."""
    words = set(kinds)
    against = effect.get("against")
    if against is not None and not words.intersection(against):
        return False
    return not words.intersection(effect.get("not_against", ()))
