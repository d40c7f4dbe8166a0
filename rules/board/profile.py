"""At which heights a straight leg runs: over the ground, floors and steps, up and down stairs.

A walker steps up or down by at most the free height; stairs are entered and left at their two
ends. Everything is exact: places on the leg are fractions of it, 0 at its start, 1 at its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from .faces import Disc
from .index import Index, Surface, boxes_meet, points_box
from .model import Plan, Point
from .plane import locate, side
from .stairs import Flight
from .trig import isqrt

Stretch: TypeAlias = tuple[Fraction, Fraction]
Footing: TypeAlias = Surface | Flight | None
"""What one walks on; None is the ground."""
ZERO, ONE = Fraction(0), Fraction(1)


class Piece:
    """A part of a leg on one footing, from `start` to `end`, both on the lattice."""

    __slots__ = ("end", "footing", "start")

    def __init__(self, start: Point, end: Point, footing: Footing) -> None:
        self.start = start
        self.end = end
        self.footing = footing


def profile(index: Index, p: Point, q: Point, free_height: int) -> list[Piece] | None:
    """The leg from p to q in pieces; None where one can't walk from the one to the other."""
    if p[2] == 0 and q[2] == 0:
        return [Piece(p, q, None)]
    if abs(p[2] - q[2]) > free_height and not _climbs(index, p, q):
        return None
    stretches = _stretches(index, p, q)
    if p[2] == q[2]:
        for footing, parts in stretches:
            if isinstance(footing, Surface) and footing.height == p[2] and parts == [(ZERO, ONE)]:
                return [Piece(p, q, footing)]
    return _Search(stretches, p, q, free_height).pieces()


def _climbs(index: Index, p: Point, q: Point) -> bool:
    """Whether stairs, or floors of heights in between, may lead from one level to the other."""
    box = points_box((p, q))
    low, high = min(p[2], q[2]), max(p[2], q[2])
    return any(boxes_meet(box, flight.box) for flight in index.flights) or any(
        low < surface.height < high and boxes_meet(box, surface.box) for surface in index.surfaces
    )


def _stretches(index: Index, p: Point, q: Point) -> list[tuple[Footing, list[Stretch]]]:
    """Every footing on the leg with the stretches where it is underfoot."""
    found: list[tuple[Footing, list[Stretch]]] = [(None, [(ZERO, ONE)])]
    box = points_box((p, q))
    found.extend(
        (surface, _on_surface(surface, p, q))
        for surface in index.surfaces
        if boxes_meet(box, surface.box) and (surface.steppable or surface.height in (p[2], q[2]))
    )
    found.extend(
        (flight, list(on_polygon(flight.strip, p, q)))
        for flight in index.flights
        if boxes_meet(box, flight.box)
    )
    return [(footing, parts) for footing, parts in found if parts]


def _on_surface(surface: Surface, p: Point, q: Point) -> list[Stretch]:
    if surface.disc is not None:
        return _on_disc(surface.disc, p, q)
    return list(on_polygon(surface.polygon, p, q))


def _on_disc(disc: Disc, p: Point, q: Point) -> list[Stretch]:
    """The stretch on a disc, its ends to the nearest unit of length inside it."""
    rx, ry, cx, cy = q[0] - p[0], q[1] - p[1], disc.x - p[0], disc.y - p[1]
    whole = rx * rx + ry * ry
    if whole == 0:
        return [(ZERO, ONE)] if cx * cx + cy * cy <= disc.radius**2 else []
    cross = rx * cy - ry * cx
    room = disc.radius * disc.radius * whole - cross * cross
    if room < 0:
        return []
    middle, half = rx * cx + ry * cy, isqrt(room)
    start = max(ZERO, Fraction(middle - half, whole))
    end = min(ONE, Fraction(middle + half, whole))
    return [(start, end)] if start <= end else []


def on_polygon(polygon: Sequence[Plan], p: Point, q: Point) -> Iterator[Stretch]:
    """The stretches of the leg on a polygon, its outline included; single points too."""
    if passes_by(polygon, p, q):
        return
    cuts = sorted({ZERO, ONE, *_cuts(polygon, p, q)})
    start = None
    for a, b in pairwise(cuts):
        if _holds(polygon, p, q, (a + b) / 2):
            start = a if start is None else start
            if b == ONE:
                yield start, b
        elif start is not None:
            yield start, a
            start = None
        elif _holds(polygon, p, q, a):
            yield a, a
    if start is None and _holds(polygon, p, q, ONE):
        yield ONE, ONE


def passes_by(polygon: Sequence[Plan], p: Point, q: Point) -> bool:
    """Whether all corners lie on one side of the leg's line, none on it: the usual case."""
    px, py, rx, ry = p[0], p[1], q[0] - p[0], q[1] - p[1]
    sides = [rx * (y - py) - ry * (x - px) for x, y in polygon]
    return min(sides) > 0 or max(sides) < 0


def _cuts(polygon: Sequence[Plan], p: Point, q: Point) -> Iterator[Fraction]:
    """Where the leg meets the outline."""
    return (Fraction(top, bottom) for top, bottom in cuts(polygon, p, q))


