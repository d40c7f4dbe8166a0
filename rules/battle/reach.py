"""Whom a charge would reach (CHG-07)."""

from __future__ import annotations

from ..board import Body, Route
from ..board.between import places_touching
from . import ways
from .appetite import farther
from .bounding import in_the_way, leaping
from .queries import body, enemies_of, others, within
from .state import State
from .stride import movement_of, stride_of


def reach(state: State, id: str) -> int:
    """How far a charge may go (P-CHG-07), in 1/100 mm; dice that a skill adds come on top."""
    if "called" in state.warriors[id].brief:
        return movement_of(state, id, called=True)
    more = farther(state.warriors[id])
    return movement_of(state, id) * stride_of(state.setup, id).charge + more


def way_to(
    state: State, id: str, target: str, limit: int, start: Body | None = None
) -> Route | None:
    """The most direct way into contact with an enemy, at most `limit` long (P-CHG-08).

    From where the model stands, or from `start`.
    """
    me, foe = start or body(state, id), body(state, target)
    bodies = others(state, id, target)
    way = ways.route(state, id, me, foe, bodies, limit)
    w = state.warriors[id]
    if not leaping(w):
        return way
    over = ways.route(state, id, me, foe, in_the_way(w, bodies), limit)
    if over is None or (way is not None and way.cost <= over.cost):
        return way
    there = Body(me.id, over.points[-1], me.radius, me.height)
    return over if ways.fits(state, there, bodies) else way


def way_to_all(
    state: State, id: str, targets: tuple[str, ...], limit: int, start: Body | None = None
) -> Route | None:
    """The shortest way to a place that touches all targets, if one is near enough (P-CHG-16)."""
    if len(targets) < 2:
        return None
    me = start or body(state, id)
    bodies = others(state, id)
    for place in places_touching(me, [body(state, target) for target in targets]):
        if ways.fits(state, Body(me.id, place, me.radius, me.height), bodies):
            way = ways.route_to_point(state, id, me, place, bodies, limit)
            if way is not None:
                return way
    return None


def in_charge_reach(state: State, id: str) -> bool:
    """Whether any enemy is within the charge reach, measured base to base (P-PSY-06, P-PSY-09)."""
    limit = reach(state, id)
    return any(
        within(state, id, foe.id, limit) for foe in enemies_of(state, state.warriors[id].side)
    )
