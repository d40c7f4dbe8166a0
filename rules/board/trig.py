"""Directions by a table of sines, the same on every machine. Degrees anticlockwise from +x."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

__all__ = ["UNIT", "bearing", "cosine", "isqrt", "offset", "scaled", "sine", "spread", "unit"]

UNIT = 1_000_000
"""What the table calls 1."""

_QUARTER = (
    0,
    17452,
    34899,
    52336,
    69756,
    87156,
    104528,
    121869,
    139173,
    156434,
    173648,
    190809,
    207912,
    224951,
    241922,
    258819,
    275637,
    292372,
    309017,
    325568,
    342020,
    358368,
    374607,
    390731,
    406737,
    422618,
    438371,
    453990,
    469472,
    484810,
    500000,
    515038,
    529919,
    544639,
    559193,
    573576,
    587785,
    601815,
    615661,
    629320,
    642788,
    656059,
    669131,
    681998,
    694658,
    707107,
    719340,
    731354,
    743145,
    754710,
    766044,
    777146,
    788011,
    798636,
    809017,
    819152,
    829038,
    838671,
    848048,
    857167,
    866025,
    874620,
    882948,
    891007,
    898794,
    906308,
    913545,
    920505,
    927184,
    933580,
    939693,
    945519,
    951057,
    956305,
    961262,
    965926,
    970296,
    974370,
    978148,
    981627,
    984808,
    987688,
    990268,
    992546,
    994522,
    996195,
    997564,
    998630,
    999391,
    999848,
    1000000,
)


_WHOLE = tuple(sign * _QUARTER[d if d <= 90 else 180 - d] for sign in (1, -1) for d in range(180))
"""The sines of 0 to 359 degrees."""


def sine(degrees: int) -> int:
    """The sine of whole degrees in millionths."""
    return _WHOLE[degrees % 360]


def cosine(degrees: int) -> int:
    """The cosine of whole degrees in millionths."""
    return _WHOLE[(degrees + 90) % 360]


def offset(degrees: int, length: int) -> tuple[int, int]:
    """How far a way of `length` in a direction leads along x and y, to the nearest unit."""
    return _rounded(cosine(degrees) * length, UNIT), _rounded(sine(degrees) * length, UNIT)


@lru_cache(maxsize=64)
def spread(length: int) -> tuple[tuple[int, int, int], ...]:
    """Ways of `length` all round, one every 15 degrees: the degrees, and `offset` for them."""
    return tuple((degrees, *offset(degrees, length)) for degrees in range(0, 360, 15))


def unit(dx: int, dy: int) -> tuple[int, int]:
    """The vector shrunk or stretched to the length `UNIT`; (0, 0) stays what it is."""
    return scaled(dx, dy, UNIT)


def scaled(dx: int, dy: int, length: int) -> tuple[int, int]:
    """The vector shrunk or stretched to `length`, each part to the nearest unit."""
    squared = dx * dx + dy * dy
    if squared == 0:
        return 0, 0
    return _stretched(dx, length, squared), _stretched(dy, length, squared)


def _stretched(part: int, length: int, squared: int) -> int:
    """part * length / sqrt(squared), to the nearest unit, halves away from zero."""
    doubled = isqrt(4 * part * part * length * length // squared)
    size = (doubled + 1) // 2
    return size if part >= 0 else -size


def _rounded(top: int, bottom: int) -> int:
    """top / bottom to the nearest integer, halves away from zero."""
    size = (2 * abs(top) + bottom) // (2 * bottom)
    return size if top >= 0 else -size


def bearing(dx: int, dy: int) -> int:
    """The direction of a vector in whole degrees, 0 to 359; (0, 0) gives 0."""
    if (dx, dy) == (0, 0):
        return 0
    quarter = 0
    while not (dx > 0 and dy >= 0):
        dx, dy, quarter = dy, -dx, quarter + 90
    low = _whole_degrees(dx, dy)
    rest = _turn(low, dx, dy)
    return (quarter + low + (rest > 0 and rest >= -_turn(low + 1, dx, dy))) % 360


def _turn(degrees: int, dx: int, dy: int) -> int:
    """How far a vector is turned left of a direction: positive when it is."""
    return cosine(degrees) * dy - sine(degrees) * dx


def _whole_degrees(dx: int, dy: int) -> int:
    """The last whole degree from 0 to 89 that isn't left of a vector of the first quarter."""
    low, high = 0, 90
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _turn(middle, dx, dy) >= 0 else (low, middle)
    return low
