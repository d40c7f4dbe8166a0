"""A move leg by leg, worked out without a die: where each leg leads and what it costs (TER).

A `Journey` is built on the way that would be gone if every test were passed; what bars a leg is
raised as IllegalOrder. The special legs know themselves: climbing.py, jumping.py, leaping.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from ..board import Body, Walk, paths
from ..errors import IllegalOrder
from ..units import Point
from .bounding import in_the_way
from .orders import Leg
from .parts import Part
from .queries import against, body, in_contact, others
from .state import State, Warrior
from .stride import rates_of

Mode = Literal["walk", "run", "crawl", "charge", "failed_charge", "break_off"]


class Journey:
    """The parts so far. `start` is where the model stood when its movement phase began."""

    def __init__(self, state: State, w: Warrior, mode: Mode, limit: int) -> None:
        assert w.at is not None
        self.state = state
        self.warrior = w
        self.mode = mode
        self.limit = limit
        self.start: Point = w.at
        self.at: Point = w.at
        self.used = 0
        self.parts: list[Part] = []
        now = body(state, w.id)
        self._size = (now.radius, now.height)
        self.others = in_the_way(w, others(state, w.id))
        self.foes = against(state, w.side)
        self.free_height = state.setup.ruleset.length("obstacle.free_height")
        self.rates = rates_of(state, w.id)

    @property
    def me(self) -> Body:
        """The model where the journey has come to."""
        return self.body_at(self.at)

    def body_at(self, at: Point) -> Body:
        """The model at a place."""
        return Body(self.warrior.id, at, *self._size)

    @property
    def left(self) -> int:
        """The movement that is left."""
        return self.limit - self.used

    @property
    def lost(self) -> bool:
        """Whether it ends in a leap that can't succeed."""
        return bool(self.parts) and self.parts[-1].lost

    @property
    def charging(self) -> bool:
        """Whether contact with enemies is what it is about."""
        return self.mode in ("charge", "failed_charge")

    def add(self, part: Part) -> None:
        """Go on by a part."""
        self.parts.append(replace(part, allowed=self.left))
        self.used += part.cost
        self.at = part.end

    def walk(self, points: Sequence[Point]) -> None:
        """On foot through these points."""
        if all(point == self.at for point in points):
            return
        walk = paths.walk(
            self.state.setup.board,
            self.me,
            points,
            self.others,
            free_height=self.free_height,
            rates=self.rates,
            keep_clear=() if self.charging else in_the_way(self.warrior, self.foes),
        )
        unbarred(walk)
        self.add_walk(walk.points, walk.cost)

    def add_walk(self, points: tuple[Point, ...], cost: int) -> None:
        """Add a way on foot to the one before it, if there is one."""
        last = self.parts[-1] if self.parts else None
        if last is None or last.by != "walk":
            self.add(Part(by="walk", points=points, cost=cost))
            return
        self.parts[-1] = replace(last, points=last.points + points[1:], cost=last.cost + cost)
        self.used += cost
        self.at = points[-1]

    def settle(self, end: Point, bodies: Sequence[Body] | None = None) -> None:
        """Raise what keeps the model from standing at the end of a climb, jump or leap."""
        there = self.body_at(end)
        board = self.state.setup.board
        about = self.others if bodies is None else bodies
        block = paths.blocked_at(
            board, there, about, free_height=self.free_height, rates=self.rates
        )
        if block is not None:
            raise IllegalOrder("path_blocked", "P-MOV-01", by=block.id, what=block.code)
        for foe in self.foes:
            if not self.charging and in_contact(self.state, there, foe):
                raise IllegalOrder("contact_only_by_charge", "P-MOV-04", enemy=foe.id)


def unbarred(walk: Walk) -> None:
    """Raise what stopped a walk, if anything did."""
    block = walk.blocked_by
    if block is None:
        return
    if block.code == "enemy":
        raise IllegalOrder("contact_only_by_charge", "P-MOV-04", enemy=block.id)
    raise IllegalOrder("path_blocked", "P-MOV-01", by=block.id, what=block.code)


Special = Callable[[Journey, Point], None]


def follow(journey: Journey, legs: Sequence[Leg], special: Mapping[str, Special]) -> None:
    """Every leg in turn; what stands behind a leap that can't succeed isn't looked at."""
    for leg in legs:
        if journey.lost:
            return
        if leg.by == "walk":
            journey.walk([leg.to])
        else:
            special[leg.by](journey, leg.to)