def cuts(polygon: Sequence[Plan], p: Point, q: Point) -> Iterator[tuple[int, int]]:
    """Where the leg meets the lines of the outline, its ends aside: as (top, bottom)."""
    px, py, qx, qy = p[0], p[1], q[0], q[1]
    whole = (qx - px) ** 2 + (qy - py) ** 2
    for (ax, ay), (bx, by) in pairwise((*polygon, polygon[0])):
        near, far = side(ax, ay, bx, by, px, py), side(ax, ay, bx, by, qx, qy)
        if near < 0 < far:
            yield -near, far - near
        elif far < 0 < near:
            yield near, near - far
        elif near == far == 0 and whole:
            for x, y in ((ax, ay), (bx, by)):
                along = (x - px) * (qx - px) + (y - py) * (qy - py)
                if 0 < along < whole:
                    yield along, whole


def _holds(polygon: Sequence[Plan], p: Point, q: Point, where: Fraction) -> bool:
    top, scale = where.numerator, where.denominator
    x, y = p[0] * scale + (q[0] - p[0]) * top, p[1] * scale + (q[1] - p[1]) * top
    return locate(polygon, x, y, scale) >= 0


class _Search:
    """The best chain of footings along one leg: least on stairs, then fewest changes."""

    def __init__(
        self,
        stretches: list[tuple[Footing, list[Stretch]]],
        p: Point,
        q: Point,
        free_height: int,
    ) -> None:
        self.stretches = stretches
        self.p, self.q = p, q
        self.free_height = free_height
        self.cuts = sorted({ZERO, ONE, *(t for _, parts in stretches for s in parts for t in s)})

    def pieces(self) -> list[Piece] | None:
        """Walk the cuts from 0 to 1 and keep the best chain to each footing."""
        chains: dict[int, tuple[tuple[Fraction, int], list[tuple[Fraction, Footing]]]] = {}
        for n, (footing, _) in enumerate(self.stretches):
            if self._underfoot(n, ZERO, ZERO) and self._level(footing, ZERO, self.p[2]):
                chains[n] = ((ZERO, 0), [(ZERO, footing)])
        for a, b in pairwise(self.cuts):
            chains = self._advanced(chains, a, b)
        chains = self._advanced(chains, ONE, ONE)
        ends = [
            (cost, n, chain)
            for n, (cost, chain) in chains.items()
            if self._level(self.stretches[n][0], ONE, self.q[2])
        ]
        return self._cut(min(ends, key=lambda end: end[:2])[2]) if ends else None

    def _advanced(
        self,
        chains: dict[int, tuple[tuple[Fraction, int], list[tuple[Fraction, Footing]]]],
        a: Fraction,
        b: Fraction,
    ) -> dict[int, tuple[tuple[Fraction, int], list[tuple[Fraction, Footing]]]]:
        """The best chains after the stretch from a to b."""
        found: dict[int, tuple[tuple[Fraction, int], list[tuple[Fraction, Footing]]]] = {}
        for n, (footing, _) in enumerate(self.stretches):
            if not self._underfoot(n, a, b):
                continue
            climb = b - a if isinstance(footing, Flight) else ZERO
            for old, ((steep, changes), chain) in chains.items():
                changed = old != n
                if changed and not self._passable(self.stretches[old][0], footing, a):
                    continue
                cost = (steep + climb, changes + changed)
                if n not in found or cost < found[n][0]:
                    found[n] = cost, [*chain, (a, footing)] if changed else chain
        return found

    def _underfoot(self, n: int, a: Fraction, b: Fraction) -> bool:
        return any(start <= a and b <= end for start, end in self.stretches[n][1])

    def _passable(self, old: Footing, new: Footing, where: Fraction) -> bool:
        """Whether one gets from one footing onto the other at a place of the leg."""
        place = self._place(where)
        levels = []
        for footing in (old, new):
            if isinstance(footing, Flight):
                end = footing.at_end(place)
                if end is None:
                    return False
                levels.append(end[2])
            else:
                levels.append(footing.height if footing else 0)
        return abs(levels[0] - levels[1]) <= self.free_height

    def _place(self, where: Fraction) -> tuple[Fraction, Fraction]:
        (px, py, _), (qx, qy, _) = self.p, self.q
        return px + (qx - px) * where, py + (qy - py) * where

    def _height(self, footing: Footing, where: Fraction) -> Fraction:
        if isinstance(footing, Flight):
            return footing.height(*self._place(where))
        return Fraction(footing.height if footing else 0)

    def _level(self, footing: Footing, where: Fraction, z: int) -> bool:
        """Whether z is the height of a footing; a unit of tolerance for rounded slopes."""
        return abs(self._height(footing, where) - z) <= 1

    def _cut(self, chain: list[tuple[Fraction, Footing]]) -> list[Piece]:
        """The pieces of the leg, cut where the footing changes."""
        pieces = []
        ends = [where for where, _ in chain[1:]] + [ONE]
        for (start, footing), end in zip(chain, ends, strict=True):
            a, b = self._point(footing, start), self._point(footing, end)
            if start < end or len(chain) == 1:
                pieces.append(Piece(a, b, footing))
        return pieces

    def _point(self, footing: Footing, where: Fraction) -> Point:
        x, y = self._place(where)
        return round(x), round(y), self._height(footing, where).__floor__()
