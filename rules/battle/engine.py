"""The engine's face: start a battle, submit an order. Pure: state and dice in, events out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from ..dice import Dice
from ..errors import BadSetup, IllegalOrder
from ..magic import always, casting, commands
from . import (
    charge,
    deployment,
    fury,
    gm,
    guarding,
    movement,
    passage,
    phases,
    preferring,
    recovery,
    shooting,
    striking,
    trapping,
    using,
)
from . import events as ev
from . import orders as od
from .apply import initial
from .blessing import pray
from .enacted import not_automated
from .gifts import change_profiles
from .intercept import answer as with_interceptor
from .mission import opening
from .mission.settling import settle
from .play import Play
from .rout import sweep_empty_sides
from .setup_check import problems
from .state import (
    CastTask,
    ChargeTask,
    Decision,
    EndPhaseTask,
    FollowUpTask,
    ForcedChargesTask,
    MoveTask,
    OpeningTask,
    Setup,
    State,
    Task,
    TurnOverTask,
)

ENGINE_VERSION = "5"
"""Goes up with every change of what an order does; stored with each order."""


class Outcome(NamedTuple):
    """What an order led to: the state after it and the events that led there, in order."""

    state: State
    events: tuple[ev.Event, ...]


Check = Callable[[State, Any], None]
Run = Callable[[Play, Any], None]

_ORDERS: Mapping[type[od.Order], tuple[Check, Run]] = {
    od.Deploy: (deployment.check_deploy, deployment.deploy),
    od.Descend: (passage.check_descend, passage.descend),
    od.EndPhase: (phases.check_end_phase, phases.end_phase),
    od.Rout: (phases.check_rout, phases.rout),
    od.StayDown: (recovery.check_stay_down, recovery.stay_down),
    od.Charge: (charge.check_charge, charge.declare),
    od.Move: (movement.check_move, movement.move),
    od.Shoot: (shooting.check_shoot, shooting.shoot),
    od.Cast: (casting.check_cast, casting.cast),
    od.Command: (commands.check_command, commands.command),
    od.Strike: (striking.check_strike, striking.declare),
    od.Use: (using.check_use, using.use),
    od.Guard: (guarding.check_guard, guarding.guard),
    od.Prefer: (preferring.check_prefer, preferring.prefer),
    od.GmAdjust: (gm.check_adjust, gm.adjust),
    od.GmTerrain: (gm.check_terrain, gm.change_terrain),
    od.GmEndBattle: (gm.check_end_battle, gm.end_battle),
    od.AgreeDraw: (gm.check_draw, gm.draw),
}

_GM = (od.GmAdjust, od.GmTerrain, od.GmEndBattle, od.AgreeDraw)
"""What may be done while a decision is pending."""
_EMERGING = (od.Deploy, od.EndPhase, *_GM)
"""What may be done while some come up from below."""


def start(setup: Setup, dice: Dice) -> Outcome:
    """Begin a battle. Raises BadSetup with everything that is wrong at once."""
    faults = problems(setup)
    if faults:
        raise BadSetup(faults)
    play = Play(initial(setup), dice)
    _say_what_is_not_automated(play)
    change_profiles(play)
    pray(play)
    always.begin(play)
    if setup.mission is not None and setup.under_way is None:
        opening.advance(play)
    elif setup.active is None:
        _roll_for_first_turn(play)
        _open(play)
    return Outcome(play.outcome(), tuple(play.events))


def _say_what_is_not_automated(play: Play) -> None:
    """The engine never drops a rule silently: what it doesn't enact goes to the GM."""
    setup = play.state.setup
    for w in setup.warriors:
        ids = not_automated(setup, w.id)
        if ids:
            play.emit(ev.NotAutomated(warrior=w.id, ids=ids))


def _roll_for_first_turn(play: Play) -> None:
    """Highest first, ties again; the others follow in falling order (P-TRN-02)."""
    sides = [side.id for side in play.state.setup.sides]
    play.emit(ev.OrderOfPlay(sides=tuple(_by_dice(play, sides)), rule="P-TRN-02"))


