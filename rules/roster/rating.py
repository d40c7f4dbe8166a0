"""The warband rating: a number for each warrior and his experience."""

from __future__ import annotations

from rules.catalogue import Catalogue
from rules.roster.model import Fighter, Roster

SUMMONER = "daemon_summoner"
SUMMONER_RATING = 30
"""What a warband's name is worth that has once called a daemon (P-CHA-SUM)."""


def rating(catalogue: Catalogue, roster: Roster) -> int:
    """The rating of a warband: the sum over its fighters, whoever misses a battle included."""
    fighters = sum(fighter_rating(catalogue, roster.type, fighter) for fighter in roster.active)
    return fighters + (SUMMONER_RATING if any(n.id == SUMMONER for n in roster.finds) else 0)


def fighter_rating(catalogue: Catalogue, warband: str, fighter: Fighter) -> int:
    """Each member counts 5 (a large creature 20) and his experience, and his mount besides.

    A hired sword counts what he is rated at, with all that he brings, and his experience.
    """
    formula = catalogue.tables["rating"]
    kind = catalogue.warbands[warband].fighter(fighter.type)
    if kind.rating is not None:
        return fighter.size * (kind.rating + fighter.experience * int(formula["experience"]))
    own: int = formula["large"] if kind.large else formula["warrior"]
    mounts = sum(mount_rating(catalogue, item) * n for item, n in fighter.equipment.items())
    return fighter.size * (own + fighter.experience * int(formula["experience"]) + mounts)


def mount_rating(catalogue: Catalogue, item: str) -> int:
    """What a mount adds: more if it fights. Anything else adds nothing."""
    extra = catalogue.equipment.get(item)
    creature = catalogue.creatures.get(extra.creature) if extra and extra.creature else None
    if creature is None or creature.kind != "mount":
        return 0
    mount = catalogue.tables["rating"]["mount"]
    return int(mount["with_attacks"] if creature.profile.A else mount["without_attacks"])
