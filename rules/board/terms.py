"""On which terms a base of a size goes over the terrain: legs and places, other models aside.

Kept with the compiled board, one for each size of base and set of rules, since the same legs are
asked again and again in a battle.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .ground import STANDARD, Rates, barred, barred_at, flat_cost, rate
from .index import Index
from .model import Block, Board, Body, Building, Platform, Point, Prop
from .plane import locate
from .profile import Footing, Piece, profile
from .stairs import Flight
from .sweep import faces_at, faces_swept, rounds_at, rounds_swept
from .trig import isqrt

if TYPE_CHECKING:
    from .corners import Ring

FREE = (None, (1, 1))
"""Ground that slows nobody: open, or not to be walked on at all."""
MOST = 50_000
"""Legs remembered before they are forgotten."""


class Leg:
    """A straight leg that can be walked: the points after its start, and what each costs.

    Costs may be reckoned later, when somebody asks for them: half the legs that a search looks at
    end at a model, whatever they would cost.
    """

    __slots__ = ("_costs", "points")

    def __init__(
        self, points: tuple[Point, ...], costs: tuple[int, ...] | Callable[[], tuple[int, ...]]
    ) -> None:
        self.points = points
        self._costs = costs

    @property
    def costs(self) -> tuple[int, ...]:
        """What the way to each of the points costs."""
        if not isinstance(self._costs, tuple):
            self._costs = self._costs()
        return self._costs

    @property
    def cost(self) -> int:
        """What the whole leg costs."""
        return sum(self.costs)


class Terms:
    """A base's size, what it steps over, and what the ground costs it."""

    __slots__ = (
        "barred",
        "bends",
        "free_height",
        "height",
        "index",
        "legs",
        "priced",
        "radius",
        "rates",
        "size",
        "slow",
    )

    def __init__(
        self, board: Board, radius: int, height: int, free_height: int, rates: Rates
    ) -> None:
        self.index: Index = board.index
        self.size = board.size
        self.radius = radius
        self.height = height
        self.free_height = free_height
        self.rates = rates
        areas = board.index.areas
        self.slow = areas if any(rate(a, rates) not in FREE for a, _ in areas) else ()
        self.barred = tuple((a, box) for a, box in areas if rate(a, rates) is None)
        self.legs: dict[tuple[Point, Point], Leg | Block] = {}
        self.priced = tuple((a, box) for a, box in areas if rate(a, rates) != (1, 1))
        self.bends: dict[tuple[str, str, int], tuple[Ring, ...]] = {}

    def known_leg(self, p: Point, q: Point) -> Leg | Block:
        """The leg from p to q, remembered."""
        found = self.legs.get((p, q))
        if found is None:
            if len(self.legs) >= MOST:
                self.legs.clear()
            found = self.legs[p, q] = self.leg(p, q)
        return found

    def leg(self, p: Point, q: Point) -> Leg | Block:
        """The straight leg from p to q, or what stops it."""
        _, _, pz = p
        qx, qy, qz = q
        width, depth = self.size
        radius = self.radius
        if not (radius <= qx <= width - radius and radius <= qy <= depth - radius):
            beyond = self._beyond_table(p, q)
            if beyond is not None:
                return beyond
        if pz or qz:
            return self._uneven_leg(p, q)
        block = self._stopped(p, q, None)
        return block if block is not None else Leg((q,), lambda: (self._flat_cost(p, q),))

    def _uneven_leg(self, p: Point, q: Point) -> Leg | Block:
        """A leg that isn't all on the ground."""
        pieces = profile(self.index, p, q, self.free_height)
        if pieces is None:
            return Block("level" if p[2] != q[2] else "edge")
        for piece in pieces:
            block = self._stopped(piece.start, piece.end, piece.footing)
            if block is not None:
                return block
        ends = tuple([piece.end for piece in pieces])
        return Leg(ends, tuple([self._cost(piece) for piece in pieces]))

    def _beyond_table(self, p: Point, q: Point) -> Block | None:
        """The base may touch the table's edge from inside."""
        radius = self.radius
        for here, there, far in ((p[0], q[0], self.size[0]), (p[1], q[1], self.size[1])):
            if there < min(radius, here) or there > max(far - radius, here):
                return Block("table")
        return None

    def _cost(self, piece: Piece) -> int:
        p, q = piece.start, piece.end
        if piece.footing is None:
            return self._flat_cost(p, q)
        rise = q[2] - p[2] if isinstance(piece.footing, Flight) else 0
        return isqrt((q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2 + rise * rise)

    def _flat_cost(self, p: Point, q: Point) -> int:
        if self.slow:
            return flat_cost(self.slow, p, q, self.rates)
        return isqrt((q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2)

    def _stopped(self, p: Point, q: Point, footing: Footing) -> Block | None:
        """What stops the base on a piece of a leg; on stairs no terrain does."""
        if isinstance(footing, Flight):
            return None
        leg = (p[0], p[1], q[0], q[1])
        index, radius = self.index, self.radius
        feet, head = p[2] + self.free_height, p[2] + self.height
        faces = index.layer(feet, head)
        cells = faces.strip(leg, radius)
        for number in faces_swept(faces, cells, leg, radius, feet, head, first=True):
            return self._block(number)
        if index.any_rounds:
            for number in rounds_swept(index.move_rounds, cells, leg, radius, feet, head):
                return self._block(number)
        if footing is None and self.barred:
            for id in barred(self.barred, p, q, radius, self.rates):
                return Block("area", id)
        return None

    def _block(self, number: int) -> Block:
        piece = self.index.terrain[number]
        if isinstance(piece, Platform):
            return Block("floor", piece.id)
        if isinstance(piece, Prop):
            return Block("prop", piece.id)
        return Block("building" if isinstance(piece, Building) else "wall", piece.id)

    def blocked_at(self, at: Point) -> Block | None:
        """What the base would overlap at a place; None where it fits."""
        x, y, z = at
        width, depth = self.size
        radius, index = self.radius, self.index
        if not (radius <= x <= width - radius and radius <= y <= depth - radius):
            return Block("table")
        feet, head = z + self.free_height, z + self.height
        faces = index.layer(feet, head)
        cells = faces.strip((x, y, x, y), radius)
        for number in faces_at(faces, cells, x, y, radius, feet, head):
            return self._block(number)
        if index.any_rounds:
            for number in rounds_at(index.move_rounds, cells, x, y, radius, feet, head):
                return self._block(number)
        block = self._inside(x, y, feet, head)
        if block is not None:
            return self._block(block)
        if z == 0 and self.barred:
            for id in barred_at(self.barred, x, y, radius, self.rates):
                return Block("area", id)
        return None

    def _inside(self, x: int, y: int, feet: int, head: int) -> int | None:
        """The solid block in which a place lies."""
        for (left, below, right, above), polygon, low, high, number in self.index.blocks:
            near = left < x < right and below < y < above
            if near and feet < high and low < head and locate(polygon, x, y) > 0:
                return number
        return None


def terms_for(board: Board, mover: Body, free_height: int, rates: Rates = STANDARD) -> Terms:
    """The terms of a mover, those made before where there are any."""
    prices = () if rates is STANDARD else tuple(sorted(rates.items()))
    key = (mover.radius, mover.height, free_height, prices)
    known = board.index.terms
    found = known.get(key)
    if found is None:
        found = known[key] = Terms(board, mover.radius, mover.height, free_height, rates)
    return found
