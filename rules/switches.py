"""The registry of switches: what each is called, its type, its limits, and how values are checked.

Data: rulesets/switches.toml. A value is native (cm or UM, dice as text) and JSON-able.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import msgspec

from rules.formula import FormulaError, parse
from rules.words import Words

FOLDER = Path(__file__).parent / "rulesets"

Value = Any
"""bool, int, float, str, None, or a list or dict of these."""

Type = Literal[
    "bool",
    "int",
    "number",
    "length",
    "length_pair",
    "length_by_base",
    "enum",
    "set",
    "list",
    "map",
    "steps",
    "rising",
    "table",
    "dice",
    "dice_by_height",
    "formula",
]

LONGEST_FORMULA = 120
LONGEST_LIST = 60
_ROW = re.compile(r"[1-9][0-9]?")
_STEP = re.compile(r"[0-9]{1,3}")
_PRICE = re.compile(r"[0-9]{1,4}|([1-9][0-9]{0,2}\+)?[1-9]?D(3|6)(x[1-9][0-9]?)?")
_DICE = re.compile(r"([1-9]\d?)?D(3|6)([+-][1-9]\d?)?")


class Switch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One switch. `optional` ones may be None ("none" in TOML).

    `columns` of a table names the switch that says where its columns end; one more follows them.
    """

    name: str = ""
    type: Type
    group: str
    rules: tuple[str, ...]
    title: Words
    text: Words
    editable: bool = True
    optional: bool = False
    values: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    keys: str = ""
    columns: str = ""
    min: float | None = None
    max: float | None = None


class Fault(msgspec.Struct, frozen=True):
    """Why a value isn't accepted: a stable code, and what a sentence about it needs."""

    code: str
    params: dict[str, Any] = {}


@cache
def registry() -> Mapping[str, Switch]:
    """Every switch by name, in the order of the ledgers."""
    data = tomllib.loads((FOLDER / "switches.toml").read_text(encoding="utf-8"))
    return {
        name: msgspec.convert({"name": name, **row}, Switch)
        for name, row in data["switches"].items()
    }


@cache
def groups() -> Mapping[str, Words]:
    """Headings for the switches of a form, by the `group` of each."""
    data = tomllib.loads((FOLDER / "switches.toml").read_text(encoding="utf-8"))
    return msgspec.convert(data["groups"], dict[str, Words])


def faults(switch: Switch, value: Value) -> list[Fault]:
    """Everything wrong with a value for this switch; empty when it is accepted."""
    if value is None:
        return [] if switch.optional else [Fault("not_optional")]
    return list(_CHECKS[switch.type](switch, value))


def missing_keys(type: str, base: Any, value: Any) -> list[Any]:
    """Of a map all keys are needed, of steps the lowest, from which on they answer; the rows of a
    table are counted from 1 without a gap.
    """
    if type == "map":
        return sorted(set(base) - set(value))
    if type == "table":
        return [
            str(n) for n in range(1, max(map(int, value), default=1) + 1) if str(n) not in value
        ]
    if type == "steps":
        lowest = min(base, key=int)
        return [] if any(int(key) <= int(lowest) for key in value) else [lowest]
    if type == "dice_by_height":
        low = min(row["from"] for row in base)
        return [] if any(row["from"] <= low for row in value) else [low]
    return []


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _limits(switch: Switch, value: float) -> Iterator[Fault]:
    if switch.min is not None and value < switch.min:
        yield Fault("too_small", {"min": switch.min})
    if switch.max is not None and value > switch.max:
        yield Fault("too_large", {"max": switch.max})


def _bool(_: Switch, value: Value) -> Iterator[Fault]:
    if not isinstance(value, bool):
        yield Fault("wrong_type", {"type": "bool"})


def _int(switch: Switch, value: Value) -> Iterator[Fault]:
    if isinstance(value, bool) or not isinstance(value, int):
        yield Fault("wrong_type", {"type": "int"})
    else:
        yield from _limits(switch, value)


def _number(switch: Switch, value: Value) -> Iterator[Fault]:
    if not _is_number(value):
        yield Fault("wrong_type", {"type": switch.type})
    elif not abs(value) < 1e6:  # nan and infinity compare false
        yield Fault("too_large", {"max": 1e6})
    else:
        yield from _limits(switch, value)


def _length_pair(switch: Switch, value: Value) -> Iterator[Fault]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        yield Fault("wrong_type", {"type": "length_pair"})
        return
    for part in value:
        yield from _number(switch, part)


def _length_by_base(switch: Switch, value: Value) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield from _number(switch, value)
    elif set(value) != {"default", "large"}:
        yield Fault("wrong_keys", {"keys": ["default", "large"]})
    else:
        for part in value.values():
            yield from _number(switch, part)


