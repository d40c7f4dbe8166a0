"""How a duellist strikes, with every number settled against the other."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from .numbers import Attack, Defence

BEFORE, FIRST, NORMAL, LAST, STOOD_UP = range(-1, 4)
"""The groups of the striking order; inside one the higher Initiative goes first."""

Attacks = tuple[Attack, ...]


class Sheet(NamedTuple):
    """How somebody strikes in a phase at an enemy that stands: group and Initiative, the attacks.

    `beside` are its blows that fall before or after those: each with its own group. `drawn` is
    the same at an enemy who has struck already and holds what he has struck with (his shield may
    hang on his back by then). `guards` are its own defences before and after it has struck.
    """

    group: int
    initiative: int
    attacks: Attacks
    beside: tuple[tuple[int, Attacks], ...] = ()
    drawn: Sheet | None = None
    guards: tuple[Defence, Defence] | None = None


class Sheets(NamedTuple):
    """How somebody strikes through a duel.

    `charging` and `charged` are for the first phase of the combat (being charged may frighten:
    several sheets, each with its chance), `later` for all others; `finishing` is how it strikes at
    an enemy who is knocked down.
    """

    charging: Sheet
    charged: tuple[tuple[Fraction, Sheet], ...]
    later: Sheet
    finishing: Sheet


class Will(NamedTuple):
    """Who may fight on when he ought to be out of action (battle/will.py).

    `passes`: the chance of each test of the battle, the first first; those behind them fail.
    `tests`: how many there have been. `rises`: he is on his feet again if he passes while down.
    """

    passes: tuple[Fraction, ...] = ()
    tests: int = 0
    rises: bool = True

    def chance(self, tests: int) -> Fraction:
        """Of the test after so many."""
        return self.passes[tests] if tests < len(self.passes) else Fraction(0)


NO_WILL = Will()


class Duellist(NamedTuple):
    """One of the two, with every number settled against the other.

    `wild` is how it strikes in a frenzy, until it is put down for the first time (P-PSY-10);
    None for who has none. `will`: what may hold it up. `springs_up`: stunned it stands up in one
    recovery (P-REC-10, a house rule).
    """

    defence: Defence
    calm: Sheets
    wild: Sheets | None = None
    will: Will = NO_WILL
    springs_up: bool = False
