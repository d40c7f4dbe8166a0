"""A table of rows and columns on the form: both can be added, moved and taken out.

A column ends at the number in its heading and begins after the column before; the last one has no
end. An emptied heading takes its column out, an emptied last line its line.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from campaigns.house_rules.values import number
from rules.switches import Switch

_WHOLE = re.compile(r"\d{1,3}")
REST = "rest"
"""The column without an end."""
NEW = "new"
"""A column or a line to be added."""


@dataclass(frozen=True)
class Cell:
    name: str
    value: str
    book: str
    changed: bool
    column: str
    """What its column holds: "4-6", "16 or more"; "" for one to be added."""


@dataclass(frozen=True)
class Line:
    label: str
    cells: list[Cell]
    new: bool = False


@dataclass(frozen=True)
class Head:
    name: str
    value: str
    new: bool = False


@dataclass(frozen=True)
class Grid:
    heads: list[Head]
    lines: list[Line]
    book: str


Table = tuple[list[int], dict[str, list[int]]]
"""Where the columns end, and the rows."""


def grid_of(switch: Switch, base: Table, own: Table, texts: Mapping[str, str] | None) -> Grid:
    """The fields with what is stored, or what was `texts` and refused."""
    ends, rows = own
    columns = [*map(str, range(len(ends))), NEW, REST]
    stored = {f"{switch.columns}|{n}": str(end) for n, end in enumerate(ends)}
    stored |= {
        f"{switch.name}|{key}.{column}": str(one)
        for key, row in rows.items()
        for column, one in zip([*map(str, range(len(ends))), REST], row, strict=True)
    }
    shown = stored if texts is None else texts
    usual = _by_end(base)
    heads = [Head(f"{switch.columns}|{c}", "", c == NEW) for c in columns if c != REST]
    heads = [Head(head.name, shown.get(head.name, ""), head.new) for head in heads]
    named = {head.name.rpartition("|")[2]: head.value for head in heads}
    lines = []
    for n in range(1, len(rows) + 2):
        cells = []
        for column in columns:
            name = f"{switch.name}|{n}.{column}"
            end = REST if column == REST else named[column]
            book = usual.get((str(n), end), "")
            value = shown.get(name, "")
            cells.append(Cell(name, value, book, bool(value) and value != book, end))
        lines.append(Line(str(n), cells, new=n > len(rows)))
    return Grid(heads, lines, ", ".join(map(str, base[0])))


def read_grid(
    switch: Switch, base: Table, own: Table, texts: Mapping[str, str]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What it says of the table and of its columns (nothing where that is the book's), and what is
    wrong with it.
    """
    if f"{switch.name}|book" in texts or f"{switch.name}|1.{REST}" not in texts:
        return {}, []
    count = len(own[0])
    heads = {str(n): texts.get(f"{switch.columns}|{n}", "").strip() for n in range(count)}
    heads[NEW] = texts.get(f"{switch.columns}|{NEW}", "").strip()
    kept = {column: text for column, text in heads.items() if text}
    stray = NEW not in kept and any(
        text.strip() for name, text in texts.items() if name.endswith(f".{NEW}")
    )
    faults = _column_faults(switch, kept, stray=stray)
    if faults:
        return {}, faults
    order = [*sorted(kept, key=lambda column: int(kept[column])), REST]
    rows: dict[str, list[Any]] = {}
    for n in range(1, len(own[1]) + 2):
        texts_of = [texts.get(f"{switch.name}|{n}.{column}", "").strip() for column in order]
        if any(texts_of):
            rows[str(n)] = [number(text) for text in texts_of]
    faults = _line_faults(switch, rows)
    if faults:
        return {}, faults
    ends = [int(kept[column]) for column in order[:-1]]
    found: dict[str, Any] = {switch.columns: ends, switch.name: rows}
    usual = {switch.columns: base[0], switch.name: base[1]}
    return {name: value for name, value in found.items() if value != usual[name]}, []


def _by_end(table: Table) -> dict[tuple[str, str], str]:
    ends, rows = table
    heads = [*map(str, ends), REST]
    return {
        (key, head): str(one)
        for key, row in rows.items()
        for head, one in zip(heads, row, strict=True)
    }


def _column_faults(
    switch: Switch, heads: Mapping[str, str], *, stray: bool
) -> list[dict[str, Any]]:
    def fault(code: str, keys: list[str]) -> dict[str, Any]:
        return {"code": code, "name": switch.columns, "params": {"keys": keys}}

    if stray:
        return [fault("column_endless", [])]
    if wrong := [text for text in heads.values() if not _WHOLE.fullmatch(text)]:
        return [fault("band_begins_badly", wrong)]
    often = Counter(int(text) for text in heads.values())
    if twice := [str(end) for end, times in often.items() if times > 1]:
        return [fault("columns_overlap", twice)]
    standing = [int(text) for column, text in heads.items() if column != NEW]
    lower = [str(b) for a, b in pairwise(standing) if b < a]
    return [fault("columns_not_rising", lower)] if lower else []


def _line_faults(switch: Switch, rows: Mapping[str, list[Any]]) -> list[dict[str, Any]]:
    def fault(code: str, keys: list[str]) -> dict[str, Any]:
        return {"code": code, "name": switch.name, "params": {"keys": keys}}

    missing = [str(n) for n in range(1, max(map(int, rows), default=1) + 1) if str(n) not in rows]
    if missing:
        return [fault("line_missing", missing)]
    odd = [key for key, row in rows.items() if not all(isinstance(one, int) for one in row)]
    return [fault("cell_missing", odd)] if odd else []


def table_of(switch: Switch, switches: Mapping[str, Any]) -> Table:
    """A table and its columns among the values of all switches."""
    return switches[switch.columns], switches[switch.name]
