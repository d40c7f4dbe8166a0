"""How likely it was: for the dice of the log, after they have fallen."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from ..battle.events import Compare, Rolled


def chance_to_pass(rolled: Rolled) -> Fraction | None:
    """The chance that one die (or the sum, where the dice are added) would do what was needed.

    None where nothing was needed.
    """
    if rolled.needed is None or rolled.compare == "none":
        return None
    return chance_of(len(rolled.dice) if rolled.summed else 1, rolled.needed, rolled.compare)


@cache
def chance_of(dice: int, needed: int, compare: Compare) -> Fraction:
    """The chance that the sum of so many dice does what is needed."""
    sums = {0: 1}
    for _ in range(dice):
        sums = _one_more(sums)
    passing = sum(ways for total, ways in sums.items() if _passes(total, needed, compare))
    return Fraction(passing, 6**dice)


def _one_more(sums: dict[int, int]) -> dict[int, int]:
    after: dict[int, int] = {}
    for total, ways in sums.items():
        for face in range(1, 7):
            after[total + face] = after.get(total + face, 0) + ways
    return after


def _passes(total: int, needed: int, compare: Compare) -> bool:
    if compare == "at_most":
        return total <= needed
    if compare == "higher_than":
        return total > needed
    return total >= needed
