"""The movement phase: charges, then closing in from cover to cover, or finding a shot."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ..battle import movement as rules
from ..battle.orders import AnyOrder, Leg, Move, MoveMode
from ..battle.queries import gap, held, look
from ..battle.reach import reach
from ..battle.scalings import Scaling, scalings
from ..battle.state import Warrior
from ..board import Walk
from ..board.trig import scaled
from ..units import CM, Point
from . import leaps
from .charging import charges
from .deployment import arrivals
from .mind import Mind, standing_at
from .pathing import towards
from .shooting import best_shot

NO_MOVE = frozenset("moved stayed charged failed_charge rallied stupid failed_fear".split())
STEP = CM // 2
"""A move shorter than this isn't worth an order."""


def ideas(mind: Mind) -> Iterator[AnyOrder]:
    """Charges first; then the moves, those of shooters last."""
    yield from arrivals(mind)
    if mind.state.step == "charges":
        yield from charges(mind)
    for w in sorted(mind.mine, key=lambda w: mind.shoots(w.id)):
        if _free(mind, w):
            yield from _moves(mind, w)


def _free(mind: Mind, w: Warrior) -> bool:
    """Whether it may walk at all: up, not bound, not done yet."""
    if w.status != "standing" or w.fleeing or held(mind.state, w.id):
        return False
    return NO_MOVE.isdisjoint(w.marks)


def _moves(mind: Mind, w: Warrior) -> Iterator[Move]:
    foe = mind.nearest_enemy(w.id)
    if foe is not None and rules.rolls(mind.state, w, "walk"):
        yield _bounce(mind, w, foe)
        return
    goal = mind.goals.get(w.id)
    if goal is not None:
        if goal.stay:
            yield from _hide_here(mind, w)
            return
        shot = mind.shoots(w.id) and not goal.urgent and best_shot(mind, w) > 0
        if not shot:
            yield from _to_goal(mind, w, goal.at)
        return
    if foe is None:
        return
    if mind.shoots(w.id) and mind.level > 1:
        yield from _up_to_a_shot(mind, w)
    if mind.shoots(w.id):
        if best_shot(mind, w) > 0:
            return
        yield from _into_a_shot(mind, w, foe)
    yield from _closer(mind, w, foe)


def _bounce(mind: Mind, w: Warrior, foe: Warrior) -> Move:
    """Who moves by dice goes straight at the nearest enemy, as far as they may carry."""
    here, there = _place(w), _place(foe)
    dx, dy = scaled(
        there[0] - here[0], there[1] - here[1], rules.allowance(mind.state, w, "walk") - 2
    )
    to = (here[0] + dx, here[1] + dy, here[2])
    return Move(side=mind.side, warrior=w.id, mode="walk", legs=(Leg(to=to),))


def _hide_here(mind: Mind, w: Warrior) -> Iterator[Move]:
    """Who only waits, waits out of sight; a shooter keeps looking out."""
    if mind.level > 1 and not w.hidden and not mind.shoots(w.id):
        yield Move(side=mind.side, warrior=w.id, mode="walk", legs=(), hide=True)


def _to_goal(mind: Mind, w: Warrior, goal: Point) -> Iterator[Move]:
    """As far as it gets in a turn, at a run where that is allowed."""
    modes: tuple[MoveMode, ...] = ("run", "walk")
    for mode in modes:
        if mode == "run" and not _may_run(mind, w):
            continue
        most = rules.allowance(mind.state, w, mode)
        yield from leaps.across(mind, w, goal, mode, most)
        if w.at is not None and w.at[2] and goal[2] < w.at[2]:
            yield from _down(mind, w, mode, most, goal)
        walk = towards(mind.state, w.id, goal, most)
        if walk.cost >= STEP or (walk.cost and walk.end == goal):
            yield _order(mind, w, mode, walk)


SAFE_DROP = 10 * CM


def _down(mind: Mind, w: Warrior, mode: MoveMode, most: int, goal: Point) -> Iterator[Move]:
    """A jump or a climb down that leads towards the goal."""
    ways = [
        way
        for way in scalings(mind.state, w, mode, most)
        if way.by != "leap" and way.to[2] < way.start[2] and way.height <= SAFE_DROP
    ]
    for way in sorted(ways, key=lambda way: _apart(way.to, goal))[:2]:
        yield _scale(mind, w, mode, way)


