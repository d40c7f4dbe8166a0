"""Which effects the engine enacts, so that it can say of the rest that it doesn't.

`HOOKS` names for each hook the parameters that are read; an effect with any other parameter, or on
another hook, is the GM's to see to. What acts outside battles, or through a number of its row,
needs nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .state import Setup, WarriorSetup

COMMON = frozenset({"hook", "when", "weapons", "against", "not_against", "with"})

FIGHTING: Mapping[str, str] = {
    "to_hit": "mod need reroll natural result ignore",
    "hits": "count",
    "strength": "mod fixed own_bonus save_counts",
    "to_wound": "mod need_at_most",
    "wounds": "dice",
    "critical": "mod on",
    "enemy_save": "mod none",
    "injury": "mod bands convert",
    "attacks": "mod factor most last",
    "charge_option": (
        "instead_of rolls mod strength fixed sure save any_time on_hit test critical_on"
    ),
    "on_hit": "test fail after ignites_on infects_on",
    "on_wound": "hits strength who",
    "contact": "hits strength",
    "line_shot": "length width",
    "throw": (
        "range range_per uses once per effect free_on natural_one wounds strength hits save"
        " resist around to_wound"
    ),
    "extra_attack": "count strength fixed fixed_immune mod need_at_most order on repeats",
    "strike_order": "order lift",
    "enemy_parry": "barred",
    "combat_shot": "attacks uses mod strength save_total order",
    "to_be_hit": "mod",
    "enemy_strength": "mod save_counts only_from",
    "enemy_attacks": "mod least",
    "save": "mod need combines unmodified worst",
    "special_save": "on stage better_with unmodified by_strength per not_from",
    "stun_save": "on with_helmet",
    "own_injury": "bands convert",
    "felled": "test fail",
    "crush": "",
    "heart_strike": "on wounds_on",
    "parry": "attempts reroll reroll_with equal breaks_weapon_on with_shield",
    "cover": "mod",
    "shots": "count mod reach still most split per",
    "reload": "turns lifted",
    "fire_after_move": "barred lifted",
    "range": "mod",
    "free_target": "",
    "hidden_shot": "test casts",
    "poison": "poison",
    "carry": "bars needs lifts adds",
}
"""Hooks of attacks, shots and the hands: any of their conditions as well."""

FIELD = frozenset(
    """movement run charge climb jump random_move follow_up break_off minder characteristic test
    psychology immune leader charged target detect detected recover reroll_any end_of_phase quarrel
    rout deploy second_spell hunger blessing cast enemy_spell
    leap fight_on quarry brew taunt spared headsman trap maddens scope door""".split()
)
"""Hooks of moving, tests and psychology: the engine does all that they say."""

OUTSIDE = frozenset(
    """warband_size price rarity_roll exploration serious_injury access spells upkeep income
    advances recruit gear""".split()
)
"""Hooks that act outside battles only."""

HOOKS: Mapping[str, frozenset[str]] = {
    hook: frozenset(params.split()) | COMMON for hook, params in FIGHTING.items()
}
"""Hooks of which the engine reads these parameters."""


def is_enacted(effect: Mapping[str, Any]) -> bool:
    """Whether the engine does all that an effect says, or has nothing to do in a battle."""
    hook = effect["hook"]
    if hook in FIELD or hook in OUTSIDE:
        return True
    known = HOOKS.get(hook)
    return known is not None and set(effect) <= known


def not_automated(setup: Setup, id: str) -> tuple[str, ...]:
    """What a warrior brings that the engine doesn't enact, as `kind:id`."""
    w = setup.by_id[id]
    return (*_gear(setup, w), *_unenacted(setup, w))


def _gear(setup: Setup, w: WarriorSetup) -> Iterator[str]:
    for id in dict.fromkeys(w.weapons):
        if not all(is_enacted(effect) for effect in setup.catalogue.weapons[id].effects):
            yield f"weapon:{id}"
    for id in dict.fromkeys(w.armour):
        effects = setup.catalogue.armour[id].effects
        if not all(is_enacted(effect) for effect in effects):
            yield f"armour:{id}"


def _unenacted(setup: Setup, w: WarriorSetup) -> Iterator[str]:
    catalogue = setup.catalogue
    bags: tuple[tuple[str, Iterable[str], Mapping[str, Any]], ...] = (
        ("skill", w.skills, catalogue.skills),
        ("equipment", w.equipment, catalogue.equipment),
        ("trait", [trait.id for trait in w.traits], catalogue.traits),
    )
    for spell in w.spells:
        if spell not in catalogue.spells:
            yield f"spell:{spell}"
    for kind, ids, rows in bags:
        for id in ids:
            row = rows.get(id)
            if row is None or not does_its_work(row) or _has_no_place(setup, row):
                yield f"{kind}:{id}"


def does_its_work(row: Any) -> bool:
    """Whether a row does in a battle all that it says, or acts elsewhere."""
    if row.acts in ("outside", "field"):
        return True
    if row.acts == "gm":
        return False
    return bool(row.effects) and all(is_enacted(effect) for effect in row.effects)


def _has_no_place(setup: Setup, row: Any) -> bool:
    """Where one deploys otherwise, only a scenario knows what that means."""
    return setup.mission is None and any(effect["hook"] == "deploy" for effect in row.effects)
