"""What a board is made of. Lengths in 1/100 mm; origin at the table's lower left corner.

`Board` and all terrain are frozen msgspec structs with a JSON round trip. Heights of things are
given from their own foot: a wall with `base` 8000 and `height` 3000 reaches from 8 to 11 cm.
`gc=False` on what is made by the thousand: frozen trees hold no circle for the collector to find.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from ..units import Length
from ..units import Point as Point

if TYPE_CHECKING:
    from .index import Index

Plan: TypeAlias = tuple[Length, Length]
"""A point seen from above."""
Polygon: TypeAlias = tuple[Plan, ...]
"""Corners in either sense of rotation, not closed (the last one isn't the first again)."""
Names: TypeAlias = dict[str, str]
"""A place's name by language: {"es": ..., "en": ...}."""
Effect: TypeAlias = Literal[
    "open", "difficult", "very_difficult", "dangerous", "impassable", "lethal", "water"
]


class Body(msgspec.Struct, frozen=True, gc=False):
    """A model's volume: an upright cylinder on the disc of its base. The caller says how high."""

    id: str
    at: Point
    radius: Length
    height: Length


class Window(msgspec.Struct, frozen=True):
    """A gap in a wall, from `start` to `end` along its line, `sill` to `top` above its foot.

    With a sill of 0 it is a door. One looks through it, and walks through where sill and top let
    one pass.
    """

    start: Length = msgspec.field(name="from")
    end: Length = msgspec.field(name="to")
    sill: Length = 0
    top: Length = 0


class Area(msgspec.Struct, frozen=True, tag_field="kind", tag="area"):
    """A piece of ground. Where areas overlap the last one listed counts.

    `ground` says what it is (woods, water, marsh ...) for those who are at home there.
    """

    id: str
    polygon: Polygon
    effect: Effect = "open"
    name: Names | None = None
    ground: str = ""


class Wall(msgspec.Struct, frozen=True, tag_field="kind", tag="wall"):
    """A wall along a polyline, `thickness` wide (half to either side), its foot at `base`."""

    id: str
    line: tuple[Plan, ...]
    height: Length
    thickness: Length = 0
    base: Length = 0
    windows: tuple[Window, ...] = ()
    building: str | None = None
    name: Names | None = None


class Platform(msgspec.Struct, frozen=True, tag_field="kind", tag="platform"):
    """A floor, roof or ledge: one stands at `height`; `thickness` reaches down from there."""

    id: str
    polygon: Polygon
    height: Length
    thickness: Length = 0
    railing: bool = False
    building: str | None = None
    name: Names | None = None


class Ladder(msgspec.Struct, frozen=True, tag_field="kind", tag="ladder"):
    """A ladder from `at` (its foot) to `top`, where one steps off it."""

    id: str
    at: Point
    top: Point
    building: str | None = None
    name: Names | None = None


class Stairs(msgspec.Struct, frozen=True, tag_field="kind", tag="stairs"):
    """A straight flight of stairs `width` wide; one gets on and off at the two ends."""

    id: str
    line: tuple[Point, Point]
    width: Length
    building: str | None = None
    name: Names | None = None


class Prop(msgspec.Struct, frozen=True, tag_field="kind", tag="prop"):
    """A solid thing on the ground or a floor: a polygon, or a disc with `at` and `radius`.

    `effect` names what happens when it is hit (a powder barrel); the board only carries it.
    """

    id: str
    height: Length
    polygon: Polygon | None = None
    at: Plan | None = None
    radius: Length = 0
    base: Length = 0
    effect: str | None = None
    building: str | None = None
    name: Names | None = None


class Building(msgspec.Struct, frozen=True, tag_field="kind", tag="building"):
    """A house: with a height a solid block with a flat roof, with height 0 only a group."""

    id: str
    polygon: Polygon
    height: Length = 0
    name: Names | None = None


Terrain: TypeAlias = Area | Wall | Platform | Ladder | Stairs | Prop | Building


class Board(msgspec.Struct, frozen=True, dict=True):
    """A table of `size` (width, depth) and its terrain. Compiled once, at the first question."""

    size: tuple[Length, Length]
    terrain: tuple[Terrain, ...] = ()

    @cached_property
    def index(self) -> Index:
        """The compiled form that sight, paths and levels ask."""
        from .index import compile_board

        return compile_board(self)


class Cover(msgspec.Struct, frozen=True, gc=False):
    """One thing that hides a part of the target."""

    kind: Literal["terrain", "model"]
    id: str


class Look(msgspec.Struct, frozen=True, gc=False):
    """What a viewer sees of a target (P-SHO-03, P-COV-01).

    `covers` holds whatever stands in the way, the first on the line first; empty when clear.
    """

    kind: Literal["none", "cover", "clear"]
    covers: tuple[Cover, ...] = ()


class Block(msgspec.Struct, frozen=True, gc=False):
    """What stopped a move, on which leg (0 is the first).

    `code`: wall, prop, building, floor (no headroom), area, model, table (its edge), edge (of a
    floor), level (no way up or down), enemy (would touch one that must not be touched), limit.
    `id`: the terrain's or model's id, "" for none.
    """

    code: str
    id: str = ""
    leg: int = 0


class Walk(msgspec.Struct, frozen=True, gc=False):
    """A way on foot. `points` start where the mover stands; `costs[i]` is that of leg i.

    A blocked walk ends at the last corner that could be reached.
    """

    points: tuple[Point, ...]
    costs: tuple[int, ...] = ()
    blocked_by: Block | None = None

    @property
    def cost(self) -> int:
        """The movement used, in 1/100 mm."""
        return sum(self.costs)

    @property
    def end(self) -> Point:
        """Where the walk ends."""
        return self.points[-1]


class Route(msgspec.Struct, frozen=True, gc=False):
    """The shortest way to a place or into contact; `points` start where the mover stands."""

    points: tuple[Point, ...]
    costs: tuple[int, ...] = ()

    @property
    def cost(self) -> int:
        """The movement needed, in 1/100 mm."""
        return sum(self.costs)

    @property
    def end(self) -> Point:
        """Where the route ends."""
        return self.points[-1]
