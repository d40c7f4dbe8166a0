"""JSON round trips, and lengths in the ruleset's unit at the edges only."""

from __future__ import annotations

import json

import pytest

from rules import (
    IllegalOrder,
    decode_event,
    decode_order,
    decode_setup,
    decode_state,
    encode,
    encode_state,
    order_from_native,
    to_native,
)
from rules.battle.orders import Charge, EndPhase, Leg, Move
from tests.battle.world import CM, begin, give, table, warrior


def two() -> object:
    return table(warrior("ana", "red", 10, 10), warrior("bea", "blue", 25, 10))


def test_setup_state_and_events_survive_json() -> None:
    setup = two()
    assert decode_setup(encode(setup)) == setup
    state = begin(setup)
    state, events = give(state, EndPhase(side="red", through="recovery"))
    assert decode_state(setup, encode_state(state)) == state
    assert decode_state(setup, json.loads(encode_state(state))) == state
    for event in events:
        assert decode_event(encode(event)) == event


def test_equal_values_have_equal_bytes() -> None:
    order = json.loads(encode(Charge(side="red", warrior="ana", targets=("bea",))))
    shuffled = dict(sorted(order.items(), reverse=True))
    assert encode(decode_order(order)) == encode(decode_order(shuffled))


def test_a_client_writes_centimetres() -> None:
    order = order_from_native(
        {
            "order": "move",
            "side": "red",
            "warrior": "ana",
            "mode": "walk",
            "legs": [{"to": [20, 10.5, 0]}],
        },
        CM,
    )
    assert order == Move(
        side="red", warrior="ana", mode="walk", legs=(Leg(to=(20_000, 10_500, 0)),)
    )
    assert to_native(order, CM)["legs"] == [{"to": [20, 10.5, 0]}]


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"order": "dance", "side": "red"},
        {"order": ["move"], "side": "red"},
        {"order": "move", "side": "red", "warrior": "ana", "mode": "walk", "legs": [{"to": [1]}]},
        {"order": "move", "side": "red", "warrior": "ana", "mode": "walk", "legs": 3},
        {"order": "move", "side": "red", "warrior": "ana", "mode": "walk", "legs": [{"to": "x"}]},
        {"order": "move", "side": "red", "warrior": "ana", "mode": "fly", "legs": []},
        {"order": "end_phase", "side": "red", "extra": 1},
        {"order": "end_phase"},
        {"order": "shoot", "side": "red", "warrior": {"a": 1}, "weapon": "bow", "target": "bea"},
        {
            "order": "move",
            "side": "red",
            "warrior": "ana",
            "mode": "walk",
            "legs": [{"to": [1e400, 0, 0]}],
        },
    ],
)
def test_nonsense_is_refused_with_a_code(data: dict[str, object]) -> None:
    with pytest.raises(IllegalOrder) as refusal:
        order_from_native(data, CM)
    assert refusal.value.code == "malformed_order"


MOVE = {"order": "move", "side": "red", "warrior": "ana"}


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"order": "dance"}, {"fault": "unknown_order", "where": "", "value": "dance"}),
        ({"order": "shoot"}, {"fault": "missing_field", "where": "", "field": "side"}),
        (MOVE | {"fast": 1}, {"fault": "unknown_field", "where": "", "field": "fast"}),
        (
            MOVE | {"legs": "x"},
            {"fault": "wrong_type", "where": "legs", "expected": "array", "got": "str"},
        ),
        (
            MOVE | {"legs": [{"to": [1]}]},
            {"fault": "wrong_length", "where": "legs[0].to", "expected": "length 3", "got": "1"},
        ),
        (
            MOVE | {"legs": [{"to": [1, "far", 2]}]},
            {"fault": "no_length", "where": "", "value": "far"},
        ),
        (
            {"order": "end_phase", "side": "red", "through": "dinner"},
            {"fault": "bad_value", "where": "through", "value": "dinner"},
        ),
    ],
)
def test_what_cant_be_read_says_why_and_where(data, told) -> None:
    with pytest.raises(IllegalOrder) as refusal:
        order_from_native(data, CM)
    params = dict(refusal.value.params)
    assert params.pop("detail")
    assert params == told


def test_events_speak_the_rulesets_unit() -> None:
    state = begin(two())
    state, _ = give(state, EndPhase(side="red", through="recovery"))
    _, events = give(state, Charge(side="red", warrior="ana", targets=("bea",)))
    moved = next(to_native(e, CM) for e in events if type(e).__name__ == "Moved")
    assert moved["path"] == [[10, 10, 0], [23, 10, 0]]
    assert moved["cost"] == 13
    assert moved["allowed"] == 20


def test_warriors_keep_their_roster_order() -> None:
    setup = table(warrior("zoe", "red", 10, 10), warrior("ana", "blue", 25, 10))
    state = begin(setup)
    assert list(decode_state(setup, encode_state(state)).warriors) == ["zoe", "ana"]
