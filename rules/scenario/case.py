"""Reading a scenario file: TOML to a `Case`, or one clear line about what is wrong with it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import msgspec

from ..battle.events import AnyEvent
from ..battle.orders import AnyOrder, Order
from ..battle.state import Setup
from ..codec import order_from_native
from ..dice import PURPOSES
from ..errors import IllegalOrder, RulesError
from . import rows
from .aftermath import AftermathCase, aftermath_case
from .table import TableError, build_setup, known_flags, nearest
from .tables import is_row

EVENT_TYPES = frozenset(str(cls.__struct_config__.tag) for cls in get_args(AnyEvent))
_RULE_ID = re.compile(r"[PCWT]-[A-Z]+-[A-Z0-9]+|scenario\.[a-z_]+")
_FREE_FACES = frozenset({"bearing", "random_pick"})


class FileError(RulesError):
    """A file that is no scenario: its path, the key and what is wrong, in one line."""

    def __init__(self, path: Path, key: str, fault: str) -> None:
        super().__init__(f"{path}: {key}: {fault}" if key else f"{path}: {fault}")


class Malformed(msgspec.Struct, frozen=True):
    """An order that is no order at all, in a case that expects just that."""

    detail: str


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario ready to play."""

    path: Path
    title: str
    rules: tuple[str, ...]
    setup: Setup
    dice: dict[str, list[int]]
    orders: tuple[Order | Malformed, ...]
    expect: rows.ExpectRow


def load_case(path: Path) -> Case | AftermathCase:
    """Raises FileError."""
    data = _parse(path)
    try:
        file = msgspec.convert(data, rows.CaseFile)
    except msgspec.ValidationError as error:
        key, fault = _explain(str(error))
        raise FileError(path, key, fault) from error
    try:
        return _case(path, file)
    except TableError as error:
        raise FileError(path, error.key, error.fault) from error


def _parse(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise FileError(path, "", error.strerror or "can't be read") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FileError(path, "", f"no TOML: {error}") from error


def _case(path: Path, file: rows.CaseFile) -> Case | AftermathCase:
    if file.aftermath or file.warbands:
        return aftermath_case(path, file)
    setup = build_setup(file)
    _check_words(file, {w.id for w in setup.warriors})
    return Case(
        path=path,
        title=file.title,
        rules=tuple(file.rules),
        setup=setup,
        dice=file.dice,
        orders=tuple(_orders(file, setup.ruleset.unit_size)),
        expect=file.expect,
    )


def _check_words(file: rows.CaseFile, warriors: Iterable[str]) -> None:
    """Words from closed lists: a misspelt one would make a case that tests nothing."""
    for rule in file.rules:
        if not _RULE_ID.fullmatch(rule) and not is_row(rule):
            raise TableError("rules", f"{rule!r} is no rule ID")
    for purpose, faces in file.dice.items():
        _known(f"dice.{purpose}", purpose, PURPOSES, "purpose")
        if purpose not in _FREE_FACES and not all(1 <= face <= 6 for face in faces):
            raise TableError(f"dice.{purpose}", "a face of a D6 is 1 to 6")
    for event in file.expect.events:
        _known("expect.events", event, EVENT_TYPES, "event")
    for roll in file.expect.rolls:
        _known("expect.rolls.purpose", roll.purpose, PURPOSES, "purpose")
    _check_expected_warriors(file, warriors)


def _check_expected_warriors(file: rows.CaseFile, ids: Iterable[str]) -> None:
    for id, expected in file.expect.warriors.items():
        _known(f"expect.warriors.{id}", id, ids, "warrior")
        for other in expected.engaged_with or ():
            _known(f"expect.warriors.{id}.engaged_with", other, ids, "warrior")
        for flag in expected.flags or ():
            _known(f"expect.warriors.{id}.flags", flag, known_flags(), "flag")
    if file.expect == rows.ExpectRow() and not file.dice:
        raise TableError("expect", "nothing is expected")


def _known(key: str, word: str, words: Iterable[str], what: str) -> None:
    if word not in words:
        raise TableError(key, f"unknown {what} {word!r}{nearest(word, words)}")


def _orders(file: rows.CaseFile, unit_size: int) -> list[Order | Malformed]:
    orders: list[Order | Malformed] = []
    for number, data in enumerate(file.orders):
        _check_order_word(f"orders[{number}].order", data.get("order"))
        try:
            orders.append(order_from_native(_on_the_table(data), unit_size))
        except IllegalOrder as error:
            detail = str(error.params.get("detail", error))
            if file.expect.refused != error.code:
                raise TableError(f"orders[{number}]", detail) from error
            orders.append(Malformed(detail))
    return orders


def _on_the_table(data: Any) -> Any:
    """An order whose points may leave out a height of 0, as `at` may."""
    if isinstance(data, dict):
        terrain = {_TERRAIN: data[_TERRAIN]} if _TERRAIN in data else {}
        return terrain | {
            key: [*value, 0] if key in _POINTS and _is_flat(value) else _on_the_table(value)
            for key, value in data.items()
            if key != _TERRAIN
        }
    return [_on_the_table(item) for item in data] if isinstance(data, list) else data


_POINTS = frozenset({"at", "to", "point"})
_TERRAIN = "put"
"""Terrain has points in the plan as well: it is written as on the board."""


def _is_flat(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2


_ORDER_TAGS = frozenset(str(cls.__struct_config__.tag) for cls in get_args(AnyOrder))


def _check_order_word(key: str, word: Any) -> None:
    if word not in _ORDER_TAGS:
        raise TableError(key, f"unknown order {word!r}{nearest(str(word), _ORDER_TAGS)}")


_UNKNOWN = re.compile(r"Object contains unknown field `(.*?)`(?: - at `\$(.*)`)?$", re.DOTALL)
_AT = re.compile(r"^(.*) - at `\$(.*)`$", re.DOTALL)


def _explain(message: str) -> tuple[str, str]:
    """The key and the fault in msgspec's words, with the nearest key for an unknown one."""
    unknown = _UNKNOWN.match(message)
    if unknown:
        key, where = unknown[1], unknown[2] or ""
        table = rows.TABLES.get("$" + re.sub(r"\[[^\]]*\]", "[]", where))
        known = table.__struct_fields__ if table else ()
        return f"{where}.{key}".lstrip("."), f"unknown key{nearest(key, known)}"
    at = _AT.match(message)
    if at:
        return at[2].lstrip("."), at[1]
    return "", message
