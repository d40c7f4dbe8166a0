"""Breaking off from a fight by a skill: a test, then a step back (hook `break_off`)."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import IllegalOrder
from . import events as ev
from .agility import nimble_test
from .brought import Brought, brought, length
from .journey import Journey
from .orders import Move
from .play import Play
from .queries import body, enemies_of, held, in_contact
from .state import State, Warrior
from .travel import journey_of, travel

RULE = "P-TRN-04"


def break_off_of(state: State, id: str) -> Brought | None:
    """The row by which a warrior may break off."""
    return next(iter(brought(state.setup, id, "break_off")), None)


def may_break_off(state: State, w: Warrior) -> Brought:
    """Raise why a warrior can't break off now; else the row by which it may."""
    row = break_off_of(state, w.id)
    if row is None:
        raise IllegalOrder("engaged", "P-CMB-17", warrior=w.id)
    if w.status != "standing" or w.fleeing or "stupid" in w.marks or "moved" in w.marks:
        raise IllegalOrder("cannot_break_off", RULE, warrior=w.id)
    if not held(state, w.id):
        raise IllegalOrder("not_engaged", RULE, warrior=w.id)
    if {"broke_off", "strikes_last"} & set(w.marks):
        raise IllegalOrder("already_moved", RULE, warrior=w.id)
    return row


def check_break_off(state: State, w: Warrior, order: Move) -> Journey:
    """The step back, if it is one: on foot, short enough, out of all contact."""
    row = may_break_off(state, w)
    most = length(state.setup, row.effect["move"])
    if order.hide or not order.legs or any(leg.by != "walk" for leg in order.legs):
        raise IllegalOrder("leg_not_offered", RULE, warrior=w.id)
    journey = journey_of(state, w, order.legs, "break_off", most)
    if journey.used > most:
        raise IllegalOrder("too_far", RULE, used=journey.used, allowed=most)
    if any(_touched(state, journey)):
        raise IllegalOrder("contact_only_by_charge", RULE, warrior=w.id)
    return journey


def _touched(state: State, journey: Journey) -> Iterator[str]:
    for foe in enemies_of(state, journey.warrior.side):
        if in_contact(state, journey.me, body(state, foe.id)):
            yield foe.id


def break_off(play: Play, w: Warrior, order: Move) -> None:
    """Passed, it steps back and acts as it likes; failed, it strikes last in this turn."""
    row = may_break_off(play.state, w)
    journey = check_break_off(play.state, w, order)
    passed = nimble_test(play, w.id, RULE)
    play.emit(ev.BrokeOff(warrior=w.id, of=row.of, passed=passed, rule=RULE))
    if passed:
        travel(play, journey, facing=order.facing)
