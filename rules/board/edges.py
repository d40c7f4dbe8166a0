"""Edges of floors and roofs: how far a model is from one, and how deep it drops (P-TER-22)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from .edge import Edge
from .levels import support, surface_under
from .model import Board, Body, Plan, Platform
from .plane import doubled_area
from .trig import isqrt, scaled

STEP_OUT = 100
"""How far outside an outline one looks for what lies beyond it: a millimetre."""


def nearest_edge(board: Board, body: Body, within: int, deeper_than: int = 0) -> Edge | None:
    """The nearest edge that isn't farther than `within` and drops more than `deeper_than`.

    Floors that go on at about the same height have no edge between them; a railing keeps one
    from falling.
    """
    edges = [edge for edge in edges_near(board, body, within) if edge.drop > deeper_than]
    return min(edges, key=lambda edge: edge.distance, default=None)


def edges_near(board: Board, body: Body, within: int) -> Iterator[Edge]:
    """All edges of the floor under a model that its base is within a distance of."""
    surface = surface_under(board.index, body.at)
    if surface is None or not surface.polygon:
        return
    piece = board.index.terrain[surface.number]
    if isinstance(piece, Platform) and piece.railing:
        return
    x, y, z = body.at
    for place, out in _places(surface.polygon, (x, y)):
        squared = (place[0] - x) ** 2 + (place[1] - y) ** 2
        if squared > (within + body.radius) ** 2:
            continue
        floor = support(board, (*out, z))
        if floor < z:
            distance = max(0, isqrt(squared) - body.radius)
            yield Edge(distance, (*place, z), (*out, floor), z - floor)


def leaning_places(board: Board, body: Body, within: int) -> list[Plan]:
    """Just beyond the edges over which a model may lean; railings don't hinder it."""
    surface = surface_under(board.index, body.at)
    if surface is None or not surface.polygon:
        return []
    x, y, z = body.at
    reach = (within + body.radius) ** 2
    return [
        out
        for place, out in _places(surface.polygon, (x, y))
        if (place[0] - x) ** 2 + (place[1] - y) ** 2 <= reach and support(board, (*out, z)) < z
    ]


def _places(polygon: tuple[Plan, ...], at: Plan) -> Iterator[tuple[Plan, Plan]]:
    """For each side of a polygon its place nearest to a point, and a place just outside it."""
    turn = 1 if doubled_area(polygon) > 0 else -1
    for a, b in pairwise((*polygon, polygon[0])):
        place = _nearest(a, b, at)
        ox, oy = scaled(turn * (b[1] - a[1]), turn * (a[0] - b[0]), STEP_OUT)
        yield place, (place[0] + ox, place[1] + oy)


def _nearest(a: Plan, b: Plan, at: Plan) -> Plan:
    """The place of a segment nearest to a point, on the lattice."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    along = min(max((at[0] - a[0]) * dx + (at[1] - a[1]) * dy, 0), whole)
    return a[0] + (dx * along + whole // 2) // whole, a[1] + (dy * along + whole // 2) // whole
