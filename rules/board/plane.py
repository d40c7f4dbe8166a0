"""Plane geometry over integers: sides of lines, distances by squares, polygons. All exact."""

from __future__ import annotations

from collections.abc import Sequence

from .model import Plan


def side(ax: int, ay: int, bx: int, by: int, px: int, py: int) -> int:
    """Positive when p lies left of the line from a to b, 0 on it, negative right of it."""
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax)


def segment_within(ax: int, ay: int, bx: int, by: int, px: int, py: int, squared: int) -> bool:
    """Whether p is at most sqrt(squared) away from the segment from a to b."""
    top, bottom = point_segment(px, py, ax, ay, bx, by)
    return top <= squared * bottom


def point_segment(px: int, py: int, ax: int, ay: int, bx: int, by: int) -> tuple[int, int]:
    """The squared distance of p from the segment from a to b as a fraction (top, bottom)."""
    dx, dy = bx - ax, by - ay
    qx, qy = px - ax, py - ay
    length = dx * dx + dy * dy
    along = qx * dx + qy * dy
    if along <= 0:
        return qx * qx + qy * qy, 1
    if along >= length:
        return (px - bx) * (px - bx) + (py - by) * (py - by), 1
    across = dx * qy - dy * qx
    return across * across, length


def crossing(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """Whether ab and cd cross in a point inside both; touching isn't crossing."""
    rx, ry = bx - ax, by - ay
    c, d = rx * (cy - ay) - ry * (cx - ax), rx * (dy - ay) - ry * (dx - ax)
    if not (c < 0 < d or d < 0 < c):
        return False
    sx, sy = dx - cx, dy - cy
    a, b = sx * (ay - cy) - sy * (ax - cx), sx * (by - cy) - sy * (bx - cx)
    return a < 0 < b or b < 0 < a


def locate(polygon: Sequence[Plan], x: int, y: int, scale: int = 1) -> int:
    """1 inside, 0 on the outline, -1 outside, for the point (x / scale, y / scale)."""
    inside = -1
    ax, ay = polygon[-1]
    ax, ay = ax * scale, ay * scale
    for bx, by in polygon:
        bx, by = bx * scale, by * scale
        turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)  # `side`, written out: asked often
        if turn == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return 0
        if (ay > y) != (by > y) and (turn > 0) == (by > ay):
            inside = -inside
        ax, ay = bx, by
    return inside


def doubled_area(polygon: Sequence[Plan]) -> int:
    """Twice the signed area: positive for corners in anticlockwise order."""
    ax, ay = polygon[-1]
    total = 0
    for bx, by in polygon:
        total += ax * by - bx * ay
        ax, ay = bx, by
    return total
