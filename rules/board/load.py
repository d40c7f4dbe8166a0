"""Boards from the tables of TOML files, lengths in the file's own unit.

The shape is that of a scenario file's [board] (docs/scenarios.md): `size` and `terrain`, every
piece with its `kind`. Each kind names its lengths here once.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from ..units import CM, UM, to_units
from .check import problems
from .model import Area, Board, Building, Ladder, Platform, Prop, Stairs, Terrain, Wall

FOLDER = Path(__file__).parent / "boards"
PLACE = re.compile(r"at `\$\.?([^`]+)`")
"""Where in the tables a fault is, as the decoder says it."""
UNITS = {"cm": CM, "UM": UM}
LENGTHS = frozenset(
    "size polygon line at top height thickness base radius width from to sill windows".split()
)
"""The keys whose values are lengths, or lists or tables of lengths."""
_KINDS = (Area, Wall, Platform, Ladder, Stairs, Prop, Building)


class BoardError(ValueError):
    """A board that can't be read, or is unsound. The text names the piece and the key.

    `problems`: the same as stable codes, each with its parameters.
    """

    def __init__(self, message: str, problems: list[tuple[str, dict[str, Any]]] | None = None):
        super().__init__(message)
        self.problems = problems or []


def _unreadable(code: str, where: str, fault: str, **params: Any) -> BoardError:
    """What can't be read: `where` is the piece and the key."""
    return BoardError(f"{where}: {fault}", [(code, {"where": where, **params})])


def from_data(data: Mapping[str, Any], unit_size: int) -> Board:
    """A board from the tables of a file; `unit_size` is how many 1/100 mm a unit has.

    Raises BoardError with what is wrong: the key that can't be read, or all faults of the board
    that was (check.problems).
    """
    pieces = _pieces(data.get("terrain", []), unit_size)
    size = _lengths(data.get("size"), unit_size, "size")
    board = _converted({"size": size, "terrain": pieces})
    faults = problems(board)
    if faults:
        raise BoardError("; ".join(_sentence(code, params) for code, params in faults), faults)
    return board


def terrain_from_data(terrain: Any, unit_size: int) -> tuple[Terrain, ...]:
    """Single pieces of a board. Raises BoardError for what can't be read; whether they are sound
    shows on a board."""
    return _converted({"size": [0, 0], "terrain": _pieces(terrain, unit_size)}).terrain


def _pieces(terrain: Any, unit_size: int) -> list[dict[str, Any]]:
    if not isinstance(terrain, list):
        raise _unreadable("no_list", "terrain", "a list of tables is needed")
    return [_piece(number, piece, unit_size) for number, piece in enumerate(terrain)]


def _sentence(code: str, params: Mapping[str, Any]) -> str:
    details = ", ".join(f"{key} {value}" for key, value in params.items() if key != "id")
    what = code.replace("_", " ")
    where = f"{params['id']}: " if "id" in params else ""
    return f"{where}{what}" + (f" ({details})" if details else "")


def _piece(number: int, piece: Any, unit_size: int) -> dict[str, Any]:
    """One piece in the engine's unit, the short forms of ladders written out."""
    where = f"terrain[{number}]"
    if not isinstance(piece, Mapping):
        raise _unreadable("no_table", where, ": a table is needed")
    if isinstance(piece.get("id"), str):
        where = f"{where} ({piece['id']})"
    found = {
        key: _lengths(value, unit_size, f"{where}.{key}") if key in LENGTHS else value
        for key, value in piece.items()
        if value is not None  # JSON's word for what is left out
    }
    return _ladder(found, where) if piece.get("kind") == "ladder" else found


def _ladder(piece: dict[str, Any], where: str) -> dict[str, Any]:
    """A ladder's foot may leave out its height 0; its top may be given as a height alone."""
    at = piece.get("at")
    if not isinstance(at, list) or len(at) not in (2, 3):
        raise _unreadable("no_point", f"{where}.at", "[x, y] or [x, y, z] is needed")
    foot = [*at, 0] if len(at) == 2 else at
    if "height" in piece and "top" not in piece:
        height = piece.pop("height")
        if not (isinstance(height, int) and isinstance(foot[2], int)):
            fault = "a height, and a foot at one, are needed"
            raise _unreadable("no_height", f"{where}.height", fault)
        piece["top"] = foot[2] + height
    top = piece.get("top")
    if isinstance(top, int):
        top = [foot[0], foot[1], top]
    return {**piece, "at": foot, "top": top}


def _lengths(value: Any, unit_size: int, where: str) -> Any:
    """Numbers, and all numbers inside lists and tables, in 1/100 mm."""
    if isinstance(value, Mapping):
        return {key: _lengths(inner, unit_size, f"{where}.{key}") for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_lengths(inner, unit_size, f"{where}[{i}]") for i, inner in enumerate(value)]
    try:
        return to_units(value, unit_size)
    except (ValueError, TypeError) as error:
        fault = f"{value!r} is no length"
        raise _unreadable("no_length", where, fault, value=str(value)) from error


def _converted(data: dict[str, Any]) -> Board:
    """The typed board. Unknown keys are faults: a mistyped word must not pass in silence."""
    for number, piece in enumerate(data["terrain"]):
        _known_keys(number, piece)
    try:
        return msgspec.convert(data, Board)
    except msgspec.ValidationError as error:
        message = _with_id(str(error), data["terrain"])
        where = PLACE.search(str(error))
        params = {"where": where[1] if where else "board"}
        raise BoardError(message, [("unreadable", params)]) from error


def _known_keys(number: int, piece: dict[str, Any]) -> None:
    kinds = {t.__struct_config__.tag: t for t in _KINDS}
    named = piece.get("kind")
    kind = kinds.get(named) if isinstance(named, str) else None
    if kind is None:
        known = ", ".join(sorted(str(tag) for tag in kinds))
        fault, value = f"{named!r} is none of {known}", str(named)
        raise _unreadable("no_kind", f"terrain[{number}].kind", fault, value=value, known=known)
    fields = {field.encode_name for field in msgspec.structs.fields(kind)}
    for key in piece:
        if key != "kind" and key not in fields:
            known = ", ".join(sorted(fields))
            fault = f"unknown; a {piece['kind']} has {known}"
            raise _unreadable("no_such_key", f"terrain[{number}].{key}", fault, known=known)


def _with_id(message: str, terrain: list[dict[str, Any]]) -> str:
    """The message with the id of the piece that it speaks of."""
    for number, piece in enumerate(terrain):
        mark = f"$.terrain[{number}]"
        if mark in message:
            return f"terrain {piece.get('id', number)}: {message.replace(mark, '$')}"
    return message


def load_board(name: str) -> Board:
    """A board that comes with the rules, by the name of its file. Raises BoardError."""
    path = FOLDER / f"{name}.toml"
    if name not in board_names():
        raise BoardError(f"no board {name!r}; there is {', '.join(board_names())}")
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return from_data(data, UNITS[data["unit"]])


def board_names() -> list[str]:
    """The boards that come with the rules."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))
