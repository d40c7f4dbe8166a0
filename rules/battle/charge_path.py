"""Charges that climb, jump or leap: where they lead, and how they come to nothing (P-TER-04, 12 to
14, 21).

Such a charge goes straight to where each special leg begins, and from the last one straight at the
target (P-CHG-08): of the legs on foot only their ends count.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..board import Body, paths
from ..board.going import Going
from ..board.walk import cut
from ..errors import IllegalOrder
from ..units import Point
from . import events as ev
from .journey import Journey, Mode, unbarred
from .mishap import Mishap, suffer
from .orders import Leg
from .parts import Part
from .play import Play
from .queries import body
from .reach import reach
from .state import ChargeTask, State, Warrior
from .step import moved
from .stride import movement_of
from .travel import RULES, SPECIAL, go

GRIEF = {"climb": "P-TER-04", "jump": "P-TER-14", "leap": "P-TER-21"}


def check_path(state: State, w: Warrior, path: Sequence[Leg]) -> None:
    """Raise what bars the legs of a charge; the way on foot is nobody's to choose (P-CHG-08)."""
    if all(leg.by == "walk" for leg in path):
        raise IllegalOrder("leg_not_offered", "P-CHG-08", warrior=w.id)
    charge_journey(state, w.id, path)


def charge_journey(
    state: State, id: str, path: Sequence[Leg], mode: Mode = "charge", *, extra: int = 0
) -> Journey:
    """The way up to the end of the last special leg; empty where there is none.

    `extra` is what dice added to the reach of this charge.
    """
    limit = max(0, reach(state, id) + extra) if mode == "charge" else movement_of(state, id)
    journey = Journey(state, state.warriors[id], mode, limit)
    on_foot: list[Point] = []
    for leg in path:
        if leg.by == "walk":
            on_foot.append(leg.to)
        elif not journey.lost:
            _straight(journey, on_foot)
            on_foot = []
            SPECIAL[leg.by](journey, leg.to)
    return journey


def _straight(journey: Journey, points: Sequence[Point]) -> None:
    """To the last of these points, by the shortest way if they describe a longer one."""
    if not points:
        return
    board, free = journey.state.setup.board, journey.free_height
    rates = journey.rates
    walk = paths.walk(board, journey.me, points, journey.others, free_height=free, rates=rates)
    unbarred(walk)
    route = len(points) > 1 and paths.route(
        board,
        journey.me,
        points[-1],
        journey.others,
        free_height=free,
        limit=walk.cost,
        rates=rates,
    )
    way = route or walk
    journey.add_walk(way.points, way.cost)


def last_stretch(state: State, task: ChargeTask) -> tuple[Body, int] | None:
    """From where a charge goes at its target, and how much of it is left then.

    None for one that doesn't get so far.
    """
    id = task.warrior
    if not task.path:
        return body(state, id), max(0, reach(state, id) + task.extra)
    try:
        journey = charge_journey(state, id, task.path, extra=task.extra)
    except IllegalOrder:
        return None
    return None if journey.lost or journey.left < 0 else (journey.me, journey.left)


def come_to_grief(play: Play, id: str, target: str, mishap: Mishap) -> None:
    """A charge that ends in a failed climb, jump or leap; no move follows (P-TER-14)."""
    rule = GRIEF[mishap.by]
    play.emit(ev.ChargeFailed(warrior=id, target=target, reason=mishap.by, rule=rule))
    suffer(play, id, mishap)


def advance_along(play: Play, id: str, target: str, path: Sequence[Leg]) -> None:
    """The move of a failed charge along such a way: M, stopping before what M doesn't cover."""
    journey = charge_journey(play.state, id, path, "failed_charge")
    for part in journey.parts:
        if part.by != "walk" and (part.lost or part.cost > part.allowed):
            _stop(play, journey, part)
            return
        if part.by == "walk" and not _walks(play, journey, part):
            return
        mishap = go(play, id, part, "failed_charge") if part.by != "walk" else None
        if mishap is not None:
            suffer(play, id, mishap)
            return
    _at_target(play, journey, target)


def _stop(play: Play, journey: Journey, part: Part) -> None:
    """Before a part that can't be gone; on record even where it is the first."""
    if part is journey.parts[0]:
        here = replace(part, by="walk", points=part.points[:1], cost=0)
        go(play, journey.warrior.id, here, "failed_charge")


def _walks(play: Play, journey: Journey, part: Part) -> bool:
    """As much of a part on foot as M allows, short of any enemy; whether that's all of it."""
    going = Going(
        play.state.setup.board,
        journey.body_at(part.points[0]),
        journey.others,
        journey.foes,
        journey.free_height,
        journey.rates,
    )
    way = cut(going, part.points, max(0, part.allowed))
    go(play, journey.warrior.id, replace(part, points=way.points, cost=way.cost), "failed_charge")
    return way.end == part.end


def _at_target(play: Play, journey: Journey, target: str) -> None:
    foe = body(play.state, target)
    way = paths.advance(
        play.state.setup.board,
        journey.me,
        foe,
        journey.left,
        [other for other in journey.others if other.id != target],
        free_height=journey.free_height,
        rates=journey.rates,
        keep_clear=journey.foes,
    )
    moved(
        play,
        journey.warrior.id,
        "failed_charge",
        way.points,
        cost=way.cost,
        allowed=journey.left,
        rule=RULES["failed_charge"],
    )
