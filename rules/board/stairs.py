"""A flight of stairs as a strip of the plan whose height rises along its line."""

from __future__ import annotations

from fractions import Fraction

from .model import Plan, Point, Polygon, Stairs
from .plane import locate, side
from .trig import scaled


class Flight:
    """The compiled form of `Stairs`: its strip, and the height at a place of it."""

    __slots__ = ("bottom", "box", "length_squared", "number", "strip", "top")

    def __init__(self, stairs: Stairs, number: int) -> None:
        self.bottom, self.top = stairs.line
        self.number = number
        (ax, ay, _), (bx, by, _) = self.bottom, self.top
        x, y = scaled(ay - by, bx - ax, stairs.width // 2)
        self.strip: Polygon = (
            (ax - x, ay - y),
            (bx - x, by - y),
            (bx + x, by + y),
            (ax + x, ay + y),
        )
        self.length_squared = (bx - ax) ** 2 + (by - ay) ** 2
        xs, ys = [c[0] for c in self.strip], [c[1] for c in self.strip]
        self.box = (min(xs), min(ys), max(xs), max(ys))

    def holds(self, x: int, y: int) -> bool:
        """Whether a place of the plan lies on the strip, its outline included."""
        left, low, right, high = self.box
        return left <= x <= right and low <= y <= high and locate(self.strip, x, y) >= 0

    def height(self, x: int | Fraction, y: int | Fraction) -> Fraction:
        """The height of the stairs at a place of the plan; level beyond their ends."""
        (ax, ay, az), (bx, by, bz) = self.bottom, self.top
        along = (x - ax) * (bx - ax) + (y - ay) * (by - ay)
        along = min(max(along, 0), self.length_squared)
        return Fraction(bz - az) * Fraction(along) / self.length_squared + az

    def at_end(self, place: tuple[Fraction, Fraction]) -> Point | None:
        """The end of the flight on whose edge a place lies, if it lies on one."""
        for a, b, end in (
            (self.strip[0], self.strip[3], self.bottom),
            (self.strip[1], self.strip[2], self.top),
        ):
            if _on(a, b, place):
                return end
        return None


def _on(a: Plan, b: Plan, place: tuple[Fraction, Fraction]) -> bool:
    """Whether a place lies on the straight edge between two corners."""
    scale = place[0].denominator * place[1].denominator
    x, y = int(place[0] * scale), int(place[1] * scale)
    ax, ay, bx, by = a[0] * scale, a[1] * scale, b[0] * scale, b[1] * scale
    inside = min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)
    return inside and side(ax, ay, bx, by, x, y) == 0
