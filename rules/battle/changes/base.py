"""What the functions that change a state share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import force_setattr, replace

from .. import events as ev
from ..state import FLEETING, IDLE, State, Warrior

Changes = dict[str, Any]
"""The fields of a state that an event changes."""
Table = Mapping[type[ev.Event], Callable[[State, Any], Changes]]


def on_warrior(state: State, id: str, **changes: Any) -> Changes:
    warriors = state.warriors.copy()
    warriors[id] = altered(warriors[id], changes)
    return {"warriors": warriors}


def altered(before: Warrior, changes: dict[str, Any]) -> Warrior:
    """A warrior with these changes; what is remembered on it (facts.py) is kept where it holds."""
    after = replace(before, **changes)
    known = before.__dict__
    if not known:
        return after
    whole = True
    for name in changes:
        if name not in PASSING:
            return after
        whole = whole and name in ASIDE
    if whole:
        share(before, after)
    elif "steady" in known:
        after.__dict__["steady"] = known["steady"]
    return after


def share(before: State | Warrior, after: State | Warrior) -> None:
    """Have one memory for both: what is remembered on either holds for the other as well.

    The same dictionary, not a copy: half the events of a fight change nothing that is remembered.
    """
    force_setattr(after, "__dict__", before.__dict__)


ASIDE = IDLE - {"rounds"}
"""What may change without touching what is remembered on a warrior."""
PASSING = IDLE | FLEETING
"""What may change without touching the steady part of it."""


def with_mark(marks: tuple[str, ...], *new: str) -> tuple[str, ...]:
    """Marks are kept sorted and single, so that equal states encode alike."""
    return tuple(sorted({*marks, *new}))


def marked(state: State, id: str, *marks: str, **changes: Any) -> Changes:
    return on_warrior(state, id, marks=with_mark(state.warriors[id].marks, *marks), **changes)


def nothing(state: State, event: Any) -> Changes:
    return {}


def in_bout(state: State, id: str, mark: str) -> Changes:
    return on_warrior(state, id, bout=with_mark(state.warriors[id].bout, mark))
