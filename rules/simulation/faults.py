"""What must hold after every order of every battle, whoever plays it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from ..battle import ways
from ..battle.apply import fold
from ..battle.engine import Outcome
from ..battle.events import Event
from ..battle.orders import AnyOrder
from ..battle.queries import body, characteristic, models
from ..battle.state import Setup, State
from ..board import contact, levels
from ..codec import decode_event, decode_order, decode_state, encode, encode_state

STATUSES = ("standing", "knocked_down", "stunned", "out_of_action")


class Violation(msgspec.Struct, frozen=True):
    """Something that must never be. `code` is stable; battle and order say where."""

    code: str
    battle: int
    order: int
    detail: str = ""


Fault = tuple[str, str]


def after_order(before: State, outcome: Outcome) -> Iterator[Fault]:
    """Faults that an order may bring in."""
    state = outcome.state
    if state.seq != before.seq + len(outcome.events):
        yield "seq_gap", f"{before.seq} + {len(outcome.events)} != {state.seq}"
    yield from _warriors(state)
    if any(before.warriors[id].at != w.at for id, w in state.warriors.items()):
        yield from _overlaps(state)
        yield from _in_walls(before, state)
    yield from _unaccounted(state)
    if (state.phase == "over") != (state.result is not None):
        yield "over_without_result", state.phase


def _warriors(state: State) -> Iterator[Fault]:
    if list(state.warriors) != [w.id for w in state.setup.warriors]:
        yield "roster_changed", ""
    for id, w in state.warriors.items():
        if w.status not in STATUSES:
            yield "bad_status", f"{id}: {w.status}"
        if not 0 <= w.wounds <= characteristic(state, id, "W"):
            yield "bad_wounds", f"{id}: {w.wounds}"
        if w.status == "out_of_action" and w.at is not None:
            yield "out_but_on_table", id
        if w.at is not None and not _on_the_table(state, w.at):
            yield "off_the_table", f"{id}: {w.at}"


def _on_the_table(state: State, at: tuple[int, int, int]) -> bool:
    width, depth = state.setup.board.size
    return 0 <= at[0] <= width and 0 <= at[1] <= depth


def _overlaps(state: State) -> Iterator[Fault]:
    bodies = [body(state, w.id) for w in models(state)]
    for a, b in contact.pairs(bodies):
        if contact.overlapping(a, b):
            yield "overlap", f"{a.id} {b.id}"


def _in_walls(before: State, state: State) -> Iterator[Fault]:
    """Who has come to a new place fits there, and stands on something."""
    for w in models(state):
        same = before.warriors[w.id].at == w.at
        if w.at is None or same or not _on_the_table(state, w.at):
            continue
        if not levels.stands(state.setup.board, w.at):
            yield "no_floor", f"{w.id}: {w.at}"
        elif not ways.fits(state, body(state, w.id), []):
            yield "in_a_wall", f"{w.id}: {w.at}"


def _unaccounted(state: State) -> Iterator[Fault]:
    """Everybody is on the table, out of action, lost with his side, or where the scenario says."""
    if state.phase == "deployment":
        return
    now = state.mission
    away = {*state.below, *((*now.reserves, *now.out) if now else ())}
    for w in state.warriors.values():
        gone = w.at is None and w.status != "out_of_action"
        if gone and w.side not in state.lost and w.id not in away:
            yield "unaccounted", w.id
        if w.at is not None and w.id in away:
            yield "twice", w.id
    for counter in now.counters if now else ():
        if (counter.at is None) == (not counter.holder):
            yield "counter_lost", counter.id
        if counter.holder in away - set(now.out if now else ()):
            yield "counter_away", counter.id


def round_trips(state: State, order: AnyOrder, outcome: Outcome) -> Iterator[Fault]:
    """JSON and back must change nothing (slow: for a sample)."""
    data = encode_state(state)
    if encode_state(decode_state(state.setup, data)) != data:
        yield "state_json", ""
    if decode_order(encode(order)) != order:
        yield "order_json", type(order).__name__
    for event in outcome.events:
        if decode_event(encode(event)) != event:
            yield "event_json", type(event).__name__


def folds(setup: Setup, state: State, events: Iterable[Event]) -> Iterator[Fault]:
    """The state must be the fold of its events from the set-up on (slow: for a sample)."""
    if encode_state(fold(setup, events)) != encode_state(state):
        yield "fold_differs", ""
