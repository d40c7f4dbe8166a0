"""Rosters for tests, made by the verbs that players use."""

from __future__ import annotations

from rules.catalogue import load_catalogue
from rules.catalogue.lists import FighterType, WarbandType
from rules.roster import change as verbs
from rules.roster.ledger import Line
from rules.roster.model import Roster

CATALOGUE = load_catalogue()
RICH = 100_000

EVERY_FIGHTER = [
    (warband, kind) for warband in CATALOGUE.warbands.values() for kind in warband.fighters
]
FIGHTER_IDS = [f"{warband.id}-{kind.id}" for warband, kind in EVERY_FIGHTER]


class Books:
    """A roster with all lines of its books, changed verb by verb."""

    def __init__(self, type: str, budget: int = RICH) -> None:
        founded = verbs.found(CATALOGUE, Roster(id="w", name="W", type=type, budget=budget))
        self.roster, self.lines = founded.roster, list(founded.lines)

    def do(self, change: verbs.Change) -> tuple[Line, ...]:
        self.roster = change.roster
        self.lines += change.lines
        return change.lines

    def hire(self, type: str, n: int = 1, key: str = "") -> str:
        key = key or f"{type}-{len(self.roster.fighters)}"
        self.do(verbs.hire(CATALOGUE, self.roster, key=key, type=type, name=key, n=n))
        return key

    def buy(self, key: str, item: str, n: int = 1) -> tuple[Line, ...]:
        return self.do(verbs.buy(CATALOGUE, self.roster, key=key, item=item, n=n, draft=True))


def with_needed(books: Books, warband: WarbandType, kind: FighterType) -> None:
    """Hire whom a kind of fighter depends on."""
    for needed in kind.requires:
        books.hire(needed)
    for limit in warband.group_limits:
        if limit.per is not None and kind.id in limit.fighters:
            for of in limit.of:
                _some(books, warband, warband.fighter(of))


def _some(books: Books, warband: WarbandType, kind: FighterType) -> None:
    """Two of a kind, with whom they depend on in turn, unless they are there already."""
    if any(fighter.type == kind.id for fighter in books.roster.active):
        return
    with_needed(books, warband, kind)
    for _ in range(min(2, kind.most or 2)):
        books.hire(kind.id)
