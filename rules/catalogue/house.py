"""House rules laid over the catalogue: what a campaign plays otherwise between battles.

`amended(overlay)` is the catalogue with the switches of an overlay written into its rows and
tables, so that roster, books and aftermath read one catalogue and need not know of house rules.
Switches of the battle itself are passed over: those are the ruleset's (`rules/ruleset.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from rules.catalogue import Catalogue, load_catalogue
from rules.catalogue.derived import upgraded
from rules.catalogue.lists import HIRED, EquipmentList, FighterType, SpecialItem, WarbandType
from rules.dice import notation

replace = msgspec.structs.replace

KEPT = 64
"""Catalogues that are kept ready: one a campaign with house rules of this kind."""

Write = Callable[[Catalogue, Any], Catalogue]


def amended(overlay: Mapping[str, Any]) -> Catalogue:
    """The catalogue under an overlay (validated before); the book's own where it changes nothing.

    The same overlay gives the same object: what a catalogue remembers is worked out once.
    """
    own = {name: overlay[name] for name in WRITERS if name in overlay}
    return _amended(json.dumps(own, sort_keys=True)) if own else load_catalogue()


@lru_cache(maxsize=KEPT)
def _amended(text: str) -> Catalogue:
    catalogue = load_catalogue()
    for name, value in json.loads(text).items():
        catalogue = WRITERS[name](catalogue, value)
    return catalogue


def known_keys(keys: str) -> frozenset[str]:
    """The ids that a map with these `keys` may name; KeyError for a word that isn't known."""
    catalogue = load_catalogue()
    kinds = {f.id for w in catalogue.warbands.values() for f in (*w.fighters, *w.hired)}
    return {
        "armour": frozenset(catalogue.armour),
        "items": catalogue.item_ids,
        "fighters": frozenset(kinds),
        "hired": frozenset(id for id in kinds if id.startswith(HIRED)),
    }[keys]


def _set(table: str, *path: str) -> Write:
    """A writer of one value of a table (of a table in it)."""

    def write(catalogue: Catalogue, value: Any) -> Catalogue:
        return _written(catalogue, table, _laid(catalogue.tables[table], path, value))

    return write


