"""Which effects the engine enacts, so that it can say of the rest that it doesn't.

`HOOKS` names for each hook the parameters that are read; an effect with any other parameter, or on
another hook, is the GM's to see to. What acts outside battles, or through a number of its row,
needs nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .arms import kit_of
from .state import Setup, WarriorSetup

PSYCHOLOGY = frozenset({"causes_fear", "frenzy", "hatred", "stupidity"})
IMMUNE = frozenset({"fear", "psychology", "stupidity", "all_alone"})
CLIMBING = frozenset({"initiative", "climb", "dive", "characteristic"})

HOOKS: Mapping[str, frozenset[str]] = {
    "psychology": frozenset({"gain", "hates"}),
    "immune": frozenset({"to"}),
    "leader": frozenset({"radius"}),
    "target": frozenset({"large"}),
    "climb": frozenset({"factor", "test"}),
    "jump": frozenset({"test", "max"}),
    "test": frozenset({"test", "mod", "reroll"}),
    "carry": frozenset({"bars"}),
    "deploy": frozenset({"after", "where", "apart", "models", "depth"}),
    "advances": frozenset({"barred"}),
}
"""Hooks of traits, skills and equipment that the engine reads, with their parameters."""


def is_enacted(effect: Mapping[str, Any]) -> bool:
    """Whether the engine does all that an effect says."""
    known = HOOKS.get(effect["hook"])
    if known is None or not set(effect) - {"hook"} <= known:
        return False
    return (
        set(effect.get("gain", ())) <= PSYCHOLOGY
        and (effect["hook"] != "immune" or set(effect["to"]) <= IMMUNE)
        and (effect["hook"] != "test" or effect["test"] in CLIMBING)
    )


def not_automated(setup: Setup, id: str) -> tuple[str, ...]:
    """What a warrior brings that the engine doesn't enact, as `kind:id` or `weapon:hook`."""
    w = setup.by_id[id]
    return (*kit_of(setup, id).unread, *_unenacted(setup, w))


def _unenacted(setup: Setup, w: WarriorSetup) -> Iterator[str]:
    catalogue = setup.catalogue
    bags: tuple[tuple[str, Iterable[str], Mapping[str, Any]], ...] = (
        ("skill", w.skills, catalogue.skills),
        ("equipment", w.equipment, catalogue.equipment),
        ("trait", [trait.id for trait in w.traits], catalogue.traits),
    )
    for kind, ids, rows in bags:
        for id in ids:
            row = rows.get(id)
            if row is None or not _does_its_work(row) or _has_no_place(setup, row):
                yield f"{kind}:{id}"


def _does_its_work(row: Any) -> bool:
    if row.acts in ("outside", "field"):
        return True
    if row.acts == "gm":
        return False
    return bool(row.effects) and all(is_enacted(effect) for effect in row.effects)


def _has_no_place(setup: Setup, row: Any) -> bool:
    """Where one deploys otherwise, only a scenario knows what that means."""
    return setup.mission is None and any(effect["hook"] == "deploy" for effect in row.effects)
