"""Turns and phases: what ending one does, and what opens next (TRN)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..errors import IllegalOrder
from ..magic import gathering, moments
from . import events as ev
from . import hunger, passage, trapping
from .brought import brings
from .checks import acting, in_phase, your_turn
from .combat import end_combat
from .deployment import check_end_deployment, come_up, to_deploy
from .lineup import lineup
from .lure import set_out
from .mission import opening, settling
from .movement import must_move
from .nature import driven
from .orders import EndPhase, PhaseName, Rout
from .play import Play
from .plight import plights
from .quarrel import quarrels
from .recovery import end_recovery, may_regain, of_home, test_wills
from .rout import avenges, lose, quarter_out, rout_test, sweep_empty_sides
from .scoping import scopes
from .state import (
    EndPhaseTask,
    FollowUpTask,
    ForcedChargesTask,
    State,
    TurnOverTask,
    Warrior,
)
from .stupidity import seizures, stupidity_tests

TURN: tuple[PhaseName, ...] = ("start", "recovery", "movement", "shooting", "combat")


def check_end_phase(state: State, order: EndPhase) -> None:
    """Raise the reason why the phase can't be ended."""
    in_phase(state, *_TO_BE_ENDED)
    your_turn(state, order.side)
    if state.phase == "deployment":
        check_end_deployment(state)
    if order.through is not None and not _ahead(state.phase, order.through):
        raise IllegalOrder("phase_is_past", "P-TRN-01", phase=order.through)


_TO_BE_ENDED = ("deployment", *TURN)


def _ahead(now: str, through: PhaseName) -> bool:
    if now == "deployment":
        return through == "deployment"
    return through == now or (through in TURN and TURN.index(through) >= TURN.index(now))


def end_phase(play: Play, order: EndPhase) -> None:
    play.agenda.insert(0, EndPhaseTask(order.side, order.through))


def carry_out_end(play: Play, task: EndPhaseTask) -> None:
    """End the phase now; with `through`, come back for the next one."""
    phase = play.state.phase
    if passage.is_emerging(play.state):
        come_up(play)
        turn_over(play)
        return
    if phase == "movement" and play.state.step == "charges":
        play.agenda[:0] = [ForcedChargesTask(), task]
        return
    if task.through is not None and task.through != phase:
        play.agenda.insert(0, task)
    _ENDS[phase](play)
    trapping.spring(play)
    sweep_empty_sides(play)
    if play.state.result is not None:
        return
    if phase == "deployment" and play.state.mission is not None:
        play.agenda[:] = [t for t in play.agenda if not isinstance(t, EndPhaseTask)]
        opening.end_step(play)
    elif play.agenda and any(isinstance(t, FollowUpTask) for t in play.agenda):
        play.agenda.append(TurnOverTask())
    elif play.state.active in play.state.lost or phase in ("combat", "deployment"):
        turn_over(play)
    else:
        open_next(play, task)


def turn_over(play: Play) -> None:
    """Nothing is left to be done in this turn but to come up from below."""
    play.agenda[:] = [t for t in play.agenda if not isinstance(t, EndPhaseTask)]
    if play.state.below and passage.are_due(play.state):
        passage.open_hatch(play)
        return
    hunger.turn_ends(play)
    sweep_empty_sides(play)
    if play.state.result is None:
        next_side(play)


def open_next(play: Play, task: EndPhaseTask) -> None:
    """The next phase; those that the order ends as well and that hold nothing are passed."""
    later = TURN[TURN.index(play.state.phase) + 1 :]
    last = later.index(task.through) if task.through in later else 0
    passed = _idle_among(play.state, later[:last]) if last else 0
    play.emit(ev.PhaseStarted(phase=later[passed], passed=later[:passed], rule="P-TRN-01"))
    if play.state.effects or play.state.commands:
        moments.phase_opens(play)


def _idle_among(state: State, phases: Sequence[PhaseName]) -> int:
    """How many of the next phases would do nothing at all if they were ended untouched."""
    mine = acting(state)
    for number, phase in enumerate(phases):
        if not _is_idle(state, phase, mine):
            return number
    return len(phases)


