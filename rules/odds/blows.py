"""What one warrior's attacks in one phase do to one enemy, exactly.

Whole numbers only: every die is a table of weights that add up to a power of six, so nothing is
rounded and nothing is sampled. The dice follow each other as P-TRN-10 has it: to hit, parry, to
wound, critical, save, injury, each for all attacks before the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

NONE, DOWN, STUNNED, OUT = range(4)
"""How bad a blow's outcome is: nothing, knocked down, stunned, out of action (P-INJ-06)."""

Condition = Literal["standing", "knocked_down", "stunned"]


class Critical(NamedTuple):
    """A row of the critical table (P-CRT-04). `chance` counts the faces of its D6."""

    chance: int
    wounds: int
    save: bool
    injury: int


class Injuries(NamedTuple):
    """An injury table: the lowest results that stun and that put out of action (P-INJ-06)."""

    stunned: int = 3
    out: int = 5


class Attack(NamedTuple):
    """Attacks with one weapon at one enemy, every number already settled.

    `hit`, `wound`, `save` are the lowest faces that do it; 7 can't be rolled, a `hit` of 0 needs
    no die. `reroll`: failed dice to hit are thrown again once. `critical`: a 6 to wound may be
    one. `limited`: one critical hit a phase (P-CRT-03). `parry`: the enemy may try (P-PAR-10).
    """

    number: int
    hit: int
    wound: int
    save: int = 7
    strength: int = 3
    reroll: bool = False
    critical: bool = True
    limited: bool = True
    parry: bool = True
    injuries: Injuries = Injuries()
    injury: int = 0


class Defence(NamedTuple):
    """What stands against them. `parries`: dice for the one attempt a phase (0, 1, or 2).

    `stun_save`: the lowest face that turns stunned into knocked down (helmet), 7 for none.
    """

    wounds: int = 1
    parries: int = 0
    stun_save: int = 7


class Outcome(NamedTuple):
    """How bad, and the Wounds left (1 stands for 0, too: both roll for the next wound)."""

    worst: int
    wounds: int


Table = tuple[Critical, ...]
Chances = dict[Outcome, Fraction]


@lru_cache(maxsize=4096)
def standing(attacks: tuple[Attack, ...], defence: Defence, table: Table) -> Chances:
    """What the attacks do to an enemy that isn't down."""
    found: Chances = {}
    suffered = _suffered(attacks, defence, table)
    for hits, chance in _hits(attacks, defence.parries).items():
        for outcome, share in suffered[hits].items():
            found[outcome] = found.get(outcome, Fraction(0)) + chance * share
    return found


def knocked_down(attacks: tuple[Attack, ...], table: Table) -> Fraction:
    """The chance that somebody who was down before goes out (P-DWN-01, P-DWN-02)."""
    harmless = {True: Fraction(1), False: Fraction(0)}
    for attack in attacks:
        for _ in range(attack.number):
            harmless = _downed_step(attack, table, harmless)
    return 1 - harmless[True] - harmless[False]


def _downed_step(
    attack: Attack, table: Table, harmless: dict[bool, Fraction]
) -> dict[bool, Fraction]:
    """One more automatic hit; the keys say whether a critical hit is still to be had."""
    after = {True: Fraction(0), False: Fraction(0)}
    for free, chance in harmless.items():
        for (wounds, _, spent), weight in _effects(attack, table, free).items():
            if wounds == 0:
                after[free and not spent] += chance * Fraction(weight, 216)
    return after


# --------------------------------------------------------------------------- to hit, parry


class _Tally(NamedTuple):
    """Hits of each weapon so far, the highest face among them, and what a parry would stop."""

    hits: tuple[int, ...]
    highest: int = 0
    stopped: int = -1


@lru_cache(maxsize=4096)
def _hits(attacks: tuple[Attack, ...], parries: int) -> dict[tuple[int, ...], Fraction]:
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


# --------------------------------------------------------------- to wound, critical, save


class _Effect(NamedTuple):
    """What one hit brings: unsaved wounds, what is added to their injury dice, critical used."""

    wounds: int
    injury: int
    spent: bool


@lru_cache(maxsize=4096)
def _effects(attack: Attack, table: Table, free: bool) -> dict[_Effect, int]:
    """The weights (of 216) of what one hit brings; `free`: no critical hit yet in this phase."""
    found: dict[_Effect, int] = {}

    def add(effect: _Effect, weight: int) -> None:
        found[effect] = found.get(effect, 0) + weight

    saves = max(0, 7 - attack.save)
    critical = attack.critical and attack.wound < 6 and (free or not attack.limited)
    ordinary = max(0, 7 - attack.wound) - critical
    add(_Effect(0, 0, False), (6 - ordinary - critical) * 36 + ordinary * saves * 6)
    add(_Effect(1, attack.injury, False), ordinary * (6 - saves) * 6)
    for row in table if critical else ():
        stopped = saves if row.save else 0
        add(_Effect(0, 0, True), row.chance * stopped)
        add(_Effect(row.wounds, attack.injury + row.injury, True), row.chance * (6 - stopped))
    return {effect: weight for effect, weight in found.items() if weight}


