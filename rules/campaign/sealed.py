"""Dice of an aftermath, keyed by what they are thrown for.

A step draws from (battle, warband, fighter, step, occurrence) and nothing else: a task that runs
twice can only throw the same dice again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from rules.campaign.orders import AnyOrder, Learn, Proceed
from rules.dice import SealedDice


def sealed_dice(
    secret: bytes, seeds: Iterable[str], battle: str, warband: str, order: AnyOrder
) -> SealedDice:
    """The dice of an order. For a step `sequence` is its occurrence and the order bytes are the
    canonical JSON of [fighter, step]; for an answer they are [decision, choice] with sequence 0.
    Where the order has a salt it stands behind these.
    """
    return SealedDice(secret, seeds, branch(battle, warband), *key(order))


def branch(battle: str, warband: str) -> str:
    """The branch that goes into the dice."""
    return f"aftermath:{battle}:{warband}"


def key(order: AnyOrder) -> tuple[int, bytes]:
    """Sequence and order bytes."""
    if isinstance(order, Learn):
        return 0, _canonical([order.prisoner, order.cause])
    salt = [order.salt] if order.salt else []
    if isinstance(order, Proceed):
        step = order.step
        return step.occurrence, _canonical([step.fighter, step.step, *salt])
    return 0, _canonical([order.decision, order.choice, *salt])


def _canonical(parts: list[str]) -> bytes:
    return json.dumps(parts, separators=(",", ":"), ensure_ascii=False).encode()
