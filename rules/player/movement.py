"""The movement phase: charges, then closing in from cover to cover, or finding a shot."""

from __future__ import annotations

from collections.abc import Iterator

from ..battle import movement as rules
from ..battle.arms import kit_of
from ..battle.orders import AnyOrder, Leg, Move, MoveMode
from ..battle.queries import gap, held, is_engaged, look, sees
from ..battle.reach import reach
from ..battle.state import Warrior
from ..board import Walk
from ..units import CM
from .charging import charges
from .deployment import arrivals
from .mind import Mind, standing_at
from .pathing import towards
from .shooting import gain_of

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
    if foe is None:
        return
    if mind.shoots(w.id):
        if _best_shot(mind, w) > 0:
            return
        yield from _into_a_shot(mind, w, foe)
    yield from _closer(mind, w, foe)


def _best_shot(mind: Mind, w: Warrior, at: Walk | None = None) -> float:
    """What its best shot brings from where it stands, or from the end of a walk."""
    state = mind.state if at is None else standing_at(mind.state, w.id, at.end)
    arms = [a for a in kit_of(state.setup, w.id).missile if at is None or a.fire_after_move]
    return max(
        (
            gain_of(mind, state, w.id, arm.id, foe.id)
            for foe in mind.enemies
            if arms and not is_engaged(state, foe.id) and sees(state, w.id, foe.id)
            for arm in arms
        ),
        default=0.0,
    )


def _into_a_shot(mind: Mind, w: Warrior, foe: Warrior) -> Iterator[Move]:
    """Walk no farther than needed to have a shot."""
    most = rules.allowance(mind.state, w, "walk")
    for part in (2, 4):
        walk = _towards(mind, w, foe, most * part // 4)
        if walk.cost >= STEP and _best_shot(mind, w, walk) > 0:
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
        walk = _out_of_fire(mind, w, _towards(mind, w, foe, most))
        if walk.cost >= STEP:
            yield _order(mind, w, mode, walk)


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
