"""What an exchange of blows is made of, once every number in it is settled."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ..battle.preferred import STRONGEST

NONE, DOWN, STUNNED, OUT = range(4)
"""How bad a blow's outcome is: nothing, knocked down, stunned, out of action (P-INJ-06)."""


class Critical(NamedTuple):
    """A row of the critical table (P-CRT-04). `chance` counts the faces of its D6."""

    chance: int
    wounds: int
    save: bool
    injury: int


class Injuries(NamedTuple):
    """An injury table: the lowest results that stun and that put out of action (P-INJ-06).

    `bonus` is added to each die; `down` and `stun` are what becomes of a knocked down and of a
    stunned in the end.
    """

    stunned: int = 3
    out: int = 5
    bonus: int = 0
    down: int = DOWN
    stun: int = STUNNED


class Attack(NamedTuple):
    """Attacks with one weapon at one enemy, every number already settled.

    `hit`, `wound`, `save` are the lowest faces that do it; 7 can't be rolled, a `hit` of 0 needs
    no die. `reroll`: failed dice to hit are thrown again once. `critical`: a 6 to wound is
    one (P-CRT-02). `limited`: one critical hit a phase (P-CRT-03). `parry`: the enemy may try
    (P-PAR-10). `d3`: an unsaved wound counts D3, a critical at least its own number (P-CRT-06).

    `critical_from` is the lowest face to wound that is critical, `critical_bonus` goes on the
    table's die. `dodges`: faces that avoid a hit, `wards` those that shake off a wound, each in
    turn. `venom`: a natural 6 to hit wounds by itself (1), or wounds and may be critical (2).
    `hits`: so many of one successful roll. `crush`: where all of them hit, the chance (of 36) of
    a Wound without a save instead of everything else; 0 where nobody crushes.
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
    d3: bool = False
    critical_from: int = 6
    critical_bonus: int = 0
    dodges: tuple[int, ...] = ()
    wards: tuple[int, ...] = ()
    venom: int = 0
    hits: int = 1
    crush: int = 0


class Defence(NamedTuple):
    """What stands against them. `parries`: dice for an attempt (0, 1, or 2); `attempts` a phase.

    `stun_save`: the lowest face that turns stunned into knocked down (helmet), 7 for none.
    `equal`: an equal face parries as well; `which`: the one of several equal hits that is parried
    (rules/battle/preferred.py).
    """

    wounds: int = 1
    parries: int = 0
    stun_save: int = 7
    equal: bool = False
    attempts: int = 1
    which: str = STRONGEST


class Outcome(NamedTuple):
    """How bad, and the Wounds left (1 stands for 0, too: both roll for the next wound)."""

    worst: int
    wounds: int


Table = tuple[Critical, ...]
Chances = dict[Outcome, Fraction]
