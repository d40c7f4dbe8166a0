"""What was expected against what came: each difference is one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..battle.events import Event, Modifier, Rolled
from ..battle.queries import engaged_with
from ..battle.state import State, Warrior
from ..units import from_units
from . import missions, rows
from .case import Case
from .playing import Played
from .table import STATE_FLAGS, place

TOLERANCE = 1
"""1/100 mm that a place may differ: a mover stops with a gap of 0 or 1 (DESIGN, distances)."""


def differences(case: Case, played: Played) -> list[str]:
    """Empty where everything came as expected."""
    found = list(played.faults)
    if played.state is None:
        return found
    expect = case.expect
    found += _refusal(expect, played)
    found += _standing(expect, played.state)
    found += _events(expect, played.events)
    found += _rolls(expect, played.events)
    if expect.mission is not None:
        found += missions.differences(expect.mission, played.state)
    for id, expected in expect.warriors.items():
        found += [f"{id}.{line}" for line in _warrior(case, played.state, id, expected)]
    return found


def _refusal(expect: rows.ExpectRow, played: Played) -> Iterator[str]:
    if expect.refused != played.refused and (played.refused or not played.faults):
        yield f"refused: expected {_word(expect.refused)}, got {_word(played.refused)}"


def _word(code: str | None) -> str:
    return "no refusal" if code is None else code


def _standing(expect: rows.ExpectRow, state: State) -> Iterator[str]:
    for name in ("phase", "active", "turn"):
        expected = getattr(expect, name)
        if expected is not None:
            yield from _differs(name, expected, getattr(state, name))
    if expect.awaiting is not None:
        kinds = [expect.awaiting] if isinstance(expect.awaiting, str) else expect.awaiting
        wanted = [kind for kind in kinds if kind != "none"]
        yield from _differs("awaiting", wanted, [decision.kind for decision in state.awaiting])
    if expect.below is not None:
        yield from _differs("below", expect.below, list(state.below))
    if expect.result is not None:
        yield from _result(expect.result, state)


def _differs(name: str, expected: Any, got: Any) -> Iterator[str]:
    if expected != got:
        yield f"{name}: expected {expected!r}, got {got!r}"


def _result(expect: rows.ResultExpect, state: State) -> Iterator[str]:
    result = state.result
    if result is None:
        yield "result: the battle isn't over"
        return
    if expect.winner is not None:
        yield from _differs("result.winner", expect.winner, result.winner or "none")
    if expect.reason is not None:
        yield from _differs("result.reason", expect.reason, result.reason)


def _events(expect: rows.ExpectRow, events: list[Event]) -> Iterator[str]:
    names = [type(event).__name__ for event in events]
    missing = first_missing(expect.events, names, lambda wanted, name: wanted == name)
    if missing is not None:
        yield f"events: {expect.events[missing]} is missing, or not in this order, in {names}"


def first_missing(
    wanted: list[Any], found: list[Any], matches: Callable[[Any, Any], bool]
) -> int | None:
    """The index of the first of `wanted` that doesn't follow the one before it in `found`."""
    left = iter(found)
    for index, want in enumerate(wanted):
        if not any(matches(want, item) for item in left):
            return index
    return None


def _rolls(expect: rows.ExpectRow, events: list[Event]) -> Iterator[str]:
    rolls = [event for event in events if isinstance(event, Rolled)]
    missing = first_missing(expect.rolls, rolls, is_roll)
    if missing is not None:
        seen = "; ".join(_told(roll) for roll in rolls) or "none"
        yield f"rolls: {_wanted(expect.rolls[missing])} is missing, or not in this order: {seen}"


def is_roll(want: rows.RollRow, roll: Rolled) -> bool:
    fields = ("purpose", "needed", "actor", "target", "weapon")
    if any(getattr(want, f) not in (None, getattr(roll, f)) for f in fields):
        return False
    if want.dice is not None and tuple(want.dice) != roll.dice:
        return False
    if want.passed is not None and _as_list(want.passed) != list(roll.passed):
        return False
    return all(any(_is_modifier(m, entry) for entry in roll.modifiers) for m in want.modifiers)


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _is_modifier(want: rows.ModifierRow, entry: Modifier) -> bool:
    fields = want.__struct_fields__
    return all(getattr(want, f) in (None, getattr(entry, f)) for f in fields)


def _told(roll: Rolled) -> str:
    modifiers = ", ".join(f"{m.stage} {m.value:+d} {m.rule}".strip() for m in roll.modifiers)
    aim = f" at {roll.target}" if roll.target else ""
    return f"{roll.purpose} {roll.actor}{aim} needs {roll.needed}: {list(roll.dice)} ({modifiers})"


def _wanted(roll: rows.RollRow) -> str:
    fields = {name: getattr(roll, name) for name in roll.__struct_fields__}
    return str({name: value for name, value in fields.items() if value not in (None, [])})


def _warrior(case: Case, state: State, id: str, expect: rows.WarriorExpect) -> Iterator[str]:
    w = state.warriors[id]
    status = status_word(w)
    if expect.status is not None:
        yield from _differs("status", expect.status, status)
    for name in ("wounds", "facing"):
        expected = getattr(expect, name)
        if expected is not None:
            yield from _differs(name, expected, getattr(w, name))
    if expect.flags is not None:
        yield from _flags(expect.flags, w, status)
    if expect.engaged_with is not None:
        yield from _differs("engaged_with", sorted(expect.engaged_with), _touching(state, w))
    if expect.at is not None:
        yield from _place(case, expect.at, w)


def status_word(w: Warrior) -> str:
    """One word: what lies down or is gone first, then hidden, then fleeing."""
    if w.status != "standing":
        return w.status
    if w.hidden:
        return "hidden"
    return "fleeing" if w.fleeing else "standing"


def _flags(expected: list[str], w: Warrior, status: str) -> Iterator[str]:
    """States that the status doesn't tell are all listed; of the turn marks those of interest."""
    states = {flag for flag in STATE_FLAGS if getattr(w, flag) and flag != status}
    wanted = set(expected) & set(STATE_FLAGS) - {status}
    marks = {*w.marks, *w.brief}
    if states != wanted or not set(expected) - set(STATE_FLAGS) <= marks:
        yield f"flags: expected {sorted(expected)}, got {sorted(states | marks)}"


def _touching(state: State, w: Warrior) -> list[str]:
    return sorted(engaged_with(state, w.id)) if w.at is not None else []


def _place(case: Case, expected: rows.Place, w: Warrior) -> Iterator[str]:
    ruleset = case.setup.ruleset
    if w.at is None:
        yield f"at: expected {list(expected)}, but it isn't on the table"
        return
    wanted = place(expected, ruleset)
    axes = range(len(expected))
    if any(abs(wanted[axis] - w.at[axis]) > TOLERANCE for axis in axes):
        got = [from_units(value, ruleset.unit_size) for value in w.at]
        yield f"at: expected {list(expected)}, got {got}"
