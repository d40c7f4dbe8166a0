"""Traps: laid by order instead of everything else in a turn, sprung by whoever comes near.

Hook `trap`. Readings: the marker lies at the feet of who lays it. Whoever else moves within its
reach, friend or enemy, of his own will or not, throws for it once his move is over, a charger
before the fight; on `on` or more it snaps and is gone, with one hit of `strength`, never critical,
armour as ever. Nobody is held up on his way. Who stands near already is safe until he moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isqrt

from ..errors import IllegalOrder
from ..units import Point
from . import events as ev
from .afterwards import natural
from .blows import resolve
from .brought import brought, length
from .falls import teeter
from .play import Play
from .queries import body, is_engaged
from .state import State, Trap, Warrior
from .volley import Volley

RULE = "P-TRN-04"
BARS = frozenset(
    """moved stayed declared_charge charged failed_charge failed_to_spot failed_fear stupid quarrels
    rallied stood_up came_round cast laid_trap""".split()
)
"""What leaves no whole turn for it."""
PLIGHTS = frozenset({"netted", "entangled", "ablaze"})


def traps(state: State, w: Warrior) -> Iterator[str]:
    """The rows by which he may lay a trap now."""
    if state.phase != "movement" or w.status != "standing" or w.fleeing:
        return
    rows = brought(state.setup, w.id, "trap")
    if rows and _has_the_turn(w) and not is_engaged(state, w.id):
        yield rows[0].of


def _has_the_turn(w: Warrior) -> bool:
    free = BARS.isdisjoint(w.marks) and PLIGHTS.isdisjoint(w.plight)
    return free and "fell" not in w.brief


def lay(play: Play, id: str, of: str) -> None:
    """It lies at his feet; in this turn he does nothing else."""
    at = play.warrior(id).at
    assert at is not None
    number = 1 + max([int(trap.id.rpartition("-")[2]) for trap in play.state.traps], default=0)
    play.emit(ev.TrapLaid(warrior=id, of=of, trap=f"trap-{number}", at=at, rule=RULE))


def nothing_else(w: Warrior) -> None:
    """Raise where the turn has gone into a trap."""
    if "laid_trap" in w.marks:
        raise IllegalOrder("laid_trap", RULE, warrior=w.id)


def spring(play: Play) -> None:
    """Everything that has moved since the last look, in order, at every trap that lies there."""
    since, play.trodden = play.trodden, len(play.events)
    if not play.state.traps or play.state.result is not None:
        return
    for event in play.events[since : play.trodden]:
        if isinstance(event, ev.Moved) and len(event.path) > 1:
            _tread(play, event.warrior, event.path)
    play.trodden = len(play.events)


def _tread(play: Play, id: str, path: Sequence[Point]) -> None:
    for trap in play.state.traps:
        if id == trap.by:
            continue
        if play.warrior(id).at is None:
            return
        (row,) = brought(play.state.setup, trap.by, "trap")[:1]
        reach = length(play.state.setup, row.effect["radius"])
        if comes_near(path, trap.at, reach, body(play.state, id).radius):
            _throw(play, id, trap, int(row.effect["on"]), int(row.effect["strength"]))


def _throw(play: Play, id: str, trap: Trap, on: int, strength: int) -> None:
    (face,) = play.batch("trigger", 1, on, rule=RULE, actor=id, target=trap.by, weapon=trap.of)
    snaps = face >= on
    play.emit(
        ev.TrapSprung(warrior=id, by=trap.by, of=trap.of, trap=trap.id, snaps=snaps, rule=RULE)
    )
    if snaps:
        status = play.warrior(id).status
        volley = Volley(trap.by, id, natural(trap.of), strength, False, status, hits=[0])
        teeter(play, resolve(play, [volley]))


def comes_near(path: Sequence[Point], at: Point, reach: int, radius: int) -> bool:
    """Whether a base of that radius whose centre goes along a path comes within reach of a place.

    In whole 1/100 mm, by squares; a stretch that climbs is looked at where it begins and ends.
    """
    return any(
        _passes(a, b, at, reach, radius)
        if a[2] == b[2]
        else any(_passes(p, p, at, reach, radius) for p in (a, b))
        for a, b in pairwise(path)
    )


def _passes(a: Point, b: Point, at: Point, reach: int, radius: int) -> bool:
    height = abs(a[2] - at[2])
    if height > reach:
        return False
    limit = isqrt(reach * reach - height * height) + radius
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], at[0] - a[0], at[1] - a[1]
    whole, along = ux * ux + uy * uy, ux * vx + uy * vy
    away = vx * vx + vy * vy
    if whole == 0 or along <= 0:
        return away <= limit * limit
    if along >= whole:
        wx, wy = at[0] - b[0], at[1] - b[1]
        return wx * wx + wy * wy <= limit * limit
    return away * whole - along * along <= limit * limit * whole
