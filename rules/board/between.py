"""Places that touch several models at once (P-CHG-16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from .contact import overlapping, touching
from .model import Body, Point
from .trig import isqrt

NEAR = 3
"""Round a place computed from roots, whole units are tried this far."""


def places_touching(mover: Body, targets: Sequence[Body]) -> list[Point]:
    """Places at which the mover's base touches every target, the nearest to it first."""
    found = {
        place
        for a, b in combinations(targets, 2)
        for place in _meeting(mover, a, b)
        if _touches_all(mover, place, targets)
    }
    x, y, _ = mover.at
    return sorted(found, key=lambda p: ((p[0] - x) ** 2 + (p[1] - y) ** 2, p))


def _touches_all(mover: Body, place: Point, targets: Sequence[Body]) -> bool:
    there = Body(mover.id, place, mover.radius, mover.height)
    return all(touching(there, t) and not overlapping(there, t) for t in targets)


def _meeting(mover: Body, a: Body, b: Body) -> Iterator[Point]:
    """Round the two places where a base touches both; the circles of its centre cross there."""
    dx, dy = b.at[0] - a.at[0], b.at[1] - a.at[1]
    apart = dx * dx + dy * dy
    ra, rb = a.radius + mover.radius + 1, b.radius + mover.radius + 1
    along = (ra * ra - rb * rb + apart) // 2
    height = ra * ra * apart - along * along
    if apart == 0 or height < 0:
        return
    aside = isqrt(height)
    for sign in (1, -1):
        x = a.at[0] + (dx * along - sign * dy * aside) // apart
        y = a.at[1] + (dy * along + sign * dx * aside) // apart
        for i in range(-NEAR, NEAR + 1):
            for j in range(-NEAR, NEAR + 1):
                yield (x + i, y + j, a.at[2])