def _by_dice(play: Play, sides: list[str]) -> list[str]:
    if len(sides) == 1:
        return sides
    faces = play.batch_of_many("first_turn", sides, rule="P-TRN-02")
    ordered: list[str] = []
    for face in sorted(set(faces.values()), reverse=True):
        ordered += _by_dice(play, [side for side in sides if faces[side] == face])
    return ordered


def _open(play: Play) -> None:
    first = play.state.active
    waiting = [s for s in play.state.order_of_play if deployment.to_deploy(play.state, s)]
    if not waiting:
        play.emit(ev.TurnStarted(side=first, turn=play.state.turn, rule="P-TRN-02"))
        return
    play.emit(ev.DeploymentStarted(side=waiting[0]))


def check(state: State, order: od.Order) -> None:
    """Raise IllegalOrder when `submit` would; roll nothing, change nothing."""
    if state.result is not None:
        raise IllegalOrder("battle_over")
    if isinstance(order, od.Answer):
        _decision(state, order)
        return
    kind = type(order)
    if state.awaiting and kind not in _GM:
        raise IllegalOrder("decision_pending", side=state.awaiting[0].side)
    if order.side not in state.order_of_play and kind not in _GM:
        raise IllegalOrder("unknown_side", side=order.side)
    if passage.is_emerging(state) and kind not in _EMERGING:
        raise IllegalOrder("only_coming_up", passage.RULE)
    _ORDERS[kind][0](state, order)


def submit(state: State, order: od.Order, dice: Dice) -> Outcome:
    """Resolve one order. Raises IllegalOrder when it isn't allowed; then nothing has changed.

    Deterministic: the same state, order and dice give the same events.
    """
    check(state, order)
    play = Play(state, dice)
    if isinstance(order, od.Answer):
        _answer(play, order)
    else:
        _ORDERS[type(order)][1](play, order)
        trapping.spring(play)
    _work(play)
    if play.state.result is None:
        settle(play)
    if play.state.result is None and not play.state.awaiting:
        sweep_empty_sides(play)
    return Outcome(play.outcome(), tuple(play.events))


def _work(play: Play) -> None:
    """Do what is on the agenda until it is empty, somebody must decide, or it is over."""
    while play.agenda and play.state.result is None:
        _WORK[type(play.agenda[0])](play, play.agenda.pop(0))
        trapping.spring(play)


_WORK: Mapping[type[Task], Callable[[Play, Any], None]] = {
    CastTask: casting.carry_out_cast,
    ChargeTask: charge.carry_out,
    EndPhaseTask: phases.carry_out_end,
    ForcedChargesTask: lambda play, task: charge.close_charges(play),
    FollowUpTask: fury.carry_out,
    TurnOverTask: lambda play, task: phases.turn_over(play),
    MoveTask: lambda play, task: movement.carry_out_move(play, task.order),
    OpeningTask: opening.carry_out,
}


def _decision(state: State, order: od.Answer) -> Decision:
    """The pending decision that an answer is to: by its id or its kind, of that side."""
    for decision in state.awaiting:
        if order.decision in (decision.id, decision.kind) and decision.side == order.side:
            if order.choice not in decision.options:
                raise IllegalOrder("not_an_option", decision.rule, choice=order.choice)
            return decision
    raise IllegalOrder("no_such_decision", decision=order.decision)


def _answer(play: Play, order: od.Answer) -> None:
    decision = _decision(play.state, order)
    agenda = list(play.state.agenda)
    play.emit(
        ev.Decided(
            decision=decision.id,
            kind=decision.kind,
            side=decision.side,
            choice=order.choice,
            rule=decision.rule,
        )
    )
    if play.state.awaiting:
        return
    head = agenda[0]
    if isinstance(head, ChargeTask):
        agenda[0] = with_interceptor(head, order.choice)
    elif isinstance(head, OpeningTask):
        agenda[0] = replace(head, choice=order.choice)
    elif isinstance(head, FollowUpTask):
        agenda[0] = fury.answer(head, order.choice)
    play.agenda = agenda


__all__ = ["ENGINE_VERSION", "Outcome", "check", "start", "submit"]
