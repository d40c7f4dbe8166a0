"""Distances between models: base edge to base edge, in three dimensions (P-TRN-08).

Bases are discs. With D the distance of the centres seen from above, R the sum of the radii and h
the difference of level, gap^2 = max(0, D - R)^2 + h^2. D is a root, so no function here
computes it: all comparisons are between squares of integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt

from .model import Board, Body, Point
from .plane import segment_within as _segment_within
from .solids import crossed, through, touches

TOUCH = 2
"""Models whose gap is below this touch: a mover stops with a gap of 0 or 1 units."""


def _parts(a: Body, b: Body) -> tuple[int, int, int]:
    """D^2, R and h."""
    ax, ay, az = a.at
    bx, by, bz = b.at
    dx, dy = bx - ax, by - ay
    return dx * dx + dy * dy, a.radius + b.radius, bz - az


def gap_squared(a: Body, b: Body) -> int:
    """The squared gap, rounded up to an integer: exact for every `<= length * length`."""
    squared, reach, rise = _parts(a, b)
    if squared <= reach * reach:
        return rise * rise
    return squared + reach * reach + rise * rise - isqrt(4 * reach * reach * squared)


def within(a: Body, b: Body, length: int) -> bool:
    """Whether the gap is at most `length` ("within X" includes X)."""
    squared, reach, rise = _parts(a, b)
    if rise == 0 and length >= 0:  # on one level no root is needed
        return squared <= (reach + length) * (reach + length)
    return gap_squared(a, b) <= length * length


def gap(a: Body, b: Body) -> int:
    """The gap in whole units, rounded down; for display, not for rules."""
    squared = gap_squared(a, b)
    root = isqrt(squared)
    return root if root * root < squared or within(a, b, root) else root - 1


def touching(a: Body, b: Body) -> bool:
    """Base contact: a gap below two units, the only tolerance there is (P-CHG-09)."""
    squared, reach, rise = _parts(a, b)
    room = TOUCH * TOUCH - rise * rise
    return room > 0 and _closer(squared, reach, room)


def _closer(squared: int, reach: int, room: int) -> bool:
    """Whether D < R + sqrt(room)."""
    over = squared - reach * reach - room
    return over < 0 or over * over < 4 * reach * reach * room


def touching_in_plan(a: Body, b: Body) -> bool:
    """Whether the bases touch seen from above, whatever their levels."""
    squared, reach, _ = _parts(a, b)
    return _closer(squared, reach, TOUCH * TOUCH)


def overlapping(a: Body, b: Body) -> bool:
    """Whether two volumes share space; touching isn't sharing."""
    squared, reach, rise = _parts(a, b)
    return squared < reach * reach and -a.height < -rise < b.height


def pairs(bodies: Sequence[Body]) -> list[tuple[Body, Body]]:
    """All pairs that touch, each once, in the order of the list."""
    found = []
    for i, a in enumerate(bodies):
        x, y, _ = a.at
        near = a.radius + TOUCH
        for b in bodies[i + 1 :]:
            reach = near + b.radius
            if -reach < b.at[0] - x < reach and -reach < b.at[1] - y < reach and touching(a, b):
                found.append((a, b))
    return found


def nearest(body: Body, candidates: Iterable[Body]) -> list[Body]:
    """Those with the smallest gap: several when they are equally near (P-TGT-01)."""
    gaps = [(gap_squared(body, other), other) for other in candidates]
    least = min((squared for squared, _ in gaps), default=0)
    return [other for squared, other in gaps if squared == least]


def _height_beside(p: Point, a: Point, b: Point) -> int:
    """The height of the line from `a` to `b` where it passes a place, seen from above."""
    if a[2] == b[2]:
        return a[2]
    dx, dy = b[0] - a[0], b[1] - a[1]
    squared = dx * dx + dy * dy
    along = (p[0] - a[0]) * dx + (p[1] - a[1]) * dy
    if squared == 0 or along <= 0:
        return a[2]
    if along >= squared:
        return b[2]
    return a[2] + (b[2] - a[2]) * along // squared


def segment_within(body: Body, a: Point, b: Point, length: int) -> bool:
    """Whether a base edge is within `length` of the line from `a` to `b` (P-TRN-08).

    The line's height is that where it comes nearest, seen from above.
    """
    rise = body.at[2] - _height_beside(body.at, a, b)
    if abs(rise) > length:
        return False
    reach = body.radius + (isqrt(length * length - rise * rise) if rise else length)
    return _segment_within(a[0], a[1], b[0], b[1], body.at[0], body.at[1], reach * reach)


def across(board: Board, a: Body, b: Body, free_height: int) -> bool:
    """Contact in spite of something low between two models (P-CHG-10).

    On steps and stairs: the bases touch seen from above, and the levels differ by at most
    `free_height`. Across an obstacle: both bases touch a wall or prop of at most that height, the
    line between the centres crosses it and nothing else, and they stand roughly opposite: the gap
    is at most the way through the obstacle and half the smaller radius more.
    """
    if abs(a.at[2] - b.at[2]) > free_height:
        return False
    return touching_in_plan(a, b) or any(
        _meet_over(board, a, b, number, free_height) for number in _low_between(board, a, b)
    )


def _low_between(board: Board, a: Body, b: Body) -> list[int]:
    """The solid terrain that the line between two centres crosses: the only one, or none."""
    found = crossed(board.index, a.at, b.at)
    return found if len(found) == 1 else []


def _meet_over(board: Board, a: Body, b: Body, number: int, free_height: int) -> bool:
    index = board.index
    feet = min(a.at[2], b.at[2])
    faces, disc = index.solids[number]
    top = max([face.high for face in faces] + ([disc.high] if disc else []))
    if top > feet + free_height:
        return False
    room = through(index, number, a.at, b.at) + min(a.radius, b.radius) // 2
    return all(touches(index, number, m, TOUCH) for m in (a, b)) and within(a, b, room)
