"""A base that slides along a straight leg, against faces and cylinders. Exact.

The base may touch, it may not cross: a face stops it whose distance from the leg is smaller than
the radius. A base that overlaps something where it stands may move on as long as it doesn't come
any nearer to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt

from .grid import Grid, Strip
from .index import MoveFace, Round
from .plane import crossing, point_segment


def faces_swept(
    grid: Grid[MoveFace],
    cells: Sequence[int],
    leg: Strip,
    radius: int,
    feet: int,
    head: int,
    *,
    first: bool = False,
) -> list[int]:
    """The numbers of the terrain whose faces stop a base of `radius` on a leg, some of them twice.

    `cells` are those of the grid on the strip of the leg and the radius; so they are below. Only
    what is solid somewhere between the heights `feet` and `head` can stop it. `first`: no more
    than one.
    """
    px, py, qx, qy = leg
    ux, uy = qx - px, qy - py
    base = ux * py - uy * px
    squared = radius * radius
    room = _ceil_root(squared * (ux * ux + uy * uy))
    left, right = (px - radius, qx + radius) if px < qx else (qx - radius, px + radius)
    below, above = (py - radius, qy + radius) if py < qy else (qy - radius, py + radius)
    found: list[int] = []
    filed = grid.cells
    for cell in cells:
        for ax, ay, bx, by, low, high, number in filed[cell]:
            if feet >= high or low >= head:
                continue
            if (ax <= left and bx <= left) or (ax >= right and bx >= right):
                continue
            if (ay <= below and by <= below) or (ay >= above and by >= above):
                continue
            a_side, b_side = ux * ay - uy * ax - base, ux * by - uy * bx - base
            if (a_side >= room and b_side >= room) or (a_side <= -room and b_side <= -room):
                continue
            if _nears(ax, ay, bx, by, leg, squared):
                found.append(number)
                if first:
                    return found
    return found


def _ceil_root(value: int) -> int:
    root = isqrt(value)
    return root if root * root == value else root + 1


def _nears(ax: int, ay: int, bx: int, by: int, leg: Strip, squared: int) -> bool:
    """Whether the leg comes nearer to a face than the radius, and nearer than at its start."""
    px, py, qx, qy = leg
    if crossing(ax, ay, bx, by, px, py, qx, qy):
        return True
    near, scale = point_segment(px, py, ax, ay, bx, by)
    if near < squared * scale:
        top, bottom = segments_apart(ax, ay, bx, by, px, py, qx, qy)
        return top * scale < near * bottom
    top, bottom = point_segment(qx, qy, ax, ay, bx, by)
    if top < squared * bottom:
        return True
    top, bottom = point_segment(ax, ay, px, py, qx, qy)
    if top < squared * bottom:
        return True
    top, bottom = point_segment(bx, by, px, py, qx, qy)
    return top < squared * bottom


def segments_apart(
    ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int
) -> tuple[int, int]:
    """The squared distance of two segments as a fraction (top, bottom); 0 where they cross."""
    if crossing(ax, ay, bx, by, cx, cy, dx, dy):
        return 0, 1
    best = point_segment(ax, ay, cx, cy, dx, dy)
    for top, bottom in (
        point_segment(bx, by, cx, cy, dx, dy),
        point_segment(cx, cy, ax, ay, bx, by),
        point_segment(dx, dy, ax, ay, bx, by),
    ):
        if top * best[1] < best[0] * bottom:
            best = top, bottom
    return best


def rounds_swept(
    grid: Grid[Round], cells: Sequence[int], leg: Strip, radius: int, feet: int, head: int
) -> Iterator[int]:
    """The numbers of the round props that stop a base of `radius` on a leg, some of them twice."""
    for cell in cells:
        for x, y, size, low, high, number in grid.cells[cell]:
            if feet < high and low < head and disc_nears(leg, x, y, radius + size):
                yield number


def disc_nears(leg: Strip, x: int, y: int, reach: int) -> bool:
    """Whether the leg comes nearer to a point than `reach`, and nearer than at its start."""
    px, py, qx, qy = leg
    top, bottom = point_segment(x, y, px, py, qx, qy)
    if top >= reach * reach * bottom:
        return False
    start = (px - x) * (px - x) + (py - y) * (py - y)
    return top < start * bottom


def faces_at(
    grid: Grid[MoveFace], cells: Sequence[int], x: int, y: int, radius: int, feet: int, head: int
) -> Iterator[int]:
    """The terrain whose faces a base would overlap at a place."""
    squared = radius * radius
    left, right, below, above = x - radius, x + radius, y - radius, y + radius
    for cell in cells:
        for ax, ay, bx, by, low, high, number in grid.cells[cell]:
            if not (feet < high and low < head):
                continue
            if (ax <= left and bx <= left) or (ax >= right and bx >= right):
                continue
            if (ay <= below and by <= below) or (ay >= above and by >= above):
                continue
            top, bottom = point_segment(x, y, ax, ay, bx, by)
            if top < squared * bottom:
                yield number


def rounds_at(
    grid: Grid[Round], cells: Sequence[int], x: int, y: int, radius: int, feet: int, head: int
) -> Iterator[int]:
    """The round props that a base would overlap at a place."""
    for cell in cells:
        for cx, cy, size, low, high, number in grid.cells[cell]:
            reach = radius + size
            near = (cx - x) * (cx - x) + (cy - y) * (cy - y) < reach * reach
            if near and feet < high and low < head:
                yield number
