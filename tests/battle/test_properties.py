"""What holds in every battle, whatever is ordered."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import (
    IllegalOrder,
    State,
    decode_event,
    decode_state,
    encode,
    encode_state,
    fold,
    legal_orders,
    refusal,
    start,
    submit,
)
from rules.battle.lineup import lineup
from rules.battle.orders import Order
from rules.battle.queries import body, contacts, models
from rules.board import contact, levels, paths
from rules.dice import SealedDice
from rules.units import CM
from tests.battle.random_play import any_form, any_world, orders_of, wild_orders

SECRET = bytes(32)


def dice(sequence: int, order: bytes = b"") -> SealedDice:
    return SealedDice(SECRET, (), "main", sequence, order)


def invariants(state: State) -> None:
    """A broken one is a bug of the engine, whatever the rules say."""
    bodies = [body(state, w.id) for w in models(state)]
    for i, a in enumerate(bodies):
        for b in bodies[i + 1 :]:
            assert not contact.overlapping(a, b), (a, b)
    board = state.setup.board
    for a in bodies:
        assert levels.stands(board, a.at), a
        assert paths.blocked_at(board, a, free_height=3 * CM) is None, a
    for w in state.warriors.values():
        assert w.wounds >= 0
        assert (w.at is None) == (w.status == "out_of_action" or w.side in state.lost)
        assert list(w.marks) == sorted(set(w.marks))
    fresh = decode_state(state.setup, encode_state(state))
    assert lineup(state) == lineup(fresh)
    assert contacts(state) == contacts(fresh)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 10**9))
def test_the_state_is_the_fold_of_its_events(seed: int) -> None:
    rng = random.Random(seed)
    setup = any_world(rng)
    state, log = start(setup, dice(0))
    events = list(log)
    for step in range(1, 60):
        if state.result is not None:
            break
        form = any_form(state, rng)
        order = rng.choice(list(orders_of(form, rng)))
        if refusal(state, order) is not None:
            continue
        state, new = submit(state, order, dice(step, encode(order)))
        events += new
        invariants(state)
    assert fold(setup, events) == state
    assert decode_state(setup, encode_state(state)) == state
    again = [decode_event(encode(event)) for event in events]
    assert encode_state(fold(setup, again)) == encode_state(state)
    assert state.seq == len(events)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 10**9))
def test_a_form_allows_exactly_what_submit_accepts(seed: int) -> None:
    rng = random.Random(seed)
    state, _ = start(any_world(rng, size=3), dice(0))
    for step in range(1, 25):
        if state.result is not None:
            return
        found = [form for side in state.order_of_play for form in legal_orders(state, side)]
        tried: list[Order] = [o for form in found for o in orders_of(form, rng)]
        for order in [*tried, *wild_orders(state, rng)]:
            allowed = any(form.allows(order) for form in found)
            assert allowed == accepted(state, order), order
        order = rng.choice([o for o in tried if accepted(state, o)])
        state, _ = submit(state, order, dice(step, encode(order)))


def accepted(state: State, order: Order) -> bool:
    try:
        submit(state, order, dice(1))
    except IllegalOrder:
        return False
    return True


@pytest.mark.parametrize("seed", range(3))
def test_same_state_order_and_dice_give_the_same_events(seed: int) -> None:
    rng = random.Random(seed)
    state, _ = start(any_world(rng), dice(0))
    for step in range(1, 40):
        if state.result is not None:
            return
        order = rng.choice(list(orders_of(any_form(state, rng), rng)))
        if refusal(state, order) is None:
            first, second = (submit(state, order, dice(step)) for _ in range(2))
            assert first == second
            state = first.state
