"""The movement phase: charges where the odds favour them, then closing in or finding a shot."""

from __future__ import annotations

from collections.abc import Iterator

from ..battle import movement as rules
from ..battle.arms import kit_of
from ..battle.orders import AnyOrder, Charge, Leg, Move, MoveMode
from ..battle.queries import engaged_with, gap, held, is_engaged, sees
from ..battle.reach import reach, way_to
from ..battle.state import Warrior
from ..board import Walk
from ..units import CM
from .mind import Mind, standing_at
from .pathing import may_reach, towards
from .shooting import gain_of

NO_CHARGE = frozenset(
    "declared_charge moved stayed rallied stood_up failed_to_spot stupid failed_fear".split()
)
NO_MOVE = frozenset("moved stayed charged failed_charge rallied stupid failed_fear".split())
STEP = CM // 2
"""A move shorter than this isn't worth an order."""


def ideas(mind: Mind) -> Iterator[AnyOrder]:
    """Charges first; then the moves, those of shooters last."""
    if mind.state.step == "charges":
        yield from _charges(mind)
    for w in sorted(mind.mine, key=lambda w: mind.shoots(w.id)):
        if _free(mind, w):
            yield from _moves(mind, w)


# ------------------------------------------------------------------------------ charges


def _charges(mind: Mind) -> Iterator[Charge]:
    """The most promising charge first."""
    hopes = [
        (_promise(mind, w, foe), w.id, foe.id)
        for w in mind.mine
        if w.status == "standing" and not w.fleeing and NO_CHARGE.isdisjoint(w.marks)
        if not held(mind.state, w.id)
        for foe in mind.enemies
        if _near_enough(mind, w, foe)
    ]
    for promise, id, target in sorted(hopes, key=lambda hope: -hope[0]):
        if promise >= _daring(mind, id) and _arrives(mind, id, target):
            yield Charge(side=mind.side, warrior=id, targets=(target,))


def _near_enough(mind: Mind, w: Warrior, foe: Warrior) -> bool:
    if foe.hidden or foe.id in engaged_with(mind.state, w.id):
        return False
    return gap(mind.state, w.id, foe.id) <= reach(mind.state, w.id) and sees(
        mind.state, w.id, foe.id
    )


def _arrives(mind: Mind, id: str, target: str) -> bool:
    """Level 1 trusts its eye; level 2 sees the way round things."""
    if mind.level == 1:
        return True
    most = reach(mind.state, id)
    if not may_reach(mind.state, id, target, most):
        return False
    return way_to(mind.state, id, target, most) is not None


def _promise(mind: Mind, w: Warrior, foe: Warrior) -> float:
    """How good a charge looks, from 0 to 1 and a little more."""
    if foe.status != "standing":
        return 1.0
    if foe.fleeing:
        return 0.3
    helped = 0.2 if is_engaged(mind.state, foe.id) else 0.0
    return mind.wins(w.id, foe.id) + helped


def _daring(mind: Mind, id: str) -> float:
    """What a charge must promise: less as the battle drags on, more for a shooter."""
    caution = 0.12 if mind.shoots(id) else 0.0
    return max(0.2, 0.44 - 0.03 * mind.state.turn) + caution


# -------------------------------------------------------------------------------- moves


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
        walk = _towards(mind, w, foe, most)
        if walk.cost >= STEP:
            yield _order(mind, w, mode, walk)


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
