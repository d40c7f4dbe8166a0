"""What stands on a lot of a generated board: a ruin, a whole house, a yard.

A ruin is a rectangle of broken walls with windows and doors. A floor covers its upper half; stairs
inside, or a ladder outside, lead up to it, and what is left of the next storey gives cover there.
"""

from __future__ import annotations

from typing import NamedTuple

from .model import (
    Area,
    Building,
    Ladder,
    Names,
    Plan,
    Platform,
    Prop,
    Stairs,
    Terrain,
    Wall,
    Window,
)
from .shuffle import Shuffle

CM = 1_000
STOREY = 8 * CM
THICK = 500
DOOR = 4 * CM


class Lot(NamedTuple):
    """A square of `side`, its lower left corner at x, y."""

    id: str
    x: int
    y: int
    side: int


class Plot(NamedTuple):
    """The outline of a building on a lot."""

    id: str
    left: int
    low: int
    right: int
    high: int

    @property
    def corners(self) -> tuple[Plan, Plan, Plan, Plan]:
        """Anticlockwise from the lower left."""
        return (
            (self.left, self.low),
            (self.right, self.low),
            (self.right, self.high),
            (self.left, self.high),
        )

    @property
    def middle(self) -> int:
        """The y where the upper half begins."""
        return (self.low + self.high) // 2


