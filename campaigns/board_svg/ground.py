"""The table in words: its size, where sides deploy, and every piece of terrain with its place."""

import math
from collections.abc import Sequence
from itertools import pairwise

from django.utils.translation import gettext, pgettext, pgettext_lazy

from campaigns.board_svg.twin import spot
from campaigns.narration import words
from campaigns.narration.names import Names, localized
from rules.battle.doors import EFFECT as DOOR
from rules.battle.mission.places import building_of
from rules.battle.state import State, Zone
from rules.board import (
    Area,
    Building,
    Ladder,
    Plan,
    Platform,
    Point,
    Prop,
    Stairs,
    Terrain,
    Wall,
    Window,
)

EFFECTS: words.Words = {
    "open": pgettext_lazy("ground", "open ground"),
    "difficult": pgettext_lazy("ground", "difficult ground"),
    "very_difficult": pgettext_lazy("ground", "very difficult ground"),
    "dangerous": pgettext_lazy("ground", "dangerous ground"),
    "impassable": pgettext_lazy("ground", "impassable ground"),
    "lethal": pgettext_lazy("ground", "lethal ground"),
    "water": pgettext_lazy("ground", "water"),
}


def ground_in_words(state: State, names: Names) -> list[str]:
    """The size of the table, then each piece, those of a building behind it."""
    board = state.setup.board
    width, depth = (words.length(value, names.unit, names.unit_size) for value in board.size)
    size = gettext(
        "The table is %(width)s wide and %(depth)s deep; x counts from the west, y from the south."
    )
    houses = [piece for piece in board.terrain if isinstance(piece, Building)]
    known = {house.id for house in houses}
    told = [size % {"width": width, "depth": depth}]
    for house in houses:
        told.append(_piece(house, names))
        told += [
            f"{_name(house)}: {_piece(piece, names)}"
            for piece in board.terrain
            if getattr(piece, "building", None) == house.id
        ]
    told += [
        _piece(piece, names)
        for piece in board.terrain
        if not isinstance(piece, Building) and getattr(piece, "building", None) not in known
    ]
    return told


def zones_in_words(state: State, names: Names) -> list[str]:
    """Where each side may be deployed, while it is."""
    if state.phase != "deployment":
        return []
    told = []
    for side in state.setup.sides:
        for place in _zones(state, side.id, names):
            text = gettext("%(side)s deploy: %(place)s.")
            told.append(text % {"side": names.sides[side.id], "place": place})
    return told


def _zones(state: State, side: str, names: Names) -> list[str]:
    if state.mission is None:
        zone = next(one.zone for one in state.setup.sides if one.id == side)
        return [_rectangle(zone, names)] if zone is not None else []
    ground = state.mission.grounds.get(side)
    if ground is None:
        return []
    found = [_rectangle(zone, names) for zone in ground.zones]
    if ground.building:
        house = building_of(state, ground.building)
        depth = words.length(ground.depth, names.unit, names.unit_size)
        around = gettext("within %(depth)s of %(place)s")
        found.append(around % {"depth": depth, "place": _piece(house, names)})
    apart = [
        (ground.apart, gettext("at least %(length)s from every enemy")),
        (ground.apart_own, gettext("at least %(length)s from each other")),
        (ground.from_edge, gettext("at least %(length)s from the edges of the table")),
    ]
    found += [
        text % {"length": words.length(length, names.unit, names.unit_size)}
        for length, text in apart
        if length
    ]
    return found


def _rectangle(zone: Zone, names: Names) -> str:
    return _extent([zone.low, zone.high], names)


def _piece(piece: Terrain, names: Names) -> str:
    """ "Tower: building, x 10 to 20, y 30 to 40"."""
    # A building can be what it is all about: without a name its id stands for it, as there.
    name = f"{_name(piece)}: " if piece.name or isinstance(piece, Building) else ""
    return name + _shape(piece, names)


def _name(piece: Terrain) -> str:
    return localized(piece.name, piece.id)


