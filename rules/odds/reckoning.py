"""What attacks that are settled come to: the chances of each end."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ..battle.state import State
from .blows import Part, further, parts
from .chain import ONE, ZERO
from .matchup import critical_table
from .numbers import DOWN, NONE, OUT, STUNNED, Defence, Outcome
from .sheets import Attacks


class Odds(NamedTuple):
    """How an attack may end: at least one hit; at least one unsaved wound; and the status after
    it. `none`, `knocked_down`, `stunned` and `out_of_action` add up to 1; `none` means that the
    status stays as it is.

    `cover` is the chance that a shot hits a model in its way instead (P-COV-03).
    """

    hit: Fraction
    wound: Fraction
    none: Fraction
    knocked_down: Fraction
    stunned: Fraction
    out_of_action: Fraction
    cover: Fraction = ZERO


MANY = 30
"""More Wounds than one phase can take."""

CERTAIN = Odds(ONE, ONE, ZERO, ZERO, ZERO, ONE)

NOTHING = Odds(ZERO, ZERO, ONE, ZERO, ZERO, ZERO)


def mean(all_of: list[Odds]) -> Odds:
    """The odds of one of these, each as likely."""
    return Odds(*(sum(column, ZERO) / len(all_of) for column in zip(*all_of, strict=True)))


def reckon(lots: Sequence[Attacks], defence: Defence, state: State, before: int) -> Odds:
    """`lots`: attacks that fall together, one lot after the other."""
    chances = _after(lots, defence, state)
    missed = sum((p for end, p in chances.items() if not end.hit), ZERO)
    jumps = any(attack.injuries.down == NONE for lot in lots for attack in lot)
    if jumps:  # wounded, yet standing
        robust = _after(lots, defence._replace(wounds=MANY), state)
        untouched = _share(robust, Outcome(NONE, MANY))
    else:
        untouched = _share(chances, Outcome(NONE, defence.wounds))
    ends = [_ends(chances, worst, before) for worst in (DOWN, STUNNED, OUT)]
    return Odds(1 - missed, 1 - untouched, 1 - sum(ends, ZERO), *ends)


def _after(lots: Sequence[Attacks], defence: Defence, state: State) -> dict[Part, Fraction]:
    """How all lots together may end."""
    table = critical_table(state.setup.ruleset)
    found = {Part(Outcome(NONE, defence.wounds), False, False, False): ONE}
    for lot in lots:
        after: dict[Part, Fraction] = {}
        for now, chance in found.items():
            worst, wounds = now.outcome
            left = defence._replace(wounds=wounds)
            attacks, left = further(lot, left, worst, parried=now.parried, critical=now.critical)
            for part, share in parts(attacks, left, table).items():
                end = Part(
                    Outcome(max(worst, part.outcome.worst), part.outcome.wounds),
                    now.hit or part.hit,
                    now.parried or part.parried,
                    now.critical or part.critical,
                )
                after[end] = after.get(end, ZERO) + chance * share
        found = after
    return found


def _share(chances: dict[Part, Fraction], outcome: Outcome) -> Fraction:
    return sum((p for part, p in chances.items() if part.outcome == outcome), ZERO)


def _ends(chances: dict[Part, Fraction], worst: int, before: int) -> Fraction:
    """The chance of a status worse than the one before (P-INJ-05)."""
    if worst <= before:
        return ZERO
    return sum((p for part, p in chances.items() if part.outcome.worst == worst), ZERO)
