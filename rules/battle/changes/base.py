"""What the functions that change a state share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from .. import events as ev
from ..state import IDLE, State

Changes = dict[str, Any]
"""The fields of a state that an event changes."""
Table = Mapping[type[ev.Event], Callable[[State, Any], Changes]]


def on_warrior(state: State, id: str, **changes: Any) -> Changes:
    warriors = state.warriors.copy()
    before = warriors[id]
    after = warriors[id] = replace(before, **changes)
    if before.__dict__ and ASIDE.issuperset(changes):
        after.__dict__.update(before.__dict__)
    return {"warriors": warriors}


ASIDE = IDLE - {"rounds"}
"""What may change without touching what is remembered on a warrior (facts.py)."""


def with_mark(marks: tuple[str, ...], *new: str) -> tuple[str, ...]:
    """Marks are kept sorted and single, so that equal states encode alike."""
    return tuple(sorted({*marks, *new}))


def marked(state: State, id: str, *marks: str, **changes: Any) -> Changes:
    return on_warrior(state, id, marks=with_mark(state.warriors[id].marks, *marks), **changes)


def nothing(state: State, event: Any) -> Changes:
    return {}


def in_bout(state: State, id: str, mark: str) -> Changes:
    return on_warrior(state, id, bout=with_mark(state.warriors[id].bout, mark))
