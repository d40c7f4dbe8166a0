"""A duel to the end, exactly: an absorbing Markov chain over the close combat phases.

Two warriors touch and stay; turns alternate. In its own turn a warrior recovers by one step
(P-REC-08..10), then both strike in order (P-CMB-05..09). Whatever differs in the first phase of
a combat (the charge, a spear, a heavy weapon) belongs to the phase in which the duel starts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from .blows import further, knocked_down, parts
from .chain import ONE, ZERO, Walk, absorb
from .numbers import DOWN, NONE, OUT, STUNNED, Table
from .sheets import STOOD_UP, Duellist, Sheet, Sheets
from .strokes import NOBODY, Fighter, Moment, Stroke, orders, with_one


class _Node(NamedTuple):
    """Before a phase: whose turn it is (0 or 1), and both fighters."""

    active: int
    fighters: tuple[Fighter, Fighter]


class Duel(NamedTuple):
    """Who wins, with which chance, and after how many close combat phases on average.

    `endless` is the chance that it never ends because neither can hurt the other; `phases` is
    None where that may happen.
    """

    a: Fraction
    b: Fraction
    endless: Fraction
    phases: Fraction | None

    def turned(self) -> Duel:
        """The same with the two named the other way round."""
        return Duel(self.b, self.a, self.endless, self.phases)


Duels = tuple[Duel, Duel]
"""The duel where the first of the two charges, and where the second does."""


def duels(a: Duellist, b: Duellist, table: Table) -> Duels:
    """Both duels of `a` and `b`: they share all phases but the first."""
    one, other = _Chain((a, b), table).solve((0, 1))
    return one, other


def evenly(both: Duels) -> Duel:
    """The duel where either charges, as likely."""
    one, other = both
    shares = (one.a + other.a) / 2, (one.b + other.b) / 2
    known = one.phases is not None and other.phases is not None
    together = ((one.phases or ZERO) + (other.phases or ZERO)) / 2 if known else None
    return Duel(shares[0], shares[1], 1 - sum(shares, ZERO), together)


def duel(a: Duellist, b: Duellist, table: Table, charger: int | None = None) -> Duel:
    """The duel of `a` and `b`. `charger`: 0 is a, 1 is b, None either, evenly."""
    both = duels(a, b, table)
    return evenly(both) if charger is None else both[charger]


class _Chain:
    """The phases of two duellists; nothing in it depends on who charged but the first phase."""

    def __init__(self, duellists: tuple[Duellist, Duellist], table: Table) -> None:
        self._duellists = duellists
        self._table = table
        self._later: dict[_Node, dict[_Node, Fraction]] = {}

    def solve(self, chargers: Sequence[int]) -> list[Duel]:
        fresh = [
            Fighter(NONE, max(1, d.defence.wounds), d.wild is not None, d.will.tests)
            for d in self._duellists
        ]
        firsts = [self._phase(_Node(c, (fresh[0], fresh[1])), c) for c in chargers]
        for first in firsts:
            self._explore(first)
        return [_ended(walk) for walk in absorb(firsts, self._later, order=_wounds_left)]

    def _explore(self, first: Mapping[_Node, Fraction]) -> None:
        waiting = list(first)
        while waiting:
            node = waiting.pop()
            if node not in self._later and not _over(node):
                self._later[node] = self._phase(node, None)
                waiting += self._later[node]

    def _phase(self, node: _Node, charger: int | None) -> dict[_Node, Fraction]:
        """What a phase makes of a node; `charger` only in the first phase of the combat."""
        fighters, stood_up = _recovered(node, self._duellists[node.active].springs_up)
        found: dict[_Node, Fraction] = {}
        for chance, sheets in self._sheets(fighters, charger):
            if stood_up:
                mine = sheets[node.active]
                late = tuple((STOOD_UP, attacks) for _, attacks in mine.beside)
                sheets[node.active] = mine._replace(group=STOOD_UP, beside=late)
            for order, share in orders(sheets):
                for after, part in self._exchange(fighters, sheets, order).items():
                    new = _ends_as(_Node(1 - node.active, after))
                    found[new] = found.get(new, ZERO) + chance * share * part
        if self._duellists[1 - node.active].will.passes:
            return self._willed(found)
        return found

    def _willed(self, before: Mapping[_Node, Fraction]) -> dict[_Node, Fraction]:
        """The same once the turn of the other has started: who is up by his will alone tests."""
        found: dict[_Node, Fraction] = {}
        for node, chance in before.items():
            mine = node.fighters[node.active]
            if not mine.tests or _over(node):
                found[node] = found.get(node, ZERO) + chance
                continue
            passes = self._duellists[node.active].will.chance(mine.tests)
            up, out = mine._replace(tests=mine.tests + 1), Fighter(OUT, 1)
            for after, share in ((up, passes), (out, 1 - passes)):
                if share:
                    both = (
                        (after, node.fighters[1]) if node.active == 0 else (node.fighters[0], after)
                    )
                    new = _ends_as(_Node(node.active, both))
                    found[new] = found.get(new, ZERO) + chance * share
        return found

    def _sheets(
        self, fighters: Sequence[Fighter], charger: int | None
    ) -> Iterator[tuple[Fraction, list[Sheet]]]:
        """How both strike in this phase, and with which chance."""
        sheets = [self._how(i, fighter) for i, fighter in enumerate(fighters)]
        if charger is None:
            yield ONE, [sheets[0].later, sheets[1].later]
            return
        for chance, charged in sheets[1 - charger].charged:
            both = (sheets[charger].charging, charged)
            yield chance, [both[charger], both[1 - charger]]

    def _how(self, who: int, fighter: Fighter) -> Sheets:
        duellist = self._duellists[who]
        return duellist.wild if fighter.wild and duellist.wild else duellist.calm

    def _exchange(
        self, fighters: tuple[Fighter, Fighter], sheets: Sequence[Sheet], order: Sequence[Stroke]
    ) -> dict[tuple[Fighter, Fighter], Fraction]:
        """All strokes in turn; who is down by then doesn't strike (P-CMB-05, P-INJ-07)."""
        several = len(order) > len(sheets)
        order = [stroke for stroke in order if fighters[stroke.who].worst == NONE]
        moments: dict[Moment, Fraction] = {Moment(fighters): ONE}
        for stroke in order:
            after: dict[Moment, Fraction] = {}
            for moment, chance in moments.items():
                for new, share in self._blow(stroke, moment, sheets).items():
                    key = new if several else new._replace(parried=NOBODY, critical=NOBODY)
                    after[key] = after.get(key, ZERO) + chance * share
            moments = after
        found: dict[tuple[Fighter, Fighter], Fraction] = {}
        for moment, chance in moments.items():
            found[moment.fighters] = found.get(moment.fighters, ZERO) + chance
        return found

    def _blow(self, stroke: Stroke, now: Moment, sheets: Sequence[Sheet]) -> dict[Moment, Fraction]:
        """The attacks of one of them, if it stands and the other isn't out yet."""
        who, foe = stroke.who, 1 - stroke.who
        target = now.fighters[foe]
        if now.fighters[who].worst != NONE or target.worst == OUT:
            return {now: ONE}
        if stroke.part < 0:
            now = now._replace(struck=with_one(now.struck, who))
        if target.worst != NONE and not now.felled[who]:
            sheet = self._how(who, now.fighters[who]).finishing
            finishing = sheet.attacks if stroke.part < 0 else sheet.beside[stroke.part][1]
            stunned = target.worst == STUNNED and finishing
            out = ONE if stunned else knocked_down(finishing, self._table)
            found: dict[Moment, Fraction] = {now: 1 - out}
            for ends, share in self._put_out(foe, target, 1):
                new = now.hurt(foe, ends)
                found[new] = found.get(new, ZERO) + out * share
            return found
        return self._standing(stroke, now, sheets)

    def _standing(
        self, stroke: Stroke, now: Moment, sheets: Sequence[Sheet]
    ) -> dict[Moment, Fraction]:
        """Attacks on somebody who stands, or whom the striker has just put down (P-DWN-04)."""
        who, foe = stroke.who, 1 - stroke.who
        target, sheet = now.fighters[foe], sheets[who]
        if now.struck[foe] and sheet.drawn is not None:
            sheet = sheet.drawn
        attacks = sheet.attacks if stroke.part < 0 else sheet.beside[stroke.part][1]
        guards = sheets[foe].guards
        defence = guards[now.struck[foe]] if guards else self._duellists[foe].defence
        attacks, defence = further(
            attacks,
            defence._replace(wounds=target.wounds),
            target.worst,
            parried=now.parried[foe],
            critical=now.critical[who],
        )
        found: dict[Moment, Fraction] = {}
        for part, chance in parts(attacks, defence, self._table).items():
            worst, wounds = max(part.outcome.worst, target.worst), part.outcome.wounds
            wild = target.wild and worst == NONE
            ends = [(target._replace(worst=worst, wounds=wounds, wild=wild), ONE)]
            if worst == OUT:
                ends = self._put_out(foe, target, wounds)
            for hurt, share in ends:
                new = now.hurt(foe, hurt)
                if hurt.worst != NONE and target.worst == NONE:
                    new = new._replace(felled=with_one(new.felled, who))
                if part.parried:
                    new = new._replace(parried=with_one(new.parried, foe))
                if part.critical:
                    new = new._replace(critical=with_one(new.critical, who))
                found[new] = found.get(new, ZERO) + chance * share
        return found

    def _put_out(self, who: int, before: Fighter, wounds: int) -> list[tuple[Fighter, Fraction]]:
        """What becomes of one who would be out of action, if his will doesn't hold him up."""
        will, out = self._duellists[who].will, Fighter(OUT, 1)
        passes = will.chance(before.tests)
        if not passes:
            return [(out, ONE)]
        worst = NONE if will.rises else before.worst
        stays = before._replace(worst=worst, wounds=wounds, tests=before.tests + 1)
        return [(stays, passes), (out, 1 - passes)] if passes != 1 else [(stays, ONE)]


