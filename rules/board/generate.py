"""Boards by number: ruined streets for simulations and quick games, the same for the same seed.

The table is laid out in lots with streets between them and a free strip along all four edges, for
deployment. `density` per cent of the lots hold a ruin, the others a whole house or a yard.
"""

from __future__ import annotations

from .lots import Lot, house, ruin, yard
from .model import Area, Board, Names, Prop, Terrain, Wall
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


def ruins(seed: int, size: tuple[int, int] = TABLE, density: int = 70) -> Board:
    """A district of ruins. `size` in 1/100 mm, `density` in per cent of the lots."""
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
    return Board(size, tuple(pieces))


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


def _street_litter(luck: Shuffle, lots: list[Lot]) -> list[Terrain]:
    """Barrels, low walls and rubble in the streets to the right of the lots."""
    found: list[Terrain] = []
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
