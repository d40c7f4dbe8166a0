"""Interception: an enemy near the line of a charge may step into it (INT)."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from ..board import Body, contact, trig
from ..units import Point
from . import events as ev
from . import granted, ways
from .charge_path import last_stretch
from .fear import dares_to_intercept
from .play import Play
from .queries import body, enemies_of, engaged_with, others
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


def charge_in_question(state: State, decision: Decision) -> ChargeTask | None:
    """The charge that a side is asked about; None where it is asked something else."""
    if decision.kind != "intercept":
        return None
    charges = (task for task in state.agenda if isinstance(task, ChargeTask))
    return next((task for task in charges if task.warrior == decision.warrior), None)


def candidates(state: State, task: ChargeTask, side: str) -> tuple[str, ...]:
    """Who of a side may intercept, in roster order (P-INT-01)."""
    line = charge_line(state, task)
    if line is None:
        return ()
    radius = state.setup.ruleset.length("intercept.radius")
    return tuple(
        w.id
        for w in enemies_of(state, state.warriors[task.warrior].side)
        if w.side == side
        and w.id not in task.afraid
        and free_to_intercept(state, w, task)
        and contact.segment_within(body(state, w.id), *line, radius)
        and before_the_target(state, w.id, task, line[0])
    )


def free_to_intercept(state: State, w: Warrior, task: ChargeTask) -> bool:
    """Up, not fleeing, not bound (P-SHA-5), not engaged, not the target itself."""
    return (
        w.status == "standing"
        and not w.fleeing
        and w.id not in task.targets
        and "stupid" not in w.marks
        and not granted.has(state, w.id, "cannot_move")
        and not engaged_with(state, w.id)
    )


def charge_line(state: State, task: ChargeTask) -> tuple[Point, Point] | None:
    """From the charger's centre to the centre of its end position at the target.

    Of a charge that climbs, jumps or leaps the stretch after that; None where it never comes.
    """
    stretch = last_stretch(state, task)
    if stretch is None:
        return None
    me, foe = stretch[0], body(state, task.targets[0])
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
    way, reason = _way_in(state, id, task)
    if reason:  # a fear test could change nothing (P-TRN-10)
        play.emit(
            ev.InterceptionFailed(warrior=id, charger=task.warrior, reason=reason, rule="P-INT-03")
        )
        return False
    if not dares_to_intercept(play, id, task.warrior):
        return False
    charger, place = body(state, task.warrior).at, way[-1]
    cost = sum(_distance(a, b) for a, b in pairwise((body(state, id).at, *way)))
    moved(
        play,
        id,
        "intercept",
        way,
        cost=cost,
        allowed=cost,
        rule="P-INT-07",
        facing=trig.bearing(charger[0] - place[0], charger[1] - place[1]),
    )
    play.emit(
        ev.Intercepted(warrior=id, charger=task.warrior, target=task.targets[0], rule="P-INT-03")
    )
    return True


def another_may(play: Play, task: ChargeTask) -> bool:
    """Whether fear alone has kept the interceptor and another one may try (P-INT-02, a house
    rule).
    """
    feared = bool(play.events) and isinstance(play.events[-1], ev.FearFailed)
    allowed = play.state.setup.ruleset.switches.get("intercept.another_after_fear")
    return bool(allowed) and feared


def without_the_afraid(play: Play, task: ChargeTask) -> ChargeTask:
    """The charge with its side to be asked again, but for him."""
    id = task.interceptor
    side = play.warrior(id).side
    asked = tuple([one for one in task.asked if one != side])
    return replace(task, interceptor="", asked=asked, afraid=(*task.afraid, id))


def _distance(a: Point, b: Point) -> int:
    return trig.isqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


class Place(NamedTuple):
    """Where an interceptor stands in the line, and how it gets there from where it is.

    Straight; where it had to be shifted along the line, first as far beside it.
    """

    at: Point
    legs: tuple[Point, ...]


def place_on_line(state: State, id: str, task: ChargeTask) -> Place | None:
    """The nearest point of the line at which the base fits between charger and target."""
    stretch = last_stretch(state, task)
    if stretch is None:
        return None
    me, charger, target = body(state, id), stretch[0], body(state, task.targets[0])
    dx, dy = target.at[0] - charger.at[0], target.at[1] - charger.at[1]
    length = trig.isqrt(dx * dx + dy * dy)
    if length == 0:
        return None
    low = charger.radius + me.radius
    high = length - target.radius - me.radius
    if high < low:
        return None
    nearest = ((me.at[0] - charger.at[0]) * dx + (me.at[1] - charger.at[1]) * dy) // length
    along = min(high, max(low, nearest))
    x, y = charger.at[0] + dx * along // length, charger.at[1] + dy * along // length
    at = (x, y, me.at[2])
    shift = along - nearest
    if shift == 0:
        return Place(at, (at,))
    beside = (me.at[0] + dx * shift // length, me.at[1] + dy * shift // length, me.at[2])
    return Place(at, (beside, at))


def _way_in(state: State, id: str, task: ChargeTask) -> tuple[tuple[Point, ...], str]:
    """The interceptor's way to its place and "", or why there is no interception."""
    place = place_on_line(state, id, task)
    if place is None:
        return (), "no_room"
    walk = ways.walk(state, id, place.legs, touching=True)
    if walk.blocked_by is not None:
        return (), "path_blocked"
    most = state.setup.ruleset.optional_length("intercept.max_move")
    if most is not None and walk.cost > most:
        return (), "too_far"
    return place.legs, "" if _in_reach(state, id, task, place.at) else "out_of_reach"


def _in_reach(state: State, id: str, task: ChargeTask, place: Point) -> bool:
    """Whether the charge can get to the interceptor where it then stands (P-INT-03)."""
    stretch = last_stretch(state, task)
    if stretch is None:
        return False
    charger, left = stretch
    me = body(state, id)
    there = Body(me.id, place, me.radius, me.height)
    bodies = others(state, id, task.warrior)
    return ways.route(state, task.warrior, charger, there, bodies, left) is not None


def answer(task: ChargeTask, choice: str) -> ChargeTask:
    """The charge with its interceptor, once a side has said so."""
    return task if choice == NONE else replace(task, interceptor=choice)
