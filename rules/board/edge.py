"""What edges.py finds: a struct, in a module of its own (scripts/fast.py)."""

from __future__ import annotations

import msgspec

from .model import Point


class Edge(msgspec.Struct, frozen=True):
    """The edge of a floor near a model.

    `distance` from the base's edge (0 where it overhangs), `at` the nearest place of the edge,
    `landing` where something that goes over it comes down, `drop` how deep.
    """

    distance: int
    at: Point
    landing: Point
    drop: int
