"""A board put together by a form: the editor's acts for who has no script.

A board is its tables (size and terrain in native units), as the editor's field holds them; it
needn't be sound, only readable. Pieces of a building move together.
"""

import json
import math
from collections.abc import Callable
from typing import Any

from campaigns.boards.kit import kit

Tables = dict[str, Any]
PLACES = 3
"""Decimals that are kept: turned often, a house stays a house."""


def group_of(piece: Tables) -> str:
    """What a piece moves with: its building, else itself."""
    return str(piece.get("building") or piece.get("id"))


def groups_of(data: Tables) -> dict[str, list[Tables]]:
    """The pieces by what they move with, in the order of the terrain."""
    found: dict[str, list[Tables]] = {}
    for piece in data["terrain"]:
        found.setdefault(group_of(piece), []).append(piece)
    return found


def main_of(pieces: list[Tables]) -> Tables:
    """The piece that stands for all: the building's outline, else the first."""
    return next((one for one in pieces if one["kind"] == "building"), pieces[0])


def middle_of(pieces: list[Tables]) -> tuple[float, float]:
    """The middle of what they cover; of nothing it is the table's corner."""
    points = [point for piece in pieces for point in _points(piece)]
    if not points:
        return 0, 0
    across, up = [point[0] for point in points], [point[1] for point in points]
    return (min(across) + max(across)) / 2, (min(up) + max(up)) / 2


def added(data: Tables, what: str, x: float, y: float, unit_size: int) -> tuple[Tables, str]:
    """With a piece of the kit put down there; gives what it is called besides."""
    name = _fresh(data, what.rstrip("0123456789"))
    pieces = json.loads(json.dumps(kit(unit_size)[what]).replace('"*', f'"{name}'))
    for piece in pieces:
        _each_point(piece, lambda a, b: (a + x, b + y))
    return {**data, "terrain": [*data["terrain"], *pieces]}, name


def moved(
    data: Tables, group: str, *, x: float | None, y: float | None, degrees: float = 0
) -> Tables:
    """With a group's middle there, turned by so many degrees against the clock."""
    found: Tables = json.loads(json.dumps(data))
    pieces = groups_of(found)[group]
    at_x, at_y = middle_of(pieces)
    to_x, to_y = at_x if x is None else x, at_y if y is None else y
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def there(a: float, b: float) -> tuple[float, float]:
        east, north = a - at_x, b - at_y
        return to_x + east * cos - north * sin, to_y + east * sin + north * cos

    for piece in pieces:
        _each_point(piece, there)
    return found


def named(data: Tables, group: str, name: str) -> Tables:
    """With the place that the group is called so; "" for no name."""
    found: Tables = json.loads(json.dumps(data))
    piece = main_of(groups_of(found)[group])
    piece.pop("name", None)
    if name:
        piece["name"] = {"es": name, "en": name}
    return found


def without(data: Tables, group: str) -> Tables:
    """Without a group."""
    kept = [piece for piece in data["terrain"] if group_of(piece) != group]
    return {**data, "terrain": kept}


def _points(piece: Tables) -> list[list[float]]:
    """Every point of a piece that has a place on the plan, to be written to."""
    found = [*(piece.get("polygon") or ()), *(piece.get("line") or ())]
    return found + [piece[key] for key in ("at", "top") if isinstance(piece.get(key), list)]


def _each_point(piece: Tables, there: Callable[[float, float], tuple[float, float]]) -> None:
    for point in _points(piece):
        point[:2] = [_short(value) for value in there(point[0], point[1])]


def _short(value: float) -> float:
    short = round(value, PLACES)
    return int(short) if short == int(short) else short


def _fresh(data: Tables, kind: str) -> str:
    taken = {piece["id"] for piece in data["terrain"]}
    number = 1
    while f"{kind}-{number}" in taken:
        number += 1
    return f"{kind}-{number}"
