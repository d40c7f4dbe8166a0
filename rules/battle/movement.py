"""The movement phase: its steps, walking, running and crawling (MOV).

Charges (charge.py) come first, compulsory moves (flight.py) second, the rest last. The first
order of a later step closes the earlier ones.
"""

from __future__ import annotations

from ..board import Body, contact
from ..errors import IllegalOrder
from ..units import Point
from . import events as ev
from . import granted, ways
from .appetite import farther
from .bounding import leaping
from .breaking import break_off, check_break_off, may_break_off
from .brought import length
from .checks import acting, forbid_marks, own_warrior
from .flight import flee_on, must_flee
from .hiding import can_hide_at, hide, may_hide
from .journey import Journey
from .lure import forbid_others, lured_by
from .mishap import Mishap, suffer
from .orders import Leg, Move
from .play import Play
from .queries import (
    against,
    body,
    downed,
    engaged_with,
    held,
    is_engaged,
    others,
    touched_by,
)
from .rolling import check_roll, most, must_roll, roll_away, roll_on, rolling
from .shamble import must_shamble, shamble
from .state import ForcedChargesTask, MoveTask, State, Warrior
from .step import moved
from .stride import movement_of, stride_of
from .travel import RULES, journey_of, travel


def compulsory_moves(play: Play) -> None:
    """All compulsory moves, then the last step opens (P-MOV-13). In roster order."""
    forced = [w.id for w in acting(play.state) if must_move(play.state, w)]
    if forced:
        play.emit(ev.StepStarted(step="compulsory", rule="P-MOV-13"))
    for id in forced:
        w = play.warrior(id)
        if w.fleeing:
            flee_on(play, id)
        elif must_shamble(w):
            shamble(play, id)
        elif must_roll(play.state, w):
            roll_away(play, id)
        else:
            follow_lure(play, id)
    play.emit(ev.StepStarted(step="others", rule="P-MOV-14"))


def must_move(state: State, w: Warrior) -> bool:
    """Whether a compulsory move is due (P-MOV-13): flight, shambling, at random, to a taunter."""
    if must_flee(w) or must_shamble(w) or must_roll(state, w):
        return True
    return bool(lured_by(state, w)) and _is_able(state, w)


def _is_able(state: State, w: Warrior) -> bool:
    try:
        able_to_move(state, w, "walk")
    except IllegalOrder:
        return False
    return True


def follow_lure(play: Play, id: str) -> None:
    """As far towards who has taunted him as he walks, short of any enemy (lure.py)."""
    w = play.warrior(id)
    limit = allowance(play.state, w, "walk")
    way = ways.advance(play.state, id, lured_by(play.state, w), limit)
    moved(play, id, "walk", way.points, cost=way.cost, allowed=limit, rule="P-TRN-04")


def check_move(state: State, order: Move) -> None:
    """Raise the reason why this move may not be made as ordered."""
    w = own_warrior(state, order, "movement")
    if order.mode == "break_off":
        check_break_off(state, w, order)
        return
    if turns_only(state, w, order):
        return
    may_move(state, w, order.mode)
    if order.hide:
        may_hide(state, w, running=order.mode == "run")
    if not order.legs and order.facing is None and not order.hide:
        raise IllegalOrder("empty_move", "P-MOV-01", warrior=w.id)
    if rolls(state, w, order.mode):
        check_roll(state, order)
        return
    journey = way_of(state, w, order)
    if order.hide and not journey.lost:
        can_hide_at(state, w.id, journey.at)


def may_turn(state: State, w: Warrior) -> bool:
    """Whether it can't move, for it has just rallied, but may be turned, once (P-REC-02)."""
    turned = "moved" in w.marks or "stayed" in w.marks
    return "rallied" in w.marks and not turned and w.at is not None and not downed(w)


def turns_only(state: State, w: Warrior, order: Move) -> bool:
    """Whether the order does no more than turn one who has rallied."""
    still = order.mode == "walk" and not order.legs and not order.hide
    return still and order.facing is not None and may_turn(state, w)


def may_move(state: State, w: Warrior, mode: str) -> None:
    """Raise the reason why a warrior can't move in this mode as he likes."""
    able_to_move(state, w, mode)
    forbid_others(state, w)


def able_to_move(state: State, w: Warrior, mode: str) -> None:
    """Raise the reason why a warrior can't move in this mode at all."""
    if w.status == "stunned":
        raise IllegalOrder("stunned", "P-INJ-14", warrior=w.id)
    if "fell" in w.brief:
        raise IllegalOrder("fell", "P-FAL-05", warrior=w.id)
    forbid_marks(
        w, stupid="P-PSY-17", quarrels="P-TRN-04", rallied="P-REC-03", failed_fear="P-PSY-05"
    )
    if w.fleeing:
        raise IllegalOrder("fleeing", "P-REC-05", warrior=w.id)
    forbid_marks(w, charged="P-CHG-15", failed_charge="P-CHG-11")
    if granted.is_bound(state, w):
        raise IllegalOrder("bound", "P-SHA-5", warrior=w.id)
    forbid_marks(w, netted="P-TRN-04", entangled="P-TRN-04")
    if "moved" in w.marks or "stayed" in w.marks:
        raise IllegalOrder("already_moved", "P-MOV-14", warrior=w.id)
    if mode == "break_off":
        may_break_off(state, w)
    elif w.status == "knocked_down":
        may_crawl(state, w, mode)
    else:
        may_walk(state, w, mode)


def rolls(state: State, w: Warrior, mode: str) -> bool:
    """Whether the move goes by dice; a warrior that is down crawls like any other."""
    return mode != "crawl" and rolling(state, w.id) is not None


