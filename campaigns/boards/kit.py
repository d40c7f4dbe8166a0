"""The pieces that a board is put together from, by what the editor calls them.

Each is a list of terrain tables round the origin, heights from the ground. `*` in an id or a
`building` stands for the name that the piece gets when it is put down. Written in centimetres;
`kit` gives them in the unit of a ruleset.
"""

from functools import cache
from typing import Any

from rules.board.load import LENGTHS
from rules.units import CM

Piece = dict[str, Any]
FLOOR = 8
"""From one floor to the next."""
MOST_FLOORS = 3


@cache
def kit(unit_size: int) -> dict[str, list[Piece]]:
    """Every kind of piece; lengths in units of `unit_size` hundredths of a millimetre."""
    made = {
        **{f"house{n}": _house(n) for n in range(1, MOST_FLOORS + 1)},
        "ruin": _ruin(),
        "walkway": [{"id": "*", "kind": "platform", "polygon": _box(20, 4), "height": FLOOR}],
        "wall": [_wall("*", [[-6, 0], [6, 0]], 6)],
        "low": [_wall("*", [[-6, 0], [6, 0]], 2)],
        "rubble": [{"id": "*", "kind": "area", "polygon": _box(10, 8), "effect": "difficult"}],
        "water": [{"id": "*", "kind": "area", "polygon": _box(14, 10), "effect": "water"}],
        "barrel": [{"id": "*", "kind": "prop", "at": [0, 0], "radius": 1.5, "height": 3}],
        "keg": [
            {
                "id": "*",
                "kind": "prop",
                "at": [0, 0],
                "radius": 1.5,
                "height": 3,
                "effect": "powder",
            }
        ],
        "door": [{"id": "*", "kind": "prop", "polygon": _box(4, 1), "height": 6, "effect": "door"}],
        "crate": [{"id": "*", "kind": "prop", "polygon": _box(4, 4), "height": 3}],
        "ladder": [{"id": "*", "kind": "ladder", "at": [-1, 0, 0], "top": [1, 0, FLOOR]}],
        "stairs": [{"id": "*", "kind": "stairs", "line": [[-5, 0, 0], [5, 0, FLOOR]], "width": 3}],
    }
    return {
        what: [
            {key: _in_unit(key, value, unit_size) for key, value in piece.items()} for piece in all
        ]
        for what, all in made.items()
    }


def _in_unit(key: str, value: Any, unit_size: int) -> Any:
    """A length, or all of them in a list or table, to the tenth."""
    if key not in LENGTHS or unit_size == CM:
        return value
    if isinstance(value, dict):
        return {name: _in_unit(key, inner, unit_size) for name, inner in value.items()}
    if isinstance(value, list):
        return [_in_unit(key, inner, unit_size) for inner in value]
    return round(value * CM / unit_size, 1)


def _box(width: float, depth: float) -> list[list[float]]:
    x, y = width / 2, depth / 2
    return [[-x, -y], [x, -y], [x, y], [-x, y]]


def _wall(name: str, line: list[list[float]], height: float, **more: Any) -> Piece:
    return {"id": name, "kind": "wall", "line": line, "height": height, "thickness": 1, **more}


def _house(floors: int) -> list[Piece]:
    """Four walls with a door and windows; each floor is reached by a ladder from the one below."""
    width, depth = 18, 14
    plan = _box(width, depth)
    bases = [n * FLOOR for n in range(floors + 1)]

    def panes(start: float, end: float) -> list[Piece]:
        return [{"from": start, "to": end, "sill": base + 2, "top": base + 5} for base in bases]

    door = {"from": 7, "to": 11, "sill": 0, "top": 6}
    sides = {
        "south": (plan[0], plan[1], [door, *panes(13, 16)[1:]]),
        "east": (plan[1], plan[2], panes(5, 9)),
        "north": (plan[2], plan[3], panes(7, 11)),
        "west": (plan[3], plan[0], panes(5, 9)),
    }
    pieces: list[Piece] = [{"id": "*", "kind": "building", "polygon": plan}]
    pieces += [
        _wall(f"*-{name}", [start, end], FLOOR * (floors + 1), windows=windows, building="*")
        for name, (start, end, windows) in sides.items()
    ]
    for n in range(1, floors + 1):
        pieces += _storey(n, width, depth)
    return pieces


def _storey(n: int, width: int, depth: int) -> list[Piece]:
    """A floor that leaves a shaft open, west and east by turns, and the ladder in it."""
    west = n % 2 == 1
    left, right = (-width / 2 + 5, width / 2) if west else (-width / 2, width / 2 - 5)
    foot, head = (left - 1, left + 1) if west else (right + 1, right - 1)
    corners = [[left, -depth / 2], [right, -depth / 2], [right, depth / 2], [left, depth / 2]]
    height = n * FLOOR
    floor = {"kind": "platform", "polygon": corners, "height": height, "building": "*"}
    ladder = {"kind": "ladder", "at": [foot, 0, height - FLOOR], "top": [head, 0, height]}
    return [{"id": f"*-floor-{n}", **floor}, {"id": f"*-ladder-{n}", **ladder, "building": "*"}]


def _ruin() -> list[Piece]:
    plan = _box(16, 12)
    return [
        {"id": "*", "kind": "building", "polygon": plan},
        _wall("*-tall", [plan[3], plan[0], [0, -6]], 7, building="*"),
        _wall("*-low", [plan[2], [8, 0]], 2, building="*"),
    ]
