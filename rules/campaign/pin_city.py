"""What the city yields: exploration and the sale of wyrdstone, pinned for one warband."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.campaign.tables import Artefact, Exploration, Place, Sale, Shards
from rules.catalogue import Catalogue
from rules.roster.model import Roster


def search_bonus(effects: Iterable[dict[str, Any]], name: str) -> int:
    """What effects on exploration add up to in one of their parameters."""
    return sum(effect.get(name, 0) for effect in effects if effect["hook"] == "exploration")


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
