"""To hit and to parry: how many hits of each weapon come through (CMB-11, PAR)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from .numbers import Attack


class _Tally(NamedTuple):
    """Hits of each weapon so far, the highest face among them, and what a parry would stop."""

    hits: tuple[int, ...]
    highest: int = 0
    stopped: int = -1


@lru_cache(maxsize=4096)
def hits_through(attacks: tuple[Attack, ...], parries: int) -> dict[tuple[int, ...], Fraction]:
    """The chances of so many hits of each weapon, after the parry."""
    tallies = {_Tally((0,) * len(attacks)): 1}
    scale = 1
    for index, attack in enumerate(attacks):
        faces = _faces(attack)
        for _ in range(attack.number):
            scale *= 36
            tallies = _throw(tallies, index, attack, attacks, faces)
    found: dict[tuple[int, ...], Fraction] = {}
    for tally, weight in tallies.items():
        for hits, share in _parried(tally, parries):
            found[hits] = found.get(hits, Fraction(0)) + share * Fraction(weight, scale)
    return found


def _faces(attack: Attack) -> tuple[int, ...]:
    """The weights (of 36) of a miss and of a hit with a 1 to 6."""
    if attack.hit == 0:
        return (0, 36, 0, 0, 0, 0, 0)
    misses = sum(1 for face in range(1, 7) if face < attack.hit)
    again = misses if attack.reroll else 0
    weights = [0 if face < attack.hit else 6 + again for face in range(1, 7)]
    return (36 - sum(weights), *weights)


def _throw(
    tallies: dict[_Tally, int],
    index: int,
    attack: Attack,
    attacks: tuple[Attack, ...],
    faces: tuple[int, ...],
) -> dict[_Tally, int]:
    after: dict[_Tally, int] = {}
    for tally, weight in tallies.items():
        for face, share in enumerate(faces):
            if share:
                new = _counted(tally, index, face, attacks) if face else tally
                after[new] = after.get(new, 0) + weight * share
    return after


def _counted(tally: _Tally, index: int, face: int, attacks: tuple[Attack, ...]) -> _Tally:
    """One more hit. Which one a parry meets: the highest face, then Strength (P-PAR-06)."""
    hits = tuple(n + (i == index) for i, n in enumerate(tally.hits))
    attack = attacks[index]
    stopped = index if attack.parry and attack.hit else -1
    if face > tally.highest:
        return _Tally(hits, face, stopped)
    if face < tally.highest or stopped < 0:
        return _Tally(hits, tally.highest, tally.stopped)
    better = tally.stopped < 0 or attack.strength > attacks[tally.stopped].strength
    return _Tally(hits, face, stopped if better else tally.stopped)


def _parried(tally: _Tally, parries: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """The hits that are left, parried or not (P-PAR-02, P-PAR-03, P-PAR-05, P-PAR-08)."""
    if not parries or tally.stopped < 0 or tally.highest == 6:
        yield tally.hits, Fraction(1)
        return
    fails = Fraction(tally.highest, 6) ** parries
    yield tally.hits, fails
    yield tuple(n - (i == tally.stopped) for i, n in enumerate(tally.hits)), 1 - fails