def _is_idle(state: State, phase: PhaseName, mine: Sequence[Warrior]) -> bool:
    if state.effects and moments.is_due(state, phase):
        return False
    if phase == "shooting":
        return True
    if phase == "movement":
        return not any(must_move(state, w) or driven(state, w) for w in mine)
    if phase == "recovery":
        own = mine
        if lineup(state).strayed:
            own = list({w.id: w for w in (*mine, *of_home(state, state.active))}.values())
        return not any(_recovers(state, w) for w in own)
    return False


def _recovers(state: State, w: Warrior) -> bool:
    """Whether the recovery phase does anything to a warrior."""
    return w.status != "standing" or w.fleeing or bool(w.plight) or may_regain(state, w)


def _end_start(play: Play) -> None:
    """The rout test, if one is due; then stupidity (P-LEA-01, P-TRN-03)."""
    side = play.state.active
    if play.state.effects:
        moments.start_ends(play)
    tested = settling.rout_tests(play.state) and quarter_out(play.state, side)
    if tested and not rout_test(play, side):
        lose(play, [side], "rout", "P-LEA-04")
        return
    test_wills(play)
    set_out(play)
    setup = play.state.setup
    if brings(setup, "scope"):
        scopes(play)
    moody = brings(setup, "psychology")
    if moody:
        seizures(play)
    if brings(setup, "quarrel"):
        quarrels(play)
    if moody:
        stupidity_tests(play)


def _nothing(play: Play) -> None:
    return


def _end_combat(play: Play) -> None:
    """The blows; then the turn is over, and a scenario may be."""
    if play.state.effects:
        moments.combat_begins(play)
    end_combat(play)
    moments.combat_ends(play)
    if play.state.result is None and play.state.mission is not None:
        settling.end_of_turn(play)


def _end_recovery(play: Play) -> None:
    """What holds or burns somebody, what the phase does to spells, then rallying and rising."""
    plights(play, play.state.active)
    if play.state.effects:
        moments.recovery_ends(play)
    end_recovery(play)


_ENDS: Mapping[str, Callable[[Play], None]] = {
    "deployment": gathering.deployment_ends,
    "start": _end_start,
    "recovery": _end_recovery,
    "movement": _nothing,
    "shooting": moments.shooting_ends,
    "combat": _end_combat,
}


def next_side(play: Play) -> None:
    """The next side's turn, or its deployment; after the last one a new turn begins."""
    state = play.state
    order = state.order_of_play
    here = order.index(state.active)
    for step in range(1, len(order) + 1):
        side = order[(here + step) % len(order)]
        wrapped = here + step >= len(order)
        if side in state.lost:
            continue
        if state.phase == "deployment":
            _next_deployment(play, side, wrapped)
        else:
            _next_turn(play, side, wrapped)
        return


def _next_deployment(play: Play, side: str, wrapped: bool) -> None:
    if wrapped:
        play.emit(ev.TurnStarted(side=play.state.order_of_play[0], turn=1, rule="P-TRN-02"))
    elif to_deploy(play.state, side):
        play.emit(ev.DeploymentStarted(side=side))
    else:
        play.emit(ev.DeploymentStarted(side=side))
        next_side(play)


def _next_turn(play: Play, side: str, wrapped: bool) -> None:
    limit = settling.turn_limit(play.state)
    turn = play.state.turn + wrapped
    if limit is not None and turn > limit:
        settling.out_of_turns(play)
        return
    play.emit(ev.TurnStarted(side=side, turn=turn, rule="P-TRN-02"))
    if play.state.effects:
        moments.turn_starts(play)
    if play.state.mission is not None:
        settling.reserves_come(play)


def check_rout(state: State, order: Rout) -> None:
    """Raise the reason why the side may not give up now (P-LEA-06)."""
    if state.phase != "start":
        raise IllegalOrder("rout_not_allowed", "P-LEA-06")
    your_turn(state, order.side)
    if not quarter_out(state, order.side):
        raise IllegalOrder("rout_not_allowed", "P-LEA-06")
    if avenges(state, order.side):
        raise IllegalOrder("standard_fallen", "P-TRN-04")


def rout(play: Play, order: Rout) -> None:
    """Give up; with more than two sides the others play on."""
    lose(play, [order.side], "voluntary_rout", "P-LEA-06")
    if play.state.result is None:
        next_side(play)


__all__ = [
    "TURN",
    "carry_out_end",
    "check_end_phase",
    "check_rout",
    "end_phase",
    "next_side",
    "rout",
]
