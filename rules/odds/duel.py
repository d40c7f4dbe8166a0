"""A duel to the end, exactly: an absorbing Markov chain over the close combat phases.

Two warriors touch and stay; turns alternate. In its own turn a warrior recovers by one step
(P-REC-08..10), then both strike in order (P-CMB-05..09). Whatever differs in the first phase of
a combat (the charge, a spear, a heavy weapon) belongs to the phase in which the duel starts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from .blows import knocked_down, standing
from .chain import ONE, ZERO, Walk, absorb
from .numbers import DOWN, NONE, OUT, STUNNED, Attack, Defence, Table

BEFORE, FIRST, NORMAL, LAST, STOOD_UP = range(-1, 4)
"""The groups of the striking order; inside one the higher Initiative goes first."""


class Sheet(NamedTuple):
    """How somebody strikes at an enemy that stands: group and Initiative, and the attacks.

    `beside` are its blows that fall before or after those: each with its own group.
    """

    group: int
    initiative: int
    attacks: tuple[Attack, ...]
    beside: tuple[tuple[int, tuple[Attack, ...]], ...] = ()


class Sheets(NamedTuple):
    """How somebody strikes through a duel.

    `charging` and `charged` are for the first phase of the combat (being charged may frighten:
    several sheets, each with its chance), `later` for all others; `finishing` are the attacks on
    an enemy who is knocked down.
    """

    charging: Sheet
    charged: tuple[tuple[Fraction, Sheet], ...]
    later: Sheet
    finishing: tuple[Attack, ...]


class Duellist(NamedTuple):
    """One of the two, with every number settled against the other.

    `wild` is how it strikes in a frenzy, until it is put down for the first time (P-PSY-10);
    None for who has none.
    """

    defence: Defence
    calm: Sheets
    wild: Sheets | None = None


class Fighter(NamedTuple):
    """How one of them is between two phases. `worst`: NONE (standing), DOWN, STUNNED or OUT."""

    worst: int
    wounds: int
    wild: bool = False


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
        fresh = [
            Fighter(NONE, max(1, d.defence.wounds), d.wild is not None) for d in self._duellists
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
        fighters, stood_up = _recovered(node)
        found: dict[_Node, Fraction] = {}
        for chance, sheets in self._sheets(fighters, charger):
            if stood_up:
                mine = sheets[node.active]
                late = tuple((STOOD_UP, attacks) for _, attacks in mine.beside)
                sheets[node.active] = mine._replace(group=STOOD_UP, beside=late)
            for order, share in _orders(sheets):
                for after, part in self._exchange(fighters, order).items():
                    new = _Node(1 - node.active, after)
                    found[new] = found.get(new, ZERO) + chance * share * part
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
        self, fighters: tuple[Fighter, Fighter], order: Sequence[Stroke]
    ) -> dict[tuple[Fighter, Fighter], Fraction]:
        """All strokes in turn; who is down by then doesn't strike (P-CMB-05, P-INJ-07)."""
        moments: dict[_Moment, Fraction] = {(fighters, frozenset()): ONE}
        for who, attacks in order:
            after: dict[_Moment, Fraction] = {}
            for (now, felled), chance in moments.items():
                for hurt, share in self._blow(who, now, attacks, spared=who in felled).items():
                    down = hurt[1 - who].worst != NONE and now[1 - who].worst == NONE
                    key = hurt, felled | {who} if down else felled
                    after[key] = after.get(key, ZERO) + chance * share
            moments = after
        found: dict[tuple[Fighter, Fighter], Fraction] = {}
        for (now, _), chance in moments.items():
            found[now] = found.get(now, ZERO) + chance
        return found

    def _blow(
        self,
        striker: int,
        fighters: tuple[Fighter, Fighter],
        attacks: tuple[Attack, ...],
        *,
        spared: bool,
    ) -> dict[tuple[Fighter, Fighter], Fraction]:
        """The attacks of one of them, if it stands and the other isn't out yet."""
        target = fighters[1 - striker]
        if fighters[striker].worst != NONE or target.worst == OUT:
            return {fighters: ONE}
        finishing = self._how(striker, fighters[striker]).finishing
        chances = self._chances(striker, target, attacks, finishing, spared=spared)
        if striker == 0:
            return {(fighters[0], hurt): chance for hurt, chance in chances.items()}
        return {(hurt, fighters[1]): chance for hurt, chance in chances.items()}

    def _chances(
        self,
        striker: int,
        target: Fighter,
        attacks: tuple[Attack, ...],
        finishing: tuple[Attack, ...],
        *,
        spared: bool,
    ) -> dict[Fighter, Fraction]:
        """`spared`: the striker has put the target down in this phase (P-DWN-04)."""
        defence = self._duellists[1 - striker].defence
        if target.worst != NONE and not spared:
            stunned = target.worst == STUNNED and finishing
            out = ONE if stunned else knocked_down(finishing, self._table)
            return {Fighter(OUT, 1): out, target: 1 - out}
        if target.worst != NONE:
            helmet = NEVER if target.worst == STUNNED else defence.stun_save
            defence = defence._replace(parries=0, stun_save=helmet)
        found: dict[Fighter, Fraction] = {}
        hurt = standing(attacks, defence._replace(wounds=target.wounds), self._table)
        for end, chance in hurt.items():
            worst = max(end.worst, target.worst)
            key = Fighter(worst, end.wounds, target.wild and worst == NONE)
            found[key] = found.get(key, ZERO) + chance
        return found


