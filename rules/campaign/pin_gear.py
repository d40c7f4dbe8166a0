"""What items do after a battle and in exploration, pinned from the catalogue."""

from __future__ import annotations

from typing import Any, Literal

from rules.campaign.tables import GearFacts
from rules.catalogue import Catalogue
from rules.catalogue.derived import is_blessing, upgraded_id
from rules.catalogue.rows import Equipment
from rules.dice import notation
from rules.roster.model import Roster

NOTHING = GearFacts()


def gear(catalogue: Catalogue) -> dict[str, GearFacts]:
    """Of every item that an aftermath has anything to do with."""
    found = {id: _facts(row) for id, row in catalogue.equipment.items()}
    return {id: facts for id, facts in found.items() if facts != NOTHING}


def _facts(row: Equipment) -> GearFacts:
    table = row.after_battle or row.on_purchase
    search = next((e for e in row.effects if e["hook"] == "exploration"), {})
    return GearFacts(
        spent=_spent(row),
        shared=row.scope == "warband" and bool(_spent(row)),
        dice=table.get("dice", ""),
        rows=tuple(table.get("rows", ())),
        only_if_out=table.get("when") == "bearer_out_of_action",
        search="map" if row.on_purchase else _search(search),
        misses_by=search.get("misses_by", 0),
    )


def _spent(row: Equipment) -> Literal["", "battle", "once"]:
    """What acts outside battles is used up by whatever it does there."""
    if row.acts == "outside":
        return ""
    return row.uses if row.uses in ("battle", "once") else ""


def _search(effect: dict[str, Any]) -> Literal["", "test", "luck", "cards"]:
    """What is tested for without a risk is tested for by itself; who may lose by it, chooses."""
    if effect.get("unused"):
        return "luck"
    if "test" in effect:
        return "cards" if "misses_by" in effect else "test"
    return ""


def blessed(catalogue: Catalogue) -> dict[str, dict[str, str]]:
    """What each weapon becomes by each blessing."""
    blessings = [weapon.id for weapon in catalogue.weapons.values() if is_blessing(weapon)]
    return {
        blessing: {
            id: made
            for id in catalogue.weapons
            if (made := upgraded_id(blessing, id)) in catalogue.weapons
        }
        for blessing in blessings
    }


def leaders_rarity(catalogue: Catalogue) -> dict[str, int]:
    """What things of the warband add to its leader's rolls for rare things."""
    found = {
        id: sum(effect.get("mod", 0) for effect in row.effects if effect["hook"] == "rarity_roll")
        for id, row in catalogue.equipment.items()
    }
    return {id: bonus for id, bonus in found.items() if bonus}


def hunts(catalogue: Catalogue, roster: Roster) -> dict[str, int]:
    """What heroes of this warband may hunt for, with the gold of a try."""
    return {
        id: notation(row.price).bonus
        for id, row in catalogue.equipment.items()
        if row.hunted and roster.type in row.only
    }