def may_crawl(state: State, w: Warrior, mode: str) -> None:
    """Knocked down: crawling only, and out of contact only if nobody holds it (P-INJ-08, 09)."""
    if mode != "crawl":
        raise IllegalOrder("knocked_down", "P-INJ-08", warrior=w.id)
    for enemy in engaged_with(state, w.id):
        busy = any(friend != w.id for friend in engaged_with(state, enemy))
        if not downed(state.warriors[enemy]) and not busy:
            raise IllegalOrder("engaged", "P-INJ-09", warrior=w.id, enemy=enemy)


def may_walk(state: State, w: Warrior, mode: str) -> None:
    """Standing: no leaving a fight, no run after standing up or near enemies."""
    if mode == "crawl":
        raise IllegalOrder("not_knocked_down", "P-INJ-08", warrior=w.id)
    if held(state, w.id):
        raise IllegalOrder("engaged", "P-CMB-17", warrior=w.id)
    if "stood_up" in w.marks and is_engaged(state, w.id):
        raise IllegalOrder("stood_up", "P-INJ-11", warrior=w.id)
    if mode == "run":
        if not stride_of(state.setup, w.id).run or rolling(state, w.id) is not None:
            raise IllegalOrder("never_runs", "P-TRN-04", warrior=w.id)
        forbid_marks(w, stood_up="P-INJ-10", failed_to_spot="P-CHG-05")
        enemy = enemy_that_forbids_running(state, w)
        if enemy is not None:
            raise IllegalOrder("enemy_near", "P-MOV-05", warrior=w.id, enemy=enemy)


def enemy_that_forbids_running(state: State, w: Warrior) -> str | None:
    """An enemy that counts within the distance; sight doesn't matter (P-MOV-05, P-MOV-06)."""
    distance = state.setup.ruleset.length("run.enemy_distance")
    me = body(state, w.id)
    for near in against(state, w.side):
        if contact.within(me, near, distance):
            enemy = state.warriors[near.id]
            if not (downed(enemy) or enemy.fleeing or enemy.hidden):
                return enemy.id
    return None


def allowance(state: State, w: Warrior, mode: str) -> int:
    """How far the warrior may go in this mode, in 1/100 mm."""
    ruleset = state.setup.ruleset
    if mode == "crawl":
        return ruleset.length("injury.knocked_down.crawl")
    if mode == "break_off":
        return length(state.setup, may_break_off(state, w).effect["move"])
    if rolls(state, w, mode):
        return most(state, w.id)
    movement, more = movement_of(state, w.id), farther(w)
    if "stood_up" in w.marks:
        return movement // 2 + more
    return movement * stride_of(state.setup, w.id).run + more if mode == "run" else movement + more


def way_of(state: State, w: Warrior, order: Move) -> Journey:
    """The way of a move on the board, every test passed; raises where something bars it.

    A way that is free is looked at once, as long as nobody moves (apply.py).
    """
    limit = allowance(state, w, order.mode)
    known: dict[tuple[str, str, tuple[Leg, ...], int], Journey]
    known = state.__dict__.setdefault("journeys", {})
    key = (w.id, order.mode, order.legs, limit)
    found = known.get(key)
    if found is None:
        found = known[key] = _way(state, w, order, limit)
    return found


def _way(state: State, w: Warrior, order: Move, limit: int) -> Journey:
    journey = journey_of(state, w, order.legs, order.mode, limit)
    if journey.lost:
        return journey
    if journey.used > limit:
        raise IllegalOrder("too_far", RULES[order.mode], used=journey.used, allowed=limit)
    if order.legs:
        _ends_clear(state, w, journey.at)
        if leaping(w):
            journey.settle(journey.at, others(state, w.id))
    return journey


def _ends_clear(state: State, w: Warrior, end: Point) -> None:
    """No walk, run or crawl brings a model into contact, across a low wall either (P-MOV-04)."""
    me = body(state, w.id)
    there = Body(me.id, end, me.radius, me.height)
    for enemy in touched_by(state, there, against(state, w.side)):
        raise IllegalOrder("contact_only_by_charge", "P-MOV-04", enemy=enemy.id)


def move(play: Play, order: Move) -> None:
    """Close the earlier steps, then move; who breaks off may still charge."""
    if order.mode == "break_off":
        break_off(play, play.warrior(order.warrior), order)
        return
    play.agenda.insert(0, MoveTask(order))
    if play.state.step == "charges":
        play.agenda.insert(0, ForcedChargesTask())


def carry_out_move(play: Play, order: Move) -> None:
    """Move; an order that the compulsory moves before it made impossible lapses.

    Where nothing has happened since it was given, it has just been checked.
    """
    try:
        if play.events:
            check_move(play.state, order)
    except IllegalOrder as lapse:
        play.emit(ev.OrderLapsed(warrior=order.warrior, code=lapse.code, rule=lapse.rule))
        return
    w = play.warrior(order.warrior)
    if turns_only(play.state, w, order):
        moved(play, w.id, "walk", (), cost=0, allowed=0, rule="P-REC-02", facing=order.facing)
        return
    if rolls(play.state, w, order.mode):
        roll_on(play, order)
        return
    journey = way_of(play.state, w, order)
    mishap = travel(play, journey, facing=order.facing)
    if mishap is not None:
        suffer(play, w.id, mishap)
    if order.hide and may_still_hide(play.state, w.id, mishap):
        hide(play, w.id)


def may_still_hide(state: State, id: str, mishap: Mishap | None) -> bool:
    """After a failed climb the order to hide holds at the foot, if one can there (P-TER-06)."""
    if mishap is None:
        return True
    at = state.warriors[id].at
    if mishap.landing is not None or at is None:
        return False
    try:
        can_hide_at(state, id, at)
    except IllegalOrder:
        return False
    return True
