"""What one warrior fights with, compiled once: arms, armour, hands, attacks of its own.

A weapon's rules, a poison on it and its bearer's skills are data on hooks
(rules/catalogue/HOOKS.md). `kit_of` reads all of them into a `Kit`, which stays on the set-up:
nothing is read again for a blow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from ..catalogue import Weapon
from ..ruleset import Ruleset
from .arm import Arm, in_melee
from .kit import Kit
from .natural import extras, options, throw_arm, thrown
from .powers import PLACES, Power, power, powers_of, words_for
from .readers import arm, with_powers
from .state import Setup, WarriorSetup

__all__ = ["Arm", "Kit", "arm", "in_melee", "kit_of"]

NO_SAVE = 7
FISTS = Arm(
    id="fist", close=True, missile=False, hands=0, strength_user=-1, enemy_save=1, most_attacks=1
)
"""For set-ups that pin no row for fists."""


def kit_of(setup: Setup, id: str) -> Kit:
    """A warrior's kit; remembered on the set-up, which never changes."""
    try:
        kits: dict[str, Kit] = setup.__dict__["_kits"]
        return kits[id]
    except KeyError:
        kits = setup.__dict__.setdefault("_kits", {})
        kits[id] = _read_kit(setup, setup.by_id[id])
        return kits[id]


def _read_kit(setup: Setup, w: WarriorSetup) -> Kit:
    powers = powers_of(setup, w.id)
    arms = tuple(_arms(setup, w, powers))
    bare = _bare_hands(setup, w, powers)
    close = tuple(a for a in arms if a.close) or (bare,)
    pistols = tuple(in_melee(a) for a in arms if a.blasts)
    beside = tuple(_own(a, powers, setup.ruleset) for a in extras(setup, arms, powers))
    instead = tuple(_own(a, powers, setup.ruleset) for a in options(arms, powers))
    throws = tuple(thrown(setup, w))
    stun_save, stun_save_of = _stun_save(powers)
    hands, third, bars_shield = _hands(powers)
    armour = setup.catalogue.armour
    shield = "shield" in w.armour and not bars_shield
    return Kit(
        close=close,
        pistols=pistols,
        missile=(*(a for a in arms if a.missile), *throws),
        bare=bare,
        extras=beside,
        options=instead,
        by_id={a.id: a for a in (bare, *close, *pistols, *beside, *instead)},
        body=_body(setup, w),
        shield=setup.ruleset.number("armour.shield") if shield else 0,
        bonus=tuple(
            (armour[id].save_bonus, id)
            for id in w.armour
            if id != "shield" and armour[id].save_bonus
        ),
        shield_hand=shield and armour["shield"].needs_hand,
        buckler="buckler" in w.armour,
        stun_save=stun_save,
        stun_save_of=stun_save_of,
        hands=hands,
        third_hand=third,
        parries="buckler" in w.armour or "parry" in powers or any(a.parries for a in close),
        placed=any(not PLACES.isdisjoint(p.when) for group in powers.values() for p in group),
        fights=all(p.get("most") != 0 for p in powers.get("attacks", ())),
        powers=powers,
    )


def _lifted(powers: Mapping[str, tuple[Power, ...]]) -> frozenset[str]:
    return frozenset(rule for p in powers.get("carry", ()) for rule in p.get("lifts", ()))


def _arms(setup: Setup, w: WarriorSetup, powers: Mapping[str, tuple[Power, ...]]) -> Iterator[Arm]:
    """Its weapons with its own powers read into them, and the poison that is on them."""
    every = [p for group in powers.values() for p in group]
    general = [p for p in every if not p.poison]
    coating = [p for p in every if p.poison]
    lifted, coated = _lifted(powers), coated_weapon(setup, w)
    for id in w.weapons:
        row = setup.catalogue.weapons[id]
        if not _fit_to_use(w, row, powers):
            continue
        throw = next((e for e in row.effects if e["hook"] == "throw"), None)
        if throw is not None:
            yield throw_arm(setup.ruleset, w, id, throw)
            continue
        bare = arm(row, setup.ruleset, lifted)
        own = [*general, *_venom(setup, row.effects)]
        own += _venom(setup, (p.effect for p in powers.get("poison", ())))
        yield with_powers(bare, (*own, *(coating if id == coated else ())), setup.ruleset)


