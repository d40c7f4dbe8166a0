"""What ties fighters to a warband and what they do between battles, pinned from the catalogue."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.campaign.tables import Trade
from rules.catalogue import Catalogue
from rules.catalogue.lists import FighterType
from rules.roster.model import Roster

Effects = Iterable[dict[str, Any]]


def bonds(catalogue: Catalogue, kind: FighterType) -> dict[str, Any]:
    """By the names of `FighterFacts`: whom he goes with, what he takes for pay, his trades."""
    rules = {id: catalogue.traits[id].effects for id in kind.traits}
    effects = [effect for found in rules.values() for effect in found]
    pay = [effect for effect in effects if effect["hook"] == "upkeep"]
    company = [effect for effect in effects if effect["hook"] == "recruit"]
    return {
        "lost_with": next((e["beside"] for e in company if e.get("lost")), ""),
        "leaves": tuple(race for e in company for race in e.get("leaves", ())),
        "guards": {e["spares"]: tuple(e["rows"]) for e in effects if "spares" in e},
        "one_battle": any("battles" in e for e in pay),
        "pays_in": tuple(coin for e in pay for coin in e.get("alternative", ())),
        "trades": {id: made for id, found in rules.items() if (made := trade(found))},
        "maps": any(e["hook"] == "income" and e.get("maps") for e in effects),
    }


def trade(effects: Effects) -> Trade | None:
    """What a trait or a skill lets him do between battles."""
    for effect in effects:
        if effect["hook"] == "income" and "dice" in effect:
            return Trade(
                dice=effect["dice"],
                item=effect.get("item", ""),
                fails_on=effect.get("fails_on", 0),
                fails=effect.get("fails", ""),
                instead=effect.get("instead", False),
            )
    return None


def steady(catalogue: Catalogue, roster: Roster) -> int:
    """What the best thing that the warband has adds for its daemons."""
    carried = {item for fighter in roster.active for item in fighter.equipment}
    rows = (catalogue.equipment.get(id) for id in {*roster.stash, *carried})
    known = (effect for row in rows if row is not None for effect in row.effects)
    return max((int(effect.get("steadies", 0)) for effect in known), default=0)
