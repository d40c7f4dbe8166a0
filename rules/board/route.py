"""The shortest way to a place or into contact (P-CHG-08), deterministic, over integers.

A search from the start by the least way still possible (A*). It begins with nothing but start and
goal; whatever stops a leg adds the places round it, and only then are they tried. That is
sound, since a way that keeps clear of some obstacles is never longer than one that keeps clear
of all: a leg is tried before any longer way is believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from .corners import TIGHT, Bend, floor_corners, level_ends, round_block, slow_corners
from .goals import ContactGoal, EdgeGoal, Goal, PointGoal, TableEdge
from .going import Going
from .ground import STANDARD, Rates
from .ladders import climb_cost, spots, ways
from .model import Block, Board, Body, Plan, Point, Route
from .terms import Leg
from .trig import isqrt

DETOUR = 2
PATIENCE = 60_000
"""Where no limit is given, a way of twice the straight one and 60 cm more is the longest sought."""


def route(
    board: Board,
    mover: Body,
    target: Body | Point,
    others: Sequence[Body] = (),
    *,
    free_height: int,
    limit: int | None = None,
    rates: Rates = STANDARD,
    keep_clear: Sequence[Body] = (),
) -> Route | None:
    """The shortest way on foot to a point, or into base contact with a body (gap 0 or 1).

    None where there is no way, or none of at most `limit`. `others` and `keep_clear` as for
    `walk`; the target itself is left out of both.
    """
    end = target.id if isinstance(target, Body) else None
    # Whoever is farther off than twice the limit is in nobody's way, however it bends.
    far = None if limit is None else 2 * limit + mover.radius
    going = Going(
        board,
        mover,
        [body for body in others if body.id != end and _near(mover, body, far)],
        [body for body in keep_clear if body.id != end and _near(mover, body, far)],
        free_height,
        rates,
    )
    if isinstance(target, Body):
        # The target can't be run through on the way round it either.
        going.hold(target)
        return find(going, mover.at, ContactGoal(board, going, target), limit)
    return find(going, mover.at, PointGoal(target), limit)


def _near(mover: Body, body: Body, far: int | None) -> bool:
    """Whether a body is at most so far away, along x and along y."""
    if far is None:
        return True
    (x, y, _), (bx, by, _), reach = mover.at, body.at, far + body.radius
    return -reach <= bx - x <= reach and -reach <= by - y <= reach


def route_to_edge(
    going: Going, start: Point, edge: TableEdge, limit: int | None = None
) -> Route | None:
    """The shortest way to touch an edge of the table."""
    return find(going, start, EdgeGoal(going, edge), limit)


def find(going: Going, start: Point, goal: Goal, limit: int | None = None) -> Route | None:
    """The shortest way from a place to a goal."""
    return _Search(going, start, goal, limit).run()


class _Step(NamedTuple):
    """A place that was reached: how, and at what cost from the start."""

    at: Point
    parent: _Step | None
    cost: int
    leg: Leg | None


_Open: TypeAlias = tuple[int, int, int, int, int, int]
"""x and y of a place, its bend from the corner, that squared, the least way from there."""
_Entry: TypeAlias = tuple[int, int, _Step, Point, "Leg | None", bool]
"""Hoped-for cost of the whole way, number, from where, to where, the leg if known, the last one."""


class _Search:
    """The state of one search."""

    def __init__(self, going: Going, start: Point, goal: Goal, limit: int | None) -> None:
        self.going = going
        self.goal = goal
        self.start = start
        straight = goal.distance(start)
        self.limit = straight * DETOUR + PATIENCE if limit is None else limit
        self.queue: list[_Entry] = []
        self.count = 0
        self.bends: dict[Point, tuple[Plan | None, int]] = {}
        self.open: dict[Point, _Open] = {}
        self.reached: dict[Point, _Step] = {}
        self.known: set[tuple[str, str, int]] = set()
        self.ends: dict[Point, None] = {}
        self.fit: set[Point] = set()
        self.unfit: set[Point] = set()
        self.hopeless = False

    def run(self) -> Route | None:
        """Take the most promising step until the goal is reached."""
        self._reach(_Step(self.start, None, 0, None))
        while self.queue and not self.hopeless:
            _, _, parent, place, leg, final = heappop(self.queue)
            if place in self.unfit or (place in self.reached and not final):
                continue
            if leg is None:
                self._verify(parent, place, final)
                continue
            step = _Step(place, parent, parent.cost + leg.cost, leg)
            if final:
                return _route(step)
            self._reach(step)
        return None

    def _verify(self, parent: _Step, place: Point, final: bool) -> None:
        """Put a step that was hoped for back at its true cost, or learn what stops it."""
        leg = self.going.known_leg(parent.at, place)
        if isinstance(leg, Block):
            self._learn(leg, parent.at, place)
            if place not in self.fit:
                if self.going.free(place):
                    self.fit.add(place)
                else:
                    self._drop(place, final)
            return
        if leg.cost > _plan(parent.at, place):
            self._add(slow_corners(self.going, parent.at, place))
        self._queue(parent, place, leg.cost, leg, final)

    def _learn(self, block: Block, p: Point, q: Point) -> None:
        """Add the places round what stopped a leg, the first time it does."""
        if block.code in ("level", "edge"):
            if self._news("levels", "", 0):
                self._add(level_ends(self.going))
            for z in sorted({p[2], q[2]}):
                if self._news("floor", "", z):
                    self._add(floor_corners(self.going, z))
        elif self._news(block.code, block.id, p[2]):
            self._add(round_block(self.going, block.code, block.id, p[2]))

    def _drop(self, place: Point, final: bool) -> None:
        """The base doesn't fit at a place; where the way should end there, try the others."""
        self.unfit.add(place)
        self.open.pop(place, None)
        if not final or not self._news("ends", "", 0):
            return
        self.ends = dict.fromkeys(end for end in self.goal.ends() if self.going.free(end))
        if not self.ends:
            self.hopeless = self.goal.needs_ends
        for step in self.reached.values():
            self._offer_ends(step)

    def _news(self, code: str, id: str, z: int) -> bool:
        """Whether this is the first time."""
        new = (code, id, z) not in self.known
        self.known.add((code, id, z))
        return new

    def _add(self, bends: Iterable[Bend]) -> None:
        """New places: offered from everywhere that was reached."""
        new: dict[Point, _Open] = {}
        for place, corner in bends:
            if place in self.bends:
                continue
            rest = self.goal.distance(place)
            if _plan(self.start, place) + rest <= self.limit:
                x, y = corner or (0, 0)
                self.bends[place] = corner, x * x + y * y
                new[place] = (place[0], place[1], x, y, x * x + y * y, rest)
        self.open |= new
        for step in self.reached.values():
            self._offer(step, new)

    def _reach(self, step: _Step) -> None:
        """The shortest way to a place is known: offer all that may follow."""
        self.reached[step.at] = step
        self.open.pop(step.at, None)
        for place in self.goal.last_leg(step.at):
            self._queue(step, place, _plan(step.at, place), None, True)
        self._offer_ends(step)
        self._offer(step, self.open)
        self._climb(step)

    def _offer_ends(self, step: _Step) -> None:
        for end in self.ends:
            self._queue(step, end, _plan(step.at, end), None, True)

    def _offer(self, step: _Step, places: Mapping[Point, _Open]) -> None:
        """Steps to places where the string would be tight at both ends, at their least cost."""
        px, py, _ = step.at
        corner, own = self.bends.get(step.at, (None, 0))
        cx, cy = corner or (0, 0)
        queue, limit, cost = self.queue, self.limit, step.cost
        for place, (x, y, bx, by, squared, rest) in places.items():
            dx, dy = x - px, y - py
            length = dx * dx + dy * dy
            bend = bx * dx + by * dy
            if bend * bend * TIGHT > squared * length:
                continue
            turn = cx * dx + cy * dy
            if turn * turn * TIGHT > own * length:
                continue
            hope = cost + isqrt(length) + rest
            if hope <= limit:
                self.count += 1
                heappush(queue, (hope, self.count, step, place, None, False))

    def _climb(self, step: _Step) -> None:
        """From an end of a ladder to the other one."""
        radius = self.going.radius
        for ladder in self.going.index.ladders:
            for a, b in ways(ladder):
                if a[2] == step.at[2] and _plan(a, step.at) <= radius:
                    for top in spots(self.going, b):
                        cost = climb_cost(step.at, top)
                        self._queue(step, top, cost, Leg((top,), (cost,)), False)

    def _queue(self, step: _Step, place: Point, cost: int, leg: Leg | None, final: bool) -> None:
        hope = step.cost + cost + (0 if final else self.goal.distance(place))
        if hope <= self.limit:
            self.count += 1
            heappush(self.queue, (hope, self.count, step, place, leg, final))


def _plan(a: Point, b: Point) -> int:
    return isqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)


def _route(last: _Step) -> Route:
    """The legs from the start to a goal."""
    points, costs = list[Point](), list[int]()
    step = last
    while step.parent is not None:
        assert step.leg is not None
        points[:0] = step.leg.points
        costs[:0] = step.leg.costs
        step = step.parent
    return Route((step.at, *points), tuple(costs))
