"""Places where a shortest way may bend: round the corners of what stood in its way.

A base goes round a corner on an arc; the arc is taken as a polygon round it with a corner every
15 degrees, at most 0.9 % longer and never nearer than the radius.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from .going import Going
from .ground import rate
from .index import boxes_meet, points_box
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
_OUTWARDS = 1_008_700
"""1 / cos(7.5 degrees) in millionths, rounded up: from an arc to the polygon round it."""


Bend: TypeAlias = tuple[Point, "Plan | None"]
"""A place, and which way it lies from the corner that it goes round; None for no corner."""


def round_block(going: Going, code: str, id: str, z: int) -> Iterable[Bend]:
    """The places round whatever stopped a leg at the level z.

    Those where the base doesn't fit are among them: what stops it there has to be learnt as well.
    """
    if code in ("model", "enemy"):
        return _round_body(going, id, z)
    return _round_terrain(going.terms, code, id, z) if id else ()


def _round_body(going: Going, id: str, z: int) -> Iterator[Bend]:
    for other, x, y, _, reach, _ in going.bodies:
        if other == id:
            yield from _ring(x, y, z, reach, ())


def _round_terrain(terms: Terms, code: str, id: str, z: int) -> Iterable[Bend]:
    """Remembered: terrain doesn't move."""
    key = (code, id, z)
    if key not in terms.bends:
        number = terms.index.numbers[id]
        piece = terms.index.terrain[number]
        polygon = piece.polygon if isinstance(piece, Area) else None
        bends = _round_polygon(terms, polygon, z) if polygon else _round_solid(terms, number, z)
        terms.bends[key] = tuple(bends)
    return terms.bends[key]


def _round_solid(terms: Terms, number: int, z: int) -> Iterator[Bend]:
    """Round the corners of the faces that are in the way at this level, or round the disc."""
    faces, disc = terms.index.solids[number]
    if disc is not None:
        yield from _ring(disc.x, disc.y, z, terms.radius + disc.radius, ())
    feet, head = z + terms.free_height, z + terms.height
    ends: dict[Plan, list[Plan]] = {}
    for face in faces:
        if feet < face.high and face.low < head:
            ends.setdefault(face.a, []).append(face.b)
            ends.setdefault(face.b, []).append(face.a)
    for (x, y), others in ends.items():
        yield from _ring(x, y, z, terms.radius, others)


def _round_polygon(terms: Terms, polygon: Polygon, z: int) -> Iterator[Bend]:
    for before, (x, y), after in zip(
        (polygon[-1], *polygon), polygon, (*polygon[1:], polygon[0]), strict=False
    ):
        yield from _ring(x, y, z, terms.radius, (before, after))


def _ring(x: int, y: int, z: int, reach: int, others: Iterable[Plan]) -> Iterator[Bend]:
    """The polygon round a corner, without the parts where its faces lie."""
    spokes = [(ox - x, oy - y) for ox, oy in others]
    for degrees, dx, dy in spread(reach * _OUTWARDS // UNIT + 2):
        if not spokes or not any(_along(degrees, sx, sy) for sx, sy in spokes):
            yield (x + dx, y + dy, z), (dx, dy)


def _along(degrees: int, dx: int, dy: int) -> bool:
    """Whether a direction points so far along a face that no shortest way bends there."""
    return cosine(degrees) * dx + sine(degrees) * dy > sine(STEP // 2 + 1) * isqrt(
        dx * dx + dy * dy
    )


def slow_corners(going: Going, p: Point, q: Point) -> Iterator[Bend]:
    """The corners of slow ground near a leg: it may be quicker to go round."""
    box = points_box((p, q))
    for area, outline in going.index.areas:
        if rate(area, going.rates) != (1, 1) and boxes_meet(box, outline):
            yield from _fitting(going, ((x, y, 0) for x, y in area.polygon))


def floor_corners(going: Going, z: int) -> Iterator[Bend]:
    """The corners of all floors at a level, where a way along their edges may bend."""
    for surface in going.index.surfaces:
        if surface.height == z:
            yield from _fitting(going, ((x, y, z) for x, y in surface.polygon))


def level_ends(going: Going) -> Iterator[Bend]:
    """The ends of stairs and ladders."""
    for flight in going.index.flights:
        yield from _fitting(going, (flight.bottom, flight.top))
    for ladder in going.index.ladders:
        for end in (ladder.at, ladder.top):
            yield from ((spot, None) for spot in spots(going, end))


def _fitting(going: Going, places: Iterable[Point]) -> Iterator[Bend]:
    return ((place, None) for place in places if going.free(place))
