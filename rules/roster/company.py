"""Who comes to a battle only with somebody else, or not beside somebody (hook `recruit`)."""

from __future__ import annotations

from rules.catalogue import Catalogue
from rules.roster.craving import craves
from rules.roster.model import Fighter, Roster


def stays_home(catalogue: Catalogue, roster: Roster, fighter: Fighter) -> bool:
    """Whether whom he fights beside isn't there, or somebody is whom he can't abide."""
    row = catalogue.warbands[roster.type]
    others = [one for one in roster.active if one.key != fighter.key]
    races = {row.fighter(one.type).race for one in others}
    for id in row.fighter(fighter.type).traits:
        for effect in catalogue.traits[id].effects:
            if not races.isdisjoint(effect.get("leaves", ())):
                return True
            if "beside" in effect and effect["hook"] == "recruit":
                present = bool(effect.get("present"))
                if not any(_there(one, effect["beside"], present) for one in others):
                    return True
    return False


def _there(one: Fighter, type: str, present: bool) -> bool:
    """Whether he is of that kind and, where he has to be, fit for this battle."""
    return one.type == type and not (present and (one.misses or craves(one)))
