"""What stops a sight line, and where on it: the full list, for telling the cover apart."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from .index import Index
from .model import Point
from .plane import side
from .rays import corner_stops, cylinder_hit


def faces_hit(index: Index, eye: Point, point: Point) -> Iterator[tuple[int, Fraction]]:
    """The terrain whose faces stop the line, and where on it (0 at the eye, 1 at the point)."""
    ex, ey, ez = eye
    tx, ty, tz = point
    for cell in index.sight_faces.line(ex, ey, tx, ty):
        for _, _, _, ax, ay, bx, by, low, high, number in cell:
            near, far = side(ax, ay, bx, by, ex, ey), side(ax, ay, bx, by, tx, ty)
            if not (near < 0 < far or far < 0 < near):
                continue
            a, b = side(ex, ey, tx, ty, ax, ay), side(ex, ey, tx, ty, bx, by)
            if (a > 0 and b > 0) or (a < 0 and b < 0):
                continue
            where = Fraction(near, near - far)
            if not low < ez + (tz - ez) * where < high:
                continue
            corner = (ax, ay) if a == 0 else (bx, by)
            if (a and b) or corner_stops(index, eye, point, corner):
                yield number, where


def rounds_hit(index: Index, eye: Point, point: Point) -> Iterator[tuple[int, Fraction]]:
    """The round props that stop the line, and where on it."""
    for cell in index.sight_rounds.line(eye[0], eye[1], point[0], point[1]):
        for x, y, radius, low, high, number in cell:
            hit = cylinder_hit(eye, point, (x, y, radius, low, high))
            if hit is not None:
                yield number, hit
