"""Climbs, jumps and leaps that are at hand: for forms, so that clients needn't find edges (TER).

Only from where a warrior stands and from the edges of the floor under it; other places may do as
well (`form.allows` decides).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from ..board import lips
from ..board.levels import surface_under
from ..board.raised import along, apart, nearest_on
from ..board.scaling import climbs
from ..board.trig import unit
from ..errors import IllegalOrder
from ..units import Length, Point
from .journey import Journey, Mode
from .orders import Leg, LegKind
from .reach import reach
from .state import State, Warrior
from .travel import journey_of

KINDS: tuple[LegKind, ...] = ("climb", "jump", "leap")


class Scaling(msgspec.Struct, frozen=True, omit_defaults=True):
    """A climb, jump or leap: walk to `from`, then the leg `to`.

    `height` is climbed or dropped; the `width` of a gap is told only where one may measure before
    one decides (P-TER-18).
    """

    by: LegKind
    start: Point = msgspec.field(name="from")
    to: Point
    height: Length = 0
    width: Length | None = None


def scalings(state: State, w: Warrior, mode: Mode, limit: int) -> tuple[Scaling, ...]:
    """Those that may be ordered now; remembered as long as nobody moves."""
    known: dict[tuple[str, str, int], tuple[Scaling, ...]]
    known = state.__dict__.setdefault("scalings", {})
    key = (w.id, mode, limit)
    if key not in known:
        found = dict.fromkeys(_found(state, w, mode, limit))
        known[key] = tuple(sorted(found, key=lambda s: (KINDS.index(s.by), s.start, s.to)))
    return known[key]


def kinds_of(ways: tuple[Scaling, ...]) -> tuple[LegKind, ...]:
    """The kinds of legs that a move from here may have."""
    return ("walk", *(kind for kind in KINDS if any(way.by == kind for way in ways)))


Draft = tuple[LegKind, Point, Point]


def _found(state: State, w: Warrior, mode: Mode, limit: int) -> Iterator[Scaling]:
    drafts: dict[str, tuple[Draft, ...]] = state.__dict__.setdefault("scaling_drafts", {})
    if w.id not in drafts:
        here = Journey(state, w, "walk", 0)
        drafts[w.id] = (*_climbs(here), *_from_lips(here))
    for draft in drafts[w.id]:
        way = _judged(state, w, mode, limit, *draft)
        if way is not None:
            yield way


def _climbs(here: Journey) -> Iterator[Draft]:
    for way in climbs(here.state.setup.board, here.me, here.free_height):
        yield "climb", here.at, way.end


def _from_lips(here: Journey) -> Iterator[Draft]:
    """Jumps down every side of the floor, and leaps to the floors beside it."""
    board, radius = here.state.setup.board, here.me.radius
    if here.at[2] == 0 or surface_under(board.index, here.at) is None:
        return
    farthest = reach(here.state, here.warrior.id)
    for lip in lips.lips(board, here.at, here.free_height):
        if apart(lip.at, here.at) > farthest:
            return
        below = lips.foot(board, here.me, lip, here.free_height)
        if below is not None:
            near = apart(lip.at, here.at) <= radius
            yield "jump", here.at if near else lip.inwards(radius), below
        yield from _across(here, lip)


def _across(here: Journey, lip: lips.Lip) -> Iterator[Draft]:
    """To the nearest place of each floor that lies over the lip and not too far off."""
    radius, index = here.me.radius, here.state.setup.board.index
    own = surface_under(index, here.at)
    farthest = 2 * reach(here.state, here.warrior.id)
    for surface in index.surfaces:
        if surface is own or not surface.polygon or surface.height == 0:
            continue
        sides = pairwise((*surface.polygon, surface.polygon[0]))
        far = min((nearest_on(a, b, lip.at) for a, b in sides), key=lambda p: apart(p, lip.at))
        dx, dy = far[0] - lip.at[0], far[1] - lip.at[1]
        ahead = dx * lip.out[0] + dy * lip.out[1] > 0
        if ahead and apart(far, lip.at) <= farthest:
            direction = unit(dx, dy)
            start = (*along(lip.at, direction, -radius), lip.at[2])
            near = apart(lip.at, here.at) <= radius
            to = (*along(far, direction, radius), surface.height)
            yield "leap", here.at if near else start, to


def _judged(
    state: State, w: Warrior, mode: Mode, limit: int, by: LegKind, start: Point, to: Point
) -> Scaling | None:
    """The suggestion, if it is a legal order."""
    try:
        journey = journey_of(state, w, (Leg(start), Leg(to, by)), mode, limit)
    except IllegalOrder:
        return None
    if journey.used > limit and not journey.lost:
        return None
    part = next(part for part in journey.parts if part.by == by)
    told = part.width if state.setup.ruleset.flag("measure.before_deciding") else None
    return Scaling(by, part.points[0], to, part.height, told if by == "leap" else None)
