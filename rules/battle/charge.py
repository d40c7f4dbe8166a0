"""Charging: declaration, the move, contact or failure (CHG). Interception: intercept.py."""

from __future__ import annotations

from msgspec.structs import replace

from ..board import Body, Route, paths
from ..errors import IllegalOrder
from ..units import Point
from . import events as ev
from .checks import forbid_marks, known_warrior, own_warrior
from .flight import flee_distance, run_to_edge
from .intercept import carry_out_interception, next_question
from .movement import heading, movement_of
from .orders import Charge
from .play import Play
from .queries import body, enemies_of, engaged_with, held, look, others, within
from .state import ChargeTask, State, Warrior

CANNOT = {
    "rallied": "P-REC-03",
    "stood_up": "P-INJ-10",
    "failed_to_spot": "P-CHG-05",
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
    if "declared_charge" in w.marks or "moved" in w.marks or "stayed" in w.marks:
        raise IllegalOrder("already_moved", "P-CHG-01", warrior=w.id)
    if held(state, w.id):
        raise IllegalOrder("engaged", "P-CMB-17", warrior=w.id)


def check_charge(state: State, order: Charge) -> None:
    """Raise the reason why this charge can't be declared; never for its length (P-CHG-02)."""
    w = own_warrior(state, order, "movement")
    may_charge(state, w)
    if order.path:
        raise IllegalOrder("leg_not_offered", "P-CHG-08", warrior=w.id)
    if len(order.targets) != 1:
        raise IllegalOrder("one_target", "P-CHG-16", warrior=w.id)
    chargeable(state, w, order.targets[0])


def chargeable(state: State, w: Warrior, target: str) -> None:
    """Raise the reason why an enemy is no legal target of a charge."""
    foe = known_warrior(state, target)
    if foe.side == w.side or foe.at is None:
        raise IllegalOrder("illegal_target", "P-CHG-01", target=target)
    if foe.hidden:
        raise IllegalOrder("target_hidden", "P-CHG-06", target=target)
    if target in engaged_with(state, w.id):
        raise IllegalOrder("already_in_contact", "P-CHG-09", target=target)
    if look(state, w.id, target).kind == "none" and not near_unseen(state, w.id, target):
        raise IllegalOrder("not_visible", "P-CHG-03", target=target)


def near_unseen(state: State, id: str, target: str) -> bool:
    """Near enough to be noticed without being seen (P-CHG-04)."""
    initiative = state.setup.by_id[id].profile.I
    radius = state.setup.ruleset.reach("charge.unseen_radius", I=initiative)
    return within(state, id, target, radius)


def declare(play: Play, order: Charge) -> None:
    """Declare, notice an unseen target, then carry the charge out."""
    id, target = order.warrior, order.targets[0]
    unseen = look(play.state, id, target).kind == "none"
    play.emit(ev.ChargeDeclared(warrior=id, targets=order.targets, rule="P-CHG-01"))
    if play.warrior(id).hidden:
        play.emit(ev.Revealed(warrior=id, cause="charged", rule="P-HID-03"))
    if unseen and not notices(play, id, target):
        play.emit(ev.ChargeSpotFailed(warrior=id, target=target, rule="P-CHG-05"))
        return
    play.agenda.insert(0, ChargeTask(id, order.targets))


def notices(play: Play, id: str, target: str) -> bool:
    """The Initiative test to notice an enemy that can't be seen (P-CHG-04, P-TRN-05)."""
    needed = min(5, play.state.setup.by_id[id].profile.I)
    (face,) = play.batch(
        "initiative", 1, needed, rule="P-CHG-04", compare="at_most", actor=id, target=target
    )
    return face <= needed


def carry_out(play: Play, task: ChargeTask) -> None:
    """One step of a declared charge: ask who may intercept, then move."""
    question = next_question(play.state, task)
    if question is not None:
        play.agenda.insert(0, replace(task, asked=(*task.asked, question.side)))
        play.await_(question)
        return
    target = task.targets[0]
    if task.interceptor and carry_out_interception(play, task):
        target = task.interceptor
    charge_home(play, task.warrior, target)


def reach(state: State, id: str) -> int:
    """How far a charge may go (P-CHG-07), in 1/100 mm."""
    return movement_of(state, id) * state.setup.ruleset.number("charge.multiplier")


def way_to(state: State, id: str, target: str, limit: int) -> Route | None:
    """The most direct way into contact with an enemy, at most `limit` long (P-CHG-08)."""
    return paths.route(
        state.setup.board,
        body(state, id),
        body(state, target),
        others(state, id, target),
        free_height=state.setup.ruleset.length("obstacle.free_height"),
        limit=limit,
    )


def charge_home(play: Play, id: str, target: str) -> None:
    """Into contact where the way is short enough; otherwise the failed charge's move."""
    limit = reach(play.state, id)
    way = way_to(play.state, id, target, limit)
    if way is None:
        fail(play, id, target)
        return
    _move(play, id, way.points, way.cost, "charge", limit, "P-CHG-08")
    play.emit(ev.Charged(warrior=id, targets=(target,), rule="P-CHG-09"))
    if play.warrior(target).fleeing:
        run_to_edge(play, target, flee_distance(play, target, "P-LEA-15"), "P-LEA-15")


def fail(play: Play, id: str, target: str) -> None:
    """Too far: M along the way towards the target, short of any contact (P-CHG-11)."""
    play.emit(ev.ChargeFailed(warrior=id, target=target, rule="P-CHG-11"))
    state = play.state
    limit = movement_of(state, id)
    goal = state.warriors[target].at
    assert goal is not None
    way = paths.advance(
        state.setup.board,
        body(state, id),
        body(state, target),
        limit,
        others(state, id, target),
        keep_clear=enemy_bodies(state, id),
        free_height=state.setup.ruleset.length("obstacle.free_height"),
    )
    _move(play, id, way.points, way.cost, "failed_charge", limit, "P-CHG-11")


def enemy_bodies(state: State, id: str) -> list[Body]:
    """The bodies of all enemies on the table."""
    return [body(state, foe.id) for foe in enemies_of(state, state.warriors[id].side)]


def _move(
    play: Play,
    id: str,
    points: tuple[Point, ...],
    cost: int,
    mode: ev.MovedBy,
    allowed: int,
    rule: str,
) -> None:
    w = play.warrior(id)
    assert w.at is not None
    path = (w.at, *(point for point in points if point != w.at))
    play.emit(
        ev.Moved(
            warrior=id,
            mode=mode,
            path=path,
            cost=cost,
            allowed=allowed,
            facing=heading(path, w.facing),
            rule=rule,
        )
    )
