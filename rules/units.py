"""Lengths. Inside the engine every length is an integer of 1/100 mm (P-TRN-08).

Files, pages and REST speak the ruleset's own unit; the two functions at the foot are the doors
between both. `Length` and `Point` mark the fields that codec.py converts with them.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated

import msgspec

MM = 100
CM = 1_000
UM = 2_500

Length = Annotated[
    int, msgspec.Meta(extra={"length": True}, extra_json_schema={"format": "length"})
]
"""A length in 1/100 mm; `format` tells the makers of schemas."""

Point = tuple[Length, Length, Length]
"""x, y, z in 1/100 mm. The origin is the table's lower left corner; z is the height."""

Number = int | float

LONGEST = 1_000_000
"""No length of a file or a client is longer, in its own unit: ten kilometres and more."""

_PLAIN = re.compile(r"-?[0-9]{1,20}(\.[0-9]{1,20})?(e-[0-9]{1,3})?")


def to_units(value: Number | str, unit_size: int) -> int:
    """A length of a file or a client (`unit_size` = 1/100 mm a unit), to the nearest 1/100 mm.

    The number goes through its shortest decimal text, so 0.1 is a tenth and not a binary
    neighbour of it. Raises ValueError for what is no plain number, and beyond LONGEST.
    """
    if type(value) is int and -LONGEST <= value <= LONGEST:
        return value * unit_size
    text = str(value)
    if isinstance(value, bool) or not _PLAIN.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is no length")
    exact = Fraction(text)
    if abs(exact) > LONGEST:
        raise ValueError(f"{text} is too long")
    return round(exact * unit_size)


def from_units(length: int, unit_size: int) -> Number:
    """A length as the ruleset writes it: an int where it is whole, a float elsewhere."""
    whole, rest = divmod(length, unit_size)
    return whole if rest == 0 else length / unit_size
