"""Where a route may end: a point, contact with a model, or the table's edge.

A goal says how far away it is at least, and which last leg would reach it from a place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, Protocol, TypeAlias

from .contact import TOUCH, across
from .going import Going
from .index import boxes_meet, points_box
from .levels import heights
from .model import Board, Body, Point
from .solids import touches
from .trig import isqrt, scaled, spread

TableEdge: TypeAlias = Literal["left", "bottom", "right", "top"]
FINE = 1_024
"""Places are compared on a lattice that is finer by this."""


class Goal(Protocol):
    """What a search for a route asks of its goal."""

    needs_ends: bool
    """Whether it can't be reached when a base fits none of `ends` (its only places)."""

    def distance(self, place: Point) -> int:
        """The least way from a place to the goal, seen from above."""

    def last_leg(self, place: Point) -> Iterator[Point]:
        """Where the straight way from a place to the goal would end, the best first."""

    def ends(self) -> Iterator[Point]:
        """Places worth trying when the straight way is barred."""


class PointGoal:
    """To stand at a point."""

    needs_ends = True

    def __init__(self, point: Point) -> None:
        self.point = point

    def distance(self, place: Point) -> int:
        """Straight."""
        return isqrt((self.point[0] - place[0]) ** 2 + (self.point[1] - place[1]) ** 2)

    def last_leg(self, place: Point) -> Iterator[Point]:
        """The point itself."""
        yield self.point

    def ends(self) -> Iterator[Point]:
        """Nothing else will do."""
        return iter(())


class EdgeGoal:
    """To touch an edge of the table with the base."""

    needs_ends = False

    def __init__(self, going: Going, edge: TableEdge) -> None:
        self.axis = 0 if edge in ("left", "right") else 1
        far = going.size[self.axis] - going.radius
        self.line = going.radius if edge in ("left", "bottom") else far

    def distance(self, place: Point) -> int:
        """Straight to the edge."""
        return abs(self.line - place[self.axis])

    def last_leg(self, place: Point) -> Iterator[Point]:
        """Straight to the edge, on the ground."""
        yield (self.line, place[1], 0) if self.axis == 0 else (place[0], self.line, 0)

    def ends(self) -> Iterator[Point]:
        """Every place of the edge is one; the last legs find them."""
        return iter(())


class ContactGoal:
    """To touch a model, or the low obstacle that it stands behind (P-CHG-09, P-CHG-10)."""

    def __init__(self, board: Board, going: Going, target: Body) -> None:
        self.board = board
        self.going = going
        self.target = target
        self.reach = going.radius + target.radius
        self.low = list(_low_obstacles(going, target))
        self.needs_ends = not self.low
        # A low obstacle can stop the mover so much sooner than at contact.
        self.close = self.reach + TOUCH + (2 * self.reach if self.low else 0)

    def distance(self, place: Point) -> int:
        """Straight, until the bases touch or the obstacle between does."""
        (x, y, _), (tx, ty, _) = place, self.target.at
        away = isqrt((tx - x) * (tx - x) + (ty - y) * (ty - y)) - self.close
        return away if away > 0 else 0

    def last_leg(self, place: Point) -> Iterator[Point]:
        """Straight at the target's centre: up to the obstacle, otherwise up to the base."""
        for number in self.low:
            stop = self._stop_at(place, number)
            if stop is not None:
                yield stop
        end = self.touch_from(place)
        if end is not None:
            yield end

    def ends(self) -> Iterator[Point]:
        """All round the target."""
        tx, ty, tz = self.target.at
        for _, dx, dy in spread(4 * self.reach):
            end = self.touch_from((tx + dx, ty + dy, tz))
            if end is not None:
                yield end

    def touch_from(self, place: Point) -> Point | None:
        """The place on the straight way where the bases touch, with a gap of 0 or 1 units."""
        tx, ty, _ = self.target.at
        dx, dy = place[0] - tx, place[1] - ty
        if (dx, dy) == (0, 0):
            return None
        if self.reach**2 <= dx * dx + dy * dy < (self.reach + TOUCH) ** 2:
            return place
        fine = scaled(dx, dy, self.reach * FINE)
        x, y = (fine[0] + FINE // 2) // FINE, (fine[1] + FINE // 2) // FINE
        if not self.reach**2 <= x * x + y * y < (self.reach + TOUCH) ** 2:
            x, y = self._nearest(fine)
        return self._on_level(tx + x, ty + y)

    def _nearest(self, fine: tuple[int, int]) -> tuple[int, int]:
        """The place that makes contact and is nearest to an ideal one, relative to the target."""
        found = self._lattice(fine, 0)
        if not found or min(found)[0] >= FINE * FINE:  # one farther off may be nearer
            found = self._lattice(fine, 2)
        _, x, y = min(found)
        return x, y

    def _lattice(self, fine: tuple[int, int], more: int) -> list[tuple[int, int, int]]:
        """The places round an ideal one, relative to the target, that make contact: how far each
        is from it, squared, and where."""
        fx, fy = fine
        ix, iy = fx // FINE, fy // FINE
        least, limit = self.reach**2, (self.reach + TOUCH) ** 2
        return [
            ((x * FINE - fx) ** 2 + (y * FINE - fy) ** 2, x, y)
            for x in range(ix - more, ix + 2 + more)
            for y in range(iy - more, iy + 2 + more)
            if least <= x * x + y * y < limit
        ]

    def _on_level(self, x: int, y: int) -> Point | None:
        """On a level from which the target can be reached, the nearest one."""
        z = self.target.at[2]
        if z == 0:
            return (x, y, 0)
        near = [h for h in heights(self.going.index, x, y) if abs(h - z) <= self.going.free_height]
        return (x, y, min(near, key=lambda h: (abs(h - z), h))) if near else None

    def _stop_at(self, place: Point, number: int) -> Point | None:
        """Where the straight way first touches a low obstacle, if that is contact already."""
        (x, y, z), (tx, ty, _) = place, self.target.at
        length = max(1, isqrt((tx - x) ** 2 + (ty - y) ** 2))
        low, high = 0, length
        while high - low > 1:
            middle = (low + high) // 2
            part = (x + (tx - x) * middle // length, y + (ty - y) * middle // length, z)
            if touches(self.going.index, number, self._mover(part), 0):
                high = middle
            else:
                low = middle
        stop = self._mover((x + (tx - x) * low // length, y + (ty - y) * low // length, z))
        clear = not touches(self.going.index, number, stop, 0)
        return stop.at if clear and self._engaged(stop) else None

    def _mover(self, at: Point) -> Body:
        return Body("", at, self.going.radius, self.going.height)

    def _engaged(self, mover: Body) -> bool:
        return across(self.board, mover, self.target, self.going.free_height)


def _low_obstacles(going: Going, target: Body) -> Iterator[int]:
    """The walls and props so low that one fights across them, and that the target touches."""
    feet = target.at[2]
    near = points_box((target.at,), target.radius + TOUCH)
    for outline, top, number in going.index.tops:
        low = feet < top <= feet + going.free_height and boxes_meet(near, outline)
        if low and touches(going.index, number, target, TOUCH):
            yield number
