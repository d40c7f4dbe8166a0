"""The table in words: its size, where sides deploy, and every piece of terrain with its place."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext, pgettext, pgettext_lazy

from campaigns.board_svg.twin import spot
from campaigns.narration import words
from campaigns.narration.names import Names, localized
from rules.battle.mission.places import building_of
from rules.battle.state import State, Zone
from rules.board import Area, Building, Ladder, Plan, Platform, Point, Prop, Stairs, Terrain, Wall

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
    name = f"{_name(piece)}: " if piece.name else ""
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
            floor = gettext("floor at a height of %(height)s")
            return f"{floor % {'height': long(piece.height)}}, {_extent(piece.polygon, names)}"
        case Ladder():
            return _way(pgettext("terrain", "ladder"), piece.at, piece.top, names)
        case Stairs():
            return _way(pgettext("terrain", "stairs"), *piece.line, names)
    return _prop(piece, names)


def _wall(wall: Wall, names: Names) -> str:
    height = words.length(wall.height, names.unit, names.unit_size)
    corners = " → ".join(spot((x, y, wall.base), names) for x, y in wall.line)
    told = gettext("wall %(height)s high: %(line)s") % {"height": height, "line": corners}
    doors = sum(1 for one in wall.windows if one.sill == 0)
    openings = [gettext("doors: %(n)s") % {"n": doors}] if doors else []
    if len(wall.windows) > doors:
        openings.append(gettext("windows: %(n)s") % {"n": len(wall.windows) - doors})
    return "; ".join([told, *openings])


def _way(what: str, low: Point, high: Point, names: Names) -> str:
    return f"{what}: {spot(low, names)} → {spot(high, names)}"


def _prop(prop: Prop, names: Names) -> str:
    height = words.length(prop.height, names.unit, names.unit_size)
    told = gettext("obstacle %(height)s high") % {"height": height}
    if prop.polygon is not None:
        return f"{told}, {_extent(prop.polygon, names)}"
    x, y = prop.at or (0, 0)
    r = prop.radius
    return f"{told}, {_extent([(x - r, y - r), (x + r, y + r)], names)}"


def _extent(points: Iterable[Plan], names: Names) -> str:
    """ "x 10 to 20, y 30 to 40": the rectangle round a shape."""
    xs, ys = zip(*points, strict=True)
    text = gettext("x %(left)s to %(right)s, y %(low)s to %(high)s")
    ends: Sequence[int] = (min(xs), max(xs), min(ys), max(ys))
    told = [words.length(value, "", names.unit_size).strip() for value in ends]
    return text % dict(zip(("left", "right", "low", "high"), told, strict=True))
