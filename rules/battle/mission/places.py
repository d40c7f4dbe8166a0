"""Where things are for a scenario: edges, strips, buildings and who is in them."""

from __future__ import annotations

from ...board import Body, Building
from ...board.plane import locate, segment_within
from ...units import Length
from ..queries import body, models
from ..state import Setup, State, Warrior
from .model import Edge, Zone

QUARTERS = ("south_west", "south_east", "north_west", "north_east")


def strip(setup: Setup, edge: str, depth: Length) -> Zone:
    """All within `depth` of a table edge."""
    width, height = setup.board.size
    return {
        "south": Zone((0, 0), (width, depth)),
        "north": Zone((0, height - depth), (width, height)),
        "west": Zone((0, 0), (depth, height)),
        "east": Zone((width - depth, 0), (width, height)),
    }[edge]


def quarter(setup: Setup, name: str) -> Zone:
    """A quarter of the table."""
    width, height = setup.board.size
    x, y = ("east" in name) * width // 2, ("north" in name) * height // 2
    return Zone((x, y), (x + width // 2, y + height // 2))


def from_edge(setup: Setup, me: Body, edge: Edge) -> Length:
    """The gap between a base and a table edge."""
    width, height = setup.board.size
    x, y, _ = me.at
    way = {"south": y, "north": height - y, "west": x, "east": width - x}[edge]
    return max(0, way - me.radius)


def buildings(setup: Setup) -> list[Building]:
    """Those that one can go into; on a board without any, those on whose roof one can stand."""
    found = [piece for piece in setup.board.terrain if isinstance(piece, Building)]
    return [piece for piece in found if piece.height == 0] or found


def from_centre(setup: Setup) -> list[Building]:
    """The buildings, the one nearest to the centre of the table first."""
    x, y = (length // 2 for length in setup.board.size)

    def away(piece: Building) -> tuple[int, str]:
        xs, ys = zip(*piece.polygon, strict=True)
        middle = (sum(xs) // len(xs), sum(ys) // len(ys))
        return (middle[0] - x) ** 2 + (middle[1] - y) ** 2, piece.id

    return sorted(buildings(setup), key=away)


def building(setup: Setup, id: str) -> Building:
    """A building by its id."""
    return next(piece for piece in buildings(setup) if piece.id == id)


def building_of(state: State, id: str) -> Building:
    """A building of the scenario; of one that has fallen its outline is left (P-TAA-4, Gaps)."""
    fallen = state.mission.fallen if state.mission else ()
    known = (*buildings(state.setup), *fallen)
    return next(piece for piece in known if piece.id == id)


def is_inside(piece: Building, at: tuple[int, ...]) -> bool:
    """Whether the centre of a base stands within a building's outline, on whatever floor."""
    return locate(piece.polygon, at[0], at[1]) >= 0


def near_building(piece: Building, me: Body, depth: Length) -> bool:
    """In a building, or within `depth` of it seen from above."""
    x, y, _ = me.at
    if is_inside(piece, me.at):
        return True
    reach = (me.radius + depth) ** 2
    corners = zip(piece.polygon, (*piece.polygon[1:], piece.polygon[0]), strict=True)
    return any(segment_within(*a, *b, x, y, reach) for a, b in corners)


def inside(state: State, id: str) -> list[Warrior]:
    """Who is in a building."""
    piece = building_of(state, id)
    return [w for w in models(state) if w.at is not None and is_inside(piece, w.at)]


def around(state: State, id: str, depth: Length) -> list[Warrior]:
    """Who is in a building or within `depth` of it."""
    piece = building_of(state, id)
    return [w for w in models(state) if near_building(piece, body(state, w.id), depth)]