def _enum(switch: Switch, value: Value) -> Iterator[Fault]:
    if value not in switch.values:
        yield Fault("not_a_choice", {"choices": list(switch.values), "value": value})


def _list(switch: Switch, value: Value) -> Iterator[Fault]:
    if not isinstance(value, list | tuple):
        yield Fault("wrong_type", {"type": "list"})
        return
    if len(set(map(str, value))) != len(value):
        yield Fault("repeated")
    for part in value:
        yield from _enum(switch, part)


def _map(switch: Switch, value: Value) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault("wrong_type", {"type": switch.type})
        return
    for part in value.values():
        if switch.values:
            yield from _enum(switch, part)
        elif switch.keys == "items":
            yield from _price(part)
        elif switch.min is not None or switch.max is not None:
            yield from _int(switch, part)


def _steps(switch: Switch, value: Value) -> Iterator[Fault]:
    if isinstance(value, dict) and not all(_STEP.fullmatch(key) for key in value):
        yield Fault("wrong_keys", {"keys": ["1", "2", "3"]})
        return
    if isinstance(value, dict) and len(set(map(int, value))) != len(value):
        yield Fault("repeated")
    yield from _map(switch, value)


def _price(value: Value) -> Iterator[Fault]:
    """Crowns, or dice of them as the market throws: 25, 25+D6, 100+D6x10."""
    plain = isinstance(value, int) and not isinstance(value, bool)
    if not (plain or isinstance(value, str)) or not _PRICE.fullmatch(str(value)):
        yield Fault("bad_price", {"value": value})


def _rising(switch: Switch, value: Value) -> Iterator[Fault]:
    """Whole numbers, each greater than the one before."""
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= LONGEST_LIST:
        yield Fault("wrong_type", {"type": "rising"})
        return
    wrong = [fault for part in value for fault in _int(switch, part)]
    yield from wrong[:1]
    if not wrong and any(after <= before for before, after in pairwise(value)):
        yield Fault("not_rising")


def _table(switch: Switch, value: Value) -> Iterator[Fault]:
    """Rows of whole numbers, counted from 1; how long they are, the columns' switch says."""
    if not isinstance(value, dict) or len(value) > LONGEST_LIST:
        yield Fault("wrong_type", {"type": "table"})
        return
    if not all(_ROW.fullmatch(key) for key in value):
        yield Fault("wrong_keys", {"keys": ["1", "2", "3"]})
        return
    for row in value.values():
        if not isinstance(row, list | tuple):
            yield Fault("wrong_type", {"type": "list"})
        else:
            yield from (fault for part in row for fault in _int(switch, part))


def _dice(_: Switch, value: Value) -> Iterator[Fault]:
    if not isinstance(value, str) or not _DICE.fullmatch(value):
        yield Fault("bad_dice", {"value": value})


def _dice_by_height(switch: Switch, value: Value) -> Iterator[Fault]:
    if not isinstance(value, list) or not value:
        yield Fault("wrong_type", {"type": "dice_by_height"})
        return
    for row in value:
        if not isinstance(row, dict) or set(row) != {"from", "dice"}:
            yield Fault("wrong_keys", {"keys": ["from", "dice"]})
        else:
            yield from _number(switch, row["from"])
            yield from _dice(switch, row["dice"])
    begins = [row["from"] for row in value if isinstance(row, dict) and "from" in row]
    if len(set(map(str, begins))) != len(begins):
        yield Fault("repeated")


def _formula(switch: Switch, value: Value) -> Iterator[Fault]:
    if not isinstance(value, str) or len(value) > LONGEST_FORMULA:
        yield Fault("bad_formula", {"value": value})
    elif value in registry() and registry()[value].type == "formula" and value != switch.name:
        yield from _unknown_names(switch, frozenset(registry()[value].names))
    else:
        yield from _formula_text(switch, value)


def _formula_text(switch: Switch, text: str) -> Iterator[Fault]:
    try:
        names = parse(text).names
    except FormulaError as error:
        yield Fault("bad_formula", {"reason": str(error)})
        return
    yield from _unknown_names(switch, names)


def _unknown_names(switch: Switch, names: frozenset[str]) -> Iterator[Fault]:
    """What a formula, or the one that it names, needs must be known where this one is asked."""
    unknown = names - set(switch.names)
    if unknown:
        yield Fault("unknown_names", {"names": sorted(unknown), "known": list(switch.names)})


_CHECKS: dict[str, Callable[[Switch, Value], Iterator[Fault]]] = {
    "bool": _bool,
    "int": _int,
    "number": _number,
    "length": _number,
    "length_pair": _length_pair,
    "length_by_base": _length_by_base,
    "enum": _enum,
    "set": _list,
    "list": _list,
    "map": _map,
    "steps": _steps,
    "rising": _rising,
    "table": _table,
    "dice": _dice,
    "dice_by_height": _dice_by_height,
    "formula": _formula,
}
