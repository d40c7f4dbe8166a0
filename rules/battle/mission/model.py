"""A scenario in a battle as data: what is pinned, and what has come of it so far."""

from __future__ import annotations

from typing import Literal

import msgspec

from ...board import Building
from ...catalogue.lists import Scenario
from ...units import Length, Point

Edge = Literal["south", "east", "north", "west"]
EDGES: tuple[Edge, ...] = ("south", "east", "north", "west")
OPPOSITE: dict[str, Edge] = {"south": "north", "north": "south", "east": "west", "west": "east"}
Step = Literal["", "counters", "late", "rearrange"]
"""What is placed: "" a side's warriors, counters, who comes last, who may be moved about."""

COUNTER_RADIUS = 1_000
"""A counter is a disc of 20 mm."""
CHEST = "chest"


class Zone(msgspec.Struct, frozen=True):
    """Where a side deploys: a rectangle from corner to corner."""

    low: tuple[Length, Length]
    high: tuple[Length, Length]


class Mission(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The scenario of a battle, pinned.

    `ratings` decide whose choice a role is. `attacker` is set where that has been chosen already;
    with `ask` false every other choice of the opening falls to its default, without a question.
    """

    row: Scenario
    ratings: dict[str, int] = {}
    attacker: str = ""
    ask: bool = True


class Ground(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Where one may deploy: the centre of a base in one of the `zones` (none: the whole table), or
    in or within `depth` of the `building`; at least `apart` from every enemy, `apart_own` from
    each other, `from_edge` from the table's edges. Gaps are measured base to base.
    """

    zones: tuple[Zone, ...] = ()
    building: str = ""
    depth: Length = 0
    apart: Length = 0
    apart_own: Length = 0
    from_edge: Length = 0


class Counter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter (or the chest): on the table at `at`, or carried by `holder`, or not placed yet."""

    id: str
    at: Point | None = None
    holder: str = ""


class Spoils(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a side takes home from a battle: shards of wyrdstone, gold, items by their ids."""

    side: str
    wyrdstone: int = 0
    gold: int = 0
    items: tuple[str, ...] = ()


class Merit(msgspec.Struct, frozen=True, omit_defaults=True):
    """Experience that a scenario gives to a warrior: `id` says for what."""

    warrior: str
    id: str
    xp: int = 1


class MissionState(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What has come of the scenario.

    `order` is the order of deployment, `edges` each side's own table edge, `begun` the steps of
    deployment that have begun ("red", "red:late"). `buildings` are the objectives. `reserves` wait
    off the table; `arriving` of them may enter by `entry`. `out` left by the far edge, in order;
    `through` broke through. `carried` are the shards that each side brought along. `fallen`:
    buildings that it is about and that are off the table now.
    """

    attacker: str = ""
    winner: str = ""
    order: tuple[str, ...] = ()
    edges: dict[str, Edge] = {}
    grounds: dict[str, Ground] = {}
    begun: tuple[str, ...] = ()
    step: Step = ""
    prepared: bool = False
    counters: tuple[Counter, ...] = ()
    buildings: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()
    finder: str = ""
    carried: dict[str, int] = {}
    drawn: bool = False
    reserves: tuple[str, ...] = ()
    arriving: tuple[str, ...] = ()
    entry: str = ""
    out: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    spoils: tuple[Spoils, ...] = ()
    merits: tuple[Merit, ...] = ()
    fallen: tuple[Building, ...] = ()

    def counter(self, id: str) -> Counter | None:
        """A counter by its id."""
        return next((counter for counter in self.counters if counter.id == id), None)

    def held_by(self, warrior: str) -> tuple[Counter, ...]:
        """What a warrior carries."""
        return tuple(counter for counter in self.counters if counter.holder == warrior)
