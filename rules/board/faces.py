"""Terrain taken apart into what stops lines and bases: upright faces and upright cylinders.

A face is a straight piece of wall seen from above with the heights between which it is solid.
Everything solid is bounded by faces that reach from its foot to its top; a line that enters a
solid block from above and doesn't end in it must leave through a face, so tops need no test.
Floors, which are thin, are the exception: sight tests them as planes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from .model import Building, Plan, Platform, Polygon, Prop, Terrain, Wall, Window
from .trig import isqrt, scaled

Band: TypeAlias = tuple[int, int]
"""From which height to which."""


class Face(NamedTuple):
    """A straight piece, solid from `low` to `high`."""

    a: Plan
    b: Plan
    low: int
    high: int


class Disc(NamedTuple):
    """An upright cylinder."""

    x: int
    y: int
    radius: int
    low: int
    high: int


def faces_of(terrain: Terrain) -> Iterator[Face]:
    """The faces that stop sight (and bases); none for flat things, ladders and stairs."""
    if isinstance(terrain, Wall):
        yield from _wall(terrain)
    elif isinstance(terrain, Platform):
        if terrain.thickness > 0:
            yield from slab(terrain)
    elif isinstance(terrain, Building):
        if terrain.height > 0:
            yield from ring(terrain.polygon, 0, terrain.height)
    elif isinstance(terrain, Prop) and terrain.polygon is not None:
        yield from ring(terrain.polygon, terrain.base, terrain.base + terrain.height)


def disc_of(terrain: Terrain) -> Disc | None:
    """The cylinder of a round prop."""
    if isinstance(terrain, Prop) and terrain.polygon is None and terrain.at is not None:
        low = terrain.base
        return Disc(*terrain.at, terrain.radius, low, low + terrain.height)
    return None


def slab(platform: Platform) -> Iterator[Face]:
    """The sides of a floor. One without thickness still has an edge to hit one's head on."""
    return ring(platform.polygon, platform.height - platform.thickness, platform.height)


def ring(polygon: Polygon, low: int, high: int) -> Iterator[Face]:
    """The sides of a block."""
    for a, b in pairwise((*polygon, polygon[0])):
        yield Face(a, b, low, high)


def _wall(wall: Wall) -> Iterator[Face]:
    for a, b, bands in _pieces(wall):
        for low, high in bands:
            if wall.thickness > 1:
                yield from ring(_thick(a, b, wall.thickness), low, high)
            else:
                yield Face(a, b, low, high)


def _pieces(wall: Wall) -> Iterator[tuple[Plan, Plan, list[Band]]]:
    """The wall cut at its corners and at the sides of its windows."""
    done = 0
    for a, b in pairwise(wall.line):
        length = isqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)
        cuts = {done, done + length}
        cuts |= {x for w in wall.windows for x in (w.start, w.end) if done < x < done + length}
        for start, end in pairwise(sorted(cuts)):
            p = a if start == done else _at(a, b, start - done)
            q = b if end == done + length else _at(a, b, end - done)
            if p != q:
                yield p, q, _bands(wall, start, end)
        done += length


def _at(a: Plan, b: Plan, length: int) -> Plan:
    """The point `length` along the line from a to b, on the lattice."""
    dx, dy = scaled(b[0] - a[0], b[1] - a[1], length)
    return a[0] + dx, a[1] + dy


def _bands(wall: Wall, start: int, end: int) -> list[Band]:
    """Between which heights a piece is solid: all of it, less the windows that span it."""
    bands = [(0, wall.height)]
    for window in wall.windows:
        if window.start <= start and end <= window.end:
            bands = [rest for band in bands for rest in _without(band, window)]
    return [(wall.base + low, wall.base + high) for low, high in bands]


def _without(band: Band, window: Window) -> Iterator[Band]:
    low, high = band
    if low < min(high, window.sill):
        yield low, min(high, window.sill)
    if max(low, window.top) < high:
        yield max(low, window.top), high


def _thick(a: Plan, b: Plan, thickness: int) -> Polygon:
    """The four corners of a piece of thick wall, on the lattice."""
    x, y = scaled(a[1] - b[1], b[0] - a[0], thickness // 2)
    return (
        (a[0] - x, a[1] - y),
        (b[0] - x, b[1] - y),
        (b[0] + x, b[1] + y),
        (a[0] + x, a[1] + y),
    )
