"""Leadership: whose Ld is used, rout tests, and what losing the battle means (LEA)."""

from __future__ import annotations

from collections.abc import Sequence

from . import events as ev
from . import granted
from .mission.away import off_table
from .nature import nature_of
from .play import Play
from .queries import (
    characteristic,
    downed,
    leader_of,
    on_table,
    out_of_action,
    playing,
    strength_of,
    within,
)
from .state import State, Warrior


def lends_leadership(leader: Warrior) -> bool:
    """A leader helps unless he is down, out, or fleeing (P-LEA-08)."""
    return on_table(leader) and not downed(leader) and not leader.fleeing


def leadership(state: State, id: str) -> tuple[int, tuple[ev.Modifier, ...]]:
    """The Ld that a model tests on, and how it comes about (P-TRN-06, P-LEA-07)."""
    own = characteristic(state, id, "Ld")
    stack = [ev.Modifier("base", own, "P-TRN-06")]
    leader = leader_of(state, state.warriors[id].side)
    if leader is None or leader.id == id or not lends_leadership(leader):
        return own, tuple(stack)
    lent = characteristic(state, leader.id, "Ld")
    radius = nature_of(state.setup, leader.id).leads or state.setup.ruleset.length("leader.radius")
    near = within(state, id, leader.id, radius)
    if near and lent > own:
        stack.append(ev.Modifier("leader", lent - own, "P-LEA-07", leader.id))
        return lent, tuple(stack)
    return own, tuple(stack)


def quarter_out(state: State, side: str) -> bool:
    """Whether enough of the side is out of action for a rout test (P-LEA-01)."""
    threshold = state.setup.ruleset.fraction("rout.threshold")
    out = out_of_action(state, side) * threshold.denominator
    return out >= threshold.numerator * strength_of(state, side)


def rout_leadership(state: State, side: str) -> tuple[int, str] | None:
    """The Ld of a rout test and whose it is; None when nobody is left to test (P-LEA-03, 05)."""
    able = [
        w
        for w in state.warriors.values()
        if w.side == side and w.status not in ("stunned", "out_of_action")
    ]
    leader = leader_of(state, side)
    if leader is not None and leader in able:
        return characteristic(state, leader.id, "Ld"), leader.id
    if not able:
        return None
    best = max(able, key=lambda w: characteristic(state, w.id, "Ld"))
    return characteristic(state, best.id, "Ld"), best.id


def rout_test(play: Play, side: str) -> bool:
    """Take the rout test; a side with nobody left to take it fails without dice."""
    tester = rout_leadership(play.state, side)
    if tester is None:
        return False
    needed, who = tester
    rule = "P-LEA-03" if who == getattr(leader_of(play.state, side), "id", "") else "P-LEA-05"
    stack: tuple[ev.Modifier, ...] = (ev.Modifier("base", needed, rule, who),)
    helped = granted.rout_bonus(play.state, side)
    if helped is not None:
        needed += 1
        stack += (ev.Modifier("spell", 1, helped.rule, helped.spell),)
    return play.sum_at_most("rout", 2, needed, rule="P-LEA-03", modifiers=stack, actor=who)


def lose(play: Play, sides: Sequence[str], reason: str, rule: str) -> None:
    """Sides lose and leave; with one side left, or none, the battle is over (P-LEA-04)."""
    for side in sides:
        play.emit(ev.SideLost(side=side, reason=reason, rule=rule))
    left = playing(play.state)
    if len(left) > 1:
        return
    winner = left[0] if left else None
    play.emit(ev.BattleEnded(reason=reason, winner=winner, losers=play.state.lost, rule=rule))


def sweep_empty_sides(play: Play) -> None:
    """Sides without models on the table have lost; all at once is a draw (P-LEA-04, Gaps b)."""
    if play.state.phase == "deployment" or play.state.result is not None:
        return
    by_id = play.state.setup.by_id
    standing = {by_id[w.id].side for w in play.state.warriors.values() if w.at is not None}
    standing |= off_table(play.state)
    if len(standing) + len(play.state.lost) == len(play.state.order_of_play):
        return
    empty = [side for side in playing(play.state) if side not in standing]
    if empty:
        lose(play, empty, "no_models", "P-LEA-04")
