"""The engine's values as this app stores them: JSON in, structs out, setups kept decoded."""

import hashlib
import json
from functools import lru_cache
from typing import Any

import rules
from campaigns.models import Battle
from rules.battle.state import Setup, State


def setup_of(battle: Battle) -> Setup:
    """The pinned setup. It never changes, so a process decodes it once."""
    return pinned(battle.pk, battle.setup_hash)


def state_of(battle: Battle) -> State:
    """The battle now; before the start, as it will begin."""
    setup = setup_of(battle)
    if battle.state is None:
        return rules.initial(setup)
    return rules.decode_state(setup, battle.state)


@lru_cache(maxsize=64)
def pinned(battle_pk: int, setup_hash: str) -> Setup:
    """The setup with this hash that is pinned to a battle."""
    return rules.decode_setup(Battle.objects.values_list("setup", flat=True).get(pk=battle_pk))


def to_json(value: Any) -> Any:
    """A struct of the engine as JSON values, for a JSON column."""
    return json.loads(rules.encode(value))


def state_to_json(state: State) -> Any:
    return json.loads(rules.encode_state(state))


def digest(canonical: bytes) -> str:
    return hashlib.sha256(canonical).hexdigest()


def start_bytes(setup_hash: str) -> bytes:
    """What stands for the start of a battle where an order stands elsewhere: it fixes the setup."""
    return rules.encode(start_order(setup_hash))


def start_order(setup_hash: str) -> dict[str, str]:
    return {"order": "start", "setup": setup_hash}
