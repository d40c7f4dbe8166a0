"""Orders given beforehand to whom one has seduced: each is carried out in its phase (P-CHA-SLA)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..battle import charge, movement, shooting
from ..battle import events as ev
from ..battle.checks import known_warrior, seducer_of, your_turn
from ..battle.orders import Charge, Command, Move, Order, Shoot
from ..battle.play import Play
from ..battle.running import home_of
from ..battle.state import State
from ..errors import IllegalOrder
from .beforehand import check_beforehand

RUN: Mapping[type[Order], tuple[str, Callable[[State, Any], None], Callable[[Play, Any], None]]] = {
    Charge: ("movement", charge.check_charge, charge.declare),
    Move: ("movement", movement.check_move, movement.move),
    Shoot: ("shooting", shooting.check_shoot, shooting.shoot),
}
"""Each order's phase, its check and its run."""


def check_command(state: State, order: Command) -> None:
    """Raise the reason why nothing can be ordered beforehand: the spell must be at work, and the
    board must let him do it (beforehand.py)."""
    your_turn(state, order.side)
    w = known_warrior(state, order.warrior)
    running = seducer_of(state, w.id)
    if running is None or home_of(state, running.caster) != order.side:
        raise IllegalOrder("not_your_warrior", "P-CHA-SLA", warrior=w.id)
    if w.at is None:
        raise IllegalOrder("out_of_action", "P-INJ-15", warrior=w.id)
    if not order.orders:
        raise IllegalOrder("nothing_ordered", "P-CHA-SLA", warrior=w.id)
    for one in order.orders:
        if one.warrior != w.id or one.side != order.side:
            raise IllegalOrder("not_your_warrior", "P-CHA-SLA", warrior=one.warrior)
        check_beforehand(state, w, one)


def command(play: Play, order: Command) -> None:
    """Keep them; what was ordered before is forgotten."""
    play.emit(
        ev.Commanded(
            warrior=order.warrior,
            orders=order.orders,
            rule="P-CHA-SLA",
            audience=(order.side,),
        )
    )


def is_due(state: State, phase: str) -> bool:
    """Whether something ordered beforehand belongs into this phase of the active side."""
    by_id = state.setup.by_id
    return any(
        RUN[type(order)][0] == phase and by_id[order.warrior].side == state.active
        for order in state.commands
    )


def carry_out(play: Play) -> None:
    """What belongs into this phase happens now, before anybody else acts; the impossible drops."""
    for order in play.state.commands:
        phase, check, run = RUN[type(order)]
        if phase != play.state.phase:
            continue
        try:
            check(play.state, order)
        except IllegalOrder as lapse:
            play.emit(ev.OrderLapsed(warrior=order.warrior, code=lapse.code, rule=lapse.rule))
            continue
        run(play, order)
