"""From effects to an `Arm`: one function a hook, for a weapon's own rules and its bearer's alike.

What always holds becomes a plain field; what depends on the moment or on the enemy is kept in
`Arm.on`, and the stacks ask for it. A hook that isn't here is none of a weapon's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from ..catalogue import Weapon
from ..ruleset import Ruleset
from .arm import Arm
from .powers import Power, power, words_for

Reader = Callable[[Arm, Power], Arm]


def _kept(a: Arm, p: Power) -> Arm:
    """For the stacks: looked at when a blow or shot is worked out."""
    return replace(a, on={**a.on, p.hook: (*a.on.get(p.hook, ()), p)})


def _own(a: Arm, p: Power) -> Arm:
    """The same for what only a weapon itself can bring."""
    return _kept(a, p) if p.stage == "weapon" else a


def _injury(a: Arm, p: Power) -> Arm:
    bands = p.get("bands")
    if bands is None:
        return _kept(a, p)
    steps = tuple(sorted((low, status) for status, (low, _) in bands.items()))
    return replace(a, injuries=steps)


def _parry(a: Arm, p: Power) -> Arm:
    if "breaks_weapon_on" in p.effect:
        return replace(a, breaks_on=p.effect["breaks_weapon_on"])
    if p.stage != "weapon":
        return a
    return replace(a, parries=True, parry_again=bool(p.get("reroll")))


def _strength(a: Arm, p: Power) -> Arm:
    if p.get("own_bonus") == "first_round":
        return replace(a, heavy=True)
    return _kept(a, p)


def _carry(a: Arm, p: Power) -> Arm:
    if p.stage != "weapon":
        return a
    bars = p.get("bars", ())
    return replace(
        a,
        alone=a.alone or "second_weapon" in bars or "other_weapons" in bars,
        only=a.only or "other_weapons" in bars,
        bars_shield=a.bars_shield or "shield_in_combat" in bars,
        bars_buckler=a.bars_buckler or "buckler" in bars,
    )


def _strike_order(a: Arm, p: Power) -> Arm:
    if p.get("lift") == "last":
        return replace(a, last=False)
    if p.get("order") == "last":
        return replace(a, last=True)
    if p.when == ():
        return replace(a, first="always")
    if p.when == ("first_round",):
        return replace(a, first=a.first or "first_round")
    return _kept(a, p)


def _attacks(a: Arm, p: Power) -> Arm:
    if p.stage != "weapon":
        return _kept(a, p) if p.weapons or p.unarmed else a
    if "most" in p.effect:
        return replace(a, most_attacks=p.effect["most"])
    if p.when:
        return _kept(a, p)
    return replace(a, attacks=a.attacks + p.effect["mod"])


def _to_hit(a: Arm, p: Power) -> Arm:
    if "ignore" in p.effect:
        return replace(a, ignores=a.ignores | set(p.effect["ignore"]))
    if "need" in p.effect:
        return replace(a, need=p.effect["need"])
    return _kept(a, p)


def _enemy_save(a: Arm, p: Power) -> Arm:
    return replace(a, no_save=True) if p.get("none") else _kept(a, p)


def _characteristic(a: Arm, p: Power) -> Arm:
    if p.stage == "weapon" and p.get("name") == "I":
        return replace(a, initiative=p.effect["mod"])
    return a


def _shots(a: Arm, p: Power) -> Arm:
    if p.get("most") == 1:
        return replace(a, once=True)
    if a.shots > 1 and p.stage != "weapon":
        return a
    return replace(
        a,
        shots=p.effect["count"],
        second_shot=p.get("mod", 0),
        second_reach=p.get("reach", ""),
        second_still=bool(p.get("still")),
        split_shots=bool(p.get("split")),
    )


def _reload(a: Arm, p: Power) -> Arm:
    return replace(a, reload=0 if p.get("lifted") else max(a.reload, p.get("turns", 1)))


def _combat_shot(a: Arm, p: Power) -> Arm:
    if p.get("uses") != "WS":
        return _own(a, p)
    e = p.effect
    return replace(
        a, blasts=e["attacks"], blast_strength=e["strength"], blast_save=-e["save_total"]
    )


def _range(ruleset: Ruleset) -> Reader:
    return lambda a, p: replace(
        a, range=a.range + ruleset.units(p.effect["mod"][ruleset.unit.lower()])
    )


def _strip(ruleset: Ruleset) -> Reader:
    def read(a: Arm, p: Power) -> Arm:
        unit = ruleset.unit.lower()
        length, width = (ruleset.units(p.effect[name][unit]) for name in ("length", "width"))
        return replace(a, strip=(length, width))

    return read


def _poison(a: Arm, p: Power) -> Arm:
    """What the poison does is read where the row of it is at hand (arms.py)."""
    return a


READERS: Mapping[str, Reader] = {
    "to_hit": _to_hit,
    "hits": lambda a, p: replace(a, hits=p.effect["count"]),
    "strength": _strength,
    "to_wound": _kept,
    "wounds": lambda a, p: replace(a, wounds=p.effect["dice"]),
    "critical": _kept,
    "enemy_save": _enemy_save,
    "injury": _injury,
    "attacks": _attacks,
    "strike_order": _strike_order,
    "enemy_parry": lambda a, p: replace(a, unparried=p.of),
    "on_hit": _kept,
    "combat_shot": _combat_shot,
    "extra_attack": _own,
    "charge_option": _own,
    "parry": _parry,
    "carry": _carry,
    "shots": _shots,
    "reload": _reload,
    "fire_after_move": lambda a, p: replace(a, fire_after_move=bool(p.get("lifted"))),
    "free_target": lambda a, p: replace(a, free_target=True),
    "characteristic": _characteristic,
    "hidden_shot": _kept,
    "heart_strike": _kept,
    "poison": _poison,
}
"""The hooks that an `Arm` reads."""


def with_powers(arm: Arm, powers: Iterable[Power], ruleset: Ruleset) -> Arm:
    """The arm with these powers read into it, in that order."""
    lengths = {"range": _range, "line_shot": _strip}
    for one in powers:
        if one.weapons and not one.weapons & arm.words:
            continue
        if one.unarmed and not arm.unarmed:
            continue
        if not _concerns(arm, one):
            continue
        if one.hook in lengths:
            arm = lengths[one.hook](ruleset)(arm, one)
        elif one.hook in READERS:
            arm = READERS[one.hook](arm, one)
    return arm


def _concerns(arm: Arm, one: Power) -> bool:
    """Whether a power may ever act for this arm: no shot for close combat, no blow for shots."""
    if "close_combat" in one.when and not (arm.close or arm.blasts):
        return False
    if "shooting" in one.when and not arm.missile:
        return False
    return one.hook != "range" or arm.missile


def arm(weapon: Weapon, ruleset: Ruleset, lifted: Iterable[str] = ()) -> Arm:
    """Read a weapon, its rules `lifted` left out; ranges in 1/100 mm."""
    found = Arm(
        id=weapon.id,
        close=weapon.group == "close",
        missile=weapon.group != "close",
        hands=weapon.hands,
        words=words_for(weapon),
        strength_user=weapon.strength_user or 0,
        strength_fixed=weapon.strength_fixed,
        save=-weapon.save_mod,
        save_total=None if weapon.save_mod_total is None else -weapon.save_mod_total,
        enemy_save=weapon.enemy_save,
        range=ruleset.units(weapon.range(ruleset.unit)),
        unarmed=weapon.id == "fist",
        memo={},
    )
    effects = (power("weapon", weapon.id, effect) for effect in weapon.effects)
    found = with_powers(found, effects, ruleset)
    found = replace(found, concussive=weapon.has_rule("concussion"))
    return _lifted(found, weapon, frozenset(lifted))


def _lifted(a: Arm, weapon: Weapon, rules: frozenset[str]) -> Arm:
    """Without those rules of the weapon that don't count for its bearer (`carry`, `lifts`)."""
    if "heavy" in rules:
        a = replace(a, heavy=False)
    if "difficult_to_use" in rules and weapon.has_rule("difficult_to_use"):
        a = replace(a, alone=False, bars_buckler=False)
    if "unarmed" in rules:
        a = replace(a, most_attacks=None)
    return a
