"""Each kind of terrain as a surveyor would draw it."""

from collections.abc import Callable
from itertools import groupby, pairwise
from math import hypot
from typing import Any

from campaigns.board_svg.levels import Level, foot_of, level_at
from campaigns.board_svg.marks import Attribute, Sheet, mm_text, tag, text
from campaigns.narration.names import localized
from rules.board import Area, Board, Building, Ladder, Plan, Platform, Prop, Stairs, Terrain, Wall

LOW_WALL = 3_000
"""Up to this height a wall is one that a warrior looks and steps over."""
ORDER = {Area: 0, Building: 1, Platform: 2, Stairs: 3, Ladder: 4, Prop: 5, Wall: 6}


def draw_terrain(
    board: Board, sheet: Sheet, levels: tuple[Level, ...], *, planner: bool = True
) -> str:
    """All terrain, what lies lower first, each piece marked with its level."""
    pieces = sorted(board.terrain, key=lambda piece: (foot_of(piece), ORDER[type(piece)]))
    if not planner:
        return _by_level(pieces, sheet, levels)
    return "".join(_piece(piece, sheet, levels) for piece in pieces)


def _by_level(pieces: list[Terrain], sheet: Sheet, levels: tuple[Level, ...]) -> str:
    """For who only looks: a group a level is enough."""
    runs = groupby(pieces, key=lambda piece: level_at(levels, foot_of(piece)))
    return "".join(
        tag("g", *(_plain(piece, sheet) for piece in run), class_=f"lvl lvl-{level}")
        for level, run in runs
    )


def _plain(piece: Terrain, sheet: Sheet) -> str:
    drawn = _DRAWN[type(piece)](piece, sheet)
    title = _title(piece)
    return tag("g", title, drawn) if title else drawn


def _title(piece: Terrain) -> str:
    name = localized(piece.name, "") if piece.name else ""
    return tag("title", text(name)) if name else ""


def _piece(piece: Terrain, sheet: Sheet, levels: tuple[Level, ...]) -> str:
    level = level_at(levels, foot_of(piece))
    return tag(
        "g",
        _title(piece),
        _DRAWN[type(piece)](piece, sheet),
        class_=f"terrain lvl lvl-{level}",
        data_level=level,
        data_height=_floor_height(piece),
        data_ways=_ways(piece, sheet),
    )


def _floor_height(piece: Terrain) -> Attribute:
    """The height at which one stands on it, in millimetres; None where one can't."""
    return piece.height / 100 if isinstance(piece, Platform | Building) and piece.height else None


def _ways(piece: Terrain, sheet: Sheet) -> str | None:
    """Both ends of a way up, "x,y,z x,y,z" in millimetres of the table, for the planner."""
    if isinstance(piece, Ladder):
        ends = (piece.at, piece.top)
    elif isinstance(piece, Stairs):
        ends = piece.line
    else:
        return None
    return " ".join(",".join(mm_text(value / 100) for value in end) for end in ends)


def _area(area: Area, sheet: Sheet) -> str:
    return tag("polygon", class_=f"area area--{area.effect}", points=sheet.points(area.polygon))


def _building(building: Building, sheet: Sheet) -> str:
    kind = "building--solid" if building.height else "building--outline"
    return tag("polygon", class_=f"building {kind}", points=sheet.points(building.polygon))


