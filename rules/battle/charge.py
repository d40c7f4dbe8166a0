"""Charging: declaration, the move, contact or failure (CHG). Interception: intercept.py."""

from __future__ import annotations

from msgspec.structs import replace

from ..board import Route
from ..dice import faces_needed, total
from ..errors import IllegalOrder
from . import events as ev
from . import granted, headsman, ways
from .agility import nimble_test
from .charge_path import advance_along, charge_journey, check_path, come_to_grief
from .checks import forbid_marks, known_warrior, own_warrior
from .detection import noticing, unseen_radius
from .fear import brace, dares_to_charge
from .flight import flee_distance, run_to_edge
from .hiding import reveal
from .intercept import another_may, carry_out_interception, next_question, without_the_afraid
from .journey import Journey
from .jumping import dives_at
from .lure import forbid_others, lured_by
from .maddening import banes
from .movement import compulsory_moves
from .nature import driven, frenzied
from .orders import Charge, Leg
from .play import Play
from .queries import downed, enemies_of, engaged_with, gap, held, sees, warriors_of, within
from .reach import reach, way_to, way_to_all
from .rolling import rolling
from .state import ChargeTask, ForcedChargesTask, State, Warrior
from .step import moved
from .stride import movement_of, stride_of
from .travel import travel
from .wards import shortened, stopped_by

CANNOT = {
    "stupid": "P-PSY-17",
    "quarrels": "P-TRN-04",
    "failed_fear": "P-PSY-05",
    "rallied": "P-REC-03",
    "stood_up": "P-INJ-10",
    "failed_to_spot": "P-CHG-05",
    "charged": "P-CHG-15",
    "failed_charge": "P-CHG-11",
}


def may_charge(state: State, w: Warrior) -> None:
    """Raise the reason why a warrior can't charge at all now (P-CHG-17)."""
    if state.step != "charges":
        raise IllegalOrder("charges_over", "P-CHG-01", warrior=w.id)
    if w.status != "standing":
        raise IllegalOrder(w.status, "P-CHG-17", warrior=w.id)
    if w.fleeing:
        raise IllegalOrder("fleeing", "P-CHG-17", warrior=w.id)
    forbid_marks(w, **CANNOT)
    if not stride_of(state.setup, w.id).charge or rolling(state, w.id) is not None:
        raise IllegalOrder("never_charges", "P-TRN-04", warrior=w.id)
    forbid_marks(w, netted="P-TRN-04", entangled="P-TRN-04", ablaze="P-TRN-04")
    if "declared_charge" in w.marks or "moved" in w.marks or "stayed" in w.marks:
        raise IllegalOrder("already_moved", "P-CHG-01", warrior=w.id)
    if held(state, w.id):
        raise IllegalOrder("engaged", "P-CMB-17", warrior=w.id)
    if granted.is_bound(state, w):
        raise IllegalOrder("bound", "P-SHA-5", warrior=w.id)


def check_charge(state: State, order: Charge) -> None:
    """Raise the reason why this charge can't be declared; never for its length (P-CHG-02)."""
    w = own_warrior(state, order, "movement")
    may_charge(state, w)
    if not order.targets or len(set(order.targets)) != len(order.targets):
        raise IllegalOrder("one_target", "P-CHG-16", warrior=w.id)
    for target in order.targets:
        chargeable(state, w, target)
    forbid_others(state, w, order.targets)
    headsman.forbid_others(state, w, order.targets)
    if order.path:
        check_path(state, w, order.path)


def chargeable(state: State, w: Warrior, target: str) -> None:
    """Raise the reason why an enemy is no legal target of a charge."""
    foe = known_warrior(state, target)
    if foe.side == w.side or foe.at is None:
        raise IllegalOrder("illegal_target", "P-CHG-01", target=target)
    if foe.hidden:
        raise IllegalOrder("target_hidden", "P-CHG-06", target=target)
    if not granted.may_be_charged(state, target):
        raise IllegalOrder("illegal_target", "P-SHA-4", target=target)
    if target in engaged_with(state, w.id):
        raise IllegalOrder("already_in_contact", "P-CHG-09", target=target)
    if not sees(state, w.id, target) and not near_unseen(state, w.id, target):
        raise IllegalOrder("not_visible", "P-CHG-03", target=target)