_LOST = (
    _Node(0, (Fighter(OUT, 1), Fighter(NONE, 1))),
    _Node(0, (Fighter(NONE, 1), Fighter(OUT, 1))),
)
"""What every end counts as where the one, or the other, is out: how the winner stands is nothing
that anybody asks, and telling ends apart would cost most of the time."""


def _ends_as(node: _Node) -> _Node:
    for who, fighter in enumerate(node.fighters):
        if fighter.worst == OUT:
            return _LOST[who]
    return node


def _over(node: _Node) -> bool:
    return any(fighter.worst == OUT for fighter in node.fighters)


def _recovered(node: _Node, springs_up: bool) -> tuple[tuple[Fighter, Fighter], bool]:
    """The recovery of who is active: one step, and whether it has stood up (P-REC-10)."""
    fighters = list(node.fighters)
    before = fighters[node.active]
    rises = before.worst == DOWN or (before.worst == STUNNED and springs_up)
    if before.worst in (DOWN, STUNNED):
        after = before.worst - 1 if not rises else NONE
        fighters[node.active] = before._replace(worst=after)
    return (fighters[0], fighters[1]), rises


def _wounds_left(node: _Node) -> int:
    """What only falls, from phase to phase: Wounds, then what is left of their wills."""
    return sum(100 * fighter.wounds - fighter.tests for fighter in node.fighters)


def _ended(walk: Walk[_Node]) -> Duel:
    won = [_lost_by(walk.at, loser) for loser in (1, 0)]
    endless = 1 - sum(won, ZERO)
    return Duel(won[0], won[1], endless, None if endless else walk.steps)


def _lost_by(ends: Mapping[_Node, Fraction], loser: int) -> Fraction:
    return sum((p for node, p in ends.items() if node.fighters[loser].worst == OUT), ZERO)