def _platform(platform: Platform, sheet: Sheet) -> str:
    points = sheet.points(platform.polygon)
    step = min(1 + platform.height // 8_000, 3)
    floor = tag("polygon", class_=f"floor floor--{step}", points=points)
    railing = tag("polygon", class_="railing", points=points) if platform.railing else ""
    return floor + railing


def _wall(wall: Wall, sheet: Sheet) -> str:
    points = sheet.points(wall.line)
    if wall.height <= LOW_WALL:
        line = tag("polyline", class_="wall wall--low", points=points)
        return line + tag("polyline", class_="wall wall--ticks", points=points)
    width = max(wall.thickness / 100, 5.0)
    drawn = tag("polyline", class_="wall", points=points, stroke_width=width)
    for window in wall.windows:
        gap = sheet.points(_along(wall.line, window.start, window.end))
        kind = "opening--door" if window.sill == 0 else "opening--window"
        drawn += tag("polyline", class_=f"opening {kind}", points=gap, stroke_width=width + 1)
    return drawn


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


def _ladder(ladder: Ladder, sheet: Sheet) -> str:
    """Two rails and rungs, from the foot to where one steps off."""
    (x1, y1), (x2, y2) = sheet.at(ladder.at), sheet.at(ladder.top)
    length = hypot(x2 - x1, y2 - y1)
    if length < 12:
        x2, y2, length = x1, y1 - 24, 24.0
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    nx, ny = -uy * 6, ux * 6
    rails = [f"M{_p(x1 + s * nx, y1 + s * ny)}L{_p(x2 + s * nx, y2 + s * ny)}" for s in (1, -1)]
    rungs = []
    for step in range(1, int(length // 6)):
        x, y = x1 + ux * step * 6, y1 + uy * step * 6
        rungs.append(f"M{_p(x + nx, y + ny)}L{_p(x - nx, y - ny)}")
    return tag("path", class_="ladder", d="".join(rails + rungs))


def _stairs(stairs: Stairs, sheet: Sheet) -> str:
    """A flight of steps, with an arrow that points up."""
    low, high = sorted(stairs.line, key=lambda point: point[2])
    (x1, y1), (x2, y2) = sheet.at(low), sheet.at(high)
    length = hypot(x2 - x1, y2 - y1) or 1.0
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    nx, ny = -uy * stairs.width / 200, ux * stairs.width / 200
    corners = [(x1 + nx, y1 + ny), (x2 + nx, y2 + ny), (x2 - nx, y2 - ny), (x1 - nx, y1 - ny)]
    outline = "M" + "L".join(_p(x, y) for x, y in corners) + "Z"
    treads = ""
    for step in range(1, int(length // 8)):
        x, y = x1 + ux * step * 8, y1 + uy * step * 8
        treads += f"M{_p(x + nx, y + ny)}L{_p(x - nx, y - ny)}"
    tip = f"M{_p(x2 - ux * 12 + nx / 2, y2 - uy * 12 + ny / 2)}L{_p(x2 - ux * 4, y2 - uy * 4)}"
    tip += f"L{_p(x2 - ux * 12 - nx / 2, y2 - uy * 12 - ny / 2)}"
    return tag("path", class_="stairs", d=outline + treads) + tag("path", class_="stairs-up", d=tip)


def _prop(prop: Prop, sheet: Sheet) -> str:
    kind = "prop prop--effect" if prop.effect else "prop"
    if prop.polygon:
        return tag("polygon", class_=kind, points=sheet.points(prop.polygon))
    x, y = sheet.at(prop.at or (0, 0))
    return tag("circle", class_=kind, cx=x, cy=y, r=prop.radius / 100)


def _p(x: float, y: float) -> str:
    return f"{mm_text(x)} {mm_text(y)}"


_DRAWN: dict[type, Callable[[Any, Sheet], str]] = {
    Area: _area,
    Building: _building,
    Platform: _platform,
    Wall: _wall,
    Ladder: _ladder,
    Stairs: _stairs,
    Prop: _prop,
}

PATTERNS = "".join(
    (
        '<pattern id="p-rubble" width="14" height="14" patternUnits="userSpaceOnUse">'
        '<circle class="pat-dot" cx="3" cy="4" r="1.4"/>'
        '<circle class="pat-dot" cx="10" cy="10" r="1.4"/></pattern>',
        '<pattern id="p-water" width="24" height="12" patternUnits="userSpaceOnUse">'
        '<path class="pat-line" d="M0 6q6-5 12 0t12 0"/></pattern>',
        '<pattern id="p-cross" width="14" height="14" patternUnits="userSpaceOnUse">'
        '<path class="pat-line" d="M0 0L14 14M14 0L0 14"/></pattern>',
        '<pattern id="p-danger" width="20" height="20" patternUnits="userSpaceOnUse">'
        '<path class="pat-danger" d="M6 13L10 6L14 13Z"/></pattern>',
        '<pattern id="p-floor-1" width="10" height="10" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><path class="pat-line" d="M0 0V10"/></pattern>',
        '<pattern id="p-floor-2" width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><path class="pat-line" d="M0 0V6"/></pattern>',
        '<pattern id="p-floor-3" width="4" height="4" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><path class="pat-line" d="M0 0V4"/></pattern>',
        '<pattern id="p-stunned" width="5" height="5" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(-45)"><path class="pat-stunned" d="M0 0V5"/></pattern>',
    )
)
"""Hatchings, referred to by board.css."""
