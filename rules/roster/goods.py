"""What may be bought for whom, and for how much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from rules.catalogue import Catalogue
from rules.catalogue.derived import factor_of, upgraded_id
from rules.catalogue.lists import Bundle, EquipmentList, FighterType, ListItem, WarbandType
from rules.dice import notation
from rules.roster.inherited import heir, heirloom_of, is_lost, saved
from rules.roster.model import Fighter

FURTHER_MUTATIONS = 2
"""Every mutation after the first costs so many times its price."""


def fighter_type(catalogue: Catalogue, warband: str, type: str) -> FighterType:
    """A kind of fighter of a warband; KeyError where the catalogue has none such."""
    return catalogue.warbands[warband].fighter(type)


def offers(
    catalogue: Catalogue,
    warband: str,
    type: str,
    *,
    hero: bool | None = None,
    draft: bool = True,
) -> Mapping[str, int]:
    """The items of a fighter's equipment list with their prices, in the list's order; then what is
    common to his warband and meant for his kind alone (a Magister's candles); of a hero also what
    anybody sells (a lantern, a rope).

    `hero` for whom has become one; else as the list says. Without `draft` what can only be had
    when a warband is founded is left out. Where the list has a material (gromril, ithilmar, a Dark
    Elf blade), every close combat weapon of the list is offered in it. What his special rules bar
    (armour, missiles, poisons) isn't offered at all.
    """
    asked = (warband, type, hero, draft)
    if asked not in catalogue.remembered:
        catalogue.remembered[asked] = MappingProxyType(_offers(catalogue, *asked))
    found: Mapping[str, int] = catalogue.remembered[asked]
    return found


def _offers(
    catalogue: Catalogue, warband: str, type: str, hero: bool | None, draft: bool
) -> dict[str, int]:
    row = catalogue.warbands[warband]
    kind = row.fighter(type)
    if not kind.equipment_list:
        return {id: notation(catalogue.item(id).price).bonus for id in sold_to(catalogue, kind)}
    is_hero = kind.kind == "hero" if hero is None else hero
    goods, barred = row.equipment_list(kind.equipment_list), bars(catalogue, row, kind)
    found = {
        item: cost
        for entry in goods.items
        if _open_to(catalogue, row, entry, kind, is_hero) and (draft or not entry.creation_only)
        for item, cost in _made(catalogue, goods, entry)
        if sort(catalogue, item) not in barred
    }
    found |= {item: cost for item, cost in _common(row, kind, draft) if item not in found}
    if is_hero:
        found |= {id: cost for id, cost in _everywhere(catalogue, row, kind) if id not in found}
    return found


def sold_to(catalogue: Catalogue, kind: FighterType) -> tuple[str, ...]:
    """The single thing that a special rule sells to a hired sword (a Wolf Priest's wolf)."""
    effects = (effect for id in kind.traits for effect in catalogue.traits[id].effects)
    return tuple(e["sells"] for e in effects if e["hook"] == "recruit" and "sells" in e)


def for_heroes(catalogue: Catalogue, warband: str, type: str) -> frozenset[str]:
    """What a hero of this kind may carry whatever his list says: weapons and armour go by the list,
    everything else is any hero's who may use a list at all (equipment.toml, `heroes_only`)."""
    asked = ("heroes", warband, type)
    if asked not in catalogue.remembered:
        row = catalogue.warbands[warband]
        catalogue.remembered[asked] = frozenset(_for_heroes(catalogue, row, row.fighter(type)))
    found: frozenset[str] = catalogue.remembered[asked]
    return found


def _for_heroes(catalogue: Catalogue, row: WarbandType, kind: FighterType) -> Iterator[str]:
    barred = bars(catalogue, row, kind)
    named = {special.item: special.only for special in row.special_items if special.only}
    for id, item in catalogue.equipment.items():
        if not kind.equipment_list or not item.tradeable or item.kind in barred:
            continue
        if row.id in item.not_for or (item.only and row.id not in item.only):
            continue
        if kind.id in named.get(id, (kind.id,)):
            yield id


def _everywhere(
    catalogue: Catalogue, row: WarbandType, kind: FighterType
) -> Iterator[tuple[str, int]]:
    """What is common to everybody, at the catalogue's price."""
    usable = for_heroes(catalogue, row.id, kind.id)
    for id, item in catalogue.equipment.items():
        if id in usable and not item.only and not rarity_of(catalogue, row.id, id):
            yield id, notation(item.price).bonus


def _common(row: WarbandType, kind: FighterType, draft: bool) -> Iterator[tuple[str, int]]:
    """Special items that nobody has to look for, of the kinds that they are named for."""
    for special in row.special_items:
        if special.rarity or (special.creation_only and not draft):
            continue
        if kind.id in special.only:
            yield special.item, notation(special.price).bonus


def _open_to(
    catalogue: Catalogue, row: WarbandType, entry: ListItem, kind: FighterType, hero: bool
) -> bool:
    """What is for heroes only henchmen have where their list means them: by name, or all of it."""
    if entry.only:
        return kind.id in entry.only
    item = catalogue.equipment.get(entry.item) or catalogue.armour.get(entry.item)
    if item is None or hero or not item.heroes_only:
        return True
    users = (fighter for fighter in row.fighters if fighter.equipment_list == kind.equipment_list)
    return all(fighter.kind == "henchman" for fighter in users)


def _made(catalogue: Catalogue, goods: EquipmentList, entry: ListItem) -> Iterator[tuple[str, int]]:
    """The item itself, or where it is a material all that the list has made of it."""
    material = catalogue.weapons.get(entry.item)
    if material is None or not material.upgrade:
        yield entry.item, entry.cost
        return
    factor = entry.factor if entry.factor is not None else factor_of(material)
    for base in goods.items:
        made = upgraded_id(entry.item, base.item)
        if made in catalogue.weapons:
            yield made, base.cost * factor if factor else base.cost + entry.cost


def bars(catalogue: Catalogue, row: WarbandType, kind: FighterType) -> frozenset[str]:
    """The sorts of things that a fighter's or his warband's special rules keep from him."""
    traits = (catalogue.traits[id] for id in (*row.traits, *kind.traits))
    return frozenset(
        sort
        for trait in traits
        for effect in trait.effects
        if effect["hook"] == "access"
        for sort in effect.get("bars", ())
    )


def sort(catalogue: Catalogue, item: str) -> str:
    """`close`, `missile` or `blackpowder` of a weapon, `armour`, or the kind of anything else."""
    if item in catalogue.weapons:
        return catalogue.weapons[item].group
    return "armour" if item in catalogue.armour else catalogue.equipment[item].kind


def value(catalogue: Catalogue, warband: str, item: str) -> int:
    """What an item is worth to a warband: its lowest listed price, else the catalogue's.

    Of a price with dice only the fixed part counts. KeyError for an unknown item.
    """
    listed = [
        cost
        for goods in catalogue.warbands[warband].equipment_lists
        for entry in goods.items
        for made, cost in _made(catalogue, goods, entry)
        if made == item
    ]
    return min(listed) if listed else _book_price(catalogue, item)


def used_price(catalogue: Catalogue, warband: str, item: str) -> int:
    """What a used piece brings: a part of what it is worth, a rest is dropped."""
    share = Fraction(str(catalogue.tables["trading"]["sell_factor"]))
    return int(value(catalogue, warband, item) * share)


def rarity_of(catalogue: Catalogue, warband: str, id: str) -> int:
    """What two dice must reach to find it; 0 for what is common (to this warband)."""
    for special in catalogue.warbands[warband].special_items:
        if special.item == id:
            return special.rarity
    item = catalogue.item(id)
    own: dict[str, int] = getattr(item, "rarity_for", {})
    return own.get(warband, item.rarity)


def _book_price(catalogue: Catalogue, item: str) -> int:
    row = catalogue.weapons.get(item) or catalogue.armour.get(item) or catalogue.equipment[item]
    return notation(row.price).bonus


def free_gear(
    catalogue: Catalogue, warband: WarbandType, kind: FighterType, choice: int = 0
) -> dict[str, int]:
    """What a fighter brings along: the first dagger, and what the profile includes.

    `choice`: which of his sets a hired sword carries; IndexError where there is none such.
    """
    chosen = kind.choices[choice] if kind.choices else ()
    gear = dict(Counter((*kind.equipment, *chosen)))
    for item in offers(catalogue, warband.id, kind.id):
        weapon = catalogue.weapons.get(item)
        if weapon is not None and weapon.first_free:
            gear[item] = 1
    return gear


def brought(catalogue: Catalogue, warband: str, fighter: Fighter) -> dict[str, int]:
    """Pieces that each member brought along: neither paid for nor for sale."""
    if fighter.hired:
        return dict(fighter.equipment)
    row = catalogue.warbands[warband]
    gear = free_gear(catalogue, row, row.fighter(fighter.type))
    return {**gear, **_given(catalogue, fighter)} if fighter.gifts else gear


def _given(catalogue: Catalogue, fighter: Fighter) -> dict[str, int]:
    """What a special rule of the warband has given him for nothing."""
    rules = [gift.name for gift in fighter.gifts if gift.kind == "rule"]
    known = (catalogue.traits[id] for id in rules if id in catalogue.traits)
    effects = (effect for trait in known for effect in trait.effects)
    return {e["free"]: 1 for e in effects if e["hook"] == "recruit" and "to" in e}


def paid_for(
    catalogue: Catalogue, warband: str, fighter: Fighter, *, kit: bool = True
) -> dict[str, int]:
    """The gear of a member that he didn't bring along; without `kit` only what came singly."""
    free = Counter(brought(catalogue, warband, fighter))
    if fighter.kit and not kit:
        free.update(fighter.kit.items)
    left = {item: n - free[item] for item, n in fighter.equipment.items()}
    return {item: n for item, n in left.items() if n > 0}


def item_price(catalogue: Catalogue, warband: str, fighter: Fighter, item: str) -> int:
    """What a piece cost him: by his list, else what it is worth."""
    prices = offers(catalogue, warband, fighter.type, hero=fighter.hero)
    return prices[item] if item in prices else value(catalogue, warband, item)


def bundles(catalogue: Catalogue, warband: str, fighter: Fighter) -> tuple[Bundle, ...]:
    """The kits that a fighter may buy whole."""
    row = catalogue.warbands[warband]
    kind = row.fighter(fighter.type)
    return row.equipment_list(kind.equipment_list).bundles if kind.equipment_list else ()


def bundle(catalogue: Catalogue, warband: str, fighter: Fighter, id: str) -> Bundle:
    """One of his kits; KeyError where his list has none such."""
    for kit in bundles(catalogue, warband, fighter):
        if kit.id == id:
            return kit
    raise KeyError(id)


def mutation_prices(catalogue: Catalogue, mutations: Iterable[str]) -> list[tuple[str, int]]:
    """What each mutation cost: the first its price, every further one twice that."""
    return [
        (id, (catalogue.traits[id].cost or 0) * (FURTHER_MUTATIONS if position else 1))
        for position, id in enumerate(mutations)
    ]


def open_mutations(catalogue: Catalogue, warband: str, fighter: Fighter) -> tuple[str, ...]:
    """The mutations that a fighter may have, by his kind or by a skill."""
    row = catalogue.warbands[warband]
    skilled = any(
        "mutations" in effect.get("to", ())
        for skill in fighter.skills
        for effect in catalogue.skills[skill].effects
    )
    return row.mutations if skilled else row.fighter(fighter.type).mutations


def gear_price(catalogue: Catalogue, warband: str, fighter: Fighter) -> int:
    """What the gear and the mutations of one member cost, without what he brought along."""
    single = paid_for(catalogue, warband, fighter, kit=False)
    kit = bundle(catalogue, warband, fighter, fighter.kit.id).cost if fighter.kit else 0
    return (
        kit
        - heirloom_saving(catalogue, warband, fighter)
        + sum(item_price(catalogue, warband, fighter, item) * n for item, n in single.items())
        + sum(price for _, price in mutation_prices(catalogue, fighter.mutations))
    )


def heirloom_saving(catalogue: Catalogue, warband: str, fighter: Fighter) -> int:
    """What he didn't have to pay for his heirloom."""
    if not heir(fighter) or is_lost(catalogue, fighter):
        return 0
    cost = item_price(catalogue, warband, fighter, heirloom_of(fighter))
    return saved(catalogue, warband, fighter, cost)


def price(catalogue: Catalogue, warband: str, fighter: Fighter) -> int:
    """What the fighter would cost now: members times (hire + gear)."""
    kind = fighter_type(catalogue, warband, fighter.type)
    return fighter.size * (kind.cost + gear_price(catalogue, warband, fighter))
