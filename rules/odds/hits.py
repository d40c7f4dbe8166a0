"""To hit and to parry: how many hits of each weapon come through (CMB-11, PAR)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ..battle.preferred import chosen
from .numbers import Attack, Defence

AUTOMATIC = 1
"""The face that stands for a hit without a die, which nobody parries."""


class _Tally(NamedTuple):
    """Hits of each weapon so far, the highest face among them, and what a parry would stop.

    `faces` are all hits as (face, weapon), kept only where more than one attempt is made.
    """

    hits: tuple[int, ...]
    highest: int = 0
    stopped: int = -1
    faces: tuple[tuple[int, int], ...] = ()


def kinds_of_hits(attacks: tuple[Attack, ...]) -> tuple[Attack, ...]:
    """The attacks, and behind each that is poisoned its hits with a natural 6."""
    found: list[Attack] = []
    for attack in attacks:
        found.append(attack)
        if attack.venom:
            surely = attack.critical and attack.venom == 2
            found.append(attack._replace(wound=1, critical=surely, venom=0, critical_from=6))
    return tuple(found)


@lru_cache(maxsize=4096)
def hits_through(attacks: tuple[Attack, ...], defence: Defence) -> dict[tuple[int, ...], Fraction]:
    """The chances of so many hits of each kind (`kinds_of_hits`), after the parry."""
    found: dict[tuple[int, ...], Fraction] = {}
    for (hits, _), chance in hits_and_parry(attacks, defence).items():
        found[hits] = found.get(hits, Fraction(0)) + chance
    return found


@lru_cache(maxsize=4096)
def hits_and_parry(
    attacks: tuple[Attack, ...], defence: Defence
) -> dict[tuple[tuple[int, ...], bool], Fraction]:
    """The same, and whether the chance to parry is gone with them: tried or lost (P-PAR-04)."""
    kinds = kinds_of_hits(attacks)
    tallies = {_Tally((0,) * len(kinds)): 1}
    scale, index = 1, 0
    for attack in attacks:
        faces = _faces(attack)
        for _ in range(attack.number):
            scale *= 36
            tallies = _throw(tallies, index, kinds, faces, defence)
        index += 2 if attack.venom else 1
    found: dict[tuple[tuple[int, ...], bool], Fraction] = {}
    for tally, weight in tallies.items():
        for hits, share in _parried(tally, kinds, defence):
            key = hits, bool(defence.parries) and tally.highest > AUTOMATIC
            found[key] = found.get(key, Fraction(0)) + share * Fraction(weight, scale)
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
    kinds: tuple[Attack, ...],
    faces: tuple[int, ...],
    defence: Defence,
) -> dict[_Tally, int]:
    after: dict[_Tally, int] = {}
    for tally, weight in tallies.items():
        for face, share in enumerate(faces):
            if share:
                new = tally
                if face:
                    kind = index + (face == 6 and bool(kinds[index].venom))
                    new = _counted(tally, kind, face, kinds, defence)
                after[new] = after.get(new, 0) + weight * share
    return after


def _counted(
    tally: _Tally, index: int, face: int, kinds: tuple[Attack, ...], defence: Defence
) -> _Tally:
    """One more hit. Which one a parry meets: the highest face, then Strength or as ordered
    (P-PAR-06)."""
    attack = kinds[index]
    hits = tuple(n + (i == index) * attack.hits for i, n in enumerate(tally.hits))
    every = defence.attempts > 1
    told = tuple(sorted((*tally.faces, *((face, index),) * attack.hits))) if every else ()
    stopped = index if attack.parry and attack.hit else -1
    if face > tally.highest:
        return _Tally(hits, face, stopped, told)
    if face < tally.highest or stopped < 0:
        return _Tally(hits, tally.highest, tally.stopped, told)
    met = [tally.stopped, stopped] if tally.stopped >= 0 else [stopped]
    return _Tally(hits, face, met[_place(met, kinds, defence)], told)


def _place(met: list[int], kinds: tuple[Attack, ...], defence: Defence) -> int:
    """Which of these kinds, in the order of their throws, is parried."""
    return chosen({"equal": defence.which}, [kinds[kind].strength for kind in met])


def _fails(highest: int, defence: Defence) -> Fraction:
    """The chance that an attempt with all its throws fails (P-PAR-02, P-PAR-08)."""
    return Fraction(highest - defence.equal, 6) ** defence.parries


def _parried(
    tally: _Tally, kinds: tuple[Attack, ...], defence: Defence
) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """The hits that are left, parried or not (P-PAR-02, P-PAR-03, P-PAR-05, P-PAR-08)."""
    if not defence.parries:
        yield tally.hits, Fraction(1)
    elif defence.attempts > 1:
        for left, chance in _one_by_one(tally.faces, kinds, defence, defence.attempts):
            yield _count(left, len(kinds)), chance
    elif tally.stopped < 0 or tally.highest == 6:
        yield tally.hits, Fraction(1)
    else:
        fails = _fails(tally.highest, defence)
        yield tally.hits, fails
        yield tuple(n - (i == tally.stopped) for i, n in enumerate(tally.hits)), 1 - fails


Faces = tuple[tuple[int, int], ...]


def _one_by_one(
    faces: Faces, kinds: tuple[Attack, ...], defence: Defence, attempts: int
) -> Iterator[tuple[Faces, Fraction]]:
    """Several attempts: each at the highest hit that is left; a 6 ends them (P-PAR-03)."""
    highest = max((face for face, _ in faces), default=0)
    beatable = [
        (face, i) for face, i in faces if face == highest and kinds[i].parry and kinds[i].hit
    ]
    if not attempts or not beatable or highest == 6:
        yield faces, Fraction(1)
        return
    fails = _fails(highest, defence)
    stopped = beatable[_place([kind for _, kind in beatable], kinds, defence)]
    left = list(faces)
    left.remove(stopped)
    for now, chance in ((faces, fails), (tuple(left), 1 - fails)):
        for end, share in _one_by_one(now, kinds, defence, attempts - 1):
            yield end, chance * share


def _count(faces: Faces, kinds: int) -> tuple[int, ...]:
    return tuple(sum(1 for _, i in faces if i == kind) for kind in range(kinds))
