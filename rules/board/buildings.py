"""Buildings as wholes: the pieces that belong to one, and how near a base is to them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from .model import Area, Board, Body, Building, Ladder, Plan, Stairs, Terrain, Wall
from .plane import locate, point_segment


def ids(board: Board) -> tuple[str, ...]:
    """Every building of a board, in the order of its terrain."""
    found: dict[str, None] = {}
    for piece in board.terrain:
        name = piece.id if isinstance(piece, Building) else getattr(piece, "building", None)
        if name is not None:
            found[name] = None
    return tuple(found)


def pieces(board: Board, building: str) -> tuple[Terrain, ...]:
    """What stands or falls with a building."""
    return tuple(
        piece
        for piece in board.terrain
        if not isinstance(piece, Area)
        and (
            getattr(piece, "building", None) == building
            or (isinstance(piece, Building) and piece.id == building)
        )
    )


def within(board: Board, building: str, body: Body, length: int) -> bool:
    """Whether a base is at most `length` from a building, seen from above; 0 inside of it."""
    return any(_near(piece, body, length) for piece in pieces(board, building))


def _near(piece: Terrain, body: Body, length: int) -> bool:
    x, y, _ = body.at
    reach = body.radius + length
    disc = getattr(piece, "radius", 0)
    middle = getattr(piece, "at", None)
    if disc and middle is not None:
        dx, dy = x - middle[0], y - middle[1]
        return bool(dx * dx + dy * dy <= (reach + disc) ** 2)
    if isinstance(piece, Wall):
        reach += piece.thickness // 2
    polygon = getattr(piece, "polygon", None)
    if polygon and locate(polygon, x, y) >= 0:
        return True
    squared = reach * reach
    for (ax, ay), (bx, by) in _lines(piece):
        top, bottom = point_segment(x, y, ax, ay, bx, by)
        if top <= squared * bottom:
            return True
    return False


def _lines(piece: Terrain) -> Iterator[tuple[Plan, Plan]]:
    """The lines of a piece as it is drawn on a plan."""
    if isinstance(piece, Ladder):
        yield (piece.at[0], piece.at[1]), (piece.top[0], piece.top[1])
        return
    if isinstance(piece, Stairs):
        (ax, ay, _), (bx, by, _) = piece.line
        yield (ax, ay), (bx, by)
        return
    points: tuple[Plan, ...] = getattr(piece, "polygon", None) or ()
    closed = (*points, *points[:1])
    if isinstance(piece, Wall):
        closed = piece.line
    yield from pairwise(closed)


__all__ = ["ids", "pieces", "within"]