def _fit_to_use(w: WarriorSetup, row: Weapon, powers: Mapping[str, tuple[Power, ...]]) -> bool:
    """Whether a warrior has what the weapon needs (a lance: a horse), and may use any such one."""
    needs = {item for e in row.effects if e["hook"] == "carry" for item in e.get("needs", ())}
    if not needs <= {*w.equipment}:
        return False
    own = {item for p in powers.get("carry", ()) for item in p.get("needs", ())}
    return not own or not words_for(row).isdisjoint(own)


def coated_weapon(setup: Setup, w: WarriorSetup) -> str:
    """The weapon that a poison goes on: the first that takes one, the free dagger last.

    No blackpowder weapon and none that is poisoned by nature takes any.
    """
    rows = [setup.catalogue.weapons[id] for id in w.weapons]
    fit = [
        row for row in rows if row.group != "blackpowder" and not row.has_rule("permanent_poison")
    ]
    fit.sort(key=lambda row: row.first_free)
    return fit[0].id if fit else ""


def _venom(setup: Setup, effects: Iterable[Mapping[str, Any]]) -> list[Power]:
    """What the poison of a weapon, or of somebody who poisons all of his, does."""
    names = [effect["poison"] for effect in effects if effect["hook"] == "poison"]
    return [
        power("equipment", id, effect, poison=True)
        for id in names
        if id in setup.catalogue.equipment
        for effect in setup.catalogue.equipment[id].effects
    ]


def _own(a: Arm, powers: Mapping[str, tuple[Power, ...]], ruleset: Ruleset) -> Arm:
    """A natural attack with its bearer's powers, poisons aside."""
    general = (p for group in powers.values() for p in group if not p.poison)
    return with_powers(a, general, ruleset)


def _bare_hands(setup: Setup, w: WarriorSetup, powers: Mapping[str, tuple[Power, ...]]) -> Arm:
    """Who carries nothing fights with fists; animals need no weapons (rule `unarmed`)."""
    natural = any(trait.id == "animal" for trait in w.traits)
    row = setup.catalogue.weapons.get("plain" if natural else "fist")
    bare = FISTS if row is None else arm(row, setup.ruleset, _lifted(powers))
    return _own(replace(bare, unarmed=True), powers, setup.ruleset)


def _body(setup: Setup, w: WarriorSetup) -> int:
    """The best save of what it wears; 7 is none (P-ARM-02)."""
    table, rows = setup.ruleset.mapping("armour.table"), setup.catalogue.armour
    worn = [id for id in w.armour if rows[id].slot == "body"]
    return min((table.get(id, rows[id].save or NO_SAVE) for id in worn), default=NO_SAVE)


def _stun_save(powers: Mapping[str, tuple[Power, ...]]) -> tuple[int, str]:
    """The best save against a stun and what gives it; a hard skull is better in a helmet."""
    saves = powers.get("stun_save", ())
    helmet = any(p.stage == "armour" for p in saves)
    found = [(p.get("with_helmet") if helmet else None) or p.effect["on"] for p in saves]
    return min(zip(found, (p.of for p in saves), strict=True), default=(NO_SAVE, ""))


TAKES = {"one_hand": 1, "two_hands": 2, "tail": 0}


def _hands(powers: Mapping[str, tuple[Power, ...]]) -> tuple[int, bool, bool]:
    """How many hands are free, whether something else holds a third thing, no shield at all."""
    carries = powers.get("carry", ())
    taken = sum(TAKES.get(p.get("adds", ""), 0) for p in carries)
    bars = {word for p in carries for word in p.get("bars", ())}
    free = 1 if {"second_weapon", "two_handed"} <= bars else 2
    tail = any(p.get("adds") == "tail" for p in carries)
    return max(0, free - taken), tail, "shield" in bars
