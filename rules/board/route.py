"""The shortest way to a place or into contact (P-CHG-08), deterministic, over integers.

A search from the start by the least way still possible (A*). It begins with nothing but start and
goal; whatever stops a leg adds the places round it, and only then are they tried. That is
sound, since a way that keeps clear of some obstacles is never longer than one that keeps clear
of all: a leg is tried before any longer way is believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush

from .corners import floor_corners, round_block, slow_corners
from .goals import ContactGoal, EdgeGoal, Goal, PointGoal, TableEdge
from .going import Going, Leg
from .ground import STANDARD, Rates
from .ladders import climb_cost, spots, ways
from .model import Block, Board, Body, Point, Route
from .trig import isqrt

MOST = 4_000
"""Places tried before a search gives up: never reached on boards that are meant to be played on."""


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
        return find(going, mover.at, ContactGoal(board, going, target), limit)
    return find(going, mover.at, PointGoal(target), limit)


def route_to_edge(
    going: Going, start: Point, edge: TableEdge, limit: int | None = None
) -> Route | None:
    """The shortest way to touch an edge of the table."""
    return find(going, start, EdgeGoal(going, edge), limit)


def find(going: Going, start: Point, goal: Goal, limit: int | None = None) -> Route | None:
    """The shortest way from a place to a goal."""
    return _Search(going, start, goal, limit).run()


class _Step:
    """A way to a place: the place before it and the leg between, once it is known to be free."""

    __slots__ = ("at", "cost", "final", "leg", "parent")

    def __init__(
        self, at: Point, parent: _Step | None, cost: int, leg: Leg | None, final: bool
    ) -> None:
        self.at = at
        self.parent = parent
        self.cost = cost
        self.leg = leg
        self.final = final


class _Search:
    """The state of one search."""

    def __init__(self, going: Going, start: Point, goal: Goal, limit: int | None) -> None:
        self.going = going
        self.goal = goal
        self.limit = limit
        self.start = start
        self.queue: list[tuple[int, int, _Step]] = []
        self.count = 0
        self.places: dict[Point, None] = {}
        self.reached: dict[Point, _Step] = {}
        self.known: set[tuple[str, str, int]] = set()
        self.ends: dict[Point, None] = {}

    def run(self) -> Route | None:
        """Take the most promising step until the goal is reached."""
        self._reach(_Step(self.start, None, 0, None, False))
        while self.queue and self.count < MOST * 50:
            _, _, step = heappop(self.queue)
            if step.at in self.reached and not step.final:
                continue
            if step.leg is None and not self._verified(step):
                continue
            if step.final:
                return _route(step)
            self._reach(step)
        return None

    def _verified(self, step: _Step) -> bool:
        """Whether the step is free and costs what was hoped; otherwise it is put back or lost."""
        assert step.parent is not None
        leg = self.going.leg(step.parent.at, step.at)
        if isinstance(leg, Block):
            self._learn(leg, step.parent.at, step.at)
            return False
        step.leg = leg
        cost = step.parent.cost + leg.cost
        if cost <= step.cost:
            return True
        step.cost = cost
        self._queue(step)
        self._add(slow_corners(self.going, step.parent.at, step.at))
        return False

    def _learn(self, block: Block, p: Point, q: Point) -> None:
        """Add the places round what stopped a leg, the first time it does."""
        if block.code in ("level", "edge"):
            self._learn_ways_between_levels()
            for z in {p[2], q[2]}:
                if ("floor corners", "", z) not in self.known:
                    self.known.add(("floor corners", "", z))
                    self._add(floor_corners(self.going, z))
        elif (block.code, block.id, p[2]) not in self.known:
            self.known.add((block.code, block.id, p[2]))
            self._add(round_block(self.going, block.code, block.id, p[2]))
        self._add_ends()

    def _learn_ways_between_levels(self) -> None:
        """Add the ends of stairs and ladders, once."""
        if ("levels", "", 0) in self.known:
            return
        self.known.add(("levels", "", 0))
        index = self.going.index
        self._add(end for flight in index.flights for end in (flight.bottom, flight.top))
        for ladder in index.ladders:
            self._add(spots(self.going, ladder.at))
            self._add(spots(self.going, ladder.top))

    def _add_ends(self) -> None:
        """The straight way to the goal is barred somewhere: try the other places to end."""
        if not self.ends:
            fitting = (end for end in self.goal.ends() if self.going.free(end))
            self.ends = dict.fromkeys(fitting)
            for step in list(self.reached.values()):
                self._offer_ends(step)

    def _add(self, places: Iterable[Point]) -> None:
        """New places that a base fits: offered from everywhere that was reached."""
        for place in places:
            if place in self.places or self._too_far(place) or not self.going.free(place):
                continue
            self.places[place] = None
            for step in list(self.reached.values()):
                self._offer(step, place)

    def _too_far(self, place: Point) -> bool:
        if self.limit is None:
            return False
        return _plan(self.start, place) + self.goal.distance(place) > self.limit

    def _reach(self, step: _Step) -> None:
        """The shortest way to a place is known: offer all that may follow."""
        self.reached[step.at] = step
        for place in self.goal.last_leg(step.at):
            self._offer(step, place, final=True)
        self._offer_ends(step)
        for place in self.places:
            if place not in self.reached:
                self._offer(step, place)
        self._climb(step)

    def _offer_ends(self, step: _Step) -> None:
        for end in self.ends:
            self._offer(step, end, final=True)

    def _offer(self, parent: _Step, place: Point, final: bool = False) -> None:
        """A step that may be possible, at the least cost that it may have."""
        cost = parent.cost + _plan(parent.at, place)
        self._queue(_Step(place, parent, cost, None, final))

    def _climb(self, step: _Step) -> None:
        """From an end of a ladder to the other one."""
        radius = self.going.radius
        for ladder in self.going.index.ladders:
            for a, b in ways(ladder):
                if a[2] == step.at[2] and _plan(a, step.at) <= radius:
                    for top in spots(self.going, b):
                        cost = climb_cost(step.at, top)
                        leg = Leg((top,), (cost,))
                        self._queue(_Step(top, step, step.cost + cost, leg, False))

    def _queue(self, step: _Step) -> None:
        hope = step.cost if step.final else step.cost + self.goal.distance(step.at)
        if self.limit is None or hope <= self.limit:
            self.count += 1
            heappush(self.queue, (hope, self.count, step))


def _plan(a: Point, b: Point) -> int:
    return isqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)


def _chain(step: _Step) -> Iterator[_Step]:
    while step.parent is not None:
        yield step
        step = step.parent


def _route(last: _Step) -> Route:
    """The legs from the start to a goal."""
    steps = list(_chain(last))[::-1]
    start = steps[0].parent
    assert start is not None
    points, costs = [start.at], list[int]()
    for step in steps:
        assert step.leg is not None
        points += step.leg.points
        costs += step.leg.costs
    return Route(tuple(points), tuple(costs))
