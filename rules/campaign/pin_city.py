"""What the city yields: exploration and the sale of wyrdstone, pinned for one warband."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.campaign.tables import Artefact, Exploration, Place, RareFacts, Sale, Shards
from rules.catalogue import Catalogue
from rules.roster.goods import rarity_of
from rules.roster.model import Roster


def search_bonus(effects: Iterable[dict[str, Any]], name: str) -> int:
    """What effects on exploration add up to in one of their parameters."""
    return sum(effect.get(name, 0) for effect in effects if effect["hook"] == "exploration")


def search_dice(catalogue: Catalogue) -> dict[str, int]:
    """Items that let their bearer roll more dice, and how many."""
    found = {id: search_bonus(row.effects, "dice") for id, row in catalogue.equipment.items()}
    return {id: dice for id, dice in found.items() if dice}


def exploration(catalogue: Catalogue, roster: Roster) -> Exploration:
    """The exploration table as it is for this warband."""
    row, tables = catalogue.tables["exploration"], catalogue.tables
    kind = row["treated_as"].get(roster.type, roster.type)
    return Exploration(
        per_hero=row["dice_per_hero"],
        if_won=row["bonus_if_won"],
        kept=row["dice_kept"],
        shards=tuple(Shards(band["min"], band["shards"]) for band in row["shards"]),
        places=tuple(
            Place(place["id"], place["face"], place["count"], _branch(place, (roster.type, kind)))
            for place in tables["place"]
        ),
        artefacts=tuple(Artefact(one["id"], one["roll"]) for one in tables["artefact"]),
        extra_shards=search_bonus(_warband_effects(catalogue, roster), "shards"),
    )


def _branch(place: dict[str, Any], kinds: tuple[str, ...]) -> tuple[dict[str, Any], ...]:
    """The first branch that is meant for this warband. LookupError where a place has none."""
    for branch in place["branches"]:
        if "*" in branch["for"] or any(kind in branch["for"] for kind in kinds):
            return tuple(branch["do"])
    raise LookupError(f"{place['id']} has nothing for {kinds}")


def _warband_effects(catalogue: Catalogue, roster: Roster) -> list[dict[str, Any]]:
    traits = catalogue.warbands[roster.type].traits
    return [effect for id in traits for effect in catalogue.traits[id].effects]


def sale(catalogue: Catalogue, roster: Roster) -> Sale:
    """What this warband gets for wyrdstone."""
    row = catalogue.tables["wyrdstone"]
    effects = _warband_effects(catalogue, roster)
    shift = sum(effect.get("sizes", 0) for effect in effects if effect["hook"] == "income")
    return Sale(
        sizes=tuple(row["sizes"]),
        gold=tuple(tuple(prices) for prices in row["gold"]),
        shift=-shift,
    )


def rare(catalogue: Catalogue, roster: Roster) -> dict[str, RareFacts]:
    """Every rare thing that this warband may look for, dearest to find last."""
    facts = {
        id: RareFacts(rarity_of(catalogue, roster.type, id), price_of(catalogue, roster, id))
        for id in catalogue.item_ids
        if rarity_of(catalogue, roster.type, id) and _may_have(catalogue, roster.type, id)
    }
    return dict(sorted(facts.items(), key=lambda pair: (pair[1].rarity, pair[0])))


def price_of(catalogue: Catalogue, roster: Roster, id: str) -> str:
    """The book's price, or the warband's own terms."""
    for special in catalogue.warbands[roster.type].special_items:
        if special.item == id and special.factor is None:
            return special.price
    return catalogue.item(id).price


def _may_have(catalogue: Catalogue, warband: str, id: str) -> bool:
    item = catalogue.item(id)
    tradeable = getattr(item, "tradeable", True) and not getattr(item, "upgrade", False)
    barred = warband in getattr(item, "not_for", ())
    return tradeable and not barred and (not item.only or warband in item.only)


def rarity_bonus(catalogue: Catalogue, roster: Roster) -> int:
    """What the warband's own rules add to every roll for rare things."""
    effects = _warband_effects(catalogue, roster)
    return sum(effect.get("mod", 0) for effect in effects if effect["hook"] == "rarity_roll")
