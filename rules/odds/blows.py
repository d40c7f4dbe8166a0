"""What one warrior's attacks in one phase do to one enemy, exactly.

Whole numbers only: every die is a table of weights that add up to a power of six, so nothing is
rounded and nothing is sampled. The dice follow each other as P-TRN-10 has it: to hit, parry, to
wound, critical, save, injury, each for all attacks before the next.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from .harm import effects, scale_of, suffered
from .hits import hits_through, kinds_of_hits
from .numbers import Attack, Chances, Defence, Table


@lru_cache(maxsize=4096)
def standing(attacks: tuple[Attack, ...], defence: Defence, table: Table) -> Chances:
    """What the attacks do to an enemy that isn't down."""
    found: Chances = {}
    after = suffered(kinds_of_hits(attacks), defence, table)
    for hits, chance in hits_through(attacks, defence._replace(wounds=1, stun_save=7)).items():
        for outcome, share in after[hits].items():
            found[outcome] = found.get(outcome, Fraction(0)) + chance * share
    return found


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
