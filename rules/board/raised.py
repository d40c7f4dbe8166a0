"""A base that isn't on the ground: in the air over a gap, on its way up or down a wall.

Models are left aside here.
"""

from __future__ import annotations

from math import isqrt

from .index import boxes_meet
from .levels import heights
from .model import Board, Body, Plan, Point
from .paths import blocked_at
from .plane import locate
from .sweep import faces_at, faces_swept, rounds_at, rounds_swept
from .trig import UNIT


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
    index, radius, leg = board.index, mover.radius, (p[0], p[1], q[0], q[1])
    cells = index.move_faces.strip(leg, radius)
    found = set(faces_swept(index.move_faces, cells, leg, radius, low, high))
    found.update(rounds_swept(index.move_rounds, cells, leg, radius, low, high))
    return found


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
        bottom < high and low < top and boxes_meet(box, (x, y, x, y)) and locate(polygon, x, y) > 0
        for box, polygon, bottom, top, _ in index.blocks
    )
    if inside or any(low < h < high for h in heights(index, x, y)):
        return False
    cells = index.move_faces.strip((x, y, x, y), radius)
    for _ in faces_at(index.move_faces, cells, x, y, radius, low, high):
        return False
    return not any(True for _ in rounds_at(index.move_rounds, cells, x, y, radius, low, high))
