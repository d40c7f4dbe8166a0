"""Jumping down, and the diving charge (P-TER-08 to P-TER-15)."""

from __future__ import annotations

from ..board import contact, lips
from ..board.raised import apart, passes
from ..errors import IllegalOrder
from ..units import Point
from . import events as ev
from .agility import agility_of, nimble_test
from .journey import Journey
from .mishap import Mishap
from .parts import Part
from .play import Play
from .queries import body
from .state import State
from .step import moved


def add_jump(journey: Journey, to: Point) -> None:
    """To the edge, down, then on to the place if it is farther off. The drop itself is free."""
    if journey.mode == "crawl":
        raise IllegalOrder("knocked_down", "P-INJ-08", warrior=journey.warrior.id)
    lip = to_lip(journey, to)
    board = journey.state.setup.board
    ends = lips.landings(board, journey.me, lip, to, journey.free_height)
    end = min(ends, key=lambda end: (apart(end, to), end), default=None)
    if end is None:
        raise IllegalOrder("no_landing", "P-TER-08", warrior=journey.warrior.id)
    at = journey.at
    height = at[2] - end[2]
    _low_enough(journey, height)
    if not passes(board, journey.me, at, end, at[2], journey.free_height):
        raise IllegalOrder("path_blocked", "P-MOV-01", by="", what="wall")
    journey.settle(end)
    over = (end[0], end[1], at[2])
    journey.add(
        Part(by="jump", points=(at, over, end), cost=0, height=height, depth=height, foot=end)
    )
    journey.walk([to])


def to_lip(journey: Journey, to: Point) -> lips.Lip:
    """Walk to the edge over which the way to a place leads, until the base touches it.

    Raises where there is no edge on that way, or none that one gets to.
    """
    lip = lips.lip_ahead(journey.state.setup.board, journey.at, to, journey.free_height)
    if lip is None:
        raise IllegalOrder("no_edge", "P-TER-08", warrior=journey.warrior.id)
    if apart(journey.at, lip.at) > journey.me.radius:
        journey.walk([towards(lip.at, journey.at, journey.me.radius)])
    return lip


def towards(start: Point, goal: Point, length: int) -> Point:
    """The place `length` from the start on the way to a goal, on the level of the start."""
    whole = apart(start, goal)
    x, y = (start[i] + (goal[i] - start[i]) * length // whole for i in (0, 1))
    return x, y, start[2]


def _low_enough(journey: Journey, height: int) -> None:
    setup = journey.state.setup
    most = setup.ruleset.optional_length("jump.max_height")
    better = agility_of(setup, journey.warrior.id).jump
    if most is not None and height > max(most, better or 0):
        raise IllegalOrder("too_high", "P-TER-08", height=height, allowed=max(most, better or 0))


def attempt_jump(
    play: Play, id: str, part: Part, *, charging: bool, facing: int | None = None
) -> Mishap | None:
    """All tests passed, the model is down; the first failure makes it fall (P-TER-09 to 11)."""
    helps = ("dive",) if charging else ()
    if not lands_well(play, id, part.height, "P-TER-13" if charging else "P-TER-09", *helps):
        rule = "P-TER-14" if charging else "P-TER-10"
        return Mishap("jump", rule, part.depth, part.foot)
    moved(
        play,
        id,
        "jump",
        part.points,
        cost=0,
        allowed=part.allowed,
        rule="P-TER-11",
        facing=facing,
    )
    return None


def lands_well(play: Play, id: str, height: int, rule: str, *helps: str) -> bool:
    """The Initiative tests of a drop; whether all are passed."""
    ruleset = play.state.setup.ruleset
    steps = height // ruleset.length("jump.step")
    if ruleset.text("jump.test_mode") == "single_test_with_penalty":
        return _one_hard_test(play, id, height, steps, rule, *helps)
    most = agility_of(play.state.setup, id).jump_tests
    steps = steps if most is None else min(steps, most)
    return all(nimble_test(play, id, rule, *helps) for _ in range(steps))


def _one_hard_test(play: Play, id: str, height: int, steps: int, rule: str, *helps: str) -> bool:
    """One test, harder for each full step beyond the free ones (C-JMP-02)."""
    ruleset = play.state.setup.ruleset
    if height <= ruleset.length("obstacle.free_height"):
        return True
    free = (ruleset.optional_length("jump.penalty_free") or 0) // ruleset.length("jump.step")
    penalty = max(0, steps - free)
    stack = (ev.Modifier("terrain", -penalty, "C-JMP-02"),) if penalty else ()
    return nimble_test(play, id, rule, *helps, modifiers=stack)


def dives_at(state: State, journey: Journey, target: str) -> bool:
    """Whether a charge falls upon its target from above: then it has the bonus (P-TER-12, 15)."""
    ruleset = state.setup.ruleset
    last = journey.parts[-1] if journey.parts else None
    if last is None or last.by != "jump" or last.height < ruleset.length("jump.step"):
        return False
    most = ruleset.optional_length("dive.max_height")
    better = agility_of(state.setup, journey.warrior.id).jump
    if most is not None and last.height > max(most, better or 0):
        return False
    there = journey.body_at(last.end)
    return contact.within(there, body(state, target), ruleset.length("dive.reach"))
