"""The shortest way to a place or into contact (P-CHG-08), deterministic, over integers.

A search from the start by the least way still possible (A*). It begins with nothing but start and
goal; whatever stops a leg adds the places round it, and only then are they tried. That is
sound, since a way that keeps clear of some obstacles is never longer than one that keeps clear
of all: a leg is tried before any longer way is believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from .corners import (
    NO_BEND,
    TIGHT,
    Bend,
    Ring,
    floor_corners,
    level_ends,
    round_block,
    slow_corners,
    ways_out,
)
from .goals import ContactGoal, EdgeGoal, Goal, PointGoal, TableEdge
from .going import Going
from .ground import STANDARD, Rates
from .index import boxes_meet, points_box
from .ladders import climb_cost, spots, ways
from .model import Block, Board, Body, Point, Route
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
    `walk`; the target itself is left out of both, and so is whoever stands too far off for a way
    within the limit to come near him.
    """
    end = target.id if isinstance(target, Body) else None
    going = Going(
        board,
        mover,
        [body for body in others if body.id != end],
        [body for body in keep_clear if body.id != end],
        free_height,
        rates,
    )
    if isinstance(target, Body):
        # The target can't be run through on the way round it either.
        going.hold(target)
        goal: Goal = ContactGoal(board, going, target)
    else:
        goal = PointGoal(target)
    if limit is not None:
        going.bodies = [
            one
            for one in going.bodies
            if _plan(mover.at, one[5].at) + goal.distance(one[5].at) <= limit + 2 * one[4] + _ROOM
        ]
    return find(going, mover.at, goal, limit)


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


_Entry: TypeAlias = tuple[int, int, _Step, Point, "Leg | None", bool]
"""Hoped-for cost of the whole way, number, from where, to where, the leg if known, the last one."""
_ROOM = 100
"""More than what is lost in a way's cost by rounding each of its legs down."""
_TOO_FAR = -1


