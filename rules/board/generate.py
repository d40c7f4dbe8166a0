"""Boards by number: ruined streets for simulations and quick games, the same for the same seed.

The table is laid out in lots with streets between them and a free strip along all four edges, for
deployment. `density` per cent of the lots hold a ruin, the others a whole house or a yard.
"""

from __future__ import annotations

from itertools import pairwise

from .lots import Lot, house, ruin, walkway, yard
from .model import Area, Board, Names, Platform, Prop, Terrain, Wall
from .shuffle import Shuffle

CM = 1_000
STRIP = 15 * CM
LOT = 24 * CM
STREET = 9 * CM
TABLE = (120 * CM, 120 * CM)


NAMES: tuple[Names, ...] = (
    {"es": "Taberna quemada", "en": "Burnt tavern"},
    {"es": "Casa del boticario", "en": "Apothecary's house"},
    {"es": "Capilla hundida", "en": "Fallen chapel"},
    {"es": "Almacén del puerto", "en": "Quay warehouse"},
    {"es": "Herrería fría", "en": "Cold smithy"},
    {"es": "Casa gremial", "en": "Guild house"},
    {"es": "Panadería muda", "en": "Silent bakery"},
    {"es": "Torre del vigía", "en": "Watchman's tower"},
    {"es": "Imprenta rota", "en": "Broken printing house"},
    {"es": "Posada del Cometa", "en": "Comet Inn"},
    {"es": "Casa de baños", "en": "Bath house"},
    {"es": "Escuela de esgrima", "en": "Fencing school"},
    {"es": "Teatro sin techo", "en": "Roofless playhouse"},
    {"es": "Casa de la moneda", "en": "Mint"},
    {"es": "Establos viejos", "en": "Old stables"},
    {"es": "Biblioteca ahumada", "en": "Smoked library"},
)


def ruins(
    seed: int, size: tuple[int, int] = TABLE, density: int = 70, *, street: bool = False
) -> Board:
    """A district of ruins. `size` in 1/100 mm, `density` in per cent of the lots.

    `street`: one street from south to north between two closed rows of ruins, and nothing else; a
    table too small for it gets a district.
    """
    if street and size[0] >= 2 * LOT + ROADWAY and size[1] >= 2 * STRIP + LOT:
        return _street(seed, size)
    luck = Shuffle(seed)
    lots = _lots(size)
    many = len(lots) * density // 100
    kinds = luck.shuffled([n < many for n in range(len(lots))])
    names = luck.shuffled(NAMES)
    pieces: list[Terrain] = []
    for number, (lot, ruined) in enumerate(zip(lots, kinds, strict=True)):
        name = names[number % len(names)]
        if ruined:
            pieces += ruin(luck, lot, name)
        elif luck.below(2):
            pieces += house(luck, lot, name)
        else:
            pieces += yard(luck, lot)
    pieces += _street_litter(luck, lots)
    pieces = _with_walkways(luck, lots, pieces)
    return Board(size, tuple(pieces))


def _with_walkways(luck: Shuffle, lots: list[Lot], pieces: list[Terrain]) -> list[Terrain]:
    """Planks between every other pair of floors that face each other over a street."""
    floors = {piece.id: piece for piece in pieces if isinstance(piece, Platform)}
    gone: set[str] = set()
    found: list[Terrain] = []
    for lot, beside in pairwise(lots):
        left, right = floors.get(f"{lot.id}-floor"), floors.get(f"{beside.id}-floor")
        if lot.y != beside.y or left is None or right is None or luck.below(2):
            continue
        planks = walkway(f"{lot.id}-walkway", left, right)
        if planks is not None:
            found.append(planks)
            gone.add(f"{lot.id}-upper-east")
    return [piece for piece in pieces if piece.id not in gone] + found


ROADWAY = 18 * CM


def _street(seed: int, size: tuple[int, int]) -> Board:
    """Two rows of ruins without a gap; what lies behind them can't be entered."""
    luck = Shuffle(seed)
    width, depth = size
    many = max(1, (depth - 2 * STRIP) // LOT)
    low = (depth - many * LOT) // 2
    left, right = (width - ROADWAY) // 2 - LOT, (width + ROADWAY) // 2
    names = luck.shuffled(NAMES)
    pieces: list[Terrain] = [
        Area("behind-west", _rectangle(0, 0, left, depth), "impassable"),
        Area("behind-east", _rectangle(right + LOT, 0, width, depth), "impassable"),
    ]
    lots: list[Lot] = []
    for row in range(many):
        for x, side in ((left, "east"), (right, "west")):
            lot = Lot(f"b{len(lots) + 1}", x, low + row * LOT, LOT)
            lots.append(lot)
            name = names[len(lots) % len(names)]
            pieces += ruin(luck, lot, name, whole=True, open_side=side)
    return Board(size, tuple(pieces))


def _rectangle(left: int, low: int, right: int, high: int) -> tuple[tuple[int, int], ...]:
    return ((left, low), (right, low), (right, high), (left, high))


def _lots(size: tuple[int, int]) -> list[Lot]:
    """The lots, row by row, centred on the table."""
    columns, rows = (_fitting(length) for length in size)
    left, low = (_margin(length, many) for length, many in zip(size, (columns, rows), strict=True))
    return [
        Lot(
            f"b{row * columns + column + 1}",
            left + column * (LOT + STREET),
            low + row * (LOT + STREET),
            LOT,
        )
        for row in range(rows)
        for column in range(columns)
    ]


def _fitting(length: int) -> int:
    """How many lots fit beside one another between the free strips."""
    return max(0, (length - 2 * STRIP + STREET) // (LOT + STREET))


def _margin(length: int, many: int) -> int:
    return (length - many * LOT - (many - 1) * STREET) // 2


def _crossings(luck: Shuffle, lots: list[Lot]) -> list[Terrain]:
    """Carts, heaps of beams and low walls in the streets above the lots."""
    found: list[Terrain] = []
    for lot in lots[: -int(len(lots) ** 0.5) or None]:
        x, y = lot.x + luck.between(3, 17) * CM, lot.y + LOT + STREET // 2
        what = luck.below(3)
        if what == 0:
            found.append(
                Prop(f"{lot.id}-cart", 4 * CM, polygon=_rectangle(x, y, x + 4_500, y + 2_500))
            )
        elif what == 1:
            found.append(Wall(f"{lot.id}-fence", ((x, y), (x + 5 * CM, y)), 2 * CM, thickness=500))
        else:
            heap = ((x, y - 2_000), (x + 6_000, y - 1_000), (x + 5_000, y + 2_500), (x, y + 2_000))
            found.append(Area(f"{lot.id}-beams", heap, "difficult"))
    return found


def _street_litter(luck: Shuffle, lots: list[Lot]) -> list[Terrain]:
    """Barrels, low walls and rubble in the streets to the right of the lots."""
    found: list[Terrain] = [*_crossings(luck, lots)]
    for lot in lots:
        x, y = lot.x + LOT + STREET // 2, lot.y + luck.between(4, 18) * CM
        what = luck.below(4)
        if what == 0:
            found.append(Prop(f"{lot.id}-street-barrel", 3 * CM, at=(x, y), radius=1_200))
        elif what == 1:
            line = ((x, y), (x, y + 4 * CM))
            found.append(Wall(f"{lot.id}-street-wall", line, 2 * CM, thickness=500))
        elif what == 2:
            corners = (
                (x - 2_500, y),
                (x + 1_500, y - 1_500),
                (x + 2_500, y + 3_000),
                (x, y + 4_000),
            )
            found.append(Area(f"{lot.id}-street-rubble", corners, "difficult"))
    return found
