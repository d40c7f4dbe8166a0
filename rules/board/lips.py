"""Lips, where a floor ends and drops, and the places above and below them (P-TER-02 to P-TER-18).

The *foot* of a lip is the nearest place below it where a base fits beside whatever carries the
floor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from .edges import STEP_OUT
from .going import Going
from .index import Surface
from .levels import holds, support
from .model import Board, Body, Plan, Point
from .plane import side
from .raised import along, apart, lands, nearest_on
from .trig import offset

NEAR = 3
"""A way that ends at an edge ends on the lattice: at most this far from it."""
ZERO = Fraction(0)
RINGS = 60
"""How many half radii away a place for somebody who falls is looked for."""


class Lip(NamedTuple):
    """A place `at` the edge of a floor; `out` leads off the floor, `UNIT` long."""

    at: Point
    out: Plan

    def inwards(self, length: int) -> Point:
        """The place on the floor this far from the edge."""
        return (*along(self.at, self.out, -length), self.at[2])


def lips(board: Board, at: Point, drop: int) -> list[Lip]:
    """For every edge of the floors at the height of `at` its nearest place, the nearest first.

    Only where the ground beyond it lies more than `drop` lower.
    """
    found = [
        lip
        for surface in board.index.surfaces
        if surface.height == at[2] and surface.polygon
        for lip in _sides(surface, at)
        if support(board, (*along(lip.at, lip.out, STEP_OUT), at[2])) < at[2] - drop
    ]
    return sorted(found, key=lambda lip: (apart(lip.at, at), lip))


def _sides(surface: Surface, at: Point) -> Iterator[Lip]:
    for a, b, out in surface.edges:
        yield Lip((*nearest_on(a, b, at), surface.height), out)


def lip_ahead(board: Board, at: Point, goal: Point, drop: int) -> Lip | None:
    """The first lip over which the straight way from a floor to a goal leads."""
    found = [
        (where, Lip((*place, at[2]), out))
        for surface in board.index.surfaces
        if surface.height == at[2] and surface.polygon
        for a, b, out in surface.edges
        if (where := _crossing(a, b, out, at, goal)) is not None
        if (place := _inside(surface, at, goal, where)) is not None
        if support(board, (*along(place, out, STEP_OUT), at[2])) < at[2] - drop
    ]
    return min(found, default=(ZERO, None))[1]


def _crossing(a: Plan, b: Plan, out: Plan, at: Point, goal: Point) -> Fraction | None:
    """Where the way to a goal leaves a floor over one of its sides (0 at its start, 1 at its end);
    None where it doesn't."""
    if (goal[0] - at[0]) * out[0] + (goal[1] - at[1]) * out[1] <= 0:
        return None
    near, far = side(*a, *b, at[0], at[1]), side(*a, *b, goal[0], goal[1])
    low, high = side(*at[:2], *goal[:2], *a), side(*at[:2], *goal[:2], *b)
    if near == far or min(near, far) > 0 or max(near, far) < 0:
        return None
    if min(low, high) > 0 or max(low, high) < 0:
        return None
    return Fraction(near, near - far)


def _inside(surface: Surface, at: Point, goal: Point, where: Fraction) -> Plan | None:
    """The place of the lattice on a floor where a way leaves it, at most NEAR before its edge."""
    length = apart(at, goal)
    for back in range(NEAR + 1):
        part = max(ZERO, where - Fraction(back, length))
        x, y = (round(at[i] + (goal[i] - at[i]) * part) for i in (0, 1))
        if holds(surface, x, y):
            return x, y
    return None


def foot(board: Board, mover: Body, lip: Lip, free_height: int) -> Point | None:
    """The nearest place below a lip where the base fits, with a clear way down to it."""

    def place(distance: int) -> Point:
        x, y = along(lip.at, lip.out, distance)
        return x, y, support(board, (x, y, lip.at[2] - free_height - 1))

    def fits(distance: int) -> bool:
        return lands(board, mover, place(distance), lip.at[2], free_height)

    distance = first_length(fits, mover.radius, 4 * mover.radius)
    return None if distance is None else place(distance)


def landings(board: Board, mover: Body, lip: Lip, goal: Point, free_height: int) -> Iterator[Point]:
    """Where one comes down below a lip: the goal, if it is at most half a base beyond the foot,
    otherwise the foot."""
    below = foot(board, mover, lip, free_height)
    if below is None:
        return
    near = apart(goal, lip.at) <= apart(below, lip.at) + mover.radius
    level = support(board, (goal[0], goal[1], lip.at[2] - free_height - 1)) == goal[2]
    if near and level and lands(board, mover, goal, lip.at[2], free_height):
        yield goal
    yield below


def first_length(test: Callable[[int], bool], low: int, high: int) -> int | None:
    """The first length from `low` to `high` that passes, as far as quarters of `low` tell."""
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


def room_near(
    board: Board,
    mover: Body,
    at: Point,
    others: Sequence[Body] = (),
    *,
    free_height: int,
    keep_clear: Sequence[Body] = (),
) -> Point:
    """The free place nearest to where somebody would come down, no higher than that.

    `keep_clear` may not even be touched. Where nothing near is free: the place itself.
    """
    going = Going(board, mover, others, keep_clear, free_height)
    for ring in range(RINGS):
        for degrees in range(0, 360, 15) if ring else (0,):
            dx, dy = offset(degrees, ring * mover.radius // 2)
            x, y = at[0] + dx, at[1] + dy
            place = (x, y, support(board, (x, y, at[2])))
            if going.free(place):
                return place
    return at
