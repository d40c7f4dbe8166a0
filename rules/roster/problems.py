"""What is wrong with a roster: everything at once, each with a code and what a sentence needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from rules.catalogue import Catalogue
from rules.catalogue.lists import FighterType, GroupLimit, WarbandType
from rules.roster.goods import brought, for_heroes, offers, open_mutations
from rules.roster.leading import leading
from rules.roster.model import Fighter, Roster
from rules.roster.room import most_warriors

LIMITS = frozenset(
    """warband_full too_many_heroes several_leaders type_limit group_limit requires_fighter
    group_too_large not_on_list too_many_close_weapons too_many_missile_weapons carried_twice
    slot_taken pair_not_allowed no_such_mutation place_taken item_limit sworn_enemies
    in_debt""".split()
)
"""What no purchase may bring about; the rest (too few warriors, no leader, no mutation, no bow) is
for enlisting."""

SKILL_SET = "skill_set"
"""The note of the set of skills that a warband has chosen."""

CLOSE_WEAPONS = 2
MISSILE_WEAPONS = 2
"""How many a warrior may carry, the free dagger apart."""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A breach of the list: a stable code, the fighter (key) it is about, and parameters."""

    code: str
    fighter: str = ""
    params: dict[str, Any] = {}


def problems(catalogue: Catalogue, roster: Roster) -> list[Problem]:
    """Every breach of a roster, in a fixed order; an empty list is a legal warband.

    Codes: unknown_warband, unknown_fighter_type, unknown_item, too_few_warriors, needs_leader,
    type_minimum, needs_mutation, needs_item, needs_skill_set, and those of LIMITS.
    """
    row = catalogue.warbands.get(roster.type)
    if row is None:
        return [Problem("unknown_warband", params={"type": roster.type})]
    known = {kind.id for kind in (*row.fighters, *row.hired)}
    unknown = [f for f in roster.belonging if f.type not in known]
    if unknown:
        return [Problem("unknown_fighter_type", f.key, {"type": f.type}) for f in unknown]
    found = [*_size(catalogue, row, roster), *_types(row, roster), *_stash(catalogue, roster)]
    found += _limited(row, roster)
    found += _enemies(catalogue, row, roster)
    for fighter in roster.active:
        found += _fighter(catalogue, row, fighter)
    return found


def _size(catalogue: Catalogue, row: WarbandType, roster: Roster) -> Iterator[Problem]:
    most_heroes = catalogue.tables["warband"]["most_heroes"]
    heroes = sum(fighter.hero for fighter in roster.belonging)
    if roster.size < row.least:
        yield Problem("too_few_warriors", params={"n": roster.size, "least": row.least})
    most = most_warriors(catalogue, roster)
    if (n := places(row, roster)) > most:
        yield Problem("warband_full", params={"n": n, "most": most})
    if heroes > most_heroes:
        yield Problem("too_many_heroes", params={"n": heroes, "most": most_heroes})
    if roster.leader is None:
        yield Problem("needs_leader")
    if (n := len(leading(roster))) > 1:
        yield Problem("several_leaders", params={"n": n})
    if roster.treasury < 0:
        yield Problem("in_debt", params={"gold": -roster.treasury})
    if row.skill_sets and all(note.id != SKILL_SET for note in roster.finds):
        yield Problem("needs_skill_set")


def places(row: WarbandType, roster: Roster) -> int:
    """The places that are taken: some count as two, hired swords as none, prisoners still."""
    return sum(f.size * row.fighter(f.type).counts for f in roster.belonging if not f.hired)


def _types(row: WarbandType, roster: Roster) -> Iterator[Problem]:
    counts: Counter[str] = Counter()
    for fighter in roster.belonging:
        counts[fighter.type] += fighter.size
    for kind in (*row.fighters, *row.hired):
        yield from _type(kind, counts)
    yield from _replaced(row, counts)
    for limit in row.group_limits:
        yield from _joint(limit, counts)


