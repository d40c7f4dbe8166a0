"""What comes of a fight as its blows are over: fumes, greed for blood, moving on.

Hooks `end_of_phase`, `psychology` with a `trigger`, and `follow_up`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from . import events as ev
from .agility import toughness_test
from .arms import Arm
from .brought import brings, brought, length
from .falls import teeter
from .injury import suffer_all
from .play import Play
from .queries import body, others
from .reach import way_to
from .state import Decision, FollowUpTask, State
from .step import moved
from .volley import Volley, Wound

RULE = "P-TRN-04"
NONE = "none"

Touching = Mapping[str, tuple[str, ...]]
"""Who was in contact with whom as the phase began."""


def after_blows(play: Play, before: Touching) -> None:
    """In roster order: what a weapon does to its bearer, then who is seized by blood."""
    setup = play.state.setup
    for id in brings(setup, "end_of_phase"):
        if id in before:
            _fumes(play, id)
    for id in brings(setup, "psychology"):
        if id in before:
            _greed(play, id, before)


def _fumes(play: Play, id: str) -> None:
    """A censer's fumes: its bearer tests as well, or loses a Wound without a save."""
    for row in brought(play.state.setup, id, "end_of_phase"):
        if play.warrior(id).status == "out_of_action":
            return
        if toughness_test(play, id, RULE):
            continue
        arm = Arm(id=row.of, close=False, missile=False, hands=0, no_save=True, critical=False)
        v = Volley("", id, arm, 0, False, play.warrior(id).status, wounds=[Wound(0)])
        lay = play.warrior(id).status
        suffer_all(play, [v])
        now = play.warrior(id).status
        if now != lay and now != "out_of_action":
            teeter(play, (id,))


def _greed(play: Play, id: str, before: Touching) -> None:
    """Having put all its opponents out, it may be frenzied from now on."""
    if not felled_all(play.state, id, before) or "frenzy" in play.warrior(id).gained:
        return
    for row in brought(play.state.setup, id, "psychology"):
        needed = row.effect.get("trigger")
        if not isinstance(needed, int):
            continue
        (face,) = play.batch("trigger", 1, needed, rule=RULE, actor=id, weapon=row.of)
        if face >= needed:
            play.emit(ev.FrenzyGained(warrior=id, of=row.of, rule=RULE))


def felled_all(state: State, id: str, before: Touching) -> bool:
    """Whether a warrior still stands and everybody whom it fought is out of action."""
    w = state.warriors[id]
    if w.status != "standing" or w.fleeing or w.at is None:
        return False
    return all(state.warriors[foe].status == "out_of_action" for foe in before[id])


def follow_ups(state: State, before: Touching) -> tuple[FollowUpTask, ...]:
    """Who of the side whose turn it is may move on after the fight, in roster order."""
    return tuple(
        FollowUpTask(id)
        for id in brings(state.setup, "follow_up")
        if id in before
        and state.warriors[id].side == state.active
        and felled_all(state, id, before)
    )


def carry_out(play: Play, task: FollowUpTask) -> None:
    """Ask at whom to move on; then do."""
    if not task.choice:
        question = _question(play.state, task.warrior)
        if question is not None:
            play.agenda.insert(0, task)
            play.await_(question)
        return
    if task.choice == NONE:
        return
    reach = _reach(play.state, task.warrior)
    way = way_to(play.state, task.warrior, task.choice, reach)
    if way is None:
        return
    moved(play, task.warrior, "follow_up", way.points, cost=way.cost, allowed=reach, rule=RULE)
    play.emit(ev.Charged(warrior=task.warrior, targets=(task.choice,), following=True, rule=RULE))


def _reach(state: State, id: str) -> int:
    return max(length(state.setup, r.effect["move"]) for r in brought(state.setup, id, "follow_up"))


def _question(state: State, id: str) -> Decision | None:
    options = tuple(_within_reach(state, id))
    if not options:
        return None
    return Decision(
        id=f"follow_up:{id}",
        kind="follow_up",
        side=state.warriors[id].side,
        options=(*options, NONE),
        default=NONE,
        rule=RULE,
        warrior=id,
    )


def _within_reach(state: State, id: str) -> Iterator[str]:
    me, reach = body(state, id), _reach(state, id)
    for other in others(state, id):
        foe = state.warriors[other.id]
        away = max(abs(other.at[0] - me.at[0]), abs(other.at[1] - me.at[1]))
        near = away <= reach + me.radius + other.radius
        hostile = foe.side != state.warriors[id].side and not foe.hidden
        if near and hostile and way_to(state, id, foe.id, reach) is not None:
            yield foe.id


def answer(task: FollowUpTask, choice: str) -> FollowUpTask:
    """The task, once its side has said at whom."""
    return replace(task, choice=choice)
