"""One sight line against the compiled board. Exact; the grazing cases follow docs/geometry.md.

A line goes from the eye (ex, ey, ez) to a point (tx, ty, tz). It is stopped by a face that it
crosses in a point inside both, at a height inside the face; by a corner where faces leave to both
sides of it; by the inside of a cylinder; by a floor that it passes from above or below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TypeAlias

from .grid import CELL
from .index import Index, SightFace
from .model import Plan, Point
from .plane import locate

Cylinder: TypeAlias = tuple[int, int, int, int, int]
"""x, y, radius, low, high."""


def stopped(index: Index, eye: Point, point: Point) -> bool:
    """Whether terrain stops the line from the eye to the point."""
    floor = index.lowest_floor
    return (
        _faces_stop(index, eye, point)
        or (index.any_rounds and rounds_stop(index, eye, point))
        or ((eye[2] > floor or point[2] > floor) and _floors_stop(index, eye, point))
    )


def _faces_stop(index: Index, eye: Point, point: Point) -> bool:  # noqa: C901 - see below
    """Whether a face stops the line: the first one found ends the search.

    The walk over the grid is that of `Grid.line`, written out: it is the engine's busiest loop.
    """
    ex, ey, _ = eye
    tx, ty, _ = point
    grid = index.sight_faces
    rows, cells = grid.rows, grid.cells
    i, j, last, end = ex // CELL + 1, ey // CELL + 1, tx // CELL + 1, ty // CELL + 1
    if not (0 <= i < grid.columns and 0 <= last < grid.columns and 0 <= j < rows > end >= 0):
        return any(_cell_stops(index, cell, eye, point) for cell in grid.line(ex, ey, tx, ty))
    if i == last:
        near = i * rows
        for cell in (
            cells[near + j : near + end + 1] if j < end else cells[near + end : near + j + 1]
        ):
            if cell and _cell_stops(index, cell, eye, point):
                return True
        return False
    rx, ry = tx - ex, ty - ey
    step = 1 if rx > 0 else -1
    border = i * CELL if rx > 0 else (i - 1) * CELL
    while True:
        k = end if i == last else (ey + (border - ex) * ry // rx) // CELL + 1
        near = i * rows
        if j == k:
            cell = cells[near + j]
            if cell and _cell_stops(index, cell, eye, point):
                return True
        else:
            for cell in cells[near + j : near + k + 1] if j < k else cells[near + k : near + j + 1]:
                if cell and _cell_stops(index, cell, eye, point):
                    return True
        if i == last:
            return False
        j = k
        i += step
        border += step * CELL


def _cell_stops(index: Index, cell: tuple[SightFace, ...], eye: Point, point: Point) -> bool:
    """Whether one of the faces near a cell stops the line."""
    ex, ey, ez = eye
    tx, ty, tz = point
    rx, ry = tx - ex, ty - ey
    base = rx * ey - ry * ex
    for ax, ay, bx, by, dx, dy, offset, low, high, _ in cell:
        a_side = rx * ay - ry * ax - base
        b_side = rx * by - ry * bx - base
        if (a_side > 0 and b_side > 0) or (a_side < 0 and b_side < 0):
            continue
        eye_side = dx * ey - dy * ex - offset
        far_side = dx * ty - dy * tx - offset
        if (eye_side <= 0 or far_side >= 0) and (eye_side >= 0 or far_side <= 0):
            continue
        if _passes(ez, tz, low, high, eye_side, far_side):
            continue
        corner = (ax, ay) if a_side == 0 else (bx, by)
        if (a_side and b_side) or corner_stops(index, eye, point, corner):
            return True
    return False


def _passes(ez: int, tz: int, low: int, high: int, eye_side: int, far_side: int) -> bool:
    """Whether the line is over or under a face (or touches its rim) where it crosses its plan."""
    if low < ez < high and low < tz < high:
        return False
    whole = eye_side - far_side
    height = ez * whole + (tz - ez) * eye_side
    if whole < 0:
        whole, height = -whole, -height
    return height <= low * whole or high * whole <= height


def corner_stops(index: Index, eye: Point, point: Point, corner: Plan) -> bool:
    """Whether faces leave a corner on the line to both sides, at the height of the line there.

    Faces that run along the line are followed to their other end.
    """
    ex, ey, ez = eye
    rx, ry, rz = point[0] - ex, point[1] - ey, point[2] - ez
    whole = rx * rx + ry * ry
    left = right = False
    seen, todo = {corner}, [corner]
    while todo:
        x, y = todo.pop()
        height = ez * whole + rz * ((x - ex) * rx + (y - ey) * ry)
        for ox, oy, low, high, _ in index.corners[x, y]:
            if not low * whole < height < high * whole:
                continue
            side = rx * (oy - ey) - ry * (ox - ex)
            left, right = left or side > 0, right or side < 0
            along = (ox - ex) * rx + (oy - ey) * ry
            if side == 0 and 0 < along < whole and (ox, oy) not in seen:
                seen.add((ox, oy))
                todo.append((ox, oy))
    return left and right


def rounds_stop(index: Index, eye: Point, point: Point) -> bool:
    """Whether a round prop stops the line."""
    for cell in index.sight_rounds.line(eye[0], eye[1], point[0], point[1]):
        for x, y, radius, low, high, _ in cell:
            if _deepest(eye, point, (x, y, radius, low, high)) is not None:
                return True
    return False


def cylinder_hit(eye: Point, point: Point, cylinder: Cylinder) -> Fraction | None:
    """How far along the line (0 at the eye, 1 at the point) it is deepest in a cylinder.

    None where it only touches the cylinder or misses it.
    """
    deepest = _deepest(eye, point, cylinder)
    return None if deepest is None else Fraction(*deepest)


def _deepest(eye: Point, point: Point, cylinder: Cylinder) -> tuple[int, int] | None:
    """The same place as numerator and denominator: most only ask whether there is one.

    While the line is between the cylinder's foot and top, its squared distance from the axis is a
    parabola: its least value in that stretch decides.
    """
    x, y, radius, low, high = cylinder
    ex, ey, ez = eye
    rx, ry, rz = point[0] - ex, point[1] - ey, point[2] - ez
    cx, cy = x - ex, y - ey
    whole = rx * rx + ry * ry
    cross = rx * cy - ry * cx
    if whole and cross * cross >= radius * radius * whole:
        return None
    if (ez >= high and ez + rz >= high) or (ez <= low and ez + rz <= low):
        return None
    along = rx * cx + ry * cy
    if low < ez < high and low < ez + rz < high and 0 < along < whole:
        return along, whole
    span = _between(ez, rz, low, high)
    if span is None:
        return None
    start, end, parts = span
    if whole == 0:
        return (start + end, 2 * parts) if cx * cx + cy * cy < radius * radius else None
    top, bottom = along, whole
    if along * parts <= start * whole:
        top, bottom = start, parts
    elif along * parts >= end * whole:
        top, bottom = end, parts
    gap_x, gap_y = rx * top - cx * bottom, ry * top - cy * bottom
    inside = gap_x * gap_x + gap_y * gap_y < radius * radius * bottom * bottom
    return (top, bottom) if inside else None


def _between(ez: int, rz: int, low: int, high: int) -> tuple[int, int, int] | None:
    """The stretch of the line between two heights, from where to where in how many parts of it.

    None where it is empty.
    """
    if rz == 0:
        return (0, 1, 1) if low < ez < high else None
    if rz > 0:
        start, end, parts = max(low - ez, 0), min(high - ez, rz), rz
    else:
        start, end, parts = max(ez - high, 0), min(ez - low, -rz), -rz
    return (start, end, parts) if start < end else None


def _floors_stop(index: Index, eye: Point, point: Point) -> bool:
    """Whether the line passes through a floor."""
    return next(floors_hit(index, eye, point), None) is not None


def floors_hit(index: Index, eye: Point, point: Point) -> Iterator[tuple[int, Fraction]]:
    """The floors that the line passes through and where; along their outline it passes."""
    ex, ey, ez = eye
    rx, ry, rz = point[0] - ex, point[1] - ey, point[2] - ez
    lowest, highest = min(ez, point[2]), max(ez, point[2])
    for height, (left, low, right, high), polygon, number in index.floors:
        if height <= lowest:
            continue
        if height >= highest:
            return
        top, bottom = height - ez, rz
        if bottom < 0:
            top, bottom = -top, -bottom
        x, y = ex * bottom + rx * top, ey * bottom + ry * top
        if not (left * bottom < x < right * bottom and low * bottom < y < high * bottom):
            continue
        if locate(polygon, x, y, bottom) > 0:
            yield number, Fraction(top, bottom)


def bodies_stop(eye: Point, point: Point, bodies: Iterable[Cylinder]) -> bool:
    """Whether one of some cylinders stops the line."""
    return any(_deepest(eye, point, body) is not None for body in bodies)