def _plot(luck: Shuffle, lot: Lot, least: int) -> Plot:
    """An outline somewhere on the lot."""
    width, depth = (luck.between(least, lot.side // CM) * CM for _ in range(2))
    left = lot.x + luck.between(0, (lot.side - width) // CM) * CM
    low = lot.y + luck.between(0, (lot.side - depth) // CM) * CM
    return Plot(lot.id, left, low, left + width, low + depth)


def house(luck: Shuffle, lot: Lot, name: Names) -> list[Terrain]:
    """A house that still stands: a block."""
    plot = _plot(luck, lot, 14)
    return [Building(plot.id, plot.corners, luck.between(9, 14) * CM, name)]


def yard(luck: Shuffle, lot: Lot) -> list[Terrain]:
    """Rubble, crates, a cart track of mud: open to the sky, slow to cross."""
    x, y = lot.x, lot.y
    mud = (
        (x + 4_000, y + 5_000),
        (x + 15_000, y + 3_000),
        (x + 19_000, y + 14_000),
        (x + 7_000, y + 17_000),
    )
    crate = luck.between(3, 16) * CM
    corners = tuple(
        (x + crate + dx, y + 18_000 + dy)
        for dx, dy in ((0, 0), (4_000, 0), (4_000, 3_000), (0, 3_000))
    )
    return [
        Area(f"{lot.id}-rubble", mud, "difficult"),
        Prop(f"{lot.id}-crates", luck.between(3, 5) * CM, polygon=corners),
        Prop(f"{lot.id}-well", 2 * CM, at=(x + 21_000, y + luck.between(6, 14) * CM), radius=1_500),
    ]


def ruin(
    luck: Shuffle, lot: Lot, name: Names, *, whole: bool = False, open_side: str = ""
) -> list[Terrain]:
    """A ruin of two storeys or three, open to the sky.

    `whole`: it takes all of its lot. `open_side`: the side ("east", "west") whose low wall is gone.
    """
    plot = Plot(lot.id, lot.x, lot.y, lot.x + lot.side, lot.y + lot.side)
    if not whole:
        plot = _plot(luck, lot, 20)
    pieces: list[Terrain] = [Building(plot.id, plot.corners, 0, name)]
    walls = _ground_walls(luck, plot)
    pieces += [wall for wall in walls if wall.id != f"{plot.id}-{open_side}-low"]
    pieces += _upper_floor(luck, plot)
    if luck.below(3) == 0:
        pieces += _top_floor(luck, plot)
    if luck.below(2):
        pieces.append(_rubble(plot))
    return pieces


def _ground_walls(luck: Shuffle, plot: Plot) -> list[Wall]:
    """Four walls. The two below the floor's corners stand; the others are broken."""
    (a, b, c, d), (east, west) = plot.corners, ((plot.right, plot.middle), (plot.left, plot.middle))
    open_side = luck.between(5, 9) * CM
    return [
        _wall(luck, plot, "south-west", (a, (a[0] + open_side, a[1])), luck.between(3, 8) * CM),
        _wall(
            luck, plot, "south-east", ((a[0] + open_side + DOOR, a[1]), b), luck.between(2, 8) * CM
        ),
        _wall(luck, plot, "east-low", (b, east), luck.between(2, 8) * CM),
        _wall(luck, plot, "east-high", (east, c), STOREY),
        _wall(luck, plot, "north", (c, d), STOREY),
        _wall(luck, plot, "west", (d, west), STOREY),
        _wall(luck, plot, "west-low", (west, a), luck.between(2, 5) * CM),
    ]


def _wall(luck: Shuffle, plot: Plot, part: str, line: tuple[Plan, Plan], height: int) -> Wall:
    """A piece of wall; a high one has a window, a long high one a door as well."""
    length = abs(line[1][0] - line[0][0]) + abs(line[1][1] - line[0][1])
    windows: list[Window] = []
    if height > 5 * CM and length >= 7 * CM:
        start = luck.between(2, 3) * CM
        windows.append(Window(start, start + 3 * CM, 2 * CM, 5 * CM))
        if length >= 14 * CM:
            windows.append(Window(length - 6 * CM, length - 2 * CM, 0, 6 * CM))
    id = f"{plot.id}-{part}"
    return Wall(id, line, height, THICK, 0, tuple(windows), plot.id)


def _upper_floor(luck: Shuffle, plot: Plot) -> list[Terrain]:
    """The floor over the upper half, a way up, and what is left of the walls above it."""
    (_, _, c, d), middle = plot.corners, plot.middle
    outline = ((plot.left, middle), (plot.right, middle), c, d)
    pieces: list[Terrain] = [
        Platform(f"{plot.id}-floor", outline, STOREY, THICK, False, plot.id),
        Wall(f"{plot.id}-upper-north", (c, d), luck.between(1, 5) * CM, THICK, STOREY, (), plot.id),
    ]
    corner = ((plot.right, middle + 2_000), c)
    pieces.append(
        Wall(f"{plot.id}-upper-east", corner, luck.between(2, 6) * CM, THICK, STOREY, (), plot.id)
    )
    ladder = luck.below(3) == 0
    return [*pieces, _ladder(plot) if ladder else _stairs(plot)]


def _top_floor(luck: Shuffle, plot: Plot) -> list[Terrain]:
    """A corner of a second floor, with a parapet and a ladder up from the first."""
    (_, _, _, d), half = plot.corners, (plot.left + plot.right) // 2
    low = plot.middle + 3_000
    outline = ((plot.left, low), (half, low), (half, plot.high), d)
    y = (low + plot.high) // 2
    foot, top = (half + 2_500, y, STOREY), (half - 2_500, y, 2 * STOREY)
    parapet = ((plot.left, low), d)
    return [
        Platform(f"{plot.id}-top", outline, 2 * STOREY, THICK, False, plot.id),
        Wall(f"{plot.id}-back", (d, (half, plot.high)), STOREY, THICK, STOREY, (), plot.id),
        Wall(f"{plot.id}-parapet", parapet, 2 * CM, THICK, 2 * STOREY, (), plot.id),
        Ladder(f"{plot.id}-top-ladder", foot, top, plot.id),
    ]


def walkway(id: str, left: Platform, right: Platform) -> Platform | None:
    """Planks over the street between two floors, where they face each other."""
    (_, low, edge, high), (start, other_low, _, other_high) = (
        _box(left.polygon),
        _box(right.polygon),
    )
    low, high = max(low, other_low), min(high, other_high)
    if left.height != right.height or high - low < 2 * PLANKS or start <= edge:
        return None
    y = (low + high - PLANKS) // 2
    outline = ((edge, y), (start, y), (start, y + PLANKS), (edge, y + PLANKS))
    return Platform(id, outline, left.height, THICK, False, None)


PLANKS = 4 * CM


def _box(outline: tuple[Plan, ...]) -> tuple[int, int, int, int]:
    xs, ys = zip(*outline, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _stairs(plot: Plot) -> Stairs:
    """Inside, along the western wall, up to the floor's edge."""
    x = plot.left + 3_500
    line = ((x, max(plot.low + 2_500, plot.middle - 9_000), 0), (x, plot.middle, STOREY))
    return Stairs(f"{plot.id}-stairs", line, 4 * CM, plot.id)


def _ladder(plot: Plot) -> Ladder:
    """Outside, up the western wall."""
    y = (plot.middle + plot.high) // 2
    foot, top = (plot.left - 2_500, y, 0), (plot.left + 2_500, y, STOREY)
    return Ladder(f"{plot.id}-ladder", foot, top, plot.id)


def _rubble(plot: Plot) -> Area:
    """What fell down lies in the open half."""
    x, y = plot.left + 7_000, plot.low + 1_500
    corners = (
        (x, y),
        (plot.right - 1_500, y),
        (plot.right - 2_500, plot.middle),
        (x + 1_000, plot.middle - 1_000),
    )
    return Area(f"{plot.id}-rubble", corners, "difficult")
