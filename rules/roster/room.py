"""How many warriors a warband may have: its list says it, some things and hirelings allow more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.catalogue import Catalogue
from rules.roster.model import Roster


def most_warriors(catalogue: Catalogue, roster: Roster) -> int:
    """The list's number, and what a cookbook, a cart or a cook adds; a second piece adds none."""
    row = catalogue.warbands[roster.type]
    carried = (item for fighter in roster.active for item in fighter.equipment)
    things = sum(
        _more(catalogue.equipment[id].effects) for id in _known(catalogue, roster, carried)
    )
    traits = (
        id for fighter in roster.active if fighter.hired for id in row.fighter(fighter.type).traits
    )
    return row.most + things + sum(_more(catalogue.traits[id].effects) for id in traits)


def _known(catalogue: Catalogue, roster: Roster, carried: Iterable[str]) -> Iterator[str]:
    return (id for id in {*roster.stash, *carried} if id in catalogue.equipment)


def _more(effects: Iterable[dict[str, Any]]) -> int:
    return sum(effect.get("mod", 0) for effect in effects if effect["hook"] == "warband_size")
