"""Short words for boards in tests: lengths in centimetres."""

from __future__ import annotations

from rules.board import Board, Body, Terrain

CM = 1_000
LOW = 3 * CM
"""What a model steps over without more ado."""


def cm(value: float) -> int:
    """Centimetres in the engine's unit."""
    return round(value * CM)


def model(id: str, x: float, y: float, z: float = 0, *, base: float = 2, height: float = 4) -> Body:
    """A model with its centre at a place."""
    return Body(id, (cm(x), cm(y), cm(z)), cm(base) // 2, cm(height))


def plan(*places: tuple[float, float]) -> tuple[tuple[int, int], ...]:
    """Points seen from above."""
    return tuple([(cm(x), cm(y)) for x, y in places])


def box(left: float, low: float, right: float, high: float) -> tuple[tuple[int, int], ...]:
    """An upright rectangle."""
    return plan((left, low), (right, low), (right, high), (left, high))


def table(*terrain: Terrain) -> Board:
    """A table of 120 x 120 cm."""
    return Board((cm(120), cm(120)), terrain)