def _type(kind: FighterType, counts: Counter[str]) -> Iterator[Problem]:
    n = counts[kind.id]
    if kind.most is not None and n > kind.most:
        yield Problem("type_limit", params={"type": kind.id, "n": n, "most": kind.most})
    if n < kind.least and not kind.leader:
        yield Problem("type_minimum", params={"type": kind.id, "n": n, "least": kind.least})
    missing = [needed for needed in kind.requires if not counts[needed]]
    if n and missing:
        yield Problem("requires_fighter", params={"type": kind.id, "needs": missing})


def _replaced(row: WarbandType, counts: Counter[str]) -> Iterator[Problem]:
    """A hired sword who takes the place of a fighter leaves one place less for that kind."""
    for sword in row.hired:
        if sword.replaces and counts[sword.id]:
            kind = next((kind for kind in row.fighters if kind.id == sword.replaces), None)
            n = counts[sword.replaces] + counts[sword.id]
            if kind is not None and kind.most is not None and n > kind.most:
                params = {"type": sword.id, "needs": [kind.id], "most": kind.most}
                yield Problem("place_taken", params=params)


def _joint(limit: GroupLimit, counts: Counter[str]) -> Iterator[Problem]:
    n = sum(counts[type] for type in limit.fighters)
    most = limit.most
    if limit.per is not None:
        most = limit.per * sum(counts[type] for type in limit.of)
    if most is not None and n > most:
        types = list(limit.fighters)
        yield Problem("group_limit", params={"types": types, "n": n, "most": most})


def _stash(catalogue: Catalogue, roster: Roster) -> Iterator[Problem]:
    for item in roster.stash:
        if not is_item(catalogue, item):
            yield Problem("unknown_item", params={"item": item})


def _limited(row: WarbandType, roster: Roster) -> Iterator[Problem]:
    """Things of which the warband's list allows so many (a cart), wherever it keeps them."""
    for special in row.special_items:
        if special.most is None:
            continue
        worn = sum(f.equipment.get(special.item, 0) * f.size for f in roster.belonging)
        n = worn + roster.stash.get(special.item, 0)
        if n > special.most:
            params = {"item": special.item, "n": n, "most": special.most}
            yield Problem("item_limit", params=params)


def _enemies(catalogue: Catalogue, row: WarbandType, roster: Roster) -> Iterator[Problem]:
    """Hired swords who won't serve beside each other, told once a pair."""
    present = [fighter for fighter in roster.active if fighter.hired]
    for number, fighter in enumerate(present):
        kind = row.fighter(fighter.type)
        effects = (effect for id in kind.traits for effect in catalogue.traits[id].effects)
        hated = {type for effect in effects for type in effect.get("excludes", ())}
        for other in present[:number]:
            if other.type in hated and other.type != fighter.type:
                params = {"type": fighter.type, "types": [other.type]}
                yield Problem("sworn_enemies", fighter.key, params)


def is_item(catalogue: Catalogue, item: str) -> bool:
    return item in catalogue.weapons or item in catalogue.armour or item in catalogue.equipment


def _fighter(catalogue: Catalogue, row: WarbandType, fighter: Fighter) -> Iterator[Problem]:
    kind = row.fighter(fighter.type)
    most = catalogue.tables["warband"]["group"][1]
    if not fighter.hero and kind.group_of_five and fighter.size > most:
        yield Problem("group_too_large", fighter.key, {"n": fighter.size, "most": most})
    unknown = [item for item in fighter.equipment if not is_item(catalogue, item)]
    if unknown:
        yield from (Problem("unknown_item", fighter.key, {"item": item}) for item in unknown)
        return
    yield from _mutations(catalogue, row, kind, fighter)
    if fighter.hired:
        return
    yield from _list(catalogue, row, kind, fighter)
    yield from _weapons(catalogue, row, kind, fighter)
    yield from _pairs(row, kind, fighter)
    yield from _armour(catalogue, fighter)


