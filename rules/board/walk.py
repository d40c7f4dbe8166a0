"""Walking: a given chain of legs, or straight ahead as far as it goes (P-MOV-01, P-MOV-02)."""

from __future__ import annotations

from collections.abc import Sequence

from .going import Going
from .ground import STANDARD, Rates
from .ladders import ladder_leg
from .levels import heights
from .model import Block, Board, Body, Point, Walk
from .terms import Leg
from .trig import isqrt


def walk(
    board: Board,
    mover: Body,
    points: Sequence[Point],
    others: Sequence[Body] = (),
    *,
    free_height: int,
    rates: Rates = STANDARD,
    keep_clear: Sequence[Body] = (),
) -> Walk:
    """Walk from where the mover stands to each of the points in turn.

    `others` may be touched, not passed through; `keep_clear` not even touched. The walk is blocked
    by what is higher than `free_height` above the feet, by an edge, a barred area, the table's
    edge; a leg to another level needs stairs or a ladder on its way.
    """
    going = Going(board, mover, others, keep_clear, free_height, rates)
    way = Way(mover.at)
    for number, point in enumerate(points):
        leg = step(going, way.end, point)
        if isinstance(leg, Block):
            return way.walk(Block(leg.code, leg.id, number) if number else leg)
        way.add(leg)
    return way.walk()


def step(going: Going, p: Point, q: Point) -> Leg | Block:
    """One leg: on foot, else by a ladder that stands on its way."""
    leg = going.leg(p, q)
    if isinstance(leg, Block) and p[2] != q[2]:
        return ladder_leg(going, p, q) or leg
    return leg


class Way:
    """Legs put together."""

    __slots__ = ("cost", "costs", "points")

    def __init__(self, start: Point) -> None:
        self.points = [start]
        self.costs: list[int] = []
        self.cost = 0

    @property
    def end(self) -> Point:
        """The last point so far."""
        return self.points[-1]

    def add(self, leg: Leg) -> None:
        """Go on along a leg."""
        self.points += leg.points
        self.costs += leg.costs
        self.cost += leg.cost

    def walk(self, block: Block | None = None) -> Walk:
        """The whole, and what stopped it."""
        return Walk(tuple(self.points), tuple(self.costs), block)


def straight(
    board: Board,
    mover: Body,
    goal: Point,
    others: Sequence[Body] = (),
    *,
    length: int | None = None,
    free_height: int,
    rates: Rates = STANDARD,
    keep_clear: Sequence[Body] = (),
) -> Walk:
    """As far straight towards `goal` as the length and the board allow.

    `blocked_by` says what stopped the mover short of the goal; its code is "limit" where only the
    length did. A mover stopped by a model or a wall touches it or is a unit away.
    """
    going = Going(board, mover, others, keep_clear, free_height, rates)
    way = Way(mover.at)
    block = advance_leg(going, way, goal, length)
    return way.walk(block)


def cut(going: Going, points: Sequence[Point], length: int) -> Walk:
    """Along a way until the length is used up or something stops the mover."""
    way = Way(points[0])
    for point in points[1:]:
        block = advance_leg(going, way, point, length)
        if block is not None:
            return way.walk(block)
    return way.walk()


def advance_leg(going: Going, way: Way, goal: Point, length: int | None) -> Block | None:
    """Add as much of a leg as can be walked; what stopped it, None if it is whole."""
    p = way.end
    room = None if length is None else length - way.cost
    whole = step(going, p, goal)
    if isinstance(whole, Leg) and (room is None or whole.cost <= room):
        way.add(whole)
        return None
    part = _longest(going, p, goal, room)
    if part is not None:
        way.add(part)
    return Block("limit") if isinstance(whole, Leg) else whole


def _longest(going: Going, p: Point, q: Point, room: int | None) -> Leg | None:
    """The longest part of the leg that can be walked within the room, found by halving."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = isqrt(dx * dx + dy * dy)
    best: Leg | None = None
    low, high = 0, length + 1
    while high - low > 1:
        middle = (low + high) // 2
        x, y = p[0] + _share(dx, middle, length), p[1] + _share(dy, middle, length)
        leg = _part(going, p, x, y)
        if leg is not None and (room is None or leg.cost <= room):
            low, best = middle, leg
        else:
            high = middle
    return best


def _share(part: int, middle: int, length: int) -> int:
    """part * middle / length, to the nearest unit, halves away from zero."""
    size = (2 * abs(part) * middle + length) // (2 * length)
    return size if part >= 0 else -size


def _part(going: Going, p: Point, x: int, y: int) -> Leg | None:
    """The leg to a place of the plan: on p's level, or where it ends on the nearest one there."""
    leg = going.leg(p, (x, y, p[2]))
    if isinstance(leg, Leg):
        return leg
    if leg.code not in ("edge", "level"):
        return None
    for z in sorted(heights(going.index, x, y), key=lambda h: (abs(h - p[2]), h)):
        leg = going.leg(p, (x, y, z))
        if isinstance(leg, Leg):
            return leg
    return None
