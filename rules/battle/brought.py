"""What a warrior brings, by hook: the effects of its rows with the row behind each.

The powers of a warrior (powers.py) and the effects of its weapons as one, for whoever asks by hook
alone. Read once and remembered on the set-up, which never changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..catalogue import Effect
from .powers import for_all, powers_of
from .state import Setup, WarriorSetup


class Brought(NamedTuple):
    """An effect, the row it stands in, and whether that row acts for the whole warband."""

    of: str
    effect: Effect
    shared: bool = False


Bag = dict[str, tuple[Brought, ...]]


def brought(setup: Setup, id: str, hook: str) -> tuple[Brought, ...]:
    """Everything on a hook that a warrior has itself."""
    bags: dict[str, Bag] = setup.__dict__.setdefault("_brought", {})
    found = bags.get(id)
    if found is None:
        found = bags[id] = _bag(setup, setup.by_id[id])
    return found.get(hook, ())


def brings(setup: Setup, hook: str) -> tuple[str, ...]:
    """Who brings anything on a hook, in roster order; remembered on the set-up."""
    try:
        known: dict[str, tuple[str, ...]] = setup.__dict__["_brings"]
        return known[hook]
    except KeyError:
        known = setup.__dict__.setdefault("_brings", {})
        known[hook] = tuple(w.id for w in setup.warriors if brought(setup, w.id, hook))
        return known[hook]


def shared(setup: Setup, side: str, hook: str) -> tuple[Brought, ...]:
    """What acts on a hook for everybody of a side, whoever brings it; each row once."""
    known: dict[tuple[str, str], tuple[Brought, ...]] = setup.__dict__.setdefault("_shared", {})
    key = (side, hook)
    if key not in known:
        found = {
            one.of: one
            for w in setup.warriors
            if w.side == side
            for one in brought(setup, w.id, hook)
            if one.shared
        }
        known[key] = tuple(found.values())
    return known[key]


def _bag(setup: Setup, w: WarriorSetup) -> Bag:
    found: dict[str, list[Brought]] = {}
    for one in _all(setup, w):
        found.setdefault(one.effect["hook"], []).append(one)
    return {hook: tuple(effects) for hook, effects in found.items()}


def _all(setup: Setup, w: WarriorSetup) -> Iterator[Brought]:
    """Its weapons' effects, then its powers."""
    for id in dict.fromkeys(w.weapons):
        yield from (Brought(id, effect) for effect in setup.catalogue.weapons[id].effects)
    for powers in powers_of(setup, w.id).values():
        yield from (Brought(one.of, one.effect, for_all(setup, one)) for one in powers)


def length(setup: Setup, value: Mapping[str, Any]) -> int:
    """A length of an effect, `{cm = a, um = b}`, in 1/100 mm."""
    return setup.ruleset.units(value[setup.ruleset.unit.lower()])


def dice_of(setup: Setup, value: Any) -> str:
    """Dice of an effect: the same in every ruleset, or by unit."""
    return value if isinstance(value, str) else str(value[setup.ruleset.unit.lower()])