def _shape(piece: Terrain, names: Names) -> str:
    def long(value: int) -> str:
        return words.length(value, names.unit, names.unit_size)

    match piece:
        case Area():
            return f"{words.word(EFFECTS, piece.effect)}, {_extent(piece.polygon, names)}"
        case Building() if piece.height:
            solid = gettext("solid building, %(height)s high")
            return f"{solid % {'height': long(piece.height)}}, {_extent(piece.polygon, names)}"
        case Building():
            house = pgettext("terrain", "building")
            return f"{house}, {_extent(piece.polygon, names)}"
        case Wall():
            return _wall(piece, names)
        case Platform():
            floor = gettext("floor at a height of %(height)s") % {"height": long(piece.height)}
            rail = ", " + gettext("with a railing") if piece.railing else ""
            return f"{floor}, {_extent(piece.polygon, names)}{rail}"
        case Ladder():
            return _way(pgettext("terrain", "ladder"), piece.at, piece.top, names)
        case Stairs():
            return _way(pgettext("terrain", "stairs"), *piece.line, names)
    return _prop(piece, names)


def _wall(wall: Wall, names: Names) -> str:
    height = words.length(wall.height, names.unit, names.unit_size)
    corners = " → ".join(spot((x, y, wall.base), names) for x, y in wall.line)
    told = gettext("wall %(height)s high: %(line)s") % {"height": height, "line": corners}
    return "; ".join([told, *(_opening(wall, one, names) for one in wall.windows)])


def _opening(wall: Wall, window: Window, names: Names) -> str:
    """ "door, x 20, y 36 to x 24, y 36": one has to find it to get in, or to look out."""
    ends = [spot((*_along(wall.line, far), wall.base), names) for far in (window.start, window.end)]
    told = gettext("door, %(start)s to %(end)s")
    if window.sill:
        told = gettext("window %(sill)s above its foot, %(start)s to %(end)s")
    sill = words.length(window.sill, names.unit, names.unit_size)
    return told % {"start": ends[0], "end": ends[1], "sill": sill}


def _along(line: Sequence[Plan], far: int) -> Plan:
    """The point so far along a polyline; its end where it is shorter."""
    for (ax, ay), (bx, by) in pairwise(line):
        length = math.isqrt((bx - ax) ** 2 + (by - ay) ** 2)
        if far <= length and length:
            return ax + (bx - ax) * far // length, ay + (by - ay) * far // length
        far -= length
    return line[-1]


def _way(what: str, low: Point, high: Point, names: Names) -> str:
    return f"{what}: {spot(low, names)} → {spot(high, names)}"


def _prop(prop: Prop, names: Names) -> str:
    height = words.length(prop.height, names.unit, names.unit_size)
    told = gettext("obstacle %(height)s high") % {"height": height}
    if prop.effect == DOOR:
        told = gettext("closed door %(height)s high") % {"height": height}
    if prop.polygon is not None:
        return f"{told}, {_extent(prop.polygon, names)}"
    x, y = prop.at or (0, 0)
    r = prop.radius
    return f"{told}, {_extent([(x - r, y - r), (x + r, y + r)], names)}"


def _extent(points: Sequence[Plan], names: Names) -> str:
    """ "x 10 to 20, y 30 to 40"; the corners of what is no rectangle along the edges."""
    xs, ys = {x for x, _ in points}, {y for _, y in points}
    if len(points) != 2 and (len(xs), len(ys)) != (2, 2):
        corners = " → ".join(spot((x, y, 0), names) for x, y in points)
        return gettext("corners %(corners)s") % {"corners": corners}
    text = gettext("x %(left)s to %(right)s, y %(low)s to %(high)s")
    ends = (min(xs), max(xs), min(ys), max(ys))
    told = [words.length(value, "", names.unit_size).strip() for value in ends]
    return text % dict(zip(("left", "right", "low", "high"), told, strict=True))
