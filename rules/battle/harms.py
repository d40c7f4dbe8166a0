"""What a hit does, in numbers."""

from __future__ import annotations

from typing import NamedTuple

from .events.base import Modifier


class Harm(NamedTuple):
    """`wound_needed` and `save_needed` over 6 can't be rolled; `base` is the table's number.

    `critical_from`: the lowest face to wound that is critical, 7 for none; `critical` goes on the
    table's die.
    """

    strength: int
    toughness: int
    wound: tuple[Modifier, ...]
    wound_needed: int
    critical_from: int
    critical: tuple[Modifier, ...]
    save: tuple[Modifier, ...]
    save_needed: int
