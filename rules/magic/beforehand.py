"""What can be said of an order when it is given for a later turn (P-CHA-SLA).

Where everybody stands by then nobody knows, so sight, reach and other models aren't asked. Walls,
edges, the length of a way and what he carries are the same then: what these bar is refused at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from ..battle.charge_path import check_path
from ..battle.checks import known_warrior
from ..battle.orders import Charge, Move, MoveMode, Order, Shoot
from ..battle.rolling import check_roll, rolling
from ..battle.running import home_of
from ..battle.state import State, Warrior
from ..battle.stride import movement_of, stride_of
from ..battle.targets import missile
from ..battle.travel import RULES, journey_of
from ..errors import IllegalOrder


def check_beforehand(state: State, w: Warrior, order: Order) -> None:
    """Raise what bars this order whatever happens until then."""
    _CHECKS[type(order)](state, w, order)


def _charge(state: State, w: Warrior, order: Charge) -> None:
    if not order.targets or len(set(order.targets)) != len(order.targets):
        raise IllegalOrder("one_target", "P-CHG-16", warrior=w.id)
    for target in order.targets:
        _foe(state, order, target, "P-CHG-01")
    if order.path:
        check_path(_alone(state, w), w, order.path)


def _move(state: State, w: Warrior, order: Move) -> None:
    if not order.legs and order.facing is None and not order.hide:
        raise IllegalOrder("empty_move", "P-MOV-01", warrior=w.id)
    if order.mode != "crawl" and rolling(state, w.id) is not None:
        check_roll(state, order)
        return
    limit = _allowance(state, w, order.mode)
    alone = _alone(state, w)
    journey = journey_of(alone, alone.warriors[w.id], order.legs, order.mode, limit)
    if not journey.lost and journey.used > limit:
        raise IllegalOrder("too_far", RULES[order.mode], used=journey.used, allowed=limit)


def _allowance(state: State, w: Warrior, mode: MoveMode) -> int:
    """How far he may go at best, in 1/100 mm."""
    if mode == "break_off":
        raise IllegalOrder("cannot_break_off", "P-TRN-04", warrior=w.id)
    if mode == "crawl":
        return state.setup.ruleset.length("injury.knocked_down.crawl")
    times = stride_of(state.setup, w.id).run if mode == "run" else 1
    if not times:
        raise IllegalOrder("never_runs", "P-TRN-04", warrior=w.id)
    return movement_of(state, w.id) * times


def _shoot(state: State, w: Warrior, order: Shoot) -> None:
    missile(state, w.id, order.weapon)
    _foe(state, order, order.target, "P-SHO-03")


def _foe(state: State, order: Charge | Shoot, target: str, rule: str) -> None:
    """Whom he obeys he doesn't attack, nor himself."""
    known_warrior(state, target)
    if target == order.warrior or home_of(state, target) == order.side:
        raise IllegalOrder("illegal_target", rule, target=target)


def _alone(state: State, w: Warrior) -> State:
    """The board with nobody on it but him."""
    away = {id: replace(other, at=None) for id, other in state.warriors.items() if id != w.id}
    return replace(state, warriors={**away, w.id: w})


_CHECKS: Mapping[type[Order], Callable[[State, Warrior, Any], None]] = {
    Charge: _charge,
    Move: _move,
    Shoot: _shoot,
}