def _scale(mind: Mind, w: Warrior, mode: MoveMode, way: Scaling) -> Move:
    start = () if way.start == w.at else (Leg(to=way.start),)
    legs = (*start, Leg(to=way.to, by=way.by))
    return Move(side=mind.side, warrior=w.id, mode=mode, legs=legs)


def _apart(a: Point, b: Point) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _up_to_a_shot(mind: Mind, w: Warrior) -> Iterator[Move]:
    """Up a wall at hand, if there is a shot from there and none from here."""
    if best_shot(mind, w) > 0:
        return
    most = rules.allowance(mind.state, w, "walk")
    for way in scalings(mind.state, w, "walk", most):
        up = way.by == "climb" and way.to[2] > way.start[2]
        if up and best_shot(mind, w, Walk((_place(w), way.to))) > 0:
            yield _scale(mind, w, "walk", way)
            return


def _place(w: Warrior) -> Point:
    assert w.at is not None
    return w.at


def _into_a_shot(mind: Mind, w: Warrior, foe: Warrior) -> Iterator[Move]:
    """Walk no farther than needed to have a shot."""
    most = rules.allowance(mind.state, w, "walk")
    for part in (2, 4):
        walk = _towards(mind, w, foe, most * part // 4)
        if walk.cost >= STEP and best_shot(mind, w, walk) > 0:
            yield _order(mind, w, "walk", walk)
            return


def _closer(mind: Mind, w: Warrior, foe: Warrior) -> Iterator[Move]:
    """Towards the nearest enemy, running where the rules let it; a patient one stops out of the
    enemy's reach."""
    modes: tuple[MoveMode, ...] = ("run", "walk")
    for mode in modes:
        if mode == "run" and not _may_run(mind, w):
            continue
        most = rules.allowance(mind.state, w, mode)
        if mind.patient and foe.status == "standing":
            most = min(most, gap(mind.state, w.id, foe.id) - reach(mind.state, foe.id) - STEP)
        if most < STEP:
            continue
        yield from leaps.across(mind, w, _place(foe), mode, most)
        walk = _out_of_fire(mind, w, _towards(mind, w, foe, most))
        if walk.cost >= STEP:
            order = _order(mind, w, mode, walk)
            if mode == "walk" and mind.patient and not mind.shoots(w.id):
                yield replace(order, hide=True)
            yield order


def _out_of_fire(mind: Mind, w: Warrior, walk: Walk) -> Walk:
    """A patient one stops at the corner where it gains most for the fire that it draws."""
    if not mind.patient or not mind.enemy_shooters or len(walk.costs) < 2:
        return walk
    stops = [
        Walk(walk.points[: n + 1], walk.costs[:n])
        for n in range(1, len(walk.points))
        if sum(walk.costs[:n]) >= STEP
    ]
    return max(stops, key=lambda stop: stop.cost / walk.cost - _exposure(mind, w, stop))


def _exposure(mind: Mind, w: Warrior, walk: Walk) -> float:
    """How well the enemy's shooters would see it, from 0 to 1."""
    state = standing_at(mind.state, w.id, walk.end)
    seen = [_SEEN[look(state, foe.id, w.id).kind] for foe in mind.enemy_shooters]
    return sum(seen) / len(seen)


_SEEN = {"none": 0.0, "cover": 0.6, "clear": 1.0}


def _may_run(mind: Mind, w: Warrior) -> bool:
    if "stood_up" in w.marks or "failed_to_spot" in w.marks:
        return False
    return rules.enemy_that_forbids_running(mind.state, w) is None


def _towards(mind: Mind, w: Warrior, foe: Warrior, most: int) -> Walk:
    goal = foe.at
    if goal is None:
        raise ValueError(f"{foe.id} is not on the table")
    return towards(mind.state, w.id, goal, most)


def _order(mind: Mind, w: Warrior, mode: MoveMode, walk: Walk) -> Move:
    legs = tuple(Leg(to=point) for point in walk.points[1:])
    return Move(side=mind.side, warrior=w.id, mode=mode, legs=legs)
