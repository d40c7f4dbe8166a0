"""What a fighter is worth now: the catalogue's characteristics, advances and injuries on top."""

from __future__ import annotations

from collections.abc import Mapping

from rules.roster.model import CHARACTERISTICS, Fighter


def changes(fighter: Fighter) -> dict[str, int]:
    """What advances and injuries add to each characteristic (only those that change)."""
    found: dict[str, int] = {}
    for advance in fighter.advances:
        if advance.taken in CHARACTERISTICS:
            found[advance.taken] = found.get(advance.taken, 0) + 1
    for lasting in fighter.effects:
        if lasting.kind == "characteristic":
            found[lasting.name] = found.get(lasting.name, 0) + lasting.value
    return found


def current(base: Mapping[str, int], fighter: Fighter) -> dict[str, int]:
    """The nine characteristics now, M in the unit of `base`.

    Nothing that a fighter ever had falls below 1: the tables know no 0 for somebody who fights.
    """
    delta = changes(fighter)
    return {
        name: max(min(base[name], 1), base[name] + delta.get(name, 0)) for name in CHARACTERISTICS
    }


def gained(fighter: Fighter, characteristic: str) -> int:
    """How often advances have raised a characteristic."""
    return sum(advance.taken == characteristic for advance in fighter.advances)
