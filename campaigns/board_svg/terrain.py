"""Each kind of terrain as a surveyor would draw it."""

from collections.abc import Callable
from itertools import groupby
from math import hypot
from typing import Any

from campaigns.board_svg.levels import Level, foot_of, level_at
from campaigns.board_svg.marks import Attribute, Sheet, drawn_line, mm_text, tag, text
from campaigns.board_svg.walls import draw_walls
from campaigns.narration.names import localized
from rules.battle.doors import EFFECT as DOOR
from rules.board import Area, Board, Building, Ladder, Platform, Prop, Stairs, Terrain, Wall

FIRST_RUNG, FIRST_TREAD = 5.2, 7.2
"""Where the dashes begin that rungs and treads are drawn by (battle.css), in millimetres."""
ORDER = {Area: 0, Building: 1, Platform: 2, Stairs: 3, Ladder: 4, Prop: 5, Wall: 6}


def draw_terrain(
    board: Board, sheet: Sheet, levels: tuple[Level, ...], *, planner: bool = True
) -> str:
    """All terrain, what lies lower first, in a group for each level.

    `planner`: with the levels, floors and ways up that its script asks for.
    """
    pieces = sorted(board.terrain, key=lambda piece: (foot_of(piece), ORDER[type(piece)]))
    runs = groupby(pieces, key=lambda piece: level_at(levels, foot_of(piece)))
    return "".join(
        tag(
            "g",
            *_drawn(list(run), sheet, planner=planner),
            class_=f"lvl lvl-{level}",
            data_level=level if planner else None,
        )
        for level, run in runs
    )


def _drawn(pieces: list[Terrain], sheet: Sheet, *, planner: bool) -> list[str]:
    """Each piece by itself; walls without a name that follow each other as few long paths."""
    drawn: list[str] = []
    for together, run in groupby(pieces, key=lambda one: isinstance(one, Wall) and not one.name):
        if together:
            drawn.append(draw_walls([one for one in run if isinstance(one, Wall)], sheet))
        else:
            drawn += [_piece(piece, sheet, planner=planner) for piece in run]
    return drawn


def _piece(piece: Terrain, sheet: Sheet, *, planner: bool) -> str:
    """One piece, in a group of its own where something is to be said about it."""
    drawn, title = _DRAWN[type(piece)](piece, sheet), _title(piece)
    height = _floor_height(piece) if planner else None
    ways = _ways(piece) if planner else None
    if not title and height is None and ways is None:
        return drawn
    return tag("g", title, drawn, data_height=height, data_ways=ways)


def _title(piece: Terrain) -> str:
    name = localized(piece.name, "") if piece.name else ""
    return tag("title", text(name)) if name else ""


def _floor_height(piece: Terrain) -> Attribute:
    """The height at which one stands on it, in millimetres; None where one can't."""
    return piece.height / 100 if isinstance(piece, Platform | Building) and piece.height else None


def _ways(piece: Terrain) -> str | None:
    """Both ends of a way up, "x,y,z x,y,z" in millimetres of the table, for the planner."""
    if isinstance(piece, Ladder):
        ends = (piece.at, piece.top)
    elif isinstance(piece, Stairs):
        ends = piece.line
    else:
        return None
    return " ".join(",".join(mm_text(value / 100) for value in end) for end in ends)


def _area(area: Area, sheet: Sheet) -> str:
    return tag("path", class_=f"area area--{area.effect}", d=sheet.outline(area.polygon))


def _building(building: Building, sheet: Sheet) -> str:
    kind = "building--solid" if building.height else "building--outline"
    return tag("path", class_=f"building {kind}", d=sheet.outline(building.polygon))


def _platform(platform: Platform, sheet: Sheet) -> str:
    outline = sheet.outline(platform.polygon)
    step = min(1 + platform.height // 8_000, 3)
    floor = tag("path", class_=f"floor floor--{step}", d=outline)
    railing = tag("path", class_="railing", d=outline) if platform.railing else ""
    return floor + railing


def _ladder(ladder: Ladder, sheet: Sheet) -> str:
    """Two rails and rungs, from the foot to where one steps off."""
    (x1, y1), (x2, y2) = sheet.at(ladder.at), sheet.at(ladder.top)
    length = hypot(x2 - x1, y2 - y1)
    if length < 12:
        x2, y2, length = x1, y1 - 24, 24.0
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    nx, ny = -uy * 6, ux * 6
    rails = [drawn_line([(x1 + s * nx, y1 + s * ny), (x2 + s * nx, y2 + s * ny)]) for s in (1, -1)]
    rungs = drawn_line([(x1 + ux * FIRST_RUNG, y1 + uy * FIRST_RUNG), (x2, y2)])
    return tag("path", class_="ladder", d="".join(rails)) + tag("path", class_="rungs", d=rungs)


def _stairs(stairs: Stairs, sheet: Sheet) -> str:
    """A flight of steps, with an arrow that points up."""
    low, high = sorted(stairs.line, key=lambda point: point[2])
    (x1, y1), (x2, y2) = sheet.at(low), sheet.at(high)
    length = hypot(x2 - x1, y2 - y1) or 1.0
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    nx, ny = -uy * stairs.width / 200, ux * stairs.width / 200
    corners = [(x1 + nx, y1 + ny), (x2 + nx, y2 + ny), (x2 - nx, y2 - ny), (x1 - nx, y1 - ny)]
    treads = drawn_line([(x1 + ux * FIRST_TREAD, y1 + uy * FIRST_TREAD), (x2, y2)])
    x, y = x2 - ux * 12, y2 - uy * 12
    tip = drawn_line(
        [(x + nx / 2, y + ny / 2), (x2 - ux * 4, y2 - uy * 4), (x - nx / 2, y - ny / 2)]
    )
    return (
        tag("path", class_="stairs", d=drawn_line(corners) + "Z")
        + tag("path", class_="treads", d=treads, stroke_width=stairs.width / 100)
        + tag("path", class_="stairs-up", d=tip)
    )


def _prop(prop: Prop, sheet: Sheet) -> str:
    kind = "prop prop--effect" if prop.effect else "prop"
    if prop.effect == DOOR:
        kind = "prop prop--door"
    if prop.polygon:
        return tag("path", class_=kind, d=sheet.outline(prop.polygon))
    x, y = sheet.at(prop.at or (0, 0))
    return tag("circle", class_=kind, cx=x, cy=y, r=prop.radius / 100)


_DRAWN: dict[type, Callable[[Any, Sheet], str]] = {
    Area: _area,
    Building: _building,
    Platform: _platform,
    Wall: lambda wall, sheet: draw_walls([wall], sheet),
    Ladder: _ladder,
    Stairs: _stairs,
    Prop: _prop,
}
