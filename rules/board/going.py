"""A model on its way: whether it may walk a straight leg, and what the leg costs.

Made once for a mover and the others on the table, then asked leg by leg; used by walks, routes
and flights alike, so that they agree on what stops a base.
"""

from __future__ import annotations

from collections.abc import Sequence

from .contact import TOUCH
from .ground import STANDARD, Rates, barred, barred_at, flat_cost
from .index import Index
from .model import Block, Board, Body, Building, Platform, Point, Prop
from .profile import Footing, Piece, profile
from .stairs import Flight
from .sweep import disc_nears, faces_at, faces_swept, rounds_at, rounds_swept
from .trig import isqrt


class Leg:
    """A straight leg that can be walked: the points after its start, and its cost."""

    __slots__ = ("cost", "costs", "points")

    def __init__(self, points: tuple[Point, ...], costs: tuple[int, ...]) -> None:
        self.points = points
        self.costs = costs
        self.cost = sum(costs)


class Going:
    """The mover, whatever it must not run into, and the rules of the ground."""

    __slots__ = (
        "bodies",
        "free_height",
        "height",
        "index",
        "radius",
        "rates",
        "size",
    )

    def __init__(
        self,
        board: Board,
        mover: Body,
        others: Sequence[Body],
        keep_clear: Sequence[Body],
        free_height: int,
        rates: Rates = STANDARD,
    ) -> None:
        self.index: Index = board.index
        self.size = board.size
        self.radius = mover.radius
        self.height = mover.height
        self.free_height = free_height
        self.rates = rates
        clear = {body.id for body in keep_clear}
        self.bodies = [
            (
                body.id,
                *body.at,
                body.radius + mover.radius + (TOUCH if body.id in clear else 0),
                body,
            )
            for body in {b.id: b for b in (*others, *keep_clear)}.values()
            if body.id != mover.id
        ]

    def hold(self, target: Body) -> None:
        """The target of a charge: to be touched, not run through."""
        self.bodies.append((target.id, *target.at, target.radius + self.radius, target))

    def leg(self, p: Point, q: Point) -> Leg | Block:
        """The straight leg from p to q, or what stops it."""
        beyond = self._beyond_table(p, q)
        if beyond is not None:
            return beyond
        pieces = profile(self.index, p, q, self.free_height)
        if pieces is None:
            return Block("level" if p[2] != q[2] else "edge")
        for piece in pieces:
            block = self._stopped(piece)
            if block is not None:
                return block
        ends = tuple([piece.end for piece in pieces])
        return Leg(ends, tuple([self._cost(piece) for piece in pieces]))

    def _beyond_table(self, p: Point, q: Point) -> Block | None:
        """The base may touch the table's edge from inside."""
        width, depth = self.size
        radius = self.radius
        x, y = q[0], q[1]
        if radius <= x <= width - radius and radius <= y <= depth - radius:
            return None
        for here, there, far in ((p[0], x, width), (p[1], y, depth)):
            if there < min(radius, here) or there > max(far - radius, here):
                return Block("table")
        return None

    def _cost(self, piece: Piece) -> int:
        p, q = piece.start, piece.end
        if piece.footing is None:
            return flat_cost(self.index.areas, p, q, self.rates)
        rise = q[2] - p[2] if isinstance(piece.footing, Flight) else 0
        return isqrt((q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2 + rise * rise)

    def _stopped(self, piece: Piece) -> Block | None:
        """What stops the base on a piece: on stairs only other models do."""
        p, q = piece.start, piece.end
        if not isinstance(piece.footing, Flight):
            block = self._stopped_by_terrain(p, q, piece.footing)
            if block is not None:
                return block
        return self.stopped_by_model(p, q)

    def _stopped_by_terrain(self, p: Point, q: Point, footing: Footing) -> Block | None:
        leg = (p[0], p[1], q[0], q[1])
        index, radius = self.index, self.radius
        feet, head = p[2] + self.free_height, p[2] + self.height
        for number in faces_swept(index.move_faces, leg, radius, feet, head):
            return self._block(number)
        for number in rounds_swept(index.move_rounds, leg, radius, feet, head):
            return self._block(number)
        if footing is None:
            for id in barred(index.areas, p, q, radius, self.rates):
                return Block("area", id)
        return None

    def _block(self, number: int) -> Block:
        piece = self.index.terrain[number]
        if isinstance(piece, Platform):
            return Block("floor", piece.id)
        if isinstance(piece, Prop):
            return Block("prop", piece.id)
        return Block("building" if isinstance(piece, Building) else "wall", piece.id)

    def stopped_by_model(self, p: Point, q: Point) -> Block | None:
        """The first of the others into which the base would run."""
        leg = (p[0], p[1], q[0], q[1])
        low, high = min(p[2], q[2]), max(p[2], q[2]) + self.height
        for id, x, y, z, reach, body in self.bodies:
            if z < high and low < z + body.height and disc_nears(leg, x, y, reach):
                return Block("model" if reach == body.radius + self.radius else "enemy", id)
        return None

    def free(self, at: Point) -> bool:
        """Whether the base fits at a place."""
        return self.blocked_at(at) is None

    def blocked_at(self, at: Point) -> Block | None:
        """What the base would overlap at a place; None where it fits."""
        x, y, z = at
        width, depth = self.size
        radius, index = self.radius, self.index
        if not (radius <= x <= width - radius and radius <= y <= depth - radius):
            return Block("table")
        feet, head = z + self.free_height, z + self.height
        for number in faces_at(index.move_faces, x, y, radius, feet, head):
            return self._block(number)
        for number in rounds_at(index.move_rounds, x, y, radius, feet, head):
            return self._block(number)
        if z == 0:
            for id in barred_at(index.areas, x, y, radius, self.rates):
                return Block("area", id)
        return self.model_at(at)

    def model_at(self, at: Point) -> Block | None:
        """Which of the others the base would overlap at a place."""
        x, y, z = at
        for id, bx, by, bz, reach, body in self.bodies:
            dx, dy = bx - x, by - y
            level = bz < z + self.height and z < bz + body.height
            if level and dx * dx + dy * dy < reach * reach:
                return Block("model" if reach == body.radius + self.radius else "enemy", id)
        return None
