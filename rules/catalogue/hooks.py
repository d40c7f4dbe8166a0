"""The closed vocabulary of effects: hooks, their parameters, and the conditions (HOOKS.md)."""

from __future__ import annotations

from typing import Any

CONDITIONS = frozenset(
    {
        "charging",
        "charged",
        "first_round",
        "close_combat",
        "shooting",
        "not_moved",
        "mounted",
        "in_building",
        "in_cover",
        "in_water",
        "beside_plants",
        "at_a_distance",
        "outnumbered",
        "unarmed",
        "against_stronger",
        "poisonable",
    }
)
"""What `when` may hold; an effect acts while all of its conditions hold."""

COMMON = frozenset({"hook", "when", "weapons", "against", "not_against", "per", "with"})
"""Parameters that any effect may have."""

PER = ("turn", "combat", "battle")

WEAPON_CLASSES = frozenset({"close", "missile", "blackpowder", "bows", "crossbows", "pistols"})
"""Words that stand for many weapons in `weapons`, beside the ids of weapons."""

KINDS = frozenset(
    {
        "animal",
        "beastmen",
        "chaos",
        "daemon",
        "dark_elves",
        "dwarf",
        "elf",
        "evil",
        "goblin",
        "high_elves",
        "human",
        "large",
        "living",
        "missile_users",
        "orc",
        "possessed",
        "sigmarites",
        "sisters_of_sigmar",
        "skaven",
        "slavers",
        "spellcasters",
        "stupid",
        "undead",
        "vampire",
    }
)
"""Kinds of warriors that an effect may single out (`against`, `hates`, `by`, `not_against`)."""

HOOKS: dict[str, frozenset[str]] = {
    hook: frozenset(params.split())
    for hook, params in {
        # the bearer's attacks and shots
        "to_hit": "mod need reroll natural result ignore",
        "hits": "count",
        "strength": "mod fixed own_bonus save_counts",
        "to_wound": "mod need_at_most",
        "wounds": "dice",
        "critical": "mod on",
        "enemy_save": "mod none",
        "injury": "mod bands convert",
        "attacks": "mod factor most last",
        "extra_attack": "count strength fixed fixed_immune mod need_at_most order on repeats",
        "strike_order": "order lift",
        "enemy_parry": "barred",
        "on_hit": "test fail after ignites_on infects_on",
        "combat_shot": "attacks uses mod strength save_total order",
        "crush": "",
        "charge_option": (
            "instead_of rolls mod strength fixed sure save any_time on_hit test critical_on"
        ),
        # attacks and shots against the bearer
        "to_be_hit": "mod",
        "enemy_strength": "mod save_counts only_from",
        "enemy_attacks": "mod least",
        "save": "mod need combines unmodified worst",
        "special_save": "on stage better_with unmodified by_strength not_from",
        "stun_save": "on with_helmet",
        "own_injury": "bands convert",
        "parry": "attempts reroll reroll_with equal breaks_weapon_on with_shield",
        "cover": "mod",
        "on_wound": "hits strength who",
        "contact": "hits strength",
        "felled": "test fail",
        "spared": "",
        # shooting
        "shots": "count mod reach still most split",
        "reload": "turns lifted",
        "fire_after_move": "barred lifted",
        "range": "mod",
        "line_shot": "length width",
        "free_target": "",
        "hidden_shot": "test casts",
        "poison": "poison",
        "throw": (
            "range range_per uses once effect free_on natural_one wounds strength hits save"
            " resist around to_wound"
        ),
        # what the hands may hold
        "carry": "bars needs lifts adds",
        "minder": "radius",
        # moving
        "movement": "mod factor free_in fixed",
        "run": "factor barred",
        "charge": "factor dice barred unseen",
        "climb": "factor test freely",
        "jump": "test max",
        "leap": "dice",
        "random_move": "dice unless radius of",
        "follow_up": "move",
        "break_off": "test fail move",
        # characteristics, tests, psychology
        "characteristic": "name mod dice",
        "test": "test mod reroll pass dice keep radius ignored",
        "psychology": "gain lasting hates unless radius of trigger each_turn",
        "immune": "to radius",
        "quarrel": "on",
        "leader": "radius leadership only",
        "charged": "by test fail who radius short",
        "target": "large",
        "detect": "mod factor",
        "detected": "mod factor stays_on noticing",
        "deploy": "where apart after models depth",
        "recover": "wounds",
        "reroll_any": "dice sure lends only",
        "heart_strike": "on wounds_on",
        "fight_on": "test",
        "quarry": "mod",
        "brew": "rows",
        "taunt": "",
        "headsman": "",
        "trap": "on strength radius",
        "door": "test",
        "maddens": "",
        "scope": "dice",
        "hunger": "attacks dice hits strength",
        "blessing": "on kinds",
        "end_of_phase": "test fail who",
        "rout": "weight unheard",
        # magic
        "cast": "mod reroll in_armour kind",
        "second_spell": "test",
        "enemy_spell": "on others mod",
        # outside battles
        "warband_size": "mod free",
        "price": "factor replaced mod least",
        "rarity_roll": "mod",
        "exploration": "reroll adjust dice shards test misses_by unused",
        "serious_injury": "reroll banished_on rout_test steadies spares rows never",
        "access": "to skills bars",
        "spells": "gain lore by fighters skill once",
        "upkeep": "gold alternative factor after beside flees_on free_on battles",
        "income": "dice fails_on fails item instead maps sizes resale",
        "advances": "hero factor killed_on_promotion none skills leads",
        "recruit": "limit free to requires replaces sells excludes beside present lost leaves",
        "gear": "lost_on keeps_on",
    }.items()
}
"""Each hook with its own parameters."""


Effect = dict[str, Any]
"""One effect, flat as TOML writes it: `hook`, the hook's own parameters and the common ones.

Lengths are `{cm = a, um = b}`.
"""


def effect_faults(effect: Effect) -> list[str]:
    """Words, hooks and parameters outside the vocabulary."""
    hook = effect.get("hook")
    if hook not in HOOKS:
        return [f"unknown hook {hook!r}"]
    known = HOOKS[hook] | COMMON
    faults = [f"{hook}: unknown parameter {key!r}" for key in effect if key not in known]
    faults += [f"unknown condition {w!r}" for w in effect.get("when", []) if w not in CONDITIONS]
    faults += [f"unknown kind {kind!r}" for kind in _kinds(effect) if kind not in KINDS]
    if effect.get("per", PER[0]) not in PER:
        faults.append(f"unknown period {effect['per']!r}")
    return faults


def _kinds(effect: Effect) -> list[str]:
    keys = ("against", "not_against", "hates", "by")
    return [
        kind
        for key in keys
        if isinstance(effect.get(key), list)
        for kind in effect[key]
        if not _is_reference(kind)
    ]


def with_params(effect: Effect, params: dict[str, Any]) -> Effect:
    """The effect with "$name" replaced by the bearer's value (left out where that is false)."""
    filled = {key: _filled(value, params) for key, value in effect.items()}
    return {key: value for key, value in filled.items() if value is not None and value is not False}


def _filled(value: Any, params: dict[str, Any]) -> Any:
    if isinstance(value, list) and len(value) == 1 and _is_reference(value[0]):
        return params[value[0][1:]]
    return params[value[1:]] if _is_reference(value) else value


def _is_reference(value: Any) -> bool:
    return isinstance(value, str) and value.startswith("$")