# ------------------------------------------------------------------------- wounds, injury


class _Hurt(NamedTuple):
    """In the middle of it: Wounds left, the worst injury so far, a critical hit still free."""

    wounds: int
    worst: int
    free: bool


@lru_cache(maxsize=4096)
def _suffered(
    attacks: tuple[Attack, ...], defence: Defence, table: Table
) -> dict[tuple[int, ...], Chances]:
    """For every number of hits of each weapon, what they do. Hits count in declared order."""
    found: dict[tuple[int, ...], tuple[dict[_Hurt, int], int]] = {
        (): ({_Hurt(max(1, defence.wounds), NONE, True): 1}, 1)
    }
    for attack in attacks:
        found = {
            (*hits, n): further
            for hits, start in found.items()
            for n, further in _runs(start, attack, defence, table)
        }
    return {hits: _chances(hurts, scale) for hits, (hurts, scale) in found.items()}


def _runs(
    start: tuple[dict[_Hurt, int], int], attack: Attack, defence: Defence, table: Table
) -> Iterator[tuple[int, tuple[dict[_Hurt, int], int]]]:
    """After 0, 1, 2 ... hits of one weapon."""
    hurts, scale = start
    yield 0, start
    for n in range(1, attack.number + 1):
        after: dict[_Hurt, int] = {}
        for hurt, weight in hurts.items():
            for new, share in _one_hit(hurt, attack, defence, table).items():
                after[new] = after.get(new, 0) + weight * share
        hurts, scale = after, scale * _HIT_SCALE
        yield n, (hurts, scale)


_MOST_WOUNDS = 3
_HIT_SCALE = 216 * 36**_MOST_WOUNDS


@lru_cache(maxsize=4096)
def _one_hit(hurt: _Hurt, attack: Attack, defence: Defence, table: Table) -> dict[_Hurt, int]:
    """The weights (of _HIT_SCALE) of a warrior's state after one more hit."""
    found: dict[_Hurt, int] = {}
    for effect, weight in _effects(attack, table, hurt.free).items():
        free = hurt.free and not effect.spent
        harmed = {(hurt.wounds, hurt.worst): 1}
        for _ in range(effect.wounds):
            harmed = _one_wound(harmed, attack.injuries, effect.injury, defence.stun_save)
        rest = weight * 36 ** (_MOST_WOUNDS - effect.wounds)
        for (wounds, worst), share in harmed.items():
            new = _Hurt(wounds, worst, free)
            found[new] = found.get(new, 0) + share * rest
    return found


def _one_wound(
    harmed: dict[tuple[int, int], int], injuries: Injuries, bonus: int, stun_save: int
) -> dict[tuple[int, int], int]:
    """A Wound less, or an injury die where none is left to lose (P-INJ-03, P-INJ-04)."""
    after: dict[tuple[int, int], int] = {}
    for (wounds, worst), weight in harmed.items():
        if wounds > 1:
            key = (wounds - 1, worst)
            after[key] = after.get(key, 0) + weight * 36
            continue
        for injury, share in enumerate(_injury(injuries, bonus, stun_save)):
            key = (1, max(worst, injury))
            after[key] = after.get(key, 0) + weight * share
    return after


@lru_cache(maxsize=512)
def _injury(injuries: Injuries, bonus: int, stun_save: int) -> tuple[int, int, int, int]:
    """The weights (of 36) of an injury die's results; the first, nothing, never happens."""
    weights = [0, 0, 0, 0]
    for face in range(1, 7):
        result = min(6, face + bonus)
        worst = DOWN + (result >= injuries.stunned) + (result >= injuries.out)
        weights[worst] += 6
    saved = weights[STUNNED] // 6 * max(0, 7 - stun_save)
    return (0, weights[DOWN] + saved, weights[STUNNED] - saved, weights[OUT])


def _chances(hurts: dict[_Hurt, int], scale: int) -> Chances:
    found: dict[Outcome, int] = {}
    for hurt, weight in hurts.items():
        outcome = Outcome(hurt.worst, hurt.wounds)
        found[outcome] = found.get(outcome, 0) + weight
    return {outcome: Fraction(weight, scale) for outcome, weight in found.items()}
