"""Places where a shortest way may bend: round the corners of what stood in its way.

A base goes round a corner on an arc; the arc is taken as a polygon round it with a corner every
15 degrees, at most 0.9 % longer and never nearer than the radius.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import TypeAlias

from .going import Going
from .ladders import spots
from .model import Area, Plan, Point, Polygon
from .terms import Terms
from .trig import UNIT, cosine, isqrt, sine, spread

STEP = 15
TIGHT = 54
"""1 / sin(7.8 degrees) squared, rounded down: half a step, and room for the lattice.

A string pulled tight round a corner touches the polygon round it in one place without cutting
into it: there it is at right angles to the way from the corner, within half a step. Only such legs
are worth a try.
"""
_ALONG = sine(STEP // 2 + 1)
_SPOKES = tuple([(cosine(degrees), sine(degrees)) for degrees in range(0, 360, STEP)])
_OUTWARDS = 1_008_700
"""1 / cos(7.5 degrees) in millionths, rounded up: from an arc to the polygon round it."""


Bend: TypeAlias = tuple[int, int, int, int, int]
"""x and y of a place, which way it lies from the corner that it goes round, and how far, squared;
three times 0 where it goes round none."""
NO_BEND: Bend = (0, 0, 0, 0, 0)
_WIDE = 8_349
"""1 + sqrt(TIGHT) in thousandths, rounded up."""


class Ring:
    """Places round one corner, none of them farther from it than `reach`; or, with a reach of 0,
    places that go round no corner.

    A string from a distance is off all of them where it is off their middle by more than what it
    may turn aside on the distance and `wide`.
    """

    __slots__ = ("bends", "reach", "wide", "x", "y")

    def __init__(self, x: int, y: int, reach: int, bends: dict[Point, Bend]) -> None:
        self.x = x
        self.y = y
        self.reach = reach
        self.wide = reach * _WIDE // 1_000 + 2
        self.bends = bends

    def without(self, known: Container[Point]) -> Ring:
        """The places that aren't known yet."""
        bends = {place: bend for place, bend in self.bends.items() if place not in known}
        return Ring(self.x, self.y, self.reach, bends)


def round_block(going: Going, code: str, id: str, z: int) -> Iterable[Ring]:
    """The places round whatever stopped a leg at the level z.

    Those where the base doesn't fit are among them: what stops it there has to be learnt as well.
    """
    if code in ("model", "enemy"):
        return _round_body(going, id, z)
    return _round_terrain(going.terms, code, id, z) if id else ()


def _round_body(going: Going, id: str, z: int) -> Iterator[Ring]:
    for other, x, y, _, reach, _ in going.bodies:
        if other == id:
            yield _ring(x, y, z, reach, ())


def _round_terrain(terms: Terms, code: str, id: str, z: int) -> Iterable[Ring]:
    """Remembered: terrain doesn't move."""
    key = (code, id, z)
    if key not in terms.bends:
        number = terms.index.numbers[id]
        piece = terms.index.terrain[number]
        polygon = piece.polygon if isinstance(piece, Area) else None
        bends = _round_polygon(terms, polygon, z) if polygon else _round_solid(terms, number, z)
        terms.bends[key] = tuple(bends)
    return terms.bends[key]


def _round_solid(terms: Terms, number: int, z: int) -> Iterator[Ring]:
    """Round the corners of the faces that are in the way at this level, or round the disc."""
    faces, disc = terms.index.solids[number]
    if disc is not None:
        yield _ring(disc.x, disc.y, z, terms.radius + disc.radius, ())
    feet, head = z + terms.free_height, z + terms.height
    ends: dict[Plan, list[Plan]] = {}
    for face in faces:
        if feet < face.high and face.low < head:
            ends.setdefault(face.a, []).append(face.b)
            ends.setdefault(face.b, []).append(face.a)
    for (x, y), others in ends.items():
        yield _ring(x, y, z, terms.radius, others)


def _round_polygon(terms: Terms, polygon: Polygon, z: int) -> Iterator[Ring]:
    for before, (x, y), after in zip(
        (polygon[-1], *polygon), polygon, (*polygon[1:], polygon[0]), strict=False
    ):
        yield _ring(x, y, z, terms.radius, (before, after))


def _ring(x: int, y: int, z: int, reach: int, others: Iterable[Plan]) -> Ring:
    """The polygon round a corner, without the parts where its faces lie."""
    length = reach * _OUTWARDS // UNIT + 2
    spokes = [(ox - x, oy - y) for ox, oy in others]
    limits = [(dx, dy, _ALONG * isqrt(dx * dx + dy * dy)) for dx, dy in spokes]
    bends: dict[Point, Bend] = {}
    for (east, north), (_, dx, dy) in zip(_SPOKES, spread(length), strict=True):
        for sx, sy, most in limits:
            # So far along a face no shortest way bends.
            if east * sx + north * sy > most:
                break
        else:
            bends.setdefault((x + dx, y + dy, z), (x + dx, y + dy, dx, dy, dx * dx + dy * dy))
    return Ring(x, y, length + 1, bends)


def ways_out(ring: Ring, start: Point) -> Iterator[tuple[Point, Bend]]:
    """Where a base goes first that stands against a corner already: aside, to the polygon round it.

    From there on the corners of the polygon serve; from where it stands the way to each of them
    would cut into the arc.
    """
    dx, dy = start[0] - ring.x, start[1] - ring.y
    away = dx * dx + dy * dy
    room = ring.reach * ring.reach - away
    if not away or room <= 0:
        return
    far, near = isqrt(room), isqrt(away)
    for side in (far, -far):
        # A unit outwards, lest rounding brings it nearer.
        bx = dx + (dx - dy * side) // near
        by = dy + (dy + dx * side) // near
        place = (ring.x + bx, ring.y + by, start[2])
        yield place, (place[0], place[1], bx, by, bx * bx + by * by)


def slow_corners(going: Going, area: Area) -> Ring:
    """The corners of a piece of slow ground."""
    return _fitting(going, ((x, y, 0) for x, y in area.polygon))


def floor_corners(going: Going, z: int) -> Iterator[Ring]:
    """The corners of all floors at a level, where a way along their edges may bend."""
    for surface in going.index.surfaces:
        if surface.height == z:
            yield _fitting(going, ((x, y, z) for x, y in surface.polygon))


def level_ends(going: Going) -> Iterator[Ring]:
    """The ends of stairs and ladders."""
    for flight in going.index.flights:
        yield _fitting(going, (flight.bottom, flight.top))
    for ladder in going.index.ladders:
        for end in (ladder.at, ladder.top):
            yield _loose(spots(going, end))


def _fitting(going: Going, places: Iterable[Point]) -> Ring:
    return _loose(place for place in places if going.free(place))


def _loose(places: Iterable[Point]) -> Ring:
    return Ring(0, 0, 0, {place: (place[0], place[1], 0, 0, 0) for place in places})
