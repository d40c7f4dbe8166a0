"""The strokes of one close combat phase of a duel: in which order they may fall, and how things
stand between two of them (P-CMB-05 to P-CMB-09).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from .chain import ONE
from .sheets import FIRST, Sheet


class Fighter(NamedTuple):
    """How one of them is between two phases. `worst`: NONE (standing), DOWN, STUNNED or OUT;
    `tests`: how often his will has been tried (battle/will.py)."""

    worst: int
    wounds: int
    wild: bool = False
    tests: int = 0


Each = tuple[bool, bool]
"""Something that holds or doesn't for each of the two."""

NOBODY: Each = (False, False)


def with_one(each: Each, who: int) -> Each:
    """The same, and it holds for this one."""
    return (True, each[1]) if who == 0 else (each[0], True)


class Stroke(NamedTuple):
    """Who strikes: with its hands (`part` -1), or the blows of that number beside them."""

    who: int
    part: int = -1


class Moment(NamedTuple):
    """In the middle of a phase: both fighters; who has struck, has put the other down in it, has
    no parry left, has had its critical hit."""

    fighters: tuple[Fighter, Fighter]
    struck: Each = NOBODY
    felled: Each = NOBODY
    parried: Each = NOBODY
    critical: Each = NOBODY

    def hurt(self, who: int, fighter: Fighter) -> Moment:
        one, other = self.fighters
        both = (fighter, other) if who == 0 else (one, fighter)
        return self._replace(fighters=both)


def orders(sheets: Sequence[Sheet]) -> list[tuple[list[Stroke], Fraction]]:
    """In which orders the strokes may fall, each with its chance (P-CMB-05 to P-CMB-09).

    A tie of the two is diced for, each time anew.
    """
    groups: dict[tuple[int, int], list[Stroke]] = {}
    for who, sheet in enumerate(sheets):
        beside = [(group, Stroke(who, part)) for part, (group, _) in enumerate(sheet.beside)]
        early = [one for one in beside if one[0] <= FIRST]
        late = [one for one in beside if one[0] > FIRST]
        for group, stroke in (*early, (sheet.group, Stroke(who)), *late):
            groups.setdefault((group, -sheet.initiative), []).append(stroke)
    found: list[tuple[list[Stroke], Fraction]] = [([], ONE)]
    for key in sorted(groups):
        tied = groups[key]
        each = [[stroke for stroke in tied if stroke.who == who] for who in (0, 1)]
        ways = [each[0] + each[1], each[1] + each[0]] if all(each) else [tied]
        found = [(done + way, chance / len(ways)) for done, chance in found for way in ways]
    return found
