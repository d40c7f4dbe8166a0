"""What a way over the ground costs: difficult areas slow, barred ones stop (P-MOV-01, C-TER-02).

An area slows whoever has the centre of the base in it; a barred area stops whose base would
overlap it. Only the ground has areas: floors above it are open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import isqrt, lcm
from typing import TypeAlias

from .index import Box, boxes_meet, points_box
from .model import Area, Point
from .plane import locate, point_segment
from .profile import cuts, passes_by
from .sweep import segments_apart

Rates: TypeAlias = Mapping[str, "tuple[int, int] | None"]
"""By the ground or the effect of an area: how much each unit of way costs, as (top, bottom);
None is barred."""

STANDARD: Rates = {
    "difficult": (2, 1),
    "very_difficult": (4, 1),
    "impassable": None,
}
"""Half speed, a quarter, not at all; whatever isn't named is open ground."""


def rate(area: Area, rates: Rates) -> tuple[int, int] | None:
    """What an area costs: by its ground where that has a rate of its own, else by its effect."""
    if area.ground and area.ground in rates:
        return rates[area.ground]
    return rates.get(area.effect, (1, 1))


def flat_cost(areas: Sequence[tuple[Area, Box]], p: Point, q: Point, rates: Rates) -> int:
    """The cost of a straight way over the ground, rounded down."""
    (px, py, _), (qx, qy, _) = p, q
    squared = (qx - px) ** 2 + (qy - py) ** 2
    left, right = (px, qx) if px < qx else (qx, px)
    below, above = (py, qy) if py < qy else (qy, py)
    near = [
        area
        for area, (first, low, last, high) in areas
        if first <= right and left <= last and low <= above and below <= high
        if not passes_by(area.polygon, p, q)
    ]
    if not near or all(rate(area, rates) == (1, 1) for area in near):
        return isqrt(squared)
    top, bottom = _share(near, p, q, rates)
    return isqrt(squared * top * top // (bottom * bottom))


def _share(near: Sequence[Area], p: Point, q: Point, rates: Rates) -> tuple[int, int]:
    """The leg's parts times their rates, as (top, bottom): 1 on open ground.

    All cuts are counted in one measure that makes whole numbers of them.
    """
    met = [cut for area in near for cut in cuts(area.polygon, p, q)]
    whole = lcm(*(bottom for _, bottom in met))
    places = sorted({0, whole, *(top * (whole // bottom) for top, bottom in met)})
    total, scale = 0, 1
    for a, b in pairwise(places):
        top, bottom = _price(near, p, q, (a + b, 2 * whole), rates)
        total, scale = total * bottom + (b - a) * top * scale, scale * bottom
    return total, scale * whole


def _price(
    near: Sequence[Area], p: Point, q: Point, middle: tuple[int, int], rates: Rates
) -> tuple[int, int]:
    """What a stretch costs by its middle; along the outline of an area one isn't in it."""
    top, scale = middle
    x, y = p[0] * scale + (q[0] - p[0]) * top, p[1] * scale + (q[1] - p[1]) * top
    price: tuple[int, int] | None = (1, 1)
    for area in near:
        if locate(area.polygon, x, y, scale) > 0:
            price = rate(area, rates)
    return price or (1, 1)


def barred(
    areas: Sequence[tuple[Area, Box]], p: Point, q: Point, radius: int, rates: Rates
) -> Iterator[str]:
    """The barred areas that a base would overlap on a straight way."""
    box = points_box((p, q), radius)
    for area, outline in areas:
        near = rate(area, rates) is None and boxes_meet(box, outline)
        if near and _overlaps(area, p, q, radius):
            yield area.id


def _overlaps(area: Area, p: Point, q: Point, radius: int) -> bool:
    """Whether the way comes nearer to the area than the radius, and nearer than at its start."""
    if locate(area.polygon, q[0], q[1]) > 0:
        return True
    leg = (p[0], p[1], q[0], q[1])
    for (ax, ay), (bx, by) in pairwise((*area.polygon, area.polygon[0])):
        top, bottom = segments_apart(ax, ay, bx, by, *leg)
        if top < radius * radius * bottom:
            start_top, start_bottom = point_segment(p[0], p[1], ax, ay, bx, by)
            if top * start_bottom < start_top * bottom:
                return True
    return False


def barred_at(
    areas: Sequence[tuple[Area, Box]], x: int, y: int, radius: int, rates: Rates
) -> Iterator[str]:
    """The barred areas that a base would overlap at a place of the ground."""
    box = (x - radius, y - radius, x + radius, y + radius)
    for area, outline in areas:
        near = rate(area, rates) is None and boxes_meet(box, outline)
        if near and (locate(area.polygon, x, y) > 0 or _outline_nearer(area, x, y, radius)):
            yield area.id


def _outline_nearer(area: Area, x: int, y: int, radius: int) -> bool:
    for (ax, ay), (bx, by) in pairwise((*area.polygon, area.polygon[0])):
        top, bottom = point_segment(x, y, ax, ay, bx, by)
        if top < radius * radius * bottom:
            return True
    return False


def beside(areas: Sequence[tuple[Area, Box]], x: int, y: int, radius: int, ground: str) -> bool:
    """Whether a base at a place of the ground stands in, or touches, an area of such ground."""
    box = (x - radius, y - radius, x + radius, y + radius)
    return any(
        area.ground == ground
        and boxes_meet(box, outline)
        and (locate(area.polygon, x, y) >= 0 or _outline_nearer(area, x, y, radius + 1))
        for area, outline in areas
    )
