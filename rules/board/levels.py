"""Where one can stand: the ground, floors, roofs of blocks, tops of props, stairs."""

from __future__ import annotations

from .index import Index, Surface
from .model import Board, Building, Platform, Point
from .plane import locate


def holds(surface: Surface, x: int, y: int) -> bool:
    """Whether a place of the plan lies on a surface, its outline included."""
    left, low, right, high = surface.box
    if not (left <= x <= right and low <= y <= high):
        return False
    if surface.disc is not None:
        dx, dy = x - surface.disc.x, y - surface.disc.y
        return dx * dx + dy * dy <= surface.disc.radius * surface.disc.radius
    return locate(surface.polygon, x, y) >= 0


def heights(index: Index, x: int, y: int) -> list[int]:
    """Every height at which one can stand at a place of the plan, the lowest first."""
    found = {0}
    for surface in index.standing.at(x, y):
        if surface.height not in found and holds(surface, x, y):
            found.add(surface.height)
    for flight in index.flights:
        if flight.holds(x, y):
            found.add(flight.height(x, y).__floor__())
    return sorted(found)


def support(board: Board, at: Point) -> int:
    """The height of what is under a point: the highest place to stand at or below it."""
    return max((h for h in heights(board.index, at[0], at[1]) if h <= at[2]), default=0)


def nearest_level(index: Index, x: int, y: int, z: int) -> int:
    """The height of standing nearest to z, the lower one of two equally near."""
    return min(heights(index, x, y), key=lambda h: (abs(h - z), h))


def stands(board: Board, at: Point) -> bool:
    """Whether there is something to stand on exactly at a point."""
    return at[2] in heights(board.index, at[0], at[1])


def building_at(board: Board, at: Point) -> str | None:
    """The building that a model at a point is in or on (P-TGT-09).

    That of the floor under it; otherwise the building whose outline holds the place.
    """
    index = board.index
    for surface in index.standing.at(at[0], at[1]):
        piece = index.terrain[surface.number]
        if surface.height == at[2] and holds(surface, at[0], at[1]):
            if isinstance(piece, Platform) and piece.building is not None:
                return piece.building
            if isinstance(piece, Building):
                return piece.id
    for piece in index.terrain:
        if isinstance(piece, Building) and locate(piece.polygon, at[0], at[1]) >= 0:
            return piece.id
    return None


def surface_under(index: Index, at: Point) -> Surface | None:
    """The level surface that a model stands on; None on the ground and on stairs."""
    x, y, z = at
    return next((s for s in index.standing.at(x, y) if s.height == z and holds(s, x, y)), None)


def effect_at(board: Board, at: Point) -> str:
    """What the ground under a point does: the effect of the area that it lies in, else "open"."""
    if at[2] != 0:
        return "open"
    for area, _ in board.index.areas:
        if locate(area.polygon, at[0], at[1]) > 0:
            return area.effect
    return "open"
