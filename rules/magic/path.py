"""The first model on the line from the caster to what he aims at (P-MAG-27)."""

from __future__ import annotations

from ..battle.bodies import STANDING_HEIGHT, body
from ..battle.queries import models
from ..battle.state import State
from ..board import Body, sight
from ..board.plane import point_segment


def first_on(state: State, caster: str, aim: str) -> str | None:
    """Who is hit: either side's, in any state. None where scenery stops the line."""
    me, foe = body(state, caster), body(state, aim)
    if not _clear(state, me, foe):
        return None
    found = [(_along(me, foe, body(state, w.id)), w.id) for w in models(state) if w.id != caster]
    crossed = [(along, id) for along, id in found if along is not None and id != aim]
    return min(crossed)[1] if crossed else aim


def _clear(state: State, me: Body, foe: Body) -> bool:
    """Whether the line from eye to the middle of the target is free at any height of it."""
    eye = sight.eye_of(me)
    x, y, z = foe.at
    heights = (z + foe.height // 10, z + foe.height // 2, z + foe.height * 9 // 10)
    return any(sight.free(state.setup.board, eye, (x, y, height)) for height in heights)


def _along(me: Body, foe: Body, other: Body) -> int | None:
    """How far along the line a base is crossed, None if it isn't. Who lies down stops it too."""
    (ax, ay, az), (bx, by, bz), (x, y, z) = me.at, foe.at, other.at
    part, whole = point_segment(x, y, ax, ay, bx, by)
    if part >= other.radius * other.radius * whole:
        return None
    dx, dy = bx - ax, by - ay
    squared = dx * dx + dy * dy
    along = (x - ax) * dx + (y - ay) * dy
    if squared == 0 or not 0 < along < squared:
        return None
    level = az + (bz - az) * along // squared
    return along if abs(level - z) <= STANDING_HEIGHT else None
