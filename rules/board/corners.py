"""Places where a shortest way may bend: round the corners of what stood in its way.

A base goes round a corner on an arc; the arc is taken as a polygon round it with a corner every
15 degrees, at most 0.9 % longer and never nearer than the radius.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .going import Going
from .index import boxes_meet, points_box
from .model import Area, Plan, Point, Polygon
from .trig import UNIT, cosine, isqrt, offset, sine

STEP = 15
_OUTWARDS = 1_008_700
"""1 / cos(7.5 degrees) in millionths, rounded up: from an arc to the polygon round it."""


def round_block(going: Going, code: str, id: str, z: int) -> Iterator[Point]:
    """The places round whatever stopped a leg at the level z."""
    if code in ("model", "enemy"):
        yield from _round_body(going, id, z)
    elif code == "area":
        area = going.index.terrain[going.index.numbers[id]]
        assert isinstance(area, Area)
        yield from _round_polygon(going, area.polygon, z)
    elif id:
        yield from _round_solid(going, going.index.numbers[id], z)


def _round_body(going: Going, id: str, z: int) -> Iterator[Point]:
    for other, x, y, _, reach, _ in going.bodies:
        if other == id:
            yield from _ring(x, y, z, reach, ())


def _round_solid(going: Going, number: int, z: int) -> Iterator[Point]:
    """Round the corners of the faces that are in the way at this level, or round the disc."""
    faces, disc = going.index.solids[number]
    if disc is not None:
        yield from _ring(disc.x, disc.y, z, going.radius + disc.radius, ())
    feet, head = z + going.free_height, z + going.height
    ends: dict[Plan, list[Plan]] = {}
    for face in faces:
        if feet < face.high and face.low < head:
            ends.setdefault(face.a, []).append(face.b)
            ends.setdefault(face.b, []).append(face.a)
    for (x, y), others in ends.items():
        yield from _ring(x, y, z, going.radius, others)


def _round_polygon(going: Going, polygon: Polygon, z: int) -> Iterator[Point]:
    for before, (x, y), after in zip(
        (polygon[-1], *polygon), polygon, (*polygon[1:], polygon[0]), strict=False
    ):
        yield from _ring(x, y, z, going.radius, (before, after))


def _ring(x: int, y: int, z: int, reach: int, others: Iterable[Plan]) -> Iterator[Point]:
    """The polygon round a corner, without the parts where its faces lie."""
    spokes = [(ox - x, oy - y) for ox, oy in others]
    for degrees in range(0, 360, STEP):
        if not any(_along(degrees, dx, dy) for dx, dy in spokes):
            dx, dy = offset(degrees, reach * _OUTWARDS // UNIT + 2)
            yield x + dx, y + dy, z


def _along(degrees: int, dx: int, dy: int) -> bool:
    """Whether a direction points so far along a face that no shortest way bends there."""
    return cosine(degrees) * dx + sine(degrees) * dy > sine(STEP // 2 + 1) * isqrt(
        dx * dx + dy * dy
    )


def slow_corners(going: Going, p: Point, q: Point) -> Iterator[Point]:
    """The corners of slow ground near a leg: it may be quicker to go round."""
    box = points_box((p, q))
    for area, outline in going.index.areas:
        if going.rates.get(area.effect, (1, 1)) != (1, 1) and boxes_meet(box, outline):
            for x, y in area.polygon:
                yield x, y, 0


def floor_corners(going: Going, z: int) -> Iterator[Point]:
    """The corners of all floors at a level, where a way along their edges may bend."""
    for surface in going.index.surfaces:
        if surface.height == z:
            for x, y in surface.polygon:
                yield x, y, z
