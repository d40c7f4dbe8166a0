"""Marks that carry a name or a number behind them: what a warrior has gained, or has for a turn."""

from __future__ import annotations

from collections.abc import Iterable

WILL = "will:"
"""How often his will has been tested in this battle (will.py)."""
QUARRY = "quarry:"
"""Whom he is after (quarry.py)."""
NOBODY = "nobody"
TAUNTED, LURED = "taunted:", "lured:"
"""Who has taunted him; at whom he has to go in this turn (lure.py)."""
HUNGRY, LEAP, SCOPE = "hungry:", "leaps:", "scope:"
"""How much farther he goes in this turn, in 1/100 mm (hunger.py, bounding.py)."""


def behind(marks: Iterable[str], prefix: str) -> str:
    """What stands behind the first mark of a kind, "" where there is none."""
    for mark in marks:
        if mark.startswith(prefix):
            return mark.removeprefix(prefix)
    return ""
