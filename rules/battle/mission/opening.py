"""A scenario's opening: roles, objectives, who deploys where, reserves, deployment, who begins.

`next_step` reads off the state what comes next, so that nothing but events need be remembered.
"""

from __future__ import annotations

from .. import events as ev
from ..play import Play
from ..queries import warriors_of
from ..state import OpeningTask, State
from .deploying import is_late, mission_of, rearranges, rule_of, waiting
from .steps import STEPS, choose, reserve_faces

INTERACTIVE = frozenset({"counters", "deploy", "late", "rearrange"})
Found = tuple[str, str]
"""A step and the side that it is about."""


def advance(play: Play) -> None:
    """Go on until somebody has to place something or to choose, or the first turn begins."""
    while True:
        step, side = next_step(play.state)
        STEPS[step](play, side)
        counted_out = step == "counters" and next_step(play.state)[0] != "counters"
        if step == "begin" or play.state.awaiting or (step in INTERACTIVE and not counted_out):
            return


def next_step(state: State) -> Found:
    """What the opening has still to do."""
    setup, now = state.setup, mission_of(state)
    row = setup.mission.row if setup.mission else None
    assert row is not None
    if row.roles != "none" and not now.attacker:
        return "roles", ""
    if not now.prepared:
        return "objectives", ""
    if not now.winner:
        return "roll_off", ""
    if any(c.at is None and not c.holder for c in now.counters):
        return "counters", _places_next(state)
    if not now.order:
        return "order", now.winner
    for side in now.order:
        if side not in now.grounds:
            return "ground", side
    return _placing(state)


def _placing(state: State) -> Found:
    """The later half: what is carried, reserves, the warriors themselves."""
    setup, now = state.setup, mission_of(state)
    row = setup.mission.row if setup.mission else None
    assert row is not None
    if row.wyrdstone.get("per") == "carried" and not now.carried:
        return "carried", ""
    if reserve_faces(row.deployment) and not now.drawn:
        return "reserves", ""
    for side in now.order:
        if side not in now.begun and _unplaced(state, side, late=False):
            return "deploy", side
    for side in now.order:
        if f"{side}:rearrange" not in now.begun and rearranges(setup, side):
            return "rearrange", side
    for side in now.order:
        if f"{side}:late" not in now.begun and _unplaced(state, side, late=True):
            return "late", side
    return "begin", ""


def _unplaced(state: State, side: str, *, late: bool) -> bool:
    """Whether somebody of the side has to be placed who comes with the others, or late."""
    away = {*mission_of(state).reserves, *state.below}
    return any(
        w.side == side and w.at is None and w.status != "out_of_action" and w.id not in away
        for w in state.warriors.values()
        if is_late(state.setup, w.id) == late
    )


def _places_next(state: State) -> str:
    """Counters are placed in turn, the winner of the roll first."""
    now = mission_of(state)
    placed = sum(counter.at is not None for counter in now.counters)
    sides = [now.winner, *(side for side in state.order_of_play if side != now.winner)]
    return sides[placed % len(sides)]


def carry_out(play: Play, task: OpeningTask, by: str = "") -> None:
    """A choice has been made: act on it and go on."""
    choose(play, task, by)
    advance(play)


def unplaced(state: State) -> list[str]:
    """Whom the active side may not leave unplaced when it ends this step."""
    now, side = mission_of(state), state.active
    missing = waiting(state, side)
    ground = now.grounds.get(side)
    if missing and ground and ground.apart_own and not now.step and warriors_of(state, side):
        return []
    return missing


def end_step(play: Play) -> None:
    """The active side is done placing; who finds no room waits in reserve."""
    state = play.state
    missing = waiting(state, state.active)
    if missing and mission_of(state).step != "counters":
        rule = rule_of(state.setup)
        ids = tuple(missing)
        play.emit(ev.ReservesSet(side=state.active, warriors=ids, reason="no_room", rule=rule))
    advance(play)


__all__ = ["advance", "carry_out", "end_step", "next_step", "unplaced"]