def _mutations(
    catalogue: Catalogue, row: WarbandType, kind: FighterType, fighter: Fighter
) -> Iterator[Problem]:
    allowed = open_mutations(catalogue, row.id, fighter)
    for mutation in fighter.mutations:
        if mutation not in allowed:
            yield Problem("no_such_mutation", fighter.key, {"mutation": mutation})
    if not fighter.mutations and must_mutate(catalogue, kind):
        yield Problem("needs_mutation", fighter.key, {"type": kind.id})


def must_mutate(catalogue: Catalogue, kind: FighterType) -> bool:
    """Whether a kind of fighter has to buy a mutation (or a blessing) as he is recruited."""
    return bool(kind.mutations) and any(
        effect["hook"] == "recruit" and effect.get("requires")
        for id in kind.traits
        for effect in catalogue.traits[id].effects
    )


def _pairs(row: WarbandType, kind: FighterType, fighter: Fighter) -> Iterator[Problem]:
    """Two of what only some may carry two of."""
    if not kind.equipment_list:
        return
    for entry in row.equipment_list(kind.equipment_list).items:
        twice = fighter.equipment.get(entry.item, 0) > 1
        if twice and entry.pair_for and kind.id not in entry.pair_for:
            yield Problem("pair_not_allowed", fighter.key, {"item": entry.item})


def _list(
    catalogue: Catalogue, row: WarbandType, kind: FighterType, fighter: Fighter
) -> Iterator[Problem]:
    own = brought(catalogue, row.id, fighter)
    allowed = offers(catalogue, row.id, kind.id, hero=fighter.hero).keys() | own.keys()
    if fighter.hero:
        allowed |= {row["id"] for row in catalogue.tables["artefact"]}
        allowed |= for_heroes(catalogue, row.id, kind.id)
    for item in fighter.equipment:
        if plain(catalogue, item) not in allowed:
            yield Problem("not_on_list", fighter.key, {"item": item, "type": kind.id})


def plain(catalogue: Catalogue, item: str) -> str:
    """What an item counts as on a list: a jewelled sword is a sword."""
    weapon = catalogue.weapons.get(item)
    return weapon.base if weapon and weapon.base and not weapon.material else item


def _weapons(
    catalogue: Catalogue, row: WarbandType, kind: FighterType, fighter: Fighter
) -> Iterator[Problem]:
    """Two close combat weapons besides the free dagger, and two different missile weapons."""
    weapons = {id: n for id, n in fighter.equipment.items() if id in catalogue.weapons}
    close = sum(
        n - catalogue.weapons[id].first_free
        for id, n in weapons.items()
        if catalogue.weapons[id].group == "close" and id not in kind.equipment
    )
    missile = {id: n for id, n in weapons.items() if catalogue.weapons[id].group != "close"}
    if close > CLOSE_WEAPONS:
        params = {"n": close, "most": CLOSE_WEAPONS}
        yield Problem("too_many_close_weapons", fighter.key, params)
    duty = row.duty if row.duty and kind.id not in row.duty.exempt else None
    most = duty.missile if duty else MISSILE_WEAPONS
    if duty and kind.equipment_list and not missile.keys() & set(duty.items):
        yield Problem("needs_item", fighter.key, {"items": list(duty.items), "type": kind.id})
    if len(missile) > most:
        params = {"n": len(missile), "most": most}
        yield Problem("too_many_missile_weapons", fighter.key, params)
    for item, n in missile.items():
        if n > 1:
            yield Problem("carried_twice", fighter.key, {"item": item})


def _armour(catalogue: Catalogue, fighter: Fighter) -> Iterator[Problem]:
    """One piece of armour a slot."""
    worn: dict[str, list[str]] = {}
    for item, n in fighter.equipment.items():
        if item in catalogue.armour:
            worn.setdefault(catalogue.armour[item].slot, []).extend([item] * n)
    for slot, items in worn.items():
        if len(items) > 1 and len(set(items)) == 1:
            yield Problem("carried_twice", fighter.key, {"item": items[0]})
        elif len(items) > 1:
            yield Problem("slot_taken", fighter.key, {"slot": slot, "items": items})
