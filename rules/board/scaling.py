"""Getting up and down where there is no way on foot: lips, feet and tops (P-TER-02 to P-TER-19).

A *lip* is a place on the edge of a floor beyond which it drops, with the direction that leads off
the floor. The *foot* of a lip is the nearest place below it where a base fits beside whatever
carries the floor. Getting over a lip costs nothing but height: a base needs its own width for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import isqrt
from typing import NamedTuple, TypeAlias

from .contact import TOUCH
from .edges import STEP_OUT
from .faces import Disc, Face
from .index import Surface
from .levels import heights, support
from .model import Board, Body, Plan, Point, Polygon
from .paths import blocked_at
from .plane import doubled_area, locate, point_segment
from .solids import touches
from .sweep import disc_nears, segments_apart
from .trig import UNIT, unit

Solid: TypeAlias = tuple[list[Face], Disc | None]

NEAR = 3
"""A way that ends at an edge ends on the lattice: at most this far from it."""


class Lip(NamedTuple):
    """A place `at` the edge of a floor; `out` leads off the floor, `UNIT` long."""

    at: Point
    out: Plan


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


def apart(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    """The distance of two places seen from above, rounded down."""
    return isqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def along(at: tuple[int, ...], direction: Plan, length: int) -> Plan:
    """The place `length` away in a direction that is `UNIT` long."""
    dx, dy = direction
    half = UNIT // 2
    return at[0] + (dx * length + half) // UNIT, at[1] + (dy * length + half) // UNIT


# ---------------------------------------------------------------------------------- lips


def lips(board: Board, at: Point, drop: int) -> list[Lip]:
    """For every edge of the floors at the height of `at` its nearest place, the nearest first.

    Only edges beyond which the ground lies more than `drop` lower.
    """
    found = [
        lip
        for surface in board.index.surfaces
        if surface.height == at[2]
        for lip in _sides(surface, at)
        if support(board, (*along(lip.at, lip.out, STEP_OUT), at[2])) < at[2] - drop
    ]
    return sorted(found, key=lambda lip: (apart(lip.at, at), lip))


def _sides(surface: Surface, at: Point) -> Iterator[Lip]:
    polygon = surface.polygon
    for a, b in _pairs(polygon):
        turn = 1 if doubled_area(polygon) > 0 else -1
        out = unit(turn * (b[1] - a[1]), turn * (a[0] - b[0]))
        yield Lip((*nearest_on(a, b, at), surface.height), out)


def _pairs(polygon: Polygon) -> Iterator[tuple[Plan, Plan]]:
    return pairwise((*polygon, polygon[0])) if polygon else iter(())


def nearest_on(a: Plan, b: Plan, at: tuple[int, ...]) -> Plan:
    """The place of a segment nearest to another place, on the lattice."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    part = min(max((at[0] - a[0]) * dx + (at[1] - a[1]) * dy, 0), whole)
    return a[0] + (dx * part + whole // 2) // whole, a[1] + (dy * part + whole // 2) // whole


def lip_at(board: Board, at: Point, towards: Point, drop: int) -> Lip | None:
    """The lip on which a place lies, that over which the way `towards` a goal leads."""
    dx, dy = towards[0] - at[0], towards[1] - at[1]
    here = [
        (dx * lip.out[0] + dy * lip.out[1], lip)
        for lip in lips(board, at, drop)
        if apart(lip.at, at) <= NEAR
    ]
    return max(((ahead, lip) for ahead, lip in here if ahead > 0), default=(0, None))[1]


def top(lip: Lip, radius: int) -> Point:
    """Where a base stands wholly on the floor and touches the lip."""
    return (*along(lip.at, lip.out, -radius), lip.at[2])


def foot(board: Board, mover: Body, lip: Lip, free_height: int) -> Point | None:
    """The nearest place below a lip where the base fits, with a clear way down to it."""

    def place(distance: int) -> Point:
        x, y = along(lip.at, lip.out, distance)
        return x, y, support(board, (x, y, lip.at[2] - free_height - 1))

    def fits(distance: int) -> bool:
        return lands(board, mover, place(distance), lip.at[2], free_height)

    distance = _first(fits, mover.radius, 4 * mover.radius)
    return None if distance is None else place(distance)


def _first(test: Callable[[int], bool], low: int, high: int) -> int | None:
    """The first length from `low` on that passes, as far as quarters of `low` tell."""
    before = low - 1
    for length in range(low, high + 1, max(1, low // 4)):
        if test(length):
            return _narrowed(test, before, length)
        before = length
    return None


def _narrowed(test: Callable[[int], bool], low: int, high: int) -> int:
    """The least length above `low` that passes; `high` does."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if test(middle) else (middle, high)
    return high


def lands(board: Board, mover: Body, at: Point, level: int, free_height: int) -> bool:
    """Whether a base fits at a place, with nothing in the way from a level above down to it."""
    there = Body(mover.id, at, mover.radius, mover.height)
    fits = blocked_at(board, there, free_height=free_height) is None
    return fits and _open_above(board, mover, at, level, free_height)


def _open_above(board: Board, mover: Body, at: Point, level: int, free_height: int) -> bool:
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
    reach = radius + (disc.radius if disc else 0)
    if disc and disc.low < high and low < disc.high:
        return (disc.x - x) ** 2 + (disc.y - y) ** 2 < reach * reach
    for face in faces:
        if face.low < high and low < face.high:
            near, scale = point_segment(x, y, *face.a, *face.b)
            if near < radius * radius * scale:
                return True
    return False


# -------------------------------------------------------------------------------- passing


def passes(board: Board, mover: Body, p: Point, q: Point, level: int, free_height: int) -> bool:
    """Whether a base gets from above p to above q with its feet at a level, models aside."""
    low, high = level + free_height, level + mover.height
    return not _barring(board, mover, p, q, low, high)


def _barring(board: Board, mover: Body, p: Point, q: Point, low: int, high: int) -> set[int]:
    """The terrain that is in the way of a base between two heights."""
    return {
        number
        for number, solid in board.index.solids.items()
        if _stops(solid, (p[0], p[1], q[0], q[1]), mover.radius, low, high)
    }


def _stops(solid: Solid, leg: tuple[int, int, int, int], radius: int, low: int, high: int) -> bool:
    """Whether something solid comes nearer to a leg than the radius, and nearer than its start."""
    faces, disc = solid
    if disc and disc.low < high and low < disc.high:
        return disc_nears(leg, disc.x, disc.y, radius + disc.radius)
    for face in faces:
        if face.low < high and low < face.high:
            top, bottom = segments_apart(*face.a, *face.b, *leg)
            if top < radius * radius * bottom:
                near, scale = point_segment(leg[0], leg[1], *face.a, *face.b)
                if top * scale < near * bottom:
                    return True
    return False


def _clearance(board: Board, mover: Body, p: Point, q: Point, free_height: int) -> int | None:
    """The lowest level at which a base gets from p to q: the higher one, or over what bars it."""
    level = max(p[2], q[2])
    barring = _barring(board, mover, p, q, level + free_height, 1 << 60)
    tops = {face.high for number in barring for face in board.index.solids[number][0]}
    for height in sorted({level, *(top for top in tops if top > level)}):
        if passes(board, mover, p, q, height, free_height):
            return height
    return None


# -------------------------------------------------------------------------------- climbing


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
                yield top(lip, inwards)


def _feet(board: Board, mover: Body, goal: Point, free_height: int) -> Iterator[Point]:
    """Places below the lips that the base touches."""
    for lip in lips(board, mover.at, free_height):
        if apart(lip.at, mover.at) <= mover.radius + TOUCH:
            yield from landings(board, mover, lip, goal, free_height)


def landings(board: Board, mover: Body, lip: Lip, goal: Point, free_height: int) -> Iterator[Point]:
    """Where one comes down below a lip: the goal, if it is at most a base's width beyond the foot,
    otherwise the foot."""
    below = foot(board, mover, lip, free_height)
    if below is None:
        return
    near = apart(goal, lip.at) <= apart(below, lip.at) + mover.radius
    level = support(board, (goal[0], goal[1], lip.at[2] - free_height - 1)) == goal[2]
    if near and level and lands(board, mover, goal, lip.at[2], free_height):
        yield goal
    yield below


def _beyond(board: Board, mover: Body, goal: Point, free_height: int) -> Iterator[Point]:
    """Places behind the walls that the base touches and that bar the way to the goal."""
    x, y, z = mover.at
    low, high = z + free_height, z + mover.height
    for number in sorted(_barring(board, mover, mover.at, goal, low, high)):
        direction = _across(board, number, mover)
        if direction is None:
            continue

        def place(distance: int, direction: Plan = direction) -> Point:
            px, py = along(mover.at, direction, distance)
            return px, py, support(board, (px, py, z + free_height))

        def fits(distance: int, place: Callable[[int], Point] = place) -> bool:
            there = Body(mover.id, place(distance), mover.radius, mover.height)
            return blocked_at(board, there, free_height=free_height) is None

        distance = _first(fits, 2 * mover.radius, 5 * mover.radius)
        if distance is not None:
            yield place(distance)


def _across(board: Board, number: int, mover: Body) -> Plan | None:
    """The direction straight over a wall that the base touches."""
    if not touches(board.index, number, mover, TOUCH):
        return None
    x, y, _ = mover.at
    faces, _ = board.index.solids[number]
    if not faces:
        return None
    nearest = min(faces, key=lambda f: _fraction(point_segment(x, y, *f.a, *f.b)))
    px, py = nearest_on(nearest.a, nearest.b, mover.at)
    return unit(px - x, py - y)


def _fraction(value: tuple[int, int]) -> float:
    return value[0] / value[1]


def _way(board: Board, mover: Body, start: Point, end: Point, free_height: int) -> Climb | None:
    """The climb from where the mover stands to a place, if it can be done."""
    p = mover.at
    level = _clearance(board, mover, p, end, free_height)
    if level is None or support(board, end) != end[2]:
        return None
    low, high = (p, end) if p[2] <= end[2] else (end, p)
    held = _barring(board, mover, low, high, low[2] + free_height, level + 1)
    at_start = Body(mover.id, start, mover.radius, mover.height)
    if not any(_touched(board, number, mover, at_start) for number in held):
        return None
    if not (
        lands(board, mover, end, level, free_height)
        and _open_above(board, mover, p, level, free_height)
    ):
        return None
    points = (p, (p[0], p[1], level), (end[0], end[1], level), end)
    return Climb(tuple(dict.fromkeys(points)), 2 * level - p[2] - end[2])


def _touched(board: Board, number: int, *bodies: Body) -> bool:
    return all(touches(board.index, number, body, TOUCH) for body in bodies)
