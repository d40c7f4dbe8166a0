"""Tables in bands (0-50, 51-75 ...) on the form: lines to change, to move, to take out, to add.

A band holds from where it begins up to the next one, so there is neither gap nor overlap but where
two begin at the same number; where the last line ends is worked out, never written.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest
from typing import Any

from campaigns.house_rules.parts import UNSET
from campaigns.house_rules.values import choices_of, number, value_of, written
from campaigns.house_rules.words import begins_of, in_words, last_span, span, span_between, spans
from rules.switches import Switch

NEW_BANDS = 3
_LINE = re.compile(r"\d{1,2}")
_STEP = re.compile(r"\d{1,3}")


@dataclass(frozen=True)
class Band:
    """A line of the form. `span`: from where to where it holds, "" while it can't be told."""

    name: str
    begin: str = ""
    gives: str = ""
    span: str = ""
    book: str = ""
    changed: bool = False
    out: bool = False
    new: bool = False


@dataclass(frozen=True)
class Bands:
    """The table of a switch. `apart`: how far the end of a band is from where the next begins;
    `last`, `between`: how the last band's span is said, and the others', for the page's script.
    """

    lines: list[Band]
    book: list[tuple[str, str]]
    choices: list[tuple[str, str]]
    apart: int
    last: str
    between: str


def bands_of(switch: Switch, base: Any, own: Any, texts: Mapping[str, str] | None) -> Bands:
    """What is stored, or what was `texts` and refused."""
    if texts is None:
        lines = list(_stored(switch, base if own is UNSET else own))
    else:
        lines = list(_sent(switch, texts))
    usual = {written(switch, low): one for low, one in begins_of(switch, base)}
    shown = [_beside_book(switch, line, usual) for line in lines]
    here = {line.name for line in shown}
    blank = [Band(f"{switch.name}|+{n}", new=True) for n in range(1, NEW_BANDS + 1)]
    return Bands(
        [*shown, *(line for line in blank if line.name not in here)],
        [(holds, in_words(switch, one)) for holds, one in spans(switch, base)],
        choices_of(switch),
        1 if switch.type == "steps" else 0,
        last_span(),
        span_between(switch),
    )


def _beside_book(switch: Switch, line: Band, usual: Mapping[str, Any]) -> Band:
    """The line with what the book has where it begins, and whether that is something else."""
    if line.begin not in usual:
        return replace(line, changed=bool(line.begin))
    one = usual[line.begin]
    changed = written(switch, one) != line.gives
    return replace(line, book=in_words(switch, one), changed=changed)


def read_bands(
    switch: Switch, base: Any, texts: Mapping[str, str]
) -> tuple[Any, list[dict[str, Any]]]:
    """The table that was written (UNSET where it is the book's), and what is wrong with it."""
    lines = [line for line in _sent(switch, texts) if not line.out and (line.begin or line.gives)]
    if not lines or f"{switch.name}|book" in texts:
        return UNSET, []
    faults = list(_faults(switch, lines))
    if faults:
        return UNSET, faults
    rows = [(number(line.begin), value_of(switch, line.gives)) for line in lines]
    rows.sort(key=lambda pair: pair[0])
    value: Any = {str(low): one for low, one in rows}
    if switch.type != "steps":
        value = [{"from": low, "dice": one} for low, one in rows]
    return (UNSET if begins_of(switch, base) == rows else value), []


def _stored(switch: Switch, value: Any) -> Iterator[Band]:
    rows = begins_of(switch, value)
    for n, ((low, one), after) in enumerate(zip_longest(rows, rows[1:])):
        holds = span(switch, low, after[0] if after else None)
        yield Band(f"{switch.name}|{n}", written(switch, low), written(switch, one), holds)


def _sent(switch: Switch, texts: Mapping[str, str]) -> Iterator[Band]:
    """The lines of a form: those that stood there by their number, then the new ones."""
    head = f"{switch.name}|"
    keys = {name[len(head) :].partition(".")[0] for name in texts if name.startswith(head)}
    old = sorted((key for key in keys if _LINE.fullmatch(key)), key=int)
    added = [f"+{n}" for n in range(1, NEW_BANDS + 1) if f"+{n}" in keys]
    for key in [*old, *added]:
        name = head + key
        yield Band(
            name,
            texts.get(f"{name}.from", "").strip(),
            texts.get(f"{name}.gives", "").strip(),
            out=f"{name}.out" in texts,
            new=key.startswith("+"),
        )


def _faults(switch: Switch, lines: list[Band]) -> Iterator[dict[str, Any]]:
    if any(not (line.begin and line.gives) for line in lines):
        yield _fault(switch, "band_unfinished")
        return
    wrong = [line.begin for line in lines if not _begins(switch, line.begin)]
    if wrong:
        yield _fault(switch, "band_begins_badly", keys=wrong)
        return
    often = Counter(number(line.begin) for line in lines)
    if twice := [str(low) for low, times in often.items() if times > 1]:
        yield _fault(switch, "bands_overlap", keys=twice)
    standing = [number(line.begin) for line in lines if not line.new]
    if lower := [str(b) for a, b in pairwise(standing) if b < a]:
        yield _fault(switch, "bands_not_rising", keys=lower)


def _begins(switch: Switch, text: str) -> bool:
    if switch.type == "steps":
        return bool(_STEP.fullmatch(text))
    low = number(text)
    return isinstance(low, int | float) and 0 <= low < 1000


def _fault(switch: Switch, code: str, **params: Any) -> dict[str, Any]:
    return {"code": code, "name": switch.name, "params": params}