def near_unseen(state: State, id: str, target: str) -> bool:
    """Near enough to be noticed without being seen (P-CHG-04)."""
    if stride_of(state.setup, id).unseen:
        return within(state, id, target, reach(state, id))
    return within(state, id, target, unseen_radius(state, id))


def declare(play: Play, order: Charge) -> None:
    """Declare, notice unseen targets, then carry the charge out."""
    id, target = order.warrior, order.targets[0]
    unseen = [foe for foe in order.targets if not sees(play.state, id, foe)]
    play.emit(ev.ChargeDeclared(warrior=id, targets=order.targets, rule="P-CHG-01"))
    reveal(play, id, "charge", "P-HID-03")
    if not all(_notices(play, id, foe) for foe in unseen):
        return
    if not all(dares_to_charge(play, id, foe) for foe in order.targets):
        return
    stopped = stopped_by(play, id, order.targets)
    if stopped == "failed_charge":
        fail(play, id, target, order.path)
    elif not stopped:
        extra = _extra(play, id) - shortened(play, id, order.targets)
        play.agenda.insert(0, ChargeTask(id, order.targets, order.path, extra=extra))


def _notices(play: Play, id: str, target: str) -> bool:
    """The Initiative test for a target out of sight; failed it ends the charge (P-CHG-04, 05)."""
    modifiers = noticing(play.state, target)
    if nimble_test(play, id, "P-CHG-04", target=target, modifiers=modifiers):
        return True
    play.emit(ev.ChargeSpotFailed(warrior=id, target=target, rule="P-CHG-05"))
    return False


def _extra(play: Play, id: str) -> int:
    """What dice add to the reach of a charge, in 1/100 mm."""
    stride = stride_of(play.state.setup, id)
    if not stride.dice:
        return 0
    faces = play.plain(
        "move",
        faces_needed(stride.dice),
        rule="P-TRN-04",
        actor=id,
        weapon=stride.dice_of,
        summed=True,
    )
    return total(stride.dice, faces) * play.state.setup.ruleset.unit_size


def carry_out(play: Play, task: ChargeTask) -> None:
    """One step of a declared charge: ask who may intercept, then move."""
    question = next_question(play.state, task)
    if question is not None:
        play.agenda.insert(0, replace(task, asked=(*task.asked, question.side)))
        play.await_(question)
        return
    if not task.interceptor:
        charge_home(play, task)
        return
    if not carry_out_interception(play, task):
        if another_may(play, task):
            carry_out(play, without_the_afraid(play, task))
        else:
            charge_home(play, task)
        return
    charge_home(play, replace(task, targets=(task.interceptor,)), intercepted=True)


def charge_home(play: Play, task: ChargeTask, *, intercepted: bool = False) -> None:
    """Into contact where the way is short enough; otherwise the failed charge's move."""
    state, id, targets, path = play.state, task.warrior, task.targets, task.path
    try:
        journey = charge_journey(state, id, path, extra=task.extra)
    except IllegalOrder:  # somebody has stepped into the place where it would land
        fail(play, id, targets[0])
        return
    targets, way = _way_home(state, journey, targets)
    if way is None and not journey.lost:
        fail(play, id, targets[0], path)
        return
    if way is not None and not intercepted:
        _frighten(play, id, targets)
    mishap = travel(play, journey) if journey.parts else None
    if mishap is not None or way is None:
        assert mishap is not None
        come_to_grief(play, id, targets[0], mishap)
        return
    moved(play, id, "charge", way.points, cost=way.cost, allowed=journey.left, rule="P-CHG-08")
    _arrive(play, id, targets, diving=dives_at(state, journey, targets[0]), intercepted=intercepted)


