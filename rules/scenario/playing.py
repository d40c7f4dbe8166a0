"""Playing a case: start, every order in turn, and what must hold in every battle whatever it tests.

Every case shows, besides what it expects: the state is the fold of the events, everything goes
through JSON and back, and the forms of legal orders say the same as `submit`.
"""

from __future__ import annotations

import msgspec

from ..battle.apply import fold
from ..battle.engine import Outcome, start, submit
from ..battle.events import Event
from ..battle.forms import legal_orders
from ..battle.orders import GmAdjust, GmEndBattle, GmTerrain, Order
from ..battle.state import Setup, State
from ..codec import (
    decode_event,
    decode_order,
    decode_setup,
    decode_state,
    encode,
    encode_state,
)
from ..dice import ScriptedDice
from ..errors import BadSetup, DiceError, IllegalOrder
from .case import Case, Malformed


class Played(msgspec.Struct, kw_only=True):
    """How a case went. `faults`: what no case may show; `refused`: the code of the last order."""

    state: State | None = None
    events: list[Event] = []
    refused: str | None = None
    faults: list[str] = []


def play(case: Case) -> Played:
    """Play all orders; stops at the first one that is refused or whose dice don't fit."""
    played = Played()
    dice = ScriptedDice(case.dice)
    try:
        _take(played, start(case.setup, dice))
        _give_orders(played, case, dice)
        dice.finish()
    except BadSetup as error:
        problems = "; ".join(f"{code} {params}" for code, params in error.problems)
        played.faults.append(f"the set-up can't start: {problems}")
    except DiceError as error:
        played.faults.append(f"dice: {error}")
    if played.state is not None:
        played.faults += _broken(case.setup, played.state, played.events)
    return played


def _take(played: Played, outcome: Outcome) -> None:
    played.state = outcome.state
    played.events += outcome.events


def _give_orders(played: Played, case: Case, dice: ScriptedDice) -> None:
    for number, order in enumerate(case.orders, start=1):
        refused = _give(played, order, dice, f"order {number}")
        if refused is None:
            continue
        if number == len(case.orders):
            played.refused = refused.code
        else:
            played.faults.append(f"order {number} was refused: {refused}")
        return


def _give(
    played: Played, order: Order | Malformed, dice: ScriptedDice, name: str
) -> IllegalOrder | None:
    state = played.state
    assert state is not None
    if isinstance(order, Malformed):
        return IllegalOrder("malformed_order", detail=order.detail)
    before = encode_state(state)
    refused = None
    try:
        _take(played, submit(state, order, dice))
    except IllegalOrder as error:
        refused = error
    played.faults += [f"{name}: {fault}" for fault in _order_faults(state, order, refused, before)]
    return refused


def _order_faults(
    state: State, order: Order, refused: IllegalOrder | None, before: bytes
) -> list[str]:
    faults = []
    if encode_state(state) != before:
        faults.append("the state it was given to has changed")
    if encode(decode_order(encode(order))) != encode(order):
        faults.append("it doesn't come back from JSON")
    if not isinstance(order, (GmAdjust, GmTerrain, GmEndBattle)):
        offered = any(form.allows(order) for form in legal_orders(state, order.side))
        if offered and refused:
            faults.append("a form of legal_orders allows it, submit refuses it")
        if not offered and not refused:
            faults.append("no form of legal_orders allows it, submit accepts it")
    return faults


def _broken(setup: Setup, state: State, events: list[Event]) -> list[str]:
    """What must hold after any battle."""
    faults = []
    if encode_state(fold(setup, events)) != encode_state(state):
        faults.append("fold(setup, events) is another state")
    if encode(decode_setup(encode(setup))) != encode(setup):
        faults.append("the set-up doesn't come back from JSON")
    if encode_state(decode_state(setup, encode_state(state))) != encode_state(state):
        faults.append("the state doesn't come back from JSON")
    changed = [e for e in events if encode(decode_event(encode(e))) != encode(e)]
    return faults + [f"{type(e).__name__} doesn't come back from JSON" for e in changed]
