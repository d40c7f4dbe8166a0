"""Chances in words: "1 in 6", and what a shot may do."""

from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext

from rules.odds import Odds


def one_in(chance: Fraction) -> str:
    """ "1 in 6", "7 in 12"; "always" and "never" at the ends."""
    if chance <= 0:
        return gettext("never")
    if chance >= 1:
        return gettext("always")
    return gettext("%(ways)d in %(all)d") % {"ways": chance.numerator, "all": chance.denominator}


def percent(chance: Fraction) -> str:
    """ "8 %", "0.4 %": whole from 1 to 99, finer near the ends, never 0 or 100 for what isn't."""
    value = float(100 * chance)
    if value in (0, 100) or 1 <= value <= 99:
        return f"{round(value)} %"
    fine = min(max(value, 0.1), 99.9)
    return f"{number_format(fine, 1)} %"


def shot_told(odds: Odds, *, lucky: bool = False) -> str:
    """What a shot may do, in one line. `lucky`: somebody's luck is at hand, and not in it."""
    text = gettext("hits %(hit)s, wounds %(wound)s, out of action %(out)s")
    if lucky:
        text = gettext(
            "hits %(hit)s, wounds %(wound)s, out of action %(out)s; luck isn't reckoned in"
        )
    return text % {
        "hit": percent(odds.hit),
        "wound": percent(odds.wound),
        "out": percent(odds.out_of_action),
    }
