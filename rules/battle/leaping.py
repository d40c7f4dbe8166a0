"""Leaping over gaps (P-TER-16 to P-TER-21).

The width can't be measured beforehand: a leap too wide, or too wide for the movement left, is
ordered like any other and ends in a fall (P-TER-16, P-TER-18).
"""

from __future__ import annotations

from fractions import Fraction

from ..board import lips
from ..board.levels import support, surface_under
from ..board.raised import apart, passes
from ..errors import IllegalOrder
from ..units import MM, Point
from . import events as ev
from .agility import nimble_test
from .journey import Journey
from .jumping import lands_well, to_lip, towards
from .mishap import Mishap
from .parts import Part
from .play import Play
from .queries import setup_of
from .state import State
from .step import moved
from .stride import movement_of


def add_leap(journey: Journey, to: Point) -> None:
    """To the edge, across, then on to the place if it is farther off."""
    _may_leap(journey)
    _heights(journey, to)
    lip = to_lip(journey, to)
    far = _far_edge(journey, to)
    width = apart(lip.at, far)
    lost = not _covers(journey, width)
    path = _over(journey, _onto(journey, far, to))
    foot = _foot(journey, lip)
    if not lost:
        journey.settle(path[-1])
    journey.add(
        Part(
            by="leap",
            points=path,
            cost=width,
            width=width,
            height=max(0, path[0][2] - path[-1][2]),
            lost=lost,
            depth=path[0][2] - foot[2],
            foot=foot,
        )
    )
    if not lost:
        journey.walk([to])


def _may_leap(journey: Journey) -> None:
    id, ruleset = journey.warrior.id, journey.state.setup.ruleset
    if journey.mode == "crawl":
        raise IllegalOrder("knocked_down", "P-INJ-08", warrior=id)
    if journey.charging and not ruleset.flag("leap.in_charge"):
        raise IllegalOrder("leap_in_charge", "P-TER-21", warrior=id)


def _over(journey: Journey, end: Point) -> tuple[Point, ...]:
    """The way through the air, at the level of the higher floor; raises where a wall bars it."""
    at, board = journey.at, journey.state.setup.board
    level = max(at[2], end[2])
    if not passes(board, journey.me, at, end, level, journey.free_height):
        raise IllegalOrder("path_blocked", "P-MOV-01", by="", what="wall")
    return tuple(dict.fromkeys((at, (at[0], at[1], level), (end[0], end[1], level), end)))


def _heights(journey: Journey, to: Point) -> None:
    """What stands on the board for all to see: a floor to land on, not too high, not too deep."""
    ruleset = journey.state.setup.ruleset
    if surface_under(journey.state.setup.board.index, to) is None:
        raise IllegalOrder("no_floor", "P-TER-16", at=to)
    rise = to[2] - journey.at[2]
    if rise > ruleset.length("leap.max_rise"):
        raise IllegalOrder(
            "too_high", "P-TER-16", height=rise, allowed=ruleset.length("leap.max_rise")
        )
    most = ruleset.optional_length("jump.max_height")
    if most is not None and -rise > most:
        raise IllegalOrder("too_high", "P-TER-08", height=-rise, allowed=most)


def _far_edge(journey: Journey, to: Point) -> Point:
    """Where the floor of the landing ends towards the gap."""
    edge = lips.lip_ahead(journey.state.setup.board, to, journey.at, journey.free_height)
    if edge is None:
        raise IllegalOrder("no_edge", "P-TER-16", warrior=journey.warrior.id)
    return edge.at


def _onto(journey: Journey, far: Point, to: Point) -> Point:
    """Where the base comes down: beyond the far edge by half its width, or less if that's all."""
    if apart(far, to) <= journey.me.radius:
        return to
    return towards(far, to, journey.me.radius)


def _foot(journey: Journey, lip: lips.Lip) -> Point:
    """Under the near edge (P-TER-18). Where a gap is too narrow for the base, whoever falls finds
    the nearest room from there."""
    board, free = journey.state.setup.board, journey.free_height
    below = lips.foot(board, journey.me, lip, free)
    if below is not None:
        return below
    x, y = lip.inwards(-journey.me.radius)[:2]
    return x, y, support(board, (x, y, lip.at[2] - free - 1))


def _covers(journey: Journey, width: int) -> bool:
    """Whether the model can cover a gap at all; refused only where one may measure before."""
    state, w = journey.state, journey.warrior
    ruleset = state.setup.ruleset
    native = Fraction(movement_of(state, w.id), ruleset.unit_size)
    widest = ruleset.reach("leap.max_distance", M=native)
    run = ruleset.length_for_base("leap.run_required_over", large=large_base(state, w.id))
    too_slow = run is not None and width > run and journey.mode == "walk"
    if journey.left < 0:
        return True  # it doesn't come so far: the order as a whole is too long
    if width <= min(widest, journey.left) and not too_slow:
        return True
    if ruleset.flag("measure.before_deciding"):
        raise IllegalOrder(
            "gap_too_wide", "P-TER-16", width=width, allowed=min(widest, journey.left)
        )
    return False


def large_base(state: State, id: str) -> bool:
    """Whether its base counts as large at gaps (C-BAS-03)."""
    least = state.setup.ruleset.optional_number("leap.large_base_min_mm")
    return least is not None and setup_of(state, id).base >= least * MM


def attempt_leap(
    play: Play, id: str, part: Part, *, charging: bool, facing: int | None = None
) -> Mishap | None:
    """One test, and those of a drop where the landing lies lower (P-TER-16, P-TER-19)."""
    if part.lost:
        return Mishap("leap", "P-TER-18", part.depth, part.foot)
    if _tested(play.state, id, part) and not nimble_test(
        play, id, "P-TER-19", modifiers=_modifiers(play.state, id, part)
    ):
        return Mishap("leap", "P-TER-21" if charging else "P-TER-19", part.depth, part.foot)
    over = play.state.setup.ruleset.length("leap.landing_test_over")
    if part.height > over and not lands_well(play, id, part.height, "P-TER-16"):
        return Mishap("leap", "P-TER-16", part.height, part.end)
    moved(
        play,
        id,
        "leap",
        part.points,
        cost=part.cost,
        allowed=part.allowed,
        rule="P-TER-17",
        facing=facing,
    )
    return None


def _tested(state: State, id: str, part: Part) -> bool:
    least = state.setup.ruleset.length_for_base("leap.no_test_below", large=large_base(state, id))
    return not least or part.width >= least


def _modifiers(state: State, id: str, part: Part) -> tuple[ev.Modifier, ...]:
    """A wide leap is harder, one downwards easier (C-LEAP-05, C-LEAP-06)."""
    ruleset = state.setup.ruleset
    wide = ruleset.number("leap.over_half_move_modifier")
    lower = ruleset.number("leap.down_modifier")
    found = []
    if wide and 2 * part.width > movement_of(state, id):
        found.append(ev.Modifier("terrain", wide, "C-LEAP-05"))
    if lower and part.height > 0:
        found.append(ev.Modifier("terrain", lower, "C-LEAP-06"))
    return tuple(found)