def _laid(table: Mapping[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:
    name, *more = path
    return {**table, name: _laid(table[name], tuple(more), value) if more else value}


def _written(catalogue: Catalogue, table: str, rows: Any) -> Catalogue:
    return replace(catalogue, tables={**catalogue.tables, table: rows})


def _of_warbands(catalogue: Catalogue, change: Callable[[WarbandType], WarbandType]) -> Catalogue:
    return replace(catalogue, warbands={id: change(w) for id, w in catalogue.warbands.items()})


def _starting_gold(catalogue: Catalogue, gold: int) -> Catalogue:
    """A list that begins with more than the others keeps its difference."""
    usual = catalogue.tables["warband"]["starting_gold"]
    return _of_warbands(catalogue, lambda row: replace(row, gold=max(0, row.gold - usual + gold)))


def _most(catalogue: Catalogue, most: int | str | None) -> Catalogue:
    """None (in an overlay "none"): each list says itself."""
    if not isinstance(most, int):
        return catalogue
    return _of_warbands(catalogue, lambda row: replace(row, most=most))


def _most_heroes(catalogue: Catalogue, most: int) -> Catalogue:
    """As many as no talent adds to, either."""
    catalogue = _set("lads_got_talent", "reroll_with_heroes")(catalogue, most)
    return _set("warband", "most_heroes")(catalogue, most)


def _group(catalogue: Catalogue, most: int) -> Catalogue:
    least = catalogue.tables["warband"]["group"][0]
    return _set("warband", "group")(catalogue, [least, most])


def _thresholds(track: str) -> Write:
    def write(catalogue: Catalogue, numbers: list[int]) -> Catalogue:
        catalogue = _set("experience", f"{track}_most")(catalogue, numbers[-1])
        return _set("experience", track)(catalogue, numbers)

    return write


def _awards(catalogue: Catalogue, xp: Mapping[str, int]) -> Catalogue:
    rows = [{**row, "experience": xp[row["id"]]} for row in catalogue.tables["award"]]
    return _written(catalogue, "award", rows)


def _underdog(catalogue: Catalogue, steps: Mapping[str, int]) -> Catalogue:
    rows = [{"min": int(low), "experience": xp} for low, xp in _rising(steps)]
    return _set("underdog", "rows")(catalogue, rows)


def _shards(catalogue: Catalogue, steps: Mapping[str, int]) -> Catalogue:
    rows = [{"min": int(low), "shards": n} for low, n in _rising(steps)]
    return _set("exploration", "shards")(catalogue, rows)


def _rising(steps: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(steps.items(), key=lambda pair: int(pair[0]))


def _wyrdstone(catalogue: Catalogue, rows: Mapping[str, list[int]]) -> Catalogue:
    gold = [rows[key] for key in sorted(rows, key=int)]
    return _set("wyrdstone", "gold")(catalogue, gold)


def _sizes(catalogue: Catalogue, most: list[int]) -> Catalogue:
    """The last column is for whatever is larger: its end stays as the catalogue has it."""
    *_, end = catalogue.tables["wyrdstone"]["sizes"]
    return _set("wyrdstone", "sizes")(catalogue, [*most, end])


def _injury_rows(catalogue: Catalogue, table: str, rows: list[dict[str, Any]]) -> Catalogue:
    return _set(table, "rows")(catalogue, rows)


def _multiple(catalogue: Catalogue, dice: str) -> Catalogue:
    rows = [
        {**row, "do": [{**op, "times": dice} if op["op"] == "repeat" else op for op in row["do"]]}
        for row in catalogue.tables["serious_injury"]["rows"]
    ]
    return _injury_rows(catalogue, "serious_injury", rows)


def _dead_heroes(catalogue: Catalogue, last: int) -> Catalogue:
    """From the last roll that kills on, what is left of the row is a recovery."""
    rows: list[dict[str, Any]] = catalogue.tables["serious_injury"]["rows"]
    dead = next(row for row in rows if row["id"] == "dead")
    well = next(row for row in rows if row["id"] == "full_recovery")
    own = [{**dead, "max": last}] if last >= dead["min"] else []
    if last < dead["max"]:
        spared = {name: value for name, value in well.items() if name != "faces"}
        own.append({**spared, "min": max(last + 1, dead["min"]), "max": dead["max"]})
    return _injury_rows(catalogue, "serious_injury", [*own, *(r for r in rows if r is not dead)])


def _dead_henchmen(catalogue: Catalogue, last: int) -> Catalogue:
    dead, well = catalogue.tables["henchman_injury"]["rows"]
    rows = [{**dead, "max": last}, {**well, "min": last + 1}]
    fitting = [row for row in rows if row["min"] <= row["max"]]
    return _injury_rows(catalogue, "henchman_injury", fitting)


def _hiring(catalogue: Catalogue, costs: Mapping[str, int]) -> Catalogue:
    def change(kind: FighterType) -> FighterType:
        return replace(kind, cost=costs[kind.id]) if kind.id in costs else kind

    return _of_fighters(catalogue, change)


def _upkeep(catalogue: Catalogue, pay: Mapping[str, int]) -> Catalogue:
    def change(kind: FighterType) -> FighterType:
        return replace(kind, upkeep=pay[kind.id]) if kind.id in pay else kind

    return _of_fighters(catalogue, change)


def _of_fighters(catalogue: Catalogue, change: Callable[[FighterType], FighterType]) -> Catalogue:
    return _of_warbands(
        catalogue,
        lambda row: replace(
            row,
            fighters=tuple(map(change, row.fighters)),
            hired=tuple(map(change, row.hired)),
        ),
    )


def _goods(catalogue: Catalogue, prices: Mapping[str, str | int]) -> Catalogue:
    """The price of a thing everywhere: in the market, on every list, and of what is made of it."""
    texts = {id: str(price) for id, price in prices.items()}
    weapons = _priced(catalogue.weapons, texts)
    made = upgraded({id: w for id, w in weapons.items() if not w.base}, catalogue.rules)
    catalogue = replace(
        catalogue,
        weapons={
            id: made.get(id, w) if w.base and id not in texts else w for id, w in weapons.items()
        },
        armour=_priced(catalogue.armour, texts),
        equipment=_priced(catalogue.equipment, texts),
    )
    return _of_warbands(catalogue, lambda row: _on_lists(row, texts))


def _priced(rows: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    return {id: replace(row, price=texts[id]) if id in texts else row for id, row in rows.items()}


def _on_lists(row: WarbandType, texts: Mapping[str, str]) -> WarbandType:
    return replace(
        row,
        equipment_lists=tuple(_list(goods, texts) for goods in row.equipment_lists),
        special_items=tuple(_special(item, texts) for item in row.special_items),
    )


def _list(goods: EquipmentList, texts: Mapping[str, str]) -> EquipmentList:
    items = tuple(
        replace(entry, cost=notation(texts[entry.item]).bonus) if entry.item in texts else entry
        for entry in goods.items
    )
    return replace(goods, items=items)


def _special(item: SpecialItem, texts: Mapping[str, str]) -> SpecialItem:
    return replace(item, price=texts[item.item]) if item.item in texts else item


WRITERS: dict[str, Write] = {
    "warband.starting_gold": _starting_gold,
    "warband.most": _most,
    "warband.most_heroes": _most_heroes,
    "warband.group": _group,
    "rating.warrior": _set("rating", "warrior"),
    "rating.large": _set("rating", "large"),
    "rating.experience": _set("rating", "experience"),
    "experience.heroes": _thresholds("hero"),
    "experience.henchmen": _thresholds("henchman"),
    "experience.awards": _awards,
    "experience.underdog": _underdog,
    "advance.henchman_most": _set("henchman_advance", "most_each"),
    "injury.multiple": _multiple,
    "injury.dead_up_to": _dead_heroes,
    "injury.henchman_dead_up_to": _dead_henchmen,
    "exploration.per_hero": _set("exploration", "dice_per_hero"),
    "exploration.if_won": _set("exploration", "bonus_if_won"),
    "exploration.kept": _set("exploration", "dice_kept"),
    "exploration.shards": _shards,
    "wyrdstone.sizes": _sizes,
    "wyrdstone.gold": _wyrdstone,
    "trade.sale_share": _set("trading", "sell_factor"),
    "trade.rare_dice": _set("trading", "rare_dice"),
    "recruits.veterans": _set("recruits", "veterans"),
    "recruits.gold_per_experience": _set("recruits", "gold_per_experience"),
    "price.fighters": _hiring,
    "price.upkeep": _upkeep,
    "price.items": _goods,
}
"""What each switch of the campaign changes."""
