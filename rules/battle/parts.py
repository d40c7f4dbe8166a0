"""What a journey is made of: a struct, in a module of its own (scripts/fast.py)."""

from __future__ import annotations

import msgspec

from ..units import Point
from .orders import LegKind


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of a journey. `points` begin where it begins; `allowed` is what was left then.

    `height`: climbed, or dropped by a jump or leap. `width`: of a leap. `lost`: a leap that can't
    succeed. `depth` and `foot`: how far and to where one falls who fails.
    """

    by: LegKind
    points: tuple[Point, ...]
    cost: int
    allowed: int = 0
    height: int = 0
    width: int = 0
    down: bool = False
    lost: bool = False
    depth: int = 0
    foot: Point | None = None

    @property
    def end(self) -> Point:
        return self.points[-1]
