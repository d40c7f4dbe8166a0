"""Pairs for a round: as few repeats as can be, ratings as close as can be. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

AT_ONCE = 14
"""So many are paired by trying everything; more are cut into groups of like ratings first."""

REPEAT, OWN, BYE = 10_000, 100_000_000, 1_000_000
"""What a pair costs for each time that it has met, for being of one player, and what sitting out
costs again; a point of difference in rating costs 1."""


@dataclass(frozen=True)
class Entrant:
    """A warband that may fight: `sat_out` is how often it had nobody."""

    id: str
    player: str
    rating: int
    sat_out: int = 0


def pairs_for(
    entrants: Sequence[Entrant], met: Mapping[frozenset[str], int]
) -> list[tuple[str, str | None]]:
    """Each entrant once, with another or (one of an odd number) with nobody.

    `met`: how often each two have been paired or have fought. The same input gives the same pairs.
    """
    rows = sorted(entrants, key=lambda one: (-one.rating, one.id))
    found: list[tuple[str, str | None]] = []
    while rows:
        few = rows if len(rows) <= AT_ONCE + 1 else rows[:AT_ONCE]
        rows = rows[len(few) :]
        found += _best(few, met)
    return found


def _best(
    rows: Sequence[Entrant], met: Mapping[frozenset[str], int]
) -> list[tuple[str, str | None]]:
    everybody = (1 << len(rows)) - 1

    @cache
    def best(left: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        """The least cost of pairing those that are left, and how; -1 is nobody."""
        if not left:
            return 0, ()
        first = (left & -left).bit_length() - 1
        rest = left & ~(1 << first)
        choices = [n for n in range(first + 1, len(rows)) if rest >> n & 1]
        options = []
        if left.bit_count() % 2:
            cost, pairs = best(rest)
            options.append((cost + BYE * rows[first].sat_out, ((first, -1), *pairs)))
        for other in choices:
            cost, pairs = best(rest & ~(1 << other))
            options.append((cost + _cost(rows[first], rows[other], met), ((first, other), *pairs)))
        return min(options)

    _cost_of_all, pairs = best(everybody)
    return [(rows[a].id, rows[b].id if b >= 0 else None) for a, b in pairs]


def _cost(a: Entrant, b: Entrant, met: Mapping[frozenset[str], int]) -> int:
    own = OWN if a.player == b.player else 0
    return own + REPEAT * met.get(frozenset((a.id, b.id)), 0) + abs(a.rating - b.rating)
