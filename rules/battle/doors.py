"""Closed doors: a prop with `effect = "door"`, opened by order by whoever touches it.

No document says how a door is opened; the reference only that picks make it a test of Initiative
where everybody else needs Strength -1. Readings: in the movement phase, before his own move, by
who is up, has hands and isn't held by an enemy; it costs no movement. Passed, the door is gone
and he goes on as he likes. Failed, he stays where he is, as at the foot of a climb (P-TER-06).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..board import Board, Prop
from ..board.near import terrain_near
from . import events as ev
from .agility import nimble_test, sturdy_test
from .brought import brought
from .granted import is_bound
from .hiding import uncovered
from .play import Play
from .queries import body, held
from .state import State, Warrior, WarriorSetup

RULE = "P-TRN-04"
EFFECT = "door"
"""The effect of a prop that makes it a closed door."""
FORCE = "door"
"""What an order to use names where a door is opened without any tool."""
STRENGTH = -1
"""Without picks: a Strength test at this."""
BARS = frozenset(
    """moved stayed declared_charge charged failed_charge failed_to_spot failed_fear stupid quarrels
    rallied""".split()
)
"""Marks of whose move has begun, or who does nothing of his own will."""
PLIGHTS = frozenset({"netted", "entangled"})


def closed(board: Board) -> frozenset[str]:
    """The ids of the closed doors on a table; remembered on it."""
    known: dict[str, Any] = board.__dict__
    found: frozenset[str] | None = known.get("_doors")
    if found is None:
        doors = (p.id for p in board.terrain if isinstance(p, Prop) and p.effect == EFFECT)
        found = known["_doors"] = frozenset(doors)
    return found


def doors(state: State, w: Warrior) -> Iterator[str]:
    """How he may open a door now: without a tool, and by each row that helps."""
    if not closed(state.setup.board) or not _may_try(state, w) or not _door(state, w.id):
        return
    yield FORCE
    yield from (row.of for row in brought(state.setup, w.id, "door"))


def _may_try(state: State, w: Warrior) -> bool:
    if state.phase != "movement" or w.status != "standing" or w.fleeing:
        return False
    free = BARS.isdisjoint(w.marks) and PLIGHTS.isdisjoint(w.plight) and "fell" not in w.brief
    return (
        free
        and has_hands(state.setup.by_id[w.id])
        and not held(state, w.id)
        and not is_bound(state, w)
    )


def has_hands(w: WarriorSetup) -> bool:
    """Animals open nothing, as they climb nothing (P-TER-01)."""
    return all(ref.id != "animal" for ref in w.traits)


def _door(state: State, id: str) -> str:
    """The closed door that he touches, of several the first by name; "" for none."""
    board = state.setup.board
    return min(closed(board) & terrain_near(board, body(state, id), 0), default="")


def open_door(play: Play, id: str, of: str) -> None:
    """He tries; it is open, or his move is over."""
    door = _door(play.state, id)
    if of == FORCE:
        opened = sturdy_test(play, id, "S", RULE, bonus=STRENGTH)
    else:
        opened = nimble_test(play, id, RULE)
    pieces = (door,) if opened else ()
    play.emit(ev.DoorTried(warrior=id, of=of, door=door, pieces=pieces, rule=RULE))
    if opened:
        uncovered(play)
