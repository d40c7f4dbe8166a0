"""What is wrong with a board: everything at once (codes with what a sentence about them needs)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import combinations, pairwise
from typing import Any, TypeAlias

from .levels import surface_under
from .model import (
    Area,
    Board,
    Building,
    Ladder,
    Plan,
    Platform,
    Point,
    Polygon,
    Prop,
    Stairs,
    Terrain,
    Wall,
    Window,
)
from .plane import crossing, doubled_area
from .trig import isqrt

Problem: TypeAlias = tuple[str, dict[str, Any]]
HIGHEST = 100_000
"""No terrain is higher than a metre."""
WIDEST = 500_000
"""No table is wider or deeper than five metres: places are looked for all over it."""
MOST_POINTS, MOST_OF_ONE = 4_000, 200
"""Corners and windows of a whole board, and of one piece: every pair is looked at."""


def problems(board: Board) -> list[Problem]:
    """All faults of a board, in the order of its terrain; an empty list is a sound board.

    Codes: table_size, table_too_big, too_many_points, duplicate_id, degenerate_polygon,
    crossed_polygon, degenerate_line, outside_table, bad_height, bad_width, bad_window,
    unknown_building, no_shape, hangs (the end of stairs or a ladder where one can't stand).
    """
    if min(board.size) <= 0:
        return [("table_size", {"size": list(board.size)})]
    if found := list(_beyond_reason(board)):
        return found
    found = list(_duplicates(board))
    buildings = {piece.id for piece in board.terrain if isinstance(piece, Building)}
    for piece in board.terrain:
        faults = list(_faults(board, piece, buildings))
        found += [(code, {"id": piece.id, **params}) for code, params in faults]
    return found or list(_hanging(board))


def _beyond_reason(board: Board) -> Iterator[Problem]:
    """What would take too long to look at any closer."""
    if max(board.size) > WIDEST:
        yield "table_too_big", {"size": list(board.size)}
    points = {number: _points(piece) for number, piece in enumerate(board.terrain)}
    if max(points.values(), default=0) > MOST_OF_ONE or sum(points.values()) > MOST_POINTS:
        most = max(points, key=lambda number: points[number])
        yield "too_many_points", {"id": board.terrain[most].id}


def _points(piece: Terrain) -> int:
    outline = getattr(piece, "polygon", None) or getattr(piece, "line", None) or ()
    return len(outline) + len(getattr(piece, "windows", ()))


def _duplicates(board: Board) -> Iterator[Problem]:
    counted = Counter(piece.id for piece in board.terrain)
    for id, times in counted.items():
        if times > 1 or not id:
            yield "duplicate_id", {"id": id}


def _faults(board: Board, piece: Terrain, buildings: Collection[str]) -> Iterator[Problem]:
    yield from _shape(piece)
    yield from _sizes(piece)
    if any(not _on_table(board, x, y) for x, y in _outline(piece)):
        yield "outside_table", {}
    building = getattr(piece, "building", None)
    if building is not None and building not in buildings:
        yield "unknown_building", {"building": building}


def _on_table(board: Board, x: int, y: int) -> bool:
    return 0 <= x <= board.size[0] and 0 <= y <= board.size[1]


def _outline(piece: Terrain) -> list[Plan]:
    """The points that must lie on the table."""
    if isinstance(piece, Wall):
        return list(piece.line)
    if isinstance(piece, Ladder):
        return [piece.at[:2], piece.top[:2]]
    if isinstance(piece, Stairs):
        return [end[:2] for end in piece.line]
    if isinstance(piece, Prop) and piece.polygon is None:
        return [piece.at] if piece.at else []
    return list(piece.polygon or ())


def _shape(piece: Terrain) -> Iterator[Problem]:
    if isinstance(piece, Wall):
        if len(piece.line) < 2 or any(a == b for a, b in pairwise(piece.line)):
            yield "degenerate_line", {}
        else:
            yield from _windows(piece)
    elif isinstance(piece, Stairs):
        if piece.line[0][:2] == piece.line[1][:2]:
            yield "degenerate_line", {}
    elif isinstance(piece, Prop) and piece.polygon is None:
        if piece.at is None or piece.radius <= 0:
            yield "no_shape", {}
    elif isinstance(piece, Area | Platform | Building | Prop):
        yield from _polygon(piece.polygon or ())


def _polygon(polygon: Polygon) -> Iterator[Problem]:
    if len(polygon) < 3 or len(set(polygon)) < len(polygon) or doubled_area(polygon) == 0:
        yield "degenerate_polygon", {}
        return
    sides = list(pairwise((*polygon, polygon[0])))
    if any(crossing(*a, *b, *c, *d) for (a, b), (c, d) in combinations(sides, 2)):
        yield "crossed_polygon", {}


def _windows(wall: Wall) -> Iterator[Problem]:
    length = sum(isqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) for a, b in pairwise(wall.line))
    for window in wall.windows:
        if not _sound_window(window, length, wall.height):
            yield "bad_window", {"from": window.start, "to": window.end}


def _sound_window(window: Window, length: int, height: int) -> bool:
    # The far end may be one unit beyond the length, which is rounded down.
    along = 0 <= window.start < window.end <= length + 1
    return along and 0 <= window.sill < window.top <= height


def _sizes(piece: Terrain) -> Iterator[Problem]:
    height = getattr(piece, "height", 1)
    least = 0 if isinstance(piece, Building) else 1
    if not least <= height <= HIGHEST:
        yield "bad_height", {"height": height}
    base = getattr(piece, "base", 0)
    if not 0 <= base <= HIGHEST:
        yield "bad_height", {"height": base}
    if getattr(piece, "thickness", 0) < 0 or (isinstance(piece, Stairs) and piece.width <= 0):
        yield "bad_width", {}
    ends = piece.line if isinstance(piece, Stairs) else ()
    ends = (piece.at, piece.top) if isinstance(piece, Ladder) else ends
    if ends and (min(e[2] for e in ends) < 0 or ends[0][2] == ends[1][2]):
        yield "bad_height", {"height": ends[0][2]}


def _hanging(board: Board) -> Iterator[Problem]:
    """Stairs and ladders must end on the ground or on a floor."""
    for piece in board.terrain:
        ends: tuple[Point, ...] = ()
        if isinstance(piece, Stairs):
            ends = piece.line
        elif isinstance(piece, Ladder):
            ends = (piece.at, piece.top)
        for end in ends:
            if not _floor_at(board, end):
                yield "hangs", {"id": piece.id, "height": end[2]}


def _floor_at(board: Board, end: Point) -> bool:
    return end[2] == 0 or surface_under(board.index, end) is not None