def _way_home(
    state: State, journey: Journey, targets: tuple[str, ...]
) -> tuple[tuple[str, ...], Route | None]:
    """Whom a charge reaches from the end of its special legs, and how; all targets or the first."""
    id, me, left = journey.warrior.id, journey.me, journey.left
    if journey.lost or left < 0:
        return targets[:1], None
    way = way_to_all(state, id, targets, left, me)
    if way is not None:
        return targets, way
    return targets[:1], way_to(state, id, targets[0], left, me)


def _frighten(play: Play, id: str, targets: tuple[str, ...]) -> None:
    """The fear test of who is charged and in reach (P-PSY-02).

    Not of the downed: they strike no blow before this turn is over (P-INJ-07, P-TRN-10).
    """
    for target in targets:
        w = play.warrior(target)
        if not w.fleeing and not downed(w):
            brace(play, target, id, "P-PSY-02")


def _arrive(
    play: Play, id: str, targets: tuple[str, ...], *, diving: bool, intercepted: bool
) -> None:
    """Contact. After an interception the fear test falls to the charger (P-INT-05)."""
    rule = "P-TER-15" if diving else "P-CHG-09"
    play.emit(ev.Charged(warrior=id, targets=targets, diving=diving, rule=rule))
    if intercepted:
        brace(play, id, targets[0], "P-INT-05")
    for target in targets:
        if play.warrior(target).fleeing:
            run_to_edge(play, target, flee_distance(play, target, "P-LEA-15"), "P-LEA-15")


def fail(play: Play, id: str, target: str, path: tuple[Leg, ...] = ()) -> None:
    """Too far: M along the way towards the target, short of any contact (P-CHG-11)."""
    play.emit(ev.ChargeFailed(warrior=id, target=target, rule="P-CHG-11"))
    state = play.state
    limit = movement_of(state, id)
    if path:
        advance_along(play, id, target, path)
        return
    way = ways.advance(state, id, target, limit)
    moved(play, id, "failed_charge", way.points, cost=way.cost, allowed=limit, rule="P-CHG-11")


def close_charges(play: Play) -> None:
    """Frenzied models that haven't charged must, one after the other; then the step closes."""
    state = play.state
    for w in warriors_of(state, state.active):
        target = forced_target(state, w)
        if target is not None and headsman.is_friend(state, w, target):
            before = play.warrior(w.id)
            headsman.fall_upon(play, w.id, target)
            if play.warrior(w.id) != before:
                play.agenda.insert(0, ForcedChargesTask())
                return
            continue
        if target is not None:
            rule = "P-PSY-06" if frenzied(state, w.id) else "P-TRN-04"
            play.agenda.insert(0, ForcedChargesTask())
            play.emit(ev.ForcedToCharge(warrior=w.id, target=target, rule=rule))
            declare(play, Charge(side=w.side, warrior=w.id, targets=(target,)))
            return
    compulsory_moves(play)


def forced_target(state: State, w: Warrior) -> str | None:
    """Whom a frenzied model must charge: the nearest in reach that it sees (P-PSY-06); who is lured
    goes for his taunter alone."""
    if not driven(state, w):
        return None
    try:
        may_charge(state, w)
    except IllegalOrder:
        return None
    if fallen := headsman.prey(state, w):
        return fallen
    limit = reach(state, w.id)
    lured, only = lured_by(state, w), _only_at(state, w)
    near = [
        foe.id
        for foe in enemies_of(state, w.side)
        if foe.id == (lured or foe.id)
        and (not only or foe.id in only)
        and foe.id not in engaged_with(state, w.id)
        and sees(state, w.id, foe.id)
        and granted.may_be_charged(state, foe.id)
        and within(state, w.id, foe.id, limit)
    ]
    return min(near, key=lambda foe: gap(state, w.id, foe), default=None)


def _only_at(state: State, w: Warrior) -> frozenset[str]:
    """At whom alone it is driven; none: at everybody."""
    if frenzied(state, w.id) or "rushes" in w.marks or lured_by(state, w):
        return frozenset()
    return banes(state, w)
