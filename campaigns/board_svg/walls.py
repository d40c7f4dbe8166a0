"""Walls with their openings: those that look alike and follow each other in one path."""

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from math import hypot

from campaigns.board_svg.marks import Sheet, tag
from rules.board import Plan, Wall

USUAL = {"wall": 5.0, "window": 6.0, "door": 6.0}
"""How wide each is where the drawing doesn't say: battle.css knows."""
LOW_WALL = 3_000
"""Up to this height a wall is one that a warrior looks and steps over."""


def draw_walls(walls: Sequence[Wall], sheet: Sheet) -> str:
    """Each wall over those before it, its windows and doors upon it.

    Where two houses share a side, the later one's wall closes what the earlier one left open.
    """
    return "".join(
        _openings(list(run), sheet) if look is None else _plain(list(run), look, sheet)
        for look, run in groupby(walls, key=_look)
    )


def _look(wall: Wall) -> float | None:
    """How a wall without openings is drawn: its width, 0 for a low one; None with openings."""
    if wall.height <= LOW_WALL:
        return 0.0
    return None if wall.windows else _width(wall)


def _plain(walls: Sequence[Wall], look: float, sheet: Sheet) -> str:
    lines = [wall.line for wall in walls]
    if look:
        return _path("wall", lines, sheet, look)
    return _path("wall--low", lines, sheet) + _path("wall--ticks", lines, sheet)


def _openings(walls: Sequence[Wall], sheet: Sheet) -> str:
    drawn = ""
    for wall in walls:
        width = _width(wall)
        drawn += _path("wall", [wall.line], sheet, width)
        drawn += _path("window", _gaps([wall], doors=False), sheet, width + 1)
        drawn += _path("door", _gaps([wall], doors=True), sheet, width + 1)
    return drawn


def _width(wall: Wall) -> float:
    return max(wall.thickness / 100, 5.0)


def _gaps(walls: Iterable[Wall], *, doors: bool) -> list[Sequence[Plan]]:
    """The stretches of these walls that are doors, or else windows."""
    return [
        _along(wall.line, window.start, window.end)
        for wall in walls
        for window in wall.windows
        if (window.sill == 0) == doors
    ]


def _path(
    kind: str, lines: Sequence[Sequence[Plan]], sheet: Sheet, width: float | None = None
) -> str:
    drawn = "".join(sheet.line(line) for line in lines)
    if width == USUAL.get(kind):
        width = None
    return tag("path", class_=kind, d=drawn, stroke_width=width) if drawn else ""


def _along(line: tuple[Plan, ...], start: int, end: int) -> list[Plan]:
    """The part of a polyline between two distances from its first point."""
    found: list[Plan] = []
    walked = 0.0
    for a, b in pairwise(line):
        length = hypot(b[0] - a[0], b[1] - a[1])
        low, high = max(start - walked, 0.0), min(end - walked, length)
        if low < high:
            found += [_between(a, b, low / length), _between(a, b, high / length)]
        walked += length
    return found


def _between(a: Plan, b: Plan, share: float) -> Plan:
    return round(a[0] + (b[0] - a[0]) * share), round(a[1] + (b[1] - a[1]) * share)
