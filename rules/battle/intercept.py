"""Interception: an enemy near the line of a charge may step into it (INT)."""

from __future__ import annotations

from ..board import Body, contact, trig
from ..units import Point
from . import events as ev
from . import ways
from .fear import dares_to_intercept
from .play import Play
from .queries import body, enemies_of, engaged_with, others
from .reach import reach
from .state import ChargeTask, Decision, State, Warrior
from .step import moved

NONE = "none"


def next_question(state: State, task: ChargeTask) -> Decision | None:
    """The next side to be asked whether it intercepts; one question a side, one answer a charge."""
    if task.interceptor:
        return None
    for side in state.order_of_play:
        if side == state.warriors[task.warrior].side or side in task.asked or side in state.lost:
            continue
        able = candidates(state, task, side)
        if able:
            return Decision(
                id=f"intercept:{task.warrior}:{side}",
                kind="intercept",
                side=side,
                options=(*able, NONE),
                default=NONE,
                rule="P-INT-01",
                warrior=task.warrior,
            )
    return None


def candidates(state: State, task: ChargeTask, side: str) -> tuple[str, ...]:
    """Who of a side may intercept, in roster order (P-INT-01)."""
    line = charge_line(state, task)
    radius = state.setup.ruleset.length("intercept.radius")
    return tuple(
        w.id
        for w in enemies_of(state, state.warriors[task.warrior].side)
        if w.side == side
        and free_to_intercept(state, w, task)
        and contact.segment_within(body(state, w.id), *line, radius)
        and before_the_target(state, w.id, task, line[0])
    )


def free_to_intercept(state: State, w: Warrior, task: ChargeTask) -> bool:
    """Up, not fleeing, not engaged, not the target itself."""
    return (
        w.status == "standing"
        and not w.fleeing
        and w.id not in task.targets
        and "stupid" not in w.marks
        and not engaged_with(state, w.id)
    )


def charge_line(state: State, task: ChargeTask) -> tuple[Point, Point]:
    """From the charger's centre to the centre of its end position at the target."""
    me, foe = body(state, task.warrior), body(state, task.targets[0])
    dx, dy = foe.at[0] - me.at[0], foe.at[1] - me.at[1]
    distance = trig.isqrt(dx * dx + dy * dy)
    if distance == 0:
        return me.at, me.at
    run = max(0, distance - me.radius - foe.radius)
    return me.at, (me.at[0] + dx * run // distance, me.at[1] + dy * run // distance, foe.at[2])


def before_the_target(state: State, id: str, task: ChargeTask, start: Point) -> bool:
    """Not level with the target or behind it, seen along the line (P-INT-01, Gaps c)."""
    me, foe = body(state, id).at, body(state, task.targets[0]).at
    dx, dy = foe[0] - start[0], foe[1] - start[1]
    along = (me[0] - start[0]) * dx + (me[1] - start[1]) * dy
    return along < dx * dx + dy * dy


def carry_out_interception(play: Play, task: ChargeTask) -> bool:
    """Move the interceptor into the line; whether the charge now is at it (P-INT-03, P-INT-07)."""
    state, id = play.state, task.interceptor
    if not dares_to_intercept(play, id, task.warrior):
        return False
    place = place_on_line(state, id, task)
    reason = "no_room" if place is None else _bar(state, id, task, place)
    if reason:
        play.emit(
            ev.InterceptionFailed(warrior=id, charger=task.warrior, reason=reason, rule="P-INT-03")
        )
        return False
    assert place is not None
    w = play.warrior(id)
    assert w.at is not None
    charger = body(state, task.warrior).at
    cost = trig.isqrt(_squared(w.at, place))
    moved(
        play,
        id,
        "intercept",
        (place,),
        cost=cost,
        allowed=cost,
        rule="P-INT-07",
        facing=trig.bearing(charger[0] - place[0], charger[1] - place[1]),
    )
    play.emit(
        ev.Intercepted(warrior=id, charger=task.warrior, target=task.targets[0], rule="P-INT-03")
    )
    return True


def _squared(a: Point, b: Point) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def place_on_line(state: State, id: str, task: ChargeTask) -> Point | None:
    """The nearest point of the line at which the base fits between charger and target."""
    me, charger, target = (body(state, x) for x in (id, task.warrior, task.targets[0]))
    dx, dy = target.at[0] - charger.at[0], target.at[1] - charger.at[1]
    length = trig.isqrt(dx * dx + dy * dy)
    if length == 0:
        return None
    low = charger.radius + me.radius
    high = length - target.radius - me.radius
    if high < low:
        return None
    along = ((me.at[0] - charger.at[0]) * dx + (me.at[1] - charger.at[1]) * dy) // length
    along = min(high, max(low, along))
    x, y = charger.at[0] + dx * along // length, charger.at[1] + dy * along // length
    return (x, y, me.at[2])


def _bar(state: State, id: str, task: ChargeTask, place: Point) -> str:
    """Why the interceptor can't get there or the charge can't get to it; "" if nothing does."""
    walk = ways.walk(state, id, [place], touching=True)
    if walk.blocked_by is not None:
        return "path_blocked"
    most = state.setup.ruleset.optional_length("intercept.max_move")
    if most is not None and walk.cost > most:
        return "too_far"
    me, charger = body(state, id), body(state, task.warrior)
    there = Body(me.id, place, me.radius, me.height)
    bodies = others(state, id, task.warrior)
    way = ways.route(state, charger, there, bodies, reach(state, task.warrior))
    return "out_of_reach" if way is None else ""


def answer(task: ChargeTask, choice: str) -> ChargeTask:
    """The charge with its interceptor, once a side has said so."""
    return (
        task
        if choice == NONE
        else ChargeTask(task.warrior, task.targets, task.path, task.asked, choice)
    )
