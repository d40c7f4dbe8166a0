"""A duel to the end, exactly: an absorbing Markov chain over the close combat phases.

Two warriors touch and stay; turns alternate. In its own turn a warrior recovers by one step
(P-REC-08..10), then both strike in order (P-CMB-05..09). Whatever differs in the first phase of
a combat (the charge, a spear, a heavy weapon) belongs to the phase in which the duel starts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol

from .blows import DOWN, NONE, OUT, STUNNED, Attack, Chances, Defence, Table, knocked_down, standing
from .chain import ONE, ZERO, Walk, absorb

FIRST, NORMAL, LAST, STOOD_UP = range(4)
"""The groups of the striking order; inside one the higher Initiative goes first."""

HALF = Fraction(1, 2)


class Situation(NamedTuple):
    """When somebody strikes: in the first phase of the combat or later, having charged or not."""

    first: bool = False
    charged: bool = False


LATER = Situation()


class Duellist(Protocol):
    """One of the two, with every number settled against the other."""

    @property
    def initiative(self) -> int: ...

    @property
    def defence(self) -> Defence: ...

    def attacks(self, situation: Situation) -> tuple[Attack, ...]:
        """Its attacks on the other, in the order in which they are declared."""
        ...

    def group(self, situation: Situation) -> int:
        """FIRST, NORMAL or LAST."""
        ...


class Fighter(NamedTuple):
    """How one of them is between two phases. `worst`: NONE (standing), DOWN, STUNNED or OUT."""

    worst: int
    wounds: int


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


def duel(a: Duellist, b: Duellist, table: Table, charger: int | None = None) -> Duel:
    """The duel of `a` and `b`. `charger`: 0 is a, 1 is b, None either, evenly."""
    chargers = (0, 1) if charger is None else (charger,)
    duels = _Chain((a, b), table).solve(chargers)
    won = [sum((d.a for d in duels), ZERO), sum((d.b for d in duels), ZERO)]
    shares = [chance / len(duels) for chance in won]
    phases = [d.phases for d in duels if d.phases is not None]
    together = sum(phases, ZERO) / len(duels) if len(phases) == len(duels) else None
    return Duel(shares[0], shares[1], 1 - sum(shares, ZERO), together)


class _Chain:
    """The phases of two duellists; nothing in it depends on who charged but the first phase."""

    def __init__(self, duellists: tuple[Duellist, Duellist], table: Table) -> None:
        self._duellists = duellists
        self._table = table
        self._later: dict[_Node, dict[_Node, Fraction]] = {}

    def solve(self, chargers: Sequence[int]) -> list[Duel]:
        fresh = [Fighter(NONE, max(1, d.defence.wounds)) for d in self._duellists]
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
        fighters, stood_up = _recovered(node)
        situations = [Situation(charger is not None, charger == i) for i in (0, 1)]
        found: dict[_Node, Fraction] = {}
        for striker, share in self._order(node.active if stood_up else None, situations):
            for after, chance in self._exchange(fighters, striker, situations):
                new = _Node(1 - node.active, after)
                found[new] = found.get(new, ZERO) + share * chance
        return found

    def _order(
        self, stood_up: int | None, situations: list[Situation]
    ) -> Iterator[tuple[int, Fraction]]:
        """Who strikes first, with which chance (P-CMB-05, P-CMB-06, P-CMB-08, P-CMB-09)."""
        keys = [
            (STOOD_UP if stood_up == i else d.group(situations[i]), -d.initiative)
            for i, d in enumerate(self._duellists)
        ]
        if keys[0] == keys[1]:
            yield from ((0, HALF), (1, HALF))
        else:
            yield (0 if keys[0] < keys[1] else 1), ONE

    def _exchange(
        self, fighters: tuple[Fighter, Fighter], striker: int, situations: list[Situation]
    ) -> Iterator[tuple[tuple[Fighter, Fighter], Fraction]]:
        """Both strike, `striker` first; who is down by then doesn't (P-CMB-05, P-INJ-07)."""
        other = 1 - striker
        for hurt, chance in self._blow(striker, fighters, situations[striker]).items():
            if hurt[other].worst != NONE:
                yield hurt, chance
                continue
            for back, share in self._blow(other, hurt, situations[other]).items():
                yield back, chance * share

    def _blow(
        self, striker: int, fighters: tuple[Fighter, Fighter], situation: Situation
    ) -> dict[tuple[Fighter, Fighter], Fraction]:
        """The attacks of one of them, if it stands."""
        if fighters[striker].worst != NONE:
            return {fighters: ONE}
        attacks = self._duellists[striker].attacks(situation)
        target = fighters[1 - striker]
        chances = self._chances(attacks, target, self._duellists[1 - striker].defence)
        if striker == 0:
            return {(fighters[0], hurt): chance for hurt, chance in chances.items()}
        return {(hurt, fighters[1]): chance for hurt, chance in chances.items()}

    def _chances(
        self, attacks: tuple[Attack, ...], target: Fighter, defence: Defence
    ) -> dict[Fighter, Fraction]:
        if target.worst == STUNNED and attacks:
            return {Fighter(OUT, 1): ONE}
        if target.worst == NONE:
            return _fighters(standing(attacks, defence._replace(wounds=target.wounds), self._table))
        out = knocked_down(attacks, self._table)
        return {Fighter(OUT, 1): out, target: 1 - out}


def _fighters(chances: Chances) -> dict[Fighter, Fraction]:
    return {Fighter(*outcome): chance for outcome, chance in chances.items()}


def _over(node: _Node) -> bool:
    return any(fighter.worst == OUT for fighter in node.fighters)


def _recovered(node: _Node) -> tuple[tuple[Fighter, Fighter], bool]:
    """The recovery of who is active: one step, and whether it has stood up (P-REC-10)."""
    fighters = list(node.fighters)
    before = fighters[node.active]
    if before.worst in (DOWN, STUNNED):
        fighters[node.active] = Fighter(before.worst - 1, before.wounds)
    return (fighters[0], fighters[1]), before.worst == DOWN


def _wounds_left(node: _Node) -> int:
    return sum(fighter.wounds for fighter in node.fighters)


def _ended(walk: Walk[_Node]) -> Duel:
    won = [_lost_by(walk.at, loser) for loser in (1, 0)]
    endless = 1 - sum(won, ZERO)
    return Duel(won[0], won[1], endless, None if endless else walk.steps)


def _lost_by(ends: Mapping[_Node, Fraction], loser: int) -> Fraction:
    return sum((p for node, p in ends.items() if node.fighters[loser].worst == OUT), ZERO)