class _Search:
    """The state of one search."""

    def __init__(self, going: Going, start: Point, goal: Goal, limit: int | None) -> None:
        self.goal = goal
        self.start = start
        straight = goal.distance(start)
        self.limit = straight * DETOUR + PATIENCE if limit is None else limit
        self.going = going
        self.queue: list[_Entry] = []
        self.count = 0
        self.rings: list[tuple[Ring, int]] = []
        self.bends: dict[Point, Bend] = {}
        self.rest: dict[Point, int] = {}
        self.reached: dict[Point, _Step] = {}
        self.known: set[tuple[str, str, int]] = set()
        self.ends: list[Point] | None = None
        self.doubtful: set[Point] = set()
        self.fit: set[Point] = set()
        self.unfit: set[Point] = set()
        self.hopeless = False
        self.ladders = [way for ladder in going.index.ladders for way in ways(ladder)]

    def run(self) -> Route | None:
        """Take the most promising step until the goal is reached."""
        self._reach(_Step(self.start, None, 0, None))
        while self.queue and not self.hopeless:
            hope, _, parent, place, leg, final = heappop(self.queue)
            if not final and place in self.reached:
                continue
            if place in self.doubtful:
                self.doubtful.remove(place)
                (self.fit if self.going.free(place) else self.unfit).add(place)
            if place in self.unfit:
                continue
            if leg is None:
                self._verify(hope, parent, place, final)
                continue
            step = _Step(place, parent, parent.cost + leg.cost, leg)
            if final:
                return _route(step)
            self._reach(step)
        return None

    def _verify(self, hope: int, parent: _Step, place: Point, final: bool) -> None:
        """Put a step that was hoped for back at its true cost, or learn what stops it."""
        leg = self.going.known_leg(parent.at, place)
        if isinstance(leg, Block):
            self._learn(leg, parent.at, place)
            if place in self.fit:
                return
            if not final or self.ends is not None:
                self.doubtful.add(place)  # looked at once another way leads there
            elif self.going.free(place):
                self.fit.add(place)
            else:
                self.unfit.add(place)
                self._try_ends()
            return
        more = leg.cost - _plan(parent.at, place)
        if more:
            self._slow(parent.at, place)
        self._push(hope + more, parent, place, leg, final)

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

    def _slow(self, p: Point, q: Point) -> None:
        """Add the corners of slow ground near a leg: it may be quicker to go round."""
        box = points_box((p, q))
        near = [
            area
            for area, outline in self.going.terms.priced
            if boxes_meet(box, outline) and self._news("slow", area.id, 0)
        ]
        self._add([slow_corners(self.going, area) for area in near])

    def _try_ends(self) -> None:
        """The base doesn't fit where the straight way would end: look at the other places."""
        self.ends = [end for end in dict.fromkeys(self.goal.ends()) if self.going.free(end)]
        if not self.ends:
            self.hopeless = self.goal.needs_ends
        for step in self.reached.values():
            self._offer_ends(step)

    def _news(self, code: str, id: str, z: int) -> bool:
        """Whether this is the first time."""
        key = (code, id, z)
        if key in self.known:
            return False
        self.known.add(key)
        return True

    def _add(self, rings: Iterable[Ring]) -> None:
        """New places: offered from everywhere that was reached.

        Kept with each ring: how much longer than the way to its middle one by it is at least.
        """
        new: list[tuple[Ring, int]] = []
        for ring in rings:
            self._leave(ring)
            if not self.bends.keys().isdisjoint(ring.bends):
                ring = ring.without(self.bends)
            if ring.bends:
                self.bends.update(ring.bends)
                least = self.goal.distance((ring.x, ring.y, 0)) - 2 * ring.reach - 1
                new.append((ring, least if ring.reach else 0))
        if new:
            self.rings += new
            for step in self.reached.values():
                self._offer(step, new)

    def _leave(self, ring: Ring) -> None:
        """Steps aside from a corner that the base touches where it sets out."""
        for place, bend in ways_out(ring, self.start):
            self.bends.setdefault(place, bend)
            rest = self._rest(place)
            if rest != _TOO_FAR:
                start = self.reached[self.start]
                self._push(_plan(self.start, place) + rest, start, place, None, False)

    def _reach(self, step: _Step) -> None:
        """The shortest way to a place is known: offer all that may follow."""
        self.reached[step.at] = step
        for place in self.goal.last_leg(step.at):
            self._push(step.cost + _plan(step.at, place), step, place, None, True)
        self._offer_ends(step)
        self._offer(step, self.rings)
        self._climb(step)

    def _offer_ends(self, step: _Step) -> None:
        (x, y, _), cost, limit = step.at, step.cost, self.limit
        for end in self.ends or ():
            dx, dy = end[0] - x, end[1] - y
            hope = cost + isqrt(dx * dx + dy * dy)
            if hope <= limit:
                self.count += 1
                heappush(self.queue, (hope, self.count, step, end, None, True))

    def _offer(self, step: _Step, rings: Sequence[tuple[Ring, int]]) -> None:
        """Steps to places where the string would be tight at both ends, at their least cost."""
        px, py, _ = step.at
        _, _, cx, cy, own = self.bends.get(step.at, NO_BEND)
        room = self.limit - step.cost
        for ring, least in rings:
            # Its middle may tell that no place of a ring is near enough, or near the string.
            if ring.reach:
                dx, dy = ring.x - px, ring.y - py
                away = isqrt(dx * dx + dy * dy)
                if away + least > room:
                    continue
                turn, wide = cx * dx + cy * dy, away + ring.wide
                if turn * turn * TIGHT > own * wide * wide:
                    continue
            for place, (x, y, bx, by, squared) in ring.bends.items():
                dx, dy = x - px, y - py
                length = dx * dx + dy * dy
                bend = bx * dx + by * dy
                if bend * bend * TIGHT > squared * length:
                    continue
                turn = cx * dx + cy * dy
                if turn * turn * TIGHT > own * length:
                    continue
                if place in self.reached or place in self.unfit:
                    continue
                rest = self._rest(place)
                if rest != _TOO_FAR:
                    self._push(step.cost + isqrt(length) + rest, step, place, None, False)

    def _rest(self, place: Point) -> int:
        """The least way from a place to the goal, if there is one through it within the limit."""
        rest = self.rest.get(place)
        if rest is None:
            rest = self.goal.distance(place)
            if _plan(self.start, place) + rest > self.limit:
                rest = _TOO_FAR
            self.rest[place] = rest
        return rest

    def _climb(self, step: _Step) -> None:
        """From an end of a ladder to the other one."""
        radius = self.going.radius
        for a, b in self.ladders:
            if a[2] == step.at[2] and _plan(a, step.at) <= radius:
                for top in spots(self.going, b):
                    cost = climb_cost(step.at, top)
                    hope = step.cost + cost + self.goal.distance(top)
                    self._push(hope, step, top, Leg((top,), (cost,)), False)

    def _push(self, hope: int, step: _Step, place: Point, leg: Leg | None, final: bool) -> None:
        if hope <= self.limit:
            self.count += 1
            heappush(self.queue, (hope, self.count, step, place, leg, final))


def _plan(a: Point, b: Point) -> int:
    dx, dy = b[0] - a[0], b[1] - a[1]
    return isqrt(dx * dx + dy * dy)


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