Stroke = tuple[int, tuple[Attack, ...]]
"""Who strikes, and with what."""
_Moment = tuple[tuple[Fighter, Fighter], frozenset[int]]
"""Both fighters in the middle of a phase, and who has put the other down in it."""
NEVER = 7


def _orders(sheets: Sequence[Sheet]) -> list[tuple[list[Stroke], Fraction]]:
    """In which orders the strokes may fall, each with its chance (P-CMB-05 to P-CMB-09).

    A tie of the two is diced for, each time anew.
    """
    groups: dict[tuple[int, int], list[Stroke]] = {}
    for who, sheet in enumerate(sheets):
        early = [one for one in sheet.beside if one[0] <= FIRST]
        late = [one for one in sheet.beside if one[0] > FIRST]
        for group, attacks in (*early, (sheet.group, sheet.attacks), *late):
            groups.setdefault((group, -sheet.initiative), []).append((who, attacks))
    found: list[tuple[list[Stroke], Fraction]] = [([], ONE)]
    for key in sorted(groups):
        tied = groups[key]
        parts = [[stroke for stroke in tied if stroke[0] == who] for who in (0, 1)]
        ways = [parts[0] + parts[1], parts[1] + parts[0]] if all(parts) else [tied]
        found = [(done + way, chance / len(ways)) for done, chance in found for way in ways]
    return found


def _over(node: _Node) -> bool:
    return any(fighter.worst == OUT for fighter in node.fighters)


def _recovered(node: _Node) -> tuple[tuple[Fighter, Fighter], bool]:
    """The recovery of who is active: one step, and whether it has stood up (P-REC-10)."""
    fighters = list(node.fighters)
    before = fighters[node.active]
    if before.worst in (DOWN, STUNNED):
        fighters[node.active] = before._replace(worst=before.worst - 1)
    return (fighters[0], fighters[1]), before.worst == DOWN


def _wounds_left(node: _Node) -> int:
    return sum(fighter.wounds for fighter in node.fighters)


def _ended(walk: Walk[_Node]) -> Duel:
    won = [_lost_by(walk.at, loser) for loser in (1, 0)]
    endless = 1 - sum(won, ZERO)
    return Duel(won[0], won[1], endless, None if endless else walk.steps)


def _lost_by(ends: Mapping[_Node, Fraction], loser: int) -> Fraction:
    return sum((p for node, p in ends.items() if node.fighters[loser].worst == OUT), ZERO)
