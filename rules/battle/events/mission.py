"""What a scenario adds to a battle: its opening, its objectives, and what each side takes home.

`rule` is `scenario.<id>`, the scenario's name in the catalogue.
"""

from __future__ import annotations

from typing import Literal

from ...units import Point
from ..mission.model import Edge, Ground
from .base import Event


class RolesSet(Event, frozen=True, kw_only=True, tag="RolesSet"):
    """Who attacks. `reason`: set_up, chosen, fewer, roll."""

    attacker: str
    defender: str
    reason: str


class ObjectivesSet(Event, frozen=True, kw_only=True, tag="ObjectivesSet"):
    """Which buildings count, and which counters are to be placed."""

    buildings: tuple[str, ...] = ()
    counters: tuple[str, ...] = ()


class RolledOff(Event, frozen=True, kw_only=True, tag="RolledOff"):
    """Who won the roll for the set-up, and so has the choices."""

    winner: str


class DeployOrderSet(Event, frozen=True, kw_only=True, tag="DeployOrderSet"):
    """In which order the sides deploy."""

    sides: tuple[str, ...]


class GroundSet(Event, frozen=True, kw_only=True, tag="GroundSet"):
    """Where a side deploys: `zone` is the scenario's word for it, `edge` its own edge, if any."""

    side: str
    zone: str
    ground: Ground
    edge: Edge | Literal[""] = ""


class CounterPlaced(Event, frozen=True, kw_only=True, tag="CounterPlaced"):
    """`side` has put a counter down before the battle."""

    counter: str
    side: str
    at: Point


class CountersLeftOut(Event, frozen=True, kw_only=True, tag="CountersLeftOut"):
    """For these there is no room left on the table: the battle goes without them."""

    counters: tuple[str, ...]


class ShardsBrought(Event, frozen=True, kw_only=True, tag="ShardsBrought"):
    """How much wyrdstone a side carries with it into the battle."""

    side: str
    shards: int


class ReservesSet(Event, frozen=True, kw_only=True, tag="ReservesSet"):
    """Who isn't on the table when the battle begins. `reason`: rolled, no_room."""

    side: str
    warriors: tuple[str, ...]
    reason: str = "rolled"


class ReservesArrived(Event, frozen=True, kw_only=True, tag="ReservesArrived"):
    """These may enter by that edge in this movement phase."""

    side: str
    warriors: tuple[str, ...]
    edge: Edge


class CounterTaken(Event, frozen=True, kw_only=True, tag="CounterTaken"):
    """A warrior picks up a counter, or the chest."""

    warrior: str
    counter: str


class CounterDropped(Event, frozen=True, kw_only=True, tag="CounterDropped"):
    """What a warrior carried lies where he fell."""

    warrior: str
    counter: str
    at: Point


class Searched(Event, frozen=True, kw_only=True, tag="Searched"):
    """A warrior has searched a building; with `found` the chest was in it."""

    warrior: str
    building: str
    found: bool


class LeftByEdge(Event, frozen=True, kw_only=True, tag="LeftByEdge"):
    """A warrior has left the table where the scenario wants him to."""

    warrior: str
    edge: Edge


class BrokeThrough(Event, frozen=True, kw_only=True, tag="BrokeThrough"):
    """These attackers have reached the defender's edge."""

    warriors: tuple[str, ...]


class ObjectiveHeld(Event, frozen=True, kw_only=True, tag="ObjectiveHeld"):
    """Who holds a building when it is counted; `side` "" for nobody."""

    building: str
    side: str


class MeritEarned(Event, frozen=True, kw_only=True, tag="MeritEarned"):
    """Experience for a warrior beyond the usual. `merit`: bearer, broke_through, first_hero_out,
    finder."""

    warrior: str
    merit: str
    xp: int


class SpoilsTaken(Event, frozen=True, kw_only=True, tag="SpoilsTaken"):
    """What a side takes home."""

    side: str
    wyrdstone: int = 0
    gold: int = 0
    items: tuple[str, ...] = ()


__all__ = [
    "BrokeThrough",
    "CounterDropped",
    "CounterPlaced",
    "CounterTaken",
    "CountersLeftOut",
    "DeployOrderSet",
    "GroundSet",
    "LeftByEdge",
    "MeritEarned",
    "ObjectiveHeld",
    "ObjectivesSet",
    "ReservesArrived",
    "ReservesSet",
    "RolesSet",
    "RolledOff",
    "Searched",
    "ShardsBrought",
    "SpoilsTaken",
]
