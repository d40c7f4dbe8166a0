"""Chance for making boards: the same numbers for the same seed, on every machine and version.

Not for dice: those come from `rules.dice`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1


class Shuffle:
    """SplitMix64, a generator of 64 bit words from a counter."""

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def word(self) -> int:
        """The next 64 bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, end: int) -> int:
        """A number from 0 to end - 1. The tiny unevenness doesn't matter for scenery."""
        return self.word() % end

    def between(self, low: int, high: int) -> int:
        """A number from low to high, both included."""
        return low + self.below(high - low + 1)

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in another order."""
        left = list(items)
        for i in range(len(left) - 1, 0, -1):
            j = self.below(i + 1)
            left[i], left[j] = left[j], left[i]
        return left
