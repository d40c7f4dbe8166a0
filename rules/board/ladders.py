"""Getting up and down ladders as part of a walk (P-MOV-02).

A ladder is reached when the base covers or touches its end. It costs its height, and the way over
the plan as anywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator

from .going import Going
from .model import Block, Ladder, Point
from .plane import segment_within
from .terms import Leg
from .trig import isqrt, offset


def ways(ladder: Ladder) -> tuple[tuple[Point, Point], tuple[Point, Point]]:
    """The ladder upwards and downwards."""
    return (ladder.at, ladder.top), (ladder.top, ladder.at)


def spots(going: Going, end: Point) -> Iterator[Point]:
    """The places at an end of a ladder where the mover's base fits: on it, or touching it."""
    places = [end]
    for degrees in range(0, 360, 45):
        dx, dy = offset(degrees, going.radius - 1)
        places.append((end[0] + dx, end[1] + dy, end[2]))
    for place in places:
        if going.free(place) and isinstance(going.leg(place, place), Leg):
            yield place


def climb_cost(a: Point, b: Point) -> int:
    """The cost from a place at one end to a place at the other."""
    return isqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) + abs(b[2] - a[2])


def ladder_leg(going: Going, p: Point, q: Point) -> Leg | None:
    """The leg from p to q up or down the ladder that stands on its way; the cheapest if several."""
    found = [
        leg
        for ladder in going.index.ladders
        for a, b in ways(ladder)
        if (a[2], b[2]) == (p[2], q[2]) and _on_the_way(going, p, q, a, b)
        for leg in [_by(going, p, q, a, b)]
        if leg is not None
    ]
    return min(found, key=lambda leg: leg.cost, default=None)


def _on_the_way(going: Going, p: Point, q: Point, a: Point, b: Point) -> bool:
    squared = going.radius * going.radius
    return all(segment_within(*p[:2], *q[:2], *end[:2], squared) for end in (a, b))


def _by(going: Going, p: Point, q: Point, a: Point, b: Point) -> Leg | None:
    """To the foot, up, and on: by the first pair of places that works."""
    for foot in _near(going, p, a):
        before = going.leg(p, foot)
        if isinstance(before, Block):
            continue
        for top in _near(going, q, b):
            after = going.leg(top, q)
            if isinstance(after, Leg) and going.free(top):
                return _joined(p, before, climb_cost(foot, top), top, after)
    return None


def _near(going: Going, place: Point, end: Point) -> Iterator[Point]:
    """The mover's own place where it is at the ladder already, then the places beside it."""
    dx, dy = place[0] - end[0], place[1] - end[1]
    if dx * dx + dy * dy <= going.radius * going.radius:
        yield place
    yield from spots(going, end)


def _joined(start: Point, before: Leg, climb: int, top: Point, after: Leg) -> Leg:
    """One leg of all three parts, those left out that lead nowhere."""
    parts = [*zip(before.points, before.costs, strict=True), (top, climb)]
    parts += zip(after.points, after.costs, strict=True)
    points, costs = list[Point](), list[int]()
    for point, cost in parts:
        if point != (points[-1] if points else start):
            points.append(point)
            costs.append(cost)
    return Leg(tuple(points), tuple(costs))
