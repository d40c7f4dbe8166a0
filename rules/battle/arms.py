"""Weapons and armour as the phases use them: their effects read once into plain fields.

A weapon's rules are data on hooks (rules/catalogue/HOOKS.md). `arm` turns them into an `Arm`; an
effect that nothing here reads is named in `unread`, and the battle says so (`NotAutomated`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..catalogue import PinnedCatalogue, Weapon
from ..ruleset import Ruleset
from .state import Setup, WarriorSetup

Effect = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """A weapon in a hand.

    `save` is added to the needed save (an axe: 1), `save_total` replaces what the Strength does
    as well, `enemy_save` improves the enemy's save (a dagger: 1). `first`: "", "first_round" or
    "always". `injuries`: another injury table, the lowest result of each status, rising.
    `second_shot` is the modifier of both shots where it may fire twice (`second_reach` "half": not
    beyond half range; `second_still`: only unmoved). `blasts` are its attacks in the first round
    of a combat.
    """

    id: str
    close: bool
    missile: bool
    hands: int
    strength_user: int = 0
    strength_fixed: int | None = None
    save: int = 0
    save_total: int | None = None
    no_save: bool = False
    enemy_save: int = 0
    range: int = 0
    parries: bool = False
    parry_again: bool = False
    unparried: bool = False
    first: str = ""
    last: bool = False
    heavy: bool = False
    charge_strength: int = 0
    initiative: int = 0
    alone: bool = False
    only: bool = False
    bars_shield: bool = False
    attacks: int = 0
    most_attacks: int | None = None
    to_hit: int = 0
    to_wound: int = 0
    to_wound_against: tuple[str, ...] = ()
    critical: bool = True
    injuries: tuple[tuple[int, str], ...] | None = None
    wounds: str = ""
    ignores: tuple[str, ...] = ()
    fire_after_move: bool = True
    reload: int = 0
    second_shot: int | None = None
    second_reach: str = ""
    second_still: bool = False
    blasts: int = 0
    blast_strength: int = 0
    blast_save: int | None = None
    free_target: bool = False
    unread: tuple[str, ...] = ()


Reader = Callable[[Arm, Effect], Arm]


def _injury(a: Arm, e: Effect) -> Arm:
    return replace(
        a, injuries=tuple(sorted((low, status) for status, (low, _) in e["bands"].items()))
    )


def _parry(a: Arm, e: Effect) -> Arm:
    if "breaks_weapon_on" in e:
        return _unread(a, e)
    return replace(a, parries=True, parry_again=bool(e.get("reroll")))


def _strength(a: Arm, e: Effect) -> Arm:
    if e.get("own_bonus") == "first_round":
        return replace(a, heavy=True)
    if e.get("when") == ["charging"]:
        return replace(a, charge_strength=a.charge_strength + e["mod"])
    return _unread(a, e)


def _carry(a: Arm, e: Effect) -> Arm:
    bars = e.get("bars", ())
    return replace(
        a,
        alone=a.alone or "second_weapon" in bars or "other_weapons" in bars,
        only=a.only or "other_weapons" in bars,
        bars_shield=a.bars_shield or "shield_in_combat" in bars,
    )


def _strike_order(a: Arm, e: Effect) -> Arm:
    if e["order"] == "last":
        return replace(a, last=True)
    when = list(e.get("when", ()))
    if when not in ([], ["first_round"]):
        return _unread(a, e)
    return replace(a, first=when[0] if when else "always")


def _attacks(a: Arm, e: Effect) -> Arm:
    if "when" in e:
        return _unread(a, e)
    if "most" in e:
        return replace(a, most_attacks=e["most"])
    return replace(a, attacks=a.attacks + e["mod"])


def _to_hit(a: Arm, e: Effect) -> Arm:
    if "ignore" in e:
        return replace(a, ignores=(*a.ignores, *e["ignore"]))
    if set(e) <= {"hook", "mod"}:
        return replace(a, to_hit=a.to_hit + e["mod"])
    return _unread(a, e)


def _to_wound(a: Arm, e: Effect) -> Arm:
    return replace(a, to_wound=e["mod"], to_wound_against=tuple(e.get("against", ())))


def _enemy_save(a: Arm, e: Effect) -> Arm:
    return replace(a, no_save=True) if e.get("none") else _unread(a, e)


def _characteristic(a: Arm, e: Effect) -> Arm:
    return replace(a, initiative=e["mod"]) if e.get("name") == "I" else _unread(a, e)


def _shots(a: Arm, e: Effect) -> Arm:
    if e.get("count") != 2:
        return _unread(a, e)
    return replace(
        a,
        second_shot=e["mod"],
        second_reach=e.get("reach", ""),
        second_still=bool(e.get("still")),
    )


def _combat_shot(a: Arm, e: Effect) -> Arm:
    if e.get("uses") != "WS" or list(e.get("when", ())) != ["first_round"]:
        return _unread(a, e)
    return replace(
        a, blasts=e["attacks"], blast_strength=e["strength"], blast_save=-e["save_total"]
    )


def in_melee(a: Arm) -> Arm:
    """A pistol as a close combat weapon: its own Strength, to hit with WS (P-CMB-04)."""
    return replace(
        a, close=True, strength_fixed=a.blast_strength, save_total=a.blast_save, ignores=()
    )


def _unread(a: Arm, e: Effect) -> Arm:
    return replace(a, unread=(*a.unread, str(e["hook"])))


READERS: Mapping[str, Reader] = {
    "injury": _injury,
    "parry": _parry,
    "strength": _strength,
    "carry": _carry,
    "strike_order": _strike_order,
    "attacks": _attacks,
    "to_hit": _to_hit,
    "to_wound": _to_wound,
    "enemy_save": _enemy_save,
    "characteristic": _characteristic,
    "shots": _shots,
    "combat_shot": _combat_shot,
    "enemy_parry": lambda a, e: replace(a, unparried=True),
    "wounds": lambda a, e: replace(a, wounds=e["dice"]),
    "fire_after_move": lambda a, e: replace(a, fire_after_move=False),
    "reload": lambda a, e: replace(a, reload=int(e.get("turns") or 1)),
    "free_target": lambda a, e: replace(a, free_target=True),
    "price": lambda a, e: a,
    "test": lambda a, e: a if e["test"] == "climb" else _unread(a, e),
}
"""The hooks that an `Arm` reads. A hook that isn't here is `unread`."""


