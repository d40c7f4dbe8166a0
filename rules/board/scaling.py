"""Climbing: where it leads from a wall that a base touches, and how high it is (P-TER-01 to 07).

Getting over an edge costs nothing but height, since a base needs its own width for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from .contact import TOUCH
from .levels import support
from .lips import first_length, foot, landings, lips
from .model import Board, Body, Plan, Point
from .paths import blocked_at
from .plane import point_segment
from .raised import along, apart, barring, clearance, lands, nearest_on, open_above
from .solids import touches
from .trig import unit


class Climb(NamedTuple):
    """A climb along `points`; `height` is all that is climbed, up and down together."""

    points: tuple[Point, ...]
    height: int

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.points[-1]

    @property
    def down(self) -> bool:
        """Whether it leads to a lower place."""
        return self.end[2] < self.points[0][2]


def climb(board: Board, mover: Body, start: Point, goal: Point, free_height: int) -> Climb | None:
    """The climb that leads from where the mover stands to the place nearest to `goal`.

    Up onto a floor, down from one, or over something on which one can't stand. The base must touch
    what it climbs, where it stands and at `start` (P-TER-02). None where there is no such climb.
    """
    if goal[2] > mover.at[2] + free_height:
        ends = _tops(board, mover, goal, free_height)
    elif goal[2] < mover.at[2] - free_height:
        ends = _feet(board, mover, goal, free_height)
    else:
        ends = _beyond(board, mover, goal, free_height)
    ways = (_way(board, mover, start, end, free_height) for end in ends)
    return min(
        (way for way in ways if way is not None),
        key=lambda way: (apart(way.end, goal), way),
        default=None,
    )


def _tops(board: Board, mover: Body, goal: Point, free_height: int) -> Iterator[Point]:
    """Places on the floor of the goal, beside the lips over the mover."""
    x, y, _ = mover.at
    for lip in lips(board, (x, y, goal[2]), free_height):
        outside = (x - lip.at[0]) * lip.out[0] + (y - lip.at[1]) * lip.out[1] > 0
        if outside and apart(lip.at, mover.at) <= 3 * mover.radius:
            if apart(lip.at, goal) <= 2 * mover.radius:
                yield goal
            for inwards in (mover.radius, mover.radius // 2, 0):
                yield lip.inwards(inwards)


def _feet(board: Board, mover: Body, goal: Point, free_height: int) -> Iterator[Point]:
    """Places below the lips that the base touches."""
    for lip in lips(board, mover.at, free_height):
        if apart(lip.at, mover.at) <= mover.radius + TOUCH:
            yield from landings(board, mover, lip, goal, free_height)


def _beyond(board: Board, mover: Body, goal: Point, free_height: int) -> Iterator[Point]:
    """Places behind the walls that the base touches and that bar the way to the goal."""
    low, high = mover.at[2] + free_height, mover.at[2] + mover.height
    for number in sorted(barring(board, mover, mover.at, goal, low, high)):
        over = _straight_over(board, number, mover)
        place = over and _behind(board, mover, over, free_height)
        if place:
            yield place


def _behind(board: Board, mover: Body, direction: Plan, free_height: int) -> Point | None:
    """The first place in a direction where the base fits again, on about the same level."""

    def place(distance: int) -> Point:
        x, y = along(mover.at, direction, distance)
        return x, y, support(board, (x, y, mover.at[2] + free_height))

    def fits(distance: int) -> bool:
        there = Body(mover.id, place(distance), mover.radius, mover.height)
        return blocked_at(board, there, free_height=free_height) is None

    distance = first_length(fits, 2 * mover.radius, 5 * mover.radius)
    return None if distance is None else place(distance)


def _straight_over(board: Board, number: int, mover: Body) -> Plan | None:
    """The direction straight over a wall that the base touches."""
    faces, _ = board.index.solids[number]
    if not faces or not touches(board.index, number, mover, TOUCH):
        return None
    x, y, _ = mover.at
    nearest = min(faces, key=lambda f: Fraction(*point_segment(x, y, *f.a, *f.b)))
    px, py = nearest_on(nearest.a, nearest.b, mover.at)
    return unit(px - x, py - y)


def _way(board: Board, mover: Body, start: Point, end: Point, free_height: int) -> Climb | None:
    """The climb from where the mover stands to a place, if it can be done."""
    p = mover.at
    level = clearance(board, mover, p, end, free_height)
    if level is None or support(board, end) != end[2]:
        return None
    if not _held(board, mover, start, end, level, free_height):
        return None
    if not lands(board, mover, end, level, free_height):
        return None
    if not open_above(board, mover, p, level, free_height):
        return None
    points = (p, (p[0], p[1], level), (end[0], end[1], level), end)
    return Climb(tuple(dict.fromkeys(points)), 2 * level - p[2] - end[2])


def _held(
    board: Board, mover: Body, start: Point, end: Point, level: int, free_height: int
) -> bool:
    """Whether the base touches something that has to be climbed, now and at the start."""
    low, high = sorted((mover.at, end), key=lambda at: at[2])
    climbed = barring(board, mover, low, high, low[2] + free_height, level + 1)
    bodies = (mover, Body(mover.id, start, mover.radius, mover.height))
    return any(
        all(touches(board.index, number, body, TOUCH) for body in bodies) for number in climbed
    )


def climbs(board: Board, mover: Body, free_height: int) -> list[Climb]:
    """Every climb that begins where the mover stands: one for each floor, lip and wall there."""
    goals = {*_above(board, mover, free_height), *_below(board, mover, free_height)}
    found = {climb(board, mover, mover.at, goal, free_height) for goal in goals}
    return sorted(way for way in found if way is not None)


def _above(board: Board, mover: Body, free_height: int) -> Iterator[Point]:
    """Places on higher floors beside the mover, and behind the walls that it touches."""
    x, y, z = mover.at
    near = 3 * mover.radius
    for surface in board.index.surfaces:
        left, low, right, high = surface.box
        beside = left - near <= x <= right + near and low - near <= y <= high + near
        if beside and surface.polygon and surface.height > z + free_height:
            for lip in lips(board, (x, y, surface.height), free_height):
                if apart(lip.at, mover.at) <= near:
                    yield lip.inwards(mover.radius)
    for number in board.index.solids:
        over = _straight_over(board, number, mover)
        if over:
            yield (*along(mover.at, over, 3 * mover.radius), z)


def _below(board: Board, mover: Body, free_height: int) -> Iterator[Point]:
    """The feet of the lips that the base touches."""
    for lip in lips(board, mover.at, free_height):
        if apart(lip.at, mover.at) <= mover.radius + TOUCH:
            below = foot(board, mover, lip, free_height)
            if below is not None:
                yield below
