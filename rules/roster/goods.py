"""What may be bought for whom, and for how much."""

from __future__ import annotations

from rules.catalogue import Catalogue
from rules.catalogue.lists import FighterType, ListItem, WarbandType
from rules.dice import notation
from rules.roster.model import Fighter


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
) -> dict[str, int]:
    """The items of a fighter's equipment list with their prices, in the list's order.

    `hero` for whom has become one; else as the list says. Without `draft` what can only be had
    when a warband is founded is left out. What is made out of another weapon (gromril, ithilmar)
    is not among them either way: it has no price of its own.
    """
    row = catalogue.warbands[warband]
    kind = row.fighter(type)
    if not kind.equipment_list:
        return {}
    is_hero = kind.kind == "hero" if hero is None else hero
    return {
        entry.item: entry.cost
        for entry in row.equipment_list(kind.equipment_list).items
        if _open_to(entry, type, is_hero, catalogue) and (draft or not entry.creation_only)
    }


def _open_to(entry: ListItem, type: str, hero: bool, catalogue: Catalogue) -> bool:
    if entry.factor is not None or (entry.only and type not in entry.only):
        return False
    extra = catalogue.equipment.get(entry.item)
    return extra is None or hero or not extra.heroes_only


def value(catalogue: Catalogue, warband: str, item: str) -> int:
    """What an item is worth to a warband: its lowest listed price, else the catalogue's.

    Of a price with dice only the fixed part counts. KeyError for an unknown item.
    """
    listed = [
        entry.cost
        for goods in catalogue.warbands[warband].equipment_lists
        for entry in goods.items
        if entry.item == item and entry.factor is None
    ]
    return min(listed) if listed else _book_price(catalogue, item)


def _book_price(catalogue: Catalogue, item: str) -> int:
    row = catalogue.weapons.get(item) or catalogue.armour.get(item) or catalogue.equipment[item]
    return notation(row.price).bonus


def free_gear(catalogue: Catalogue, warband: WarbandType, kind: FighterType) -> dict[str, int]:
    """What a fighter brings along: the first dagger, and what the profile includes."""
    gear = dict.fromkeys(kind.equipment, 1)
    for item in offers(catalogue, warband.id, kind.id):
        weapon = catalogue.weapons.get(item)
        if weapon is not None and weapon.first_free:
            gear[item] = 1
    return gear


def gear_price(catalogue: Catalogue, warband: str, fighter: Fighter) -> int:
    """What the gear of one member cost, without what he brought along."""
    row = catalogue.warbands[warband]
    free = free_gear(catalogue, row, row.fighter(fighter.type))
    prices = offers(catalogue, warband, fighter.type, hero=fighter.hero)
    return sum(
        max(0, n - free.get(item, 0)) * prices.get(item, value(catalogue, warband, item))
        for item, n in fighter.equipment.items()
    )


def price(catalogue: Catalogue, warband: str, fighter: Fighter) -> int:
    """What the fighter would cost now: members times (hire + gear)."""
    kind = fighter_type(catalogue, warband, fighter.type)
    return fighter.size * (kind.cost + gear_price(catalogue, warband, fighter))
