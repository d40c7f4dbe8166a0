"""Warbands for a simulation: fighters of a list, with arms that make sense for each."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..battle.state import Profile, TraitRef, WarriorSetup
from ..catalogue import Catalogue
from ..catalogue.kinds import kinds_of_fighter
from ..catalogue.lists import FighterType, WarbandType
from ..errors import RulesError
from ..ruleset import Ruleset
from ..units import MM, to_units
from .casters import with_magic

BARE_HANDS = ("fist", "plain")
"""Rows that a battle needs for whoever carries nothing."""

CLOSE = (
    ("sword", "dagger"),
    ("axe", "dagger"),
    ("spear",),
    ("mace", "dagger"),
    ("club", "dagger"),
    ("halberd",),
    ("double_handed_weapon",),
    ("dagger",),
)
MISSILE = ("long_bow", "crossbow", "bow", "short_bow", "sling", "throwing_knives")
HAND_FREE = frozenset({"spear"})
"""With these the other hand holds a shield."""


class UnknownWarband(RulesError):
    """No warband list has this id."""


def army(
    catalogue: Catalogue,
    ruleset: Ruleset,
    warband: str,
    side: str,
    size: int,
    *,
    magic: bool = False,
    spells: Collection[str] = (),
    henchmen: Collection[str] = (),
) -> tuple[WarriorSetup, ...]:
    """`size` warriors of a list: its heroes first, then its henchmen in turn.

    `magic`: its heroes know a whole lore, or of it only the `spells` named. `henchmen`: these kinds
    only, in a list that has any of them.
    """
    kind = catalogue.warbands.get(warband)
    if kind is None:
        raise UnknownWarband(warband)
    fighters = _fighters(kind, size, henchmen)
    found = tuple(
        _warrior(kind, fighter, ruleset, side, number) for number, fighter in enumerate(fighters, 1)
    )
    return with_magic(catalogue, kind, found, spells) if magic else found


def items_of(warriors: tuple[WarriorSetup, ...]) -> set[str]:
    """Everything that must be pinned for them."""
    carried = {id for w in warriors for id in (*w.weapons, *w.armour, *w.equipment)}
    return carried | set(BARE_HANDS)


def _fighters(kind: WarbandType, size: int, wanted: Collection[str]) -> list[FighterType]:
    heroes = [f for f in kind.fighters if f.kind == "hero" for _ in range(f.most or 1)]
    heroes.sort(key=lambda f: not f.leader)
    henchmen = _in_turn(kind, wanted)
    rest = max(0, size - len(heroes))
    return [*heroes[:size], *(next(henchmen) for _ in range(rest))]


def _in_turn(kind: WarbandType, wanted: Collection[str]) -> Iterator[FighterType]:
    """Henchmen one after the other; a kind that has reached its limit is passed over. While there
    is room for those `wanted`, only they come."""
    kinds = [f for f in kind.fighters if f.kind == "henchman"]
    taken = dict.fromkeys((f.id for f in kinds), 0)
    while True:
        free = [f for f in kinds if f.most is None or taken[f.id] < f.most]
        for f in [f for f in free if f.id in wanted] or free:
            taken[f.id] += 1
            yield f


def _warrior(
    kind: WarbandType, fighter: FighterType, ruleset: Ruleset, side: str, number: int
) -> WarriorSetup:
    weapons, armour = _arms(kind, fighter, number)
    native = fighter.profile.native(ruleset.unit)
    profile = Profile(**{**native, "M": to_units(native["M"], ruleset.unit_size)})
    traits = dict.fromkeys([*fighter.traits, *(["animal"] if fighter.animal else [])])
    return WarriorSetup(
        id=f"{side}-{number}",
        name=f"{fighter.name.en} {number}",
        side=side,
        profile=profile,
        weapons=weapons,
        armour=armour,
        traits=tuple(TraitRef(id) for id in traits),
        kind=fighter.id,
        kinds=kinds_of_fighter(fighter.race, kind),
        hero=fighter.kind == "hero",
        leader=fighter.leader,
        large=fighter.large,
        base=fighter.base_mm * MM,
    )


def _arms(
    kind: WarbandType, fighter: FighterType, number: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Weapons and armour from its list: a bow for every other good shot."""
    if not fighter.equipment_list:
        return (), ()
    offered = {entry.item for entry in kind.equipment_list(fighter.equipment_list).items}
    bow = _bow(fighter, offered, number)
    close = ("dagger",) if bow else _close(offered, number)
    armour = ["light_armour", "helmet"] if fighter.kind == "hero" else []
    if len(close) == 1 and close[0] in HAND_FREE:
        armour.append("shield")
    return (*close, *bow), tuple(id for id in armour if id in offered)


def _bow(fighter: FighterType, offered: set[str], number: int) -> tuple[str, ...]:
    if number % 2 or fighter.profile.BS < fighter.profile.WS:
        return ()
    return tuple(id for id in MISSILE if id in offered)[:1]


def _close(offered: set[str], number: int) -> tuple[str, ...]:
    sets = [arms for arms in CLOSE if offered.issuperset(arms)]
    return sets[number % len(sets)] if sets else ()
