"""The rules engine: pure Python, no I/O. Orders in, events out.

    outcome = start(setup, dice)
    outcome = submit(outcome.state, order, dice)

`state == fold(setup, events)` always. What may be ordered: `legal_orders`. Illegal orders raise
`IllegalOrder` and change nothing.
"""

from __future__ import annotations

from .battle.apply import apply, fold, initial
from .battle.engine import ENGINE_VERSION, Outcome, check, start, submit
from .battle.forms import Form, legal_orders, refusal, waiting_for
from .battle.state import Setup, State
from .codec import (
    decode_event,
    decode_order,
    decode_setup,
    decode_state,
    encode,
    encode_state,
    order_from_native,
    to_native,
)
from .errors import BadSetup, DiceError, IllegalOrder, RulesError

__all__ = [
    "ENGINE_VERSION",
    "BadSetup",
    "DiceError",
    "Form",
    "IllegalOrder",
    "Outcome",
    "RulesError",
    "Setup",
    "State",
    "apply",
    "check",
    "decode_event",
    "decode_order",
    "decode_setup",
    "decode_state",
    "encode",
    "encode_state",
    "fold",
    "initial",
    "legal_orders",
    "order_from_native",
    "refusal",
    "start",
    "submit",
    "to_native",
    "waiting_for",
]
