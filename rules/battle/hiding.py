"""Hiding: where one can, and how one is found (HID)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ..board import Body, near, sight, trig
from ..errors import IllegalOrder
from ..units import Point
from . import events as ev
from . import granted
from .detection import deceives, notices
from .play import Play
from .queries import DOWNED_HEIGHT, body, downed, enemies_of, models, others
from .state import State, Warrior

STEP = 250
"""Along a move a hidden model is looked for every 2.5 mm: every point of the path counts."""

CANNOT = {
    "ran": "P-HID-03",
    "charged": "P-HID-03",
    "failed_charge": "P-HID-03",
    "declared_charge": "P-HID-03",
    "rallied": "P-REC-03",
    "failed_fear": "P-PSY-05",
    "stupid": "P-PSY-17",
    "quarrels": "P-TRN-04",
    "laid_trap": "P-TRN-04",
    "failed_climb": "P-TER-06",
}


def may_hide(state: State, w: Warrior, *, running: bool = False) -> None:
    """Raise the reason why a warrior can't hide in this turn, wherever it is (P-HID-03).

    Not having noticed its target is no charge, not even a failed one (P-CHG-05).
    """
    waived = {"declared_charge"} if "failed_to_spot" in w.marks else set()
    marks = {*w.marks} - waived
    barred = next((mark for mark in CANNOT if mark in marks), "ran" if running else "")
    if "fell" in w.brief:
        raise IllegalOrder("cannot_hide", "P-FAL-05", warrior=w.id, because="fell")
    if w.fleeing or w.status == "stunned":
        barred = "fleeing" if w.fleeing else "stunned"
    if w.status == "knocked_down" and not state.setup.ruleset.switches.get(
        "hide.knocked_down", True
    ):
        barred = "knocked_down"
    if barred:
        raise IllegalOrder("cannot_hide", CANNOT.get(barred, "P-HID-03"), because=barred)


def can_hide_at(state: State, id: str, at: Point) -> None:
    """Raise the reason why a warrior can't hide at a place (P-HID-01, P-HID-11)."""
    me = _there(state, id, at)
    if granted.has(state, id, "cannot_hide"):
        raise IllegalOrder("cannot_hide", "P-CHA-NUR", warrior=id, because="pestilence")
    if not near_cover(state, me):
        raise IllegalOrder("cannot_hide", "P-HID-01", warrior=id, because="no_cover")
    for foe in enemies_of(state, state.warriors[id].side):
        if notices(state, foe, body(state, foe.id), me):
            raise IllegalOrder("cannot_hide", "P-HID-11", warrior=id, because="too_near")
        if not downed(foe) and exposed(state, me, body(state, foe.id)):
            raise IllegalOrder("cannot_hide", "P-HID-01", warrior=id, because="in_view")


def _there(state: State, id: str, at: Point) -> Body:
    now = body(state, id)
    return Body(now.id, at, now.radius, now.height)


def near_cover(state: State, me: Body) -> bool:
    """Whether there is anything here to hide behind; in a pool of shadow there is (P-SHA-1)."""
    if granted.has(state, me.id, "may_hide"):
        return True
    radius = state.setup.ruleset.length("hide.cover_distance")
    return bool(near.terrain_near(state.setup.board, me, radius))


def exposed(state: State, me: Body, eye: Body) -> bool:
    """Whether somebody there sees a hiding model. It makes itself as small as one that lies."""
    if granted.has(state, me.id, "may_hide"):
        return False
    crouched = Body(me.id, me.at, me.radius, min(me.height, DOWNED_HEIGHT))
    seen = sight.look(state.setup.board, eye, crouched, others(state, eye.id, me.id))
    return seen.kind != "none"


def hide(play: Play, id: str) -> None:
    """The marker goes on the model (P-HID-02)."""
    if not play.warrior(id).hidden:
        play.emit(ev.Hid(warrior=id, rule="P-HID-02"))


def look_out(play: Play, mover: str, path: tuple[Point, ...]) -> None:
    """After a move: whom the mover has come to see or notice, and whether it was seen itself."""
    if play.state.effects:
        enters_pool(play, mover)
    if not any(w.hidden for w in models(play.state)):
        return
    for at in _points(path):
        if play.warrior(mover).at is None:
            return
        _finds(play, mover, at)
        _is_found(play, mover, at)


def enters_pool(play: Play, mover: str) -> None:
    """An enemy that steps into a pool of shadow ends all hiding in it (P-SHA-1)."""
    state = play.state
    for pool in granted.pools(state):
        side = state.warriors[pool.caster].side
        if state.warriors[mover].side == side or not granted.in_pool(state, pool, mover):
            continue
        for w in list(models(state)):
            if w.side == side and w.hidden and granted.in_pool(state, pool, w.id):
                reveal(play, w.id, "seen", "P-SHA-1")


def _points(path: tuple[Point, ...]) -> Iterator[Point]:
    """The corners of a path and places between them, at most STEP apart."""
    yield path[0]
    for a, b in pairwise(path):
        delta = [b[i] - a[i] for i in range(3)]
        steps = max(1, -(-trig.isqrt(sum(d * d for d in delta)) // STEP))
        for i in range(1, steps + 1):
            yield (
                a[0] + delta[0] * i // steps,
                a[1] + delta[1] * i // steps,
                a[2] + delta[2] * i // steps,
            )


def _finds(play: Play, mover: str, at: Point) -> None:
    """Hidden enemies that the mover sees or notices from a place (P-HID-06, P-HID-10)."""
    state = play.state
    w = state.warriors[mover]
    for foe in enemies_of(state, w.side):
        if not foe.hidden:
            continue
        eye, me = _there(state, mover, at), body(state, foe.id)
        if notices(state, w, eye, me) and not deceives(play, foe.id, mover):
            reveal(play, foe.id, "noticed", "P-HID-10")
        elif not downed(w) and exposed(state, me, eye):
            reveal(play, foe.id, "seen", "P-HID-06")


def comes_round(play: Play, id: str) -> None:
    """Who is stunned no more notices at once who hides within its radius (P-HID-10)."""
    w = play.warrior(id)
    for foe in enemies_of(play.state, w.side):
        state = play.state
        if not foe.hidden or not notices(state, w, body(state, id), body(state, foe.id)):
            continue
        if not deceives(play, foe.id, id):
            reveal(play, foe.id, "noticed", "P-HID-10")


def uncovered(play: Play) -> None:
    """After the ground has changed: who hid behind what is gone stays hidden no more (P-HID-04)."""
    for w in models(play.state):
        if w.at is not None:
            _is_found(play, w.id, w.at, "P-HID-04")


def _is_found(play: Play, mover: str, at: Point, rule: str = "P-HID-09") -> None:
    """A hidden mover that comes into view or too near (P-HID-05, P-HID-09, P-HID-10)."""
    state = play.state
    w = state.warriors[mover]
    if not w.hidden:
        return
    me = _there(state, mover, at)
    for foe in enemies_of(state, w.side):
        eye = body(state, foe.id)
        if notices(state, foe, eye, me) and not deceives(play, mover, foe.id):
            reveal(play, mover, "noticed", "P-HID-10")
            return
        if not downed(foe) and exposed(state, me, eye):
            reveal(play, mover, "seen", rule)
            return


def reveal(play: Play, id: str, cause: str, rule: str) -> None:
    """The marker comes off, for everybody."""
    if play.warrior(id).hidden:
        play.emit(ev.Revealed(warrior=id, cause=cause, rule=rule))
