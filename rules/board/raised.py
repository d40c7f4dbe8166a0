"""A base that isn't on the ground: in the air over a gap, on its way up or down a wall.

Models are left aside here. What bars the way is asked of all terrain, since few ask.
"""

from __future__ import annotations

from math import isqrt
from typing import TypeAlias

from .faces import Disc, Face
from .levels import heights
from .model import Board, Body, Plan, Point
from .paths import blocked_at
from .plane import locate, point_segment
from .sweep import disc_nears, segments_apart
from .trig import UNIT

Solid: TypeAlias = tuple[list[Face], Disc | None]
Leg: TypeAlias = tuple[int, int, int, int]


def apart(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    """The distance of two places seen from above, rounded down."""
    return isqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def along(at: tuple[int, ...], direction: Plan, length: int) -> Plan:
    """The place `length` away in a direction that is `UNIT` long, to the nearest unit."""
    dx, dy = direction
    half = UNIT // 2
    return at[0] + (dx * length + half) // UNIT, at[1] + (dy * length + half) // UNIT


def nearest_on(a: Plan, b: Plan, at: tuple[int, ...]) -> Plan:
    """The place of a segment nearest to another place, on the lattice."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    part = min(max((at[0] - a[0]) * dx + (at[1] - a[1]) * dy, 0), whole)
    return a[0] + (dx * part + whole // 2) // whole, a[1] + (dy * part + whole // 2) // whole


def passes(board: Board, mover: Body, p: Point, q: Point, level: int, free_height: int) -> bool:
    """Whether a base gets from above p to above q with its feet at a level."""
    return not barring(board, mover, p, q, level + free_height, level + mover.height)


def clearance(board: Board, mover: Body, p: Point, q: Point, free_height: int) -> int | None:
    """The lowest level at which a base gets from p to q: the higher one's, or above what bars it.

    None where there is none.
    """
    level = max(p[2], q[2])
    above = barring(board, mover, p, q, level + free_height, 1 << 60)
    tops = {face.high for number in above for face in board.index.solids[number][0]}
    for height in sorted({level, *(top for top in tops if top > level)}):
        if passes(board, mover, p, q, height, free_height):
            return height
    return None


def barring(board: Board, mover: Body, p: Point, q: Point, low: int, high: int) -> set[int]:
    """The terrain that is in the way of a base from p to q somewhere between two heights."""
    return {
        number
        for number, solid in board.index.solids.items()
        if _stops(solid, (p[0], p[1], q[0], q[1]), mover.radius, low, high)
    }


def _stops(solid: Solid, leg: Leg, radius: int, low: int, high: int) -> bool:
    """Whether something solid comes nearer to a leg than the radius, and nearer than its start."""
    faces, disc = solid
    if disc and disc.low < high and low < disc.high:
        return disc_nears(leg, disc.x, disc.y, radius + disc.radius)
    return any(
        face.low < high and low < face.high and _face_stops(face, leg, radius) for face in faces
    )


def _face_stops(face: Face, leg: Leg, radius: int) -> bool:
    top, bottom = segments_apart(*face.a, *face.b, *leg)
    if top >= radius * radius * bottom:
        return False
    near, scale = point_segment(leg[0], leg[1], *face.a, *face.b)
    return top * scale < near * bottom


def lands(board: Board, mover: Body, at: Point, level: int, free_height: int) -> bool:
    """Whether a base fits at a place, with nothing in the way from a level above down to it."""
    there = Body(mover.id, at, mover.radius, mover.height)
    fits = blocked_at(board, there, free_height=free_height) is None
    return fits and open_above(board, mover, at, level, free_height)


def open_above(board: Board, mover: Body, at: Point, level: int, free_height: int) -> bool:
    """Whether a model could be raised from a place to a level."""
    index, radius = board.index, mover.radius
    x, y, z = at
    low, high = z + free_height, level + mover.height
    inside = any(
        bottom < high and low < top and locate(polygon, x, y) > 0
        for _, polygon, bottom, top, _ in index.blocks
    )
    if inside or any(low < h < high for h in heights(index, x, y)):
        return False
    return not any(_overlaps(solid, x, y, radius, low, high) for solid in index.solids.values())


def _overlaps(solid: Solid, x: int, y: int, radius: int, low: int, high: int) -> bool:
    """Whether a base at a place would overlap something solid between two heights."""
    faces, disc = solid
    if disc and disc.low < high and low < disc.high:
        return (disc.x - x) ** 2 + (disc.y - y) ** 2 < (radius + disc.radius) ** 2
    return any(
        face.low < high and low < face.high and _face_nearer(face, x, y, radius) for face in faces
    )


def _face_nearer(face: Face, x: int, y: int, radius: int) -> bool:
    near, scale = point_segment(x, y, *face.a, *face.b)
    return near < radius * radius * scale
