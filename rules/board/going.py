"""A model on its way: the terrain's terms for its base, and the others on the table.

Made once for a mover, then asked leg by leg; used by walks, routes and flights alike, so that they
agree on what stops a base.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from .contact import TOUCH
from .ground import STANDARD, Rates
from .index import Index
from .model import Block, Board, Body, Point
from .sweep import disc_nears
from .terms import Leg, terms_for

Obstacle: TypeAlias = tuple[str, int, int, int, int, Body]
"""id, x, y, z, how near the mover's centre may come, the body."""


def _obstacles(mover: Body, others: Sequence[Body], keep_clear: Sequence[Body]) -> list[Obstacle]:
    clear = {body.id for body in keep_clear}
    return [
        (b.id, *b.at, b.radius + mover.radius + (TOUCH if b.id in clear else 0), b)
        for b in {b.id: b for b in (*others, *keep_clear)}.values()
        if b.id != mover.id
    ]


class Going:
    """The mover, and whatever it must not run into."""

    __slots__ = ("bodies", "terms")

    def __init__(
        self,
        board: Board,
        mover: Body,
        others: Sequence[Body],
        keep_clear: Sequence[Body],
        free_height: int,
        rates: Rates = STANDARD,
    ) -> None:
        self.terms = terms_for(board, mover, free_height, rates)
        self.bodies = _obstacles(mover, others, keep_clear) if others or keep_clear else []

    @property
    def index(self) -> Index:
        """The compiled board."""
        return self.terms.index

    @property
    def size(self) -> tuple[int, int]:
        """The table's."""
        return self.terms.size

    @property
    def radius(self) -> int:
        """Of the mover's base."""
        return self.terms.radius

    @property
    def height(self) -> int:
        """The mover's."""
        return self.terms.height

    @property
    def free_height(self) -> int:
        """What the mover steps over."""
        return self.terms.free_height

    @property
    def rates(self) -> Rates:
        """What the ground costs."""
        return self.terms.rates

    def hold(self, target: Body) -> None:
        """The target of a charge: to be touched, not run through."""
        self.bodies.append((target.id, *target.at, target.radius + self.radius, target))

    def leg(self, p: Point, q: Point) -> Leg | Block:
        """The straight leg from p to q, or what stops it."""
        leg = self.terms.leg(p, q)
        return leg if isinstance(leg, Block) or not self.bodies else self._past_models(p, leg)

    def known_leg(self, p: Point, q: Point) -> Leg | Block:
        """The same, for legs that are likely to be asked again."""
        leg = self.terms.known_leg(p, q)
        return leg if isinstance(leg, Block) else self._past_models(p, leg)

    def _past_models(self, p: Point, leg: Leg) -> Leg | Block:
        for q in leg.points:
            block = self._stopped_by_model(p, q)
            if block is not None:
                return block
            p = q
        return leg

    def _stopped_by_model(self, p: Point, q: Point) -> Block | None:
        """The first of the others into which the base would run."""
        px, py, pz = p
        qx, qy, qz = q
        low, high = (pz, qz) if pz < qz else (qz, pz)
        high += self.terms.height
        left, right = (px, qx) if px < qx else (qx, px)
        below, above = (py, qy) if py < qy else (qy, py)
        for id, x, y, z, reach, body in self.bodies:
            if left - reach < x < right + reach and below - reach < y < above + reach:
                level = z < high and low < z + body.height
                if level and disc_nears((px, py, qx, qy), x, y, reach):
                    return Block(
                        "model" if reach == body.radius + self.terms.radius else "enemy", id
                    )
        return None

    def free(self, at: Point) -> bool:
        """Whether the base fits at a place."""
        return self.blocked_at(at) is None

    def blocked_at(self, at: Point) -> Block | None:
        """What the base would overlap at a place; None where it fits."""
        return self.terms.blocked_at(at) or self.model_at(at)

    def model_at(self, at: Point) -> Block | None:
        """Which of the others the base would overlap at a place."""
        x, y, z = at
        head = z + self.terms.height
        for id, bx, by, bz, reach, body in self.bodies:
            dx, dy = bx - x, by - y
            near = -reach < dx < reach and dx * dx + dy * dy < reach * reach
            if near and bz < head and z < bz + body.height:
                return Block("model" if reach == body.radius + self.terms.radius else "enemy", id)
        return None
