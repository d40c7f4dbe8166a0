"""What one warrior's attacks in one phase do to one enemy, exactly.

Whole numbers only: every die is a table of weights that add up to a power of six, so nothing is
rounded and nothing is sampled. The dice follow each other as P-TRN-10 has it: to hit, parry, to
wound, critical, save, injury, each for all attacks before the next.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from .harm import effects, scale_of, suffered
from .hits import hits_and_parry, kinds_of_hits
from .numbers import NONE, STUNNED, Attack, Chances, Defence, Outcome, Table


class Part(NamedTuple):
    """How attacks may end: how bad it is, whether any came through, and what is used up for those
    of the same phase that follow: the enemy's parry, the one critical hit."""

    outcome: Outcome
    hit: bool
    parried: bool
    critical: bool


@lru_cache(maxsize=4096)
def standing(attacks: tuple[Attack, ...], defence: Defence, table: Table) -> Chances:
    """What the attacks do to an enemy that isn't down."""
    found: Chances = {}
    for part, chance in parts(attacks, defence, table).items():
        found[part.outcome] = found.get(part.outcome, Fraction(0)) + chance
    return found


@lru_cache(maxsize=4096)
def parts(attacks: tuple[Attack, ...], defence: Defence, table: Table) -> dict[Part, Fraction]:
    """The same with all that blows which follow in the same phase have to know."""
    found: dict[Part, Fraction] = {}
    after = suffered(kinds_of_hits(attacks), defence, table)
    thrown = hits_and_parry(attacks, defence._replace(wounds=1, stun_save=7))
    crush, blows = _crush(attacks), sum(attack.number for attack in attacks)
    for (hits, parried), chance in thrown.items():
        if crush and sum(hits) >= blows:
            for outcome, share in _crushed(attacks[0], defence, table).items():
                part = Part(outcome, True, parried, False)
                found[part] = found.get(part, Fraction(0)) + chance * share
            continue
        for free, outcomes in after[hits].items():
            for outcome, share in outcomes.items():
                part = Part(outcome, any(hits), parried, not free)
                found[part] = found.get(part, Fraction(0)) + chance * share
    return found


def _crush(attacks: tuple[Attack, ...]) -> int:
    return min((attack.crush for attack in attacks), default=0)


def _crushed(attack: Attack, defence: Defence, table: Table) -> Chances:
    """Strength and a die each: a Wound without a save, or nothing at all (crushing.py)."""
    wound = Attack(1, 0, 1, critical=False, injuries=attack.injuries)
    succeeds = Fraction(attack.crush, 36)
    (outcomes,) = suffered((wound,), defence, table)[1,].values()
    found = {outcome: succeeds * share for outcome, share in outcomes.items()}
    unhurt = Outcome(NONE, max(1, defence.wounds))
    found[unhurt] = found.get(unhurt, Fraction(0)) + 1 - succeeds
    return found


NEVER = 7


def further(
    attacks: tuple[Attack, ...], defence: Defence, worst: int, *, parried: bool, critical: bool
) -> tuple[tuple[Attack, ...], Defence]:
    """Attacks and defence for a second lot of blows on somebody whom the first has left `worst`.

    Who was put down by the first still counts as standing (P-DWN-04), but parries no more
    (P-PAR-12); a helmet saves nobody who is stunned already.
    """
    if parried or worst != NONE:
        defence = defence._replace(parries=0)
    if worst >= STUNNED:
        defence = defence._replace(stun_save=NEVER)
    if critical:
        attacks = tuple(a._replace(critical=a.critical and not a.limited) for a in attacks)
    return attacks, defence


def knocked_down(attacks: tuple[Attack, ...], table: Table) -> Fraction:
    """The chance that somebody who was down before goes out (P-DWN-01, P-DWN-02)."""
    harmless = {True: Fraction(1), False: Fraction(0)}
    for attack in attacks:
        for _ in range(attack.number * attack.hits):
            harmless = _downed_step(attack, table, harmless)
    return 1 - harmless[True] - harmless[False]


def _downed_step(
    attack: Attack, table: Table, harmless: dict[bool, Fraction]
) -> dict[bool, Fraction]:
    """One more automatic hit; the keys say whether a critical hit is still to be had."""
    after = {True: Fraction(0), False: Fraction(0)}
    for free, chance in harmless.items():
        for (wounds, _, spent), weight in effects(attack, table, free).items():
            if wounds == 0:
                after[free and not spent] += chance * Fraction(weight, scale_of(attack))
    return after
