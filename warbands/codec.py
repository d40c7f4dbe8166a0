"""Structs of the aftermath as JSON values, for JSON columns and REST."""

import json
from typing import Any

import msgspec

from rules.campaign.events import AnyEvent
from rules.campaign.orders import AnyOrder
from rules.campaign.state import Setup


def encode(value: Any) -> Any:
    """A struct (or several) as JSON values with sorted keys."""
    return json.loads(msgspec.json.encode(value, order="sorted"))


def decode_setup(data: Any) -> Setup:
    return msgspec.convert(data, Setup)


def decode_order(data: Any) -> AnyOrder:
    return msgspec.convert(data, AnyOrder)


def decode_events(data: Any) -> tuple[AnyEvent, ...]:
    return msgspec.convert(data, tuple[AnyEvent, ...])
