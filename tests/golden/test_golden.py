"""Battles recorded by every engine version still fold to the states that they had."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules import ENGINE_VERSION, apply, decode_event, decode_setup, encode_state, initial
from tests.golden.record import LEAST, digest, event_types, types_in

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("v*/*.json"))
PRESENT = [path for path in FILES if path.parent.name == f"v{ENGINE_VERSION}"]


def read(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def test_the_battles_of_this_engine_version_hold_every_type_of_event() -> None:
    assert len(PRESENT) >= LEAST
    seen = {kind for path in PRESENT for kind in types_in(read(path))}
    assert event_types() - seen == set()


@pytest.mark.parametrize("path", FILES, ids=[f"{p.parent.name}-{p.stem}" for p in FILES])
def test_recorded_events_give_the_recorded_states(path: Path) -> None:
    data = read(path)
    state = initial(decode_setup(data["setup"]))
    for number, event in enumerate(data["events"], start=1):
        state = apply(state, decode_event(event))
        expected = data["hashes"].get(str(number))
        if expected is not None:
            assert digest(encode_state(state)) == expected, f"after event {number}"
    assert json.loads(encode_state(state)) == data["state"]
