"""The books of a warband: lines of what came and went, and what they add up to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

Kind = Literal[
    "found",  # the starting gold
    "hire",  # fighters hired: n members at the price of one
    "dismiss",  # fighters sent away
    "buy",  # equipment bought
    "sell",  # equipment sold for half of its price
    "refund",  # what was bought while drafting, taken back for its price
    "store",  # equipment put into the stash
    "issue",  # equipment handed out of the stash
    "gain",  # gold, wyrdstone or equipment found or earned
    "pay",  # gold paid for something that is no equipment
    "lose",  # equipment or wyrdstone lost
    "leave",  # a warrior lost for good, or out of the warband's hands
    "return",  # a warrior back in the warband
    "promote",  # a henchman became a hero
    "experience",  # experience earned: n points
    "correction",  # what a revert takes back
]


class Line(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A line: `n` times `price` is `total`.

    `gold`, `wyrdstone`, `stash` (pieces of `item`) and `rating` are what it adds to each.
    """

    kind: Kind
    item: str = ""
    fighter: str = ""
    n: int = 1
    price: int = 0
    gold: int = 0
    wyrdstone: int = 0
    stash: int = 0
    rating: int = 0
    reason: str = ""

    @property
    def total(self) -> int:
        return self.n * self.price


class Books(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lines add up to. The stash holds no item of which there are none."""

    treasury: int = 0
    wyrdstone: int = 0
    stash: dict[str, int] = {}
    rating: int = 0


def fold(lines: Iterable[Line]) -> Books:
    """The sums of the lines."""
    treasury = wyrdstone = rating = 0
    stash: dict[str, int] = {}
    for line in lines:
        treasury += line.gold
        wyrdstone += line.wyrdstone
        rating += line.rating
        stash[line.item] = stash.get(line.item, 0) + line.stash
    return Books(treasury, wyrdstone, {item: n for item, n in sorted(stash.items()) if n}, rating)
