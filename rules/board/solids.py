"""One piece of terrain and the bases beside it, seen from above: touching, crossing, passing."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from .faces import Disc, Face
from .index import Index
from .model import Board, Body, Point
from .plane import point_segment, side


def terrain_within(board: Board, body: Body, id: str, length: int) -> bool:
    """Whether a base edge is within `length` of a solid piece of terrain, seen from above."""
    number = board.index.numbers[id]
    return number in board.index.solids and touches(board.index, number, body, length + 1)


def touches(index: Index, number: int, body: Body, below: int) -> bool:
    """Whether the gap between a base and a solid piece is below a length (overlaps included)."""
    faces, disc = index.solids[number]
    x, y, _ = body.at
    reach = body.radius + below
    if disc is not None:
        return (disc.x - x) ** 2 + (disc.y - y) ** 2 < (reach + disc.radius) ** 2
    return any(_face_nearer(face, x, y, reach) for face in faces)


def _face_nearer(face: Face, x: int, y: int, reach: int) -> bool:
    top, bottom = point_segment(x, y, *face.a, *face.b)
    return top < reach * reach * bottom


def crossed(index: Index, a: Point, b: Point) -> list[int]:
    """The solid pieces (floors aside) that the line from a to b crosses at the feet or above."""
    feet = min(a[2], b[2])
    found = set()
    for cell in index.sight_faces.line(a[0], a[1], b[0], b[1]):
        for cx, cy, dx, dy, _, _, _, low, high, number in cell:
            if low <= feet < high and _cuts(a, b, cx, cy, dx, dy) is not None:
                found.add(number)
    for round_cell in index.sight_rounds.line(a[0], a[1], b[0], b[1]):
        for x, y, radius, low, high, number in round_cell:
            if low <= feet < high and _chord(Disc(x, y, radius, low, high), a, b):
                found.add(number)
    return sorted(found)


def through(index: Index, number: int, a: Point, b: Point) -> int:
    """How long the line from a to b runs through a solid piece: from first to last crossing."""
    faces, disc = index.solids[number]
    if disc is not None:
        return _chord(disc, a, b)
    cuts = [cut for f in faces if (cut := _cuts(a, b, *f.a, *f.b)) is not None]
    if not cuts:
        return 0
    share = max(cuts) - min(cuts)
    squared = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    return isqrt(squared * share.numerator**2 // share.denominator**2)


def _cuts(a: Point, b: Point, cx: int, cy: int, dx: int, dy: int) -> Fraction | None:
    """Where the line from a to b meets a face (0 at a, 1 at b), corners included."""
    near, far = side(cx, cy, dx, dy, a[0], a[1]), side(cx, cy, dx, dy, b[0], b[1])
    c, d = side(a[0], a[1], b[0], b[1], cx, cy), side(a[0], a[1], b[0], b[1], dx, dy)
    if near == far or min(near, far) > 0 or max(near, far) < 0:
        return None
    if min(c, d) > 0 or max(c, d) < 0:
        return None
    return Fraction(near, near - far)


def _chord(disc: Disc, a: Point, b: Point) -> int:
    """The length of the line from a to b inside a disc, rounded down; 0 where it misses it."""
    rx, ry, cx, cy = b[0] - a[0], b[1] - a[1], disc.x - a[0], disc.y - a[1]
    whole = rx * rx + ry * ry
    along, cross = rx * cx + ry * cy, rx * cy - ry * cx
    room = disc.radius * disc.radius * whole - cross * cross
    if room <= 0 or not 0 < along < whole:
        return 0
    return 2 * isqrt(room // whole)
