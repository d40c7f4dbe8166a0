"""What a warrior is by nature: fear, frenzy, hatred, stupidity, immunities, read once (PSY).

The traits are data on the hooks `psychology` and `immune`; a trait of the set-up adds whom it
hates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..catalogue import Effect
from .kinds import kinds_of
from .state import Setup, State, WarriorSetup


@dataclass(frozen=True, slots=True)
class Nature:
    """`gains` as the traits name them; `immune` to what; `hates` kinds, sides or warriors.

    `leads` is how far its Leadership reaches as a leader (1/100 mm), 0 for the ruleset's radius.
    """

    gains: frozenset[str] = frozenset()
    immune: frozenset[str] = frozenset()
    hates: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    leads: int = 0

    @property
    def causes_fear(self) -> bool:
        return "causes_fear" in self.gains


def nature_of(setup: Setup, id: str) -> Nature:
    """A warrior's nature; remembered on the set-up."""
    natures: dict[str, Nature] = setup.__dict__.setdefault("_natures", {})
    found = natures.get(id)
    if found is None:
        found = natures[id] = _read(setup, setup.by_id[id])
    return found


def _read(setup: Setup, w: WarriorSetup) -> Nature:
    gains: set[str] = set()
    immune: set[str] = set()
    hates = {word for ref in w.traits for word in _words(ref.params.get("hates"))}
    leads = 0
    for effect in _effects(setup, w):
        if effect["hook"] == "psychology":
            gains |= set(effect.get("gain", ()))
            hates |= set(_words(effect.get("hates")))
        elif effect["hook"] == "immune":
            immune |= set(effect["to"])
        elif effect["hook"] == "leader" and "radius" in effect:
            leads = setup.ruleset.units(effect["radius"][setup.ruleset.unit.lower()])
    kinds = kinds_of(setup, w.id)
    return Nature(frozenset(gains), frozenset(immune), frozenset(hates), kinds, leads)


def _effects(setup: Setup, w: WarriorSetup) -> Iterator[Effect]:
    for id in (ref.id for ref in w.traits):
        if id in setup.catalogue.traits:
            yield from setup.catalogue.traits[id].effects
    for id in w.skills:
        if id in setup.catalogue.skills:
            yield from setup.catalogue.skills[id].effects


def _words(value: object) -> Iterable[str]:
    if isinstance(value, str):
        return () if value.startswith("$") else (value,)
    return tuple(str(word) for word in value) if isinstance(value, (list, tuple)) else ()


def frenzied(state: State, id: str) -> bool:
    """In a frenzy, until it is knocked down or stunned once (P-PSY-10)."""
    return "frenzy" in nature_of(state.setup, id).gains and not state.warriors[id].been_down


def hates(state: State, id: str, enemy: str) -> bool:
    """Whether a warrior hates this enemy; hatred without a name is of everybody (P-PSY-11)."""
    mine = nature_of(state.setup, id)
    if "hatred" not in mine.gains:
        return False
    return not mine.hates or bool(mine.hates & nature_of(state.setup, enemy).kinds)
