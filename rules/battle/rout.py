"""Rout tests, and what losing the battle means (LEA-01 to LEA-06)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from . import events as ev
from . import granted
from .brought import brings, brought
from .kinds import kinds_of
from .lineup import lineup
from .mission.away import off_table
from .nerve import judge
from .play import Play
from .queries import characteristic, leader_of, playing, side_setup
from .state import Setup, State


def weight_of(setup: Setup, id: str) -> Fraction:
    """For how much a warrior counts in rout tests: 1, or what a rule of its own says.

    Remembered on the set-up.
    """
    known: dict[str, Fraction] = setup.__dict__.setdefault("_weights", {})
    found = known.get(id)
    if found is None:
        rows = brought(setup, id, "rout")
        weights = [Fraction(row.effect["weight"]) for row in rows if "weight" in row.effect]
        found = known[id] = min(weights, default=Fraction(1))
    return found


def quarter_out(state: State, side: str) -> bool:
    """Whether enough of the side is out of action for a rout test (P-LEA-01)."""
    setup = state.setup
    threshold = setup.ruleset.fraction("rout.threshold")
    if lineup(state).whole and threshold.numerator and not _stated(state, side):
        return False
    began = {
        w.id: weight_of(setup, w.id) for w in setup.warriors if w.side == side and not w.summoned_by
    }
    stated = side_setup(state, side).strength
    whole = sum(began.values(), Fraction(0))
    if stated is not None:
        whole += stated - len(began)
    out = [weight for id, weight in began.items() if state.warriors[id].status == "out_of_action"]
    return sum(out, Fraction(0)) >= threshold * whole


def avenges(state: State, side: str) -> bool:
    """Whether the bearer of its standard is out: then the side doesn't give up (P-TRN-04)."""
    return any(
        state.setup.by_id[id].side == side and state.warriors[id].status == "out_of_action"
        for id in brings(state.setup, "psychology")
        for row in brought(state.setup, id, "psychology")
        if row.effect.get("trigger") == "bearer_falls"
    )


def _stated(state: State, side: str) -> bool:
    """Whether the set-up says with how many the side began."""
    return side_setup(state, side).strength is not None


def rout_leadership(state: State, side: str) -> tuple[int, str] | None:
    """The Ld of a rout test and whose it is; None when nobody is left to test (P-LEA-03, 05).

    Whom an enemy controls counts in its own warband (P-CHA-4).
    """
    able = [
        w
        for w in state.warriors.values()
        if state.setup.by_id[w.id].side == side
        and w.status not in ("stunned", "out_of_action")
        and not _unheard(state.setup, w.id)
    ]
    leader = leader_of(state, side)
    if leader is not None and leader in able:
        return characteristic(state, leader.id, "Ld"), leader.id
    if not able:
        return None
    best = max(able, key=lambda w: characteristic(state, w.id, "Ld"))
    return characteristic(state, best.id, "Ld"), best.id


def _unheard(setup: Setup, id: str) -> bool:
    """Whether nobody tests on this one's Leadership, by a rule of its own."""
    kinds = kinds_of(setup, id)
    return any(
        not kinds.isdisjoint(row.effect.get("unheard", ())) for row in brought(setup, id, "rout")
    )


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
    return judge(play, who, "rout", "P-LEA-03", needed, stack)


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
    state = play.state
    standing = lineup(state).homes  # whom an enemy controls is of his own warband (P-CHA-4)
    if len(standing) == len(state.order_of_play):
        return
    if state.phase == "deployment" or state.result is not None:
        return
    if state.mission is not None or state.below:
        standing |= off_table(state)
    if len(standing) + len(state.lost) == len(state.order_of_play):
        return
    empty = [side for side in playing(state) if side not in standing]
    if empty:
        lose(play, empty, "no_models", "P-LEA-04")
