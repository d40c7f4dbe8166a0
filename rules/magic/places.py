"""Room on the table for whoever appears: the nearest free place, touching no enemy."""

from __future__ import annotations

from collections.abc import Iterator

from ..battle import ways
from ..battle.bodies import STANDING_HEIGHT, body
from ..battle.queries import in_contact, models
from ..battle.state import State
from ..board import Body, levels, trig
from ..units import Point

STEP = 1_000
BEARINGS = range(0, 360, 15)


def standing_at(state: State, id: str, at: Point) -> Body:
    """The volume of a model that would stand there."""
    return Body(id, at, state.setup.by_id[id].base // 2, STANDING_HEIGHT)


def free(state: State, id: str, at: Point, *, touching: bool = False) -> bool:
    """Whether a model fits there: a floor, nobody in the way, no enemy in contact."""
    there = standing_at(state, id, at)
    width, depth = state.setup.board.size
    on_table = (
        there.radius <= at[0] <= width - there.radius
        and there.radius <= at[1] <= depth - there.radius
    )
    if not on_table or not levels.stands(state.setup.board, at):
        return False
    everybody = [body(state, w.id) for w in models(state) if w.id != id]
    if not ways.fits(state, there, everybody):
        return False
    side = state.warriors[id].side
    foes = [w for w in models(state) if w.side != side and w.id != id]
    return touching or not any(in_contact(state, there, body(state, foe.id)) for foe in foes)


def near(
    state: State, id: str, centre: Body, within: int, *, touching: bool = False
) -> Point | None:
    """The free place nearest to a model or mark, at most `within` from base to base."""
    radius = state.setup.by_id[id].base // 2
    for at in _rings(centre, radius, within):
        if free(state, id, at, touching=touching):
            return at
    return None


def _rings(centre: Body, radius: int, within: int) -> Iterator[Point]:
    x, y, z = centre.at
    for gap in range(0, within + 1, STEP):
        for bearing in BEARINGS:
            dx, dy = trig.offset(bearing, centre.radius + radius + gap + 1)
            yield x + dx, y + dy, z
