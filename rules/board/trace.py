"""Three sight lines at once: from an eye to one place of the plan at three heights.

The lines share their course over the plan, so every face is asked once. `hidden` says which of them
terrain stops; `hits` lists everything that stops any, with its place on the line, for telling
the cover apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from .index import Index
from .model import Plan, Point
from .rays import corner_stops, cylinder_hit, floors_hit, rounds_stop


def hidden(index: Index, eye: Point, place: Plan, heights: Sequence[int]) -> list[bool]:
    """Which of the lines to the heights over a place terrain stops."""
    found = [False] * len(heights)
    for near, far, low, high, corner, _ in _crossings(index, eye, place):
        for n, height in enumerate(heights):
            if not found[n] and _inside(eye[2], height, low, high, near, far):
                point = (*place, height)
                found[n] = corner is None or corner_stops(index, eye, point, corner)
        if all(found):
            return found
    if not index.any_rounds and max(eye[2], *heights) <= index.lowest_floor:
        return found
    for n, height in enumerate(heights):
        point = (*place, height)
        found[n] = (
            found[n]
            or (index.any_rounds and rounds_stop(index, eye, point))
            or next(floors_hit(index, eye, point), None) is not None
        )
    return found


def hits(
    index: Index, eye: Point, place: Plan, heights: Sequence[int]
) -> Iterator[tuple[int, Fraction]]:
    """The terrain that stops a line to one of the heights, and where on it (0 eye, 1 point)."""
    for near, far, low, high, corner, number in _crossings(index, eye, place):
        for height in heights:
            if _inside(eye[2], height, low, high, near, far) and (
                corner is None or corner_stops(index, eye, (*place, height), corner)
            ):
                yield number, Fraction(near, near - far)
                break
    for height in heights:
        point = (*place, height)
        yield from floors_hit(index, eye, point)
        if index.any_rounds:
            yield from _rounds(index, eye, point)


def _inside(ez: int, height: int, low: int, high: int, near: int, far: int) -> bool:
    """Whether a line is at a height inside a face where it crosses its plan."""
    if low < ez < high and low < height < high:
        return True
    whole = near - far
    there = ez * whole + (height - ez) * near
    return low * whole < there < high * whole if whole > 0 else high * whole < there < low * whole


def _crossings(
    index: Index, eye: Point, place: Plan
) -> Iterator[tuple[int, int, int, int, Plan | None, int]]:
    """The faces that the lines cross seen from above, a face in two cells twice.

    Twice the areas that the face spans with eye and place (their share is the place on the line),
    low, high, the corner if it is crossed there, the number of the terrain.
    """
    ex, ey, _ = eye
    tx, ty = place
    rx, ry = tx - ex, ty - ey
    base = rx * ey - ry * ex
    for cell in index.sight_faces.line(ex, ey, tx, ty):
        for ax, ay, bx, by, dx, dy, offset, low, high, number in cell:
            a, b = rx * ay - ry * ax - base, rx * by - ry * bx - base
            if (a > 0 and b > 0) or (a < 0 and b < 0):
                continue
            near = dx * ey - dy * ex - offset
            far = dx * ty - dy * tx - offset
            if (near <= 0 or far >= 0) and (near >= 0 or far <= 0):
                continue
            corner = None if a and b else ((ax, ay) if a == 0 else (bx, by))
            yield near, far, low, high, corner, number


def _rounds(index: Index, eye: Point, point: Point) -> Iterator[tuple[int, Fraction]]:
    for cell in index.sight_rounds.line(eye[0], eye[1], point[0], point[1]):
        for x, y, radius, low, high, number in cell:
            hit = cylinder_hit(eye, point, (x, y, radius, low, high))
            if hit is not None:
                yield number, hit