def arm(weapon: Weapon, ruleset: Ruleset) -> Arm:
    """Read a weapon; its range in 1/100 mm."""
    found = Arm(
        id=weapon.id,
        close=weapon.group == "close",
        missile=weapon.group != "close",
        hands=weapon.hands,
        strength_user=weapon.strength_user or 0,
        strength_fixed=weapon.strength_fixed,
        save=-weapon.save_mod,
        save_total=None if weapon.save_mod_total is None else -weapon.save_mod_total,
        enemy_save=weapon.enemy_save,
        range=ruleset.units(weapon.range(ruleset.unit)),
    )
    for effect in weapon.effects:
        found = READERS.get(effect["hook"], _unread)(found, effect)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit:
    """What one warrior brought, read once: weapons for each use, and its armour.

    `body` is the save of its armour alone (7: none), `shield` what a shield adds, `movement`
    what both do to M (1/100 mm). `pistols` serve in the first round of a combat. `ways` remembers
    the ways to strike by number of attacks and whether the pistols count.
    """

    close: tuple[Arm, ...]
    pistols: tuple[Arm, ...]
    missile: tuple[Arm, ...]
    body: int
    shield: int
    buckler: bool
    stun_save: int
    movement: int
    parries: bool
    parry_again: bool
    unread: tuple[str, ...] = ()
    by_id: Mapping[str, Arm] = field(default_factory=dict, compare=False)
    ways: dict[tuple[int, bool], Any] = field(default_factory=dict, compare=False)


def kit_of(setup: Setup, id: str) -> Kit:
    """A warrior's kit; remembered on the set-up, which never changes."""
    kits: dict[str, Kit] | None = setup.__dict__.get("_kits")
    if kits is None:
        kits = setup.__dict__["_kits"] = {}
    found = kits.get(id)
    if found is None:
        found = kits[id] = _read_kit(setup, setup.by_id[id])
    return found


def _read_kit(setup: Setup, w: WarriorSetup) -> Kit:
    arms = [arm(setup.catalogue.weapons[id], setup.ruleset) for id in w.weapons]
    close = tuple(a for a in arms if a.close) or (_bare_hands(setup, w),)
    body, shield, buckler, stun_save, movement, unread = _read_armour(setup.catalogue, setup, w)
    pistols = tuple(in_melee(a) for a in arms if a.blasts)
    swords = [a for a in close if a.parries]
    return Kit(
        close=close,
        pistols=pistols,
        by_id={a.id: a for a in (*close, *pistols)},
        missile=tuple(a for a in arms if a.missile),
        body=body,
        shield=shield,
        buckler=buckler,
        stun_save=stun_save,
        movement=movement,
        parries=buckler or bool(swords),
        parry_again=(buckler and bool(swords)) or any(a.parry_again for a in swords),
        unread=tuple(f"{a.id}:{hook}" for a in arms for hook in a.unread) + unread,
    )


def _bare_hands(setup: Setup, w: WarriorSetup) -> Arm:
    """Who carries nothing fights with fists; animals need no weapons (rule `unarmed`)."""
    natural = any(trait.id == "animal" for trait in w.traits)
    id = "plain" if natural else "fist"
    return arm(setup.catalogue.weapons[id], setup.ruleset)


def _read_armour(
    catalogue: PinnedCatalogue, setup: Setup, w: WarriorSetup
) -> tuple[int, int, bool, int, int, tuple[str, ...]]:
    body, shield, buckler, stun_save, movement = 7, 0, False, 7, 0
    unread: list[str] = []
    table = setup.ruleset.mapping("armour.table")
    for id in w.armour:
        armour = catalogue.armour[id]
        if armour.slot == "body":
            body = min(body, table.get(id, armour.save or 7))
        elif id == "shield":
            shield = setup.ruleset.number("armour.shield")
        elif armour.save_bonus:
            shield += armour.save_bonus
        for effect in armour.effects:
            if effect["hook"] == "parry":
                buckler = True
            elif effect["hook"] == "stun_save":
                stun_save = int(effect["on"])
            elif effect["hook"] == "movement" and effect.get("with") == ["shield"]:
                slowed = "shield" in w.armour
                movement += (
                    setup.ruleset.units(effect["mod"][setup.ruleset.unit.lower()]) if slowed else 0
                )
            else:
                unread.append(f"{id}:{effect['hook']}")
    return body, shield, buckler, stun_save, movement, tuple(unread)
