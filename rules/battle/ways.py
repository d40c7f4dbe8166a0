"""Ways over the board for this battle: the board's answers with the ruleset's lengths filled in."""

from __future__ import annotations

from collections.abc import Sequence

from ..board import Body, Route, Walk, paths
from ..units import Point
from .preferred import edge_of
from .queries import against, body, others
from .state import State
from .stride import rates_of


def free_height(state: State) -> int:
    """Up to which height an obstacle is just walked over (P-MOV-12)."""
    return state.setup.ruleset.length("obstacle.free_height")


def _foes(state: State, id: str) -> list[Body]:
    return against(state, state.warriors[id].side)


def walk(state: State, id: str, points: Sequence[Point], *, touching: bool = False) -> Walk:
    """A walk through these points; enemies may be touched only where `touching` says so."""
    return paths.walk(
        state.setup.board,
        body(state, id),
        points,
        others(state, id),
        free_height=free_height(state),
        rates=rates_of(state, id),
        keep_clear=() if touching else _foes(state, id),
    )


def straight(state: State, id: str, goal: Point, length: int) -> Walk:
    """As far straight towards a point as length, board and enemies allow."""
    return paths.straight(
        state.setup.board,
        body(state, id),
        goal,
        others(state, id),
        length=length,
        free_height=free_height(state),
        rates=rates_of(state, id),
        keep_clear=_foes(state, id),
    )


def roll(state: State, id: str, mover: Body, goal: Point, length: int) -> Walk:
    """As far straight towards a point as length and board allow, up to touching whoever stands
    there."""
    return paths.straight(
        state.setup.board,
        mover,
        goal,
        others(state, id),
        length=length,
        free_height=free_height(state),
        rates=rates_of(state, id),
    )


def route(
    state: State, id: str, mover: Body, target: Body, bodies: Sequence[Body], limit: int
) -> Route | None:
    """The shortest way into contact with a body, at most `limit` long."""
    return paths.route(
        state.setup.board,
        mover,
        target,
        bodies,
        free_height=free_height(state),
        limit=limit,
        rates=rates_of(state, id),
    )


def route_to_point(
    state: State, id: str, mover: Body, place: Point, bodies: Sequence[Body], limit: int
) -> Route | None:
    """The shortest way to a place, at most `limit` long."""
    return paths.route(
        state.setup.board,
        mover,
        place,
        bodies,
        free_height=free_height(state),
        limit=limit,
        rates=rates_of(state, id),
    )


def advance(state: State, id: str, target: str, length: int) -> Walk:
    """A failed charge: `length` along the way to the target, short of any enemy (P-CHG-11)."""
    return paths.advance(
        state.setup.board,
        body(state, id),
        body(state, target),
        length,
        others(state, id, target),
        free_height=free_height(state),
        rates=rates_of(state, id),
        keep_clear=_foes(state, id),
    )


def flee_to_edge(state: State, id: str, length: int) -> Walk:
    """Towards the nearest point of the table's edge, touching no enemy; of edges as near the one
    that is ordered (P-LEA-13)."""
    return paths.flee_to_edge(
        state.setup.board,
        body(state, id),
        length,
        others(state, id),
        edge=edge_of(state, id),
        free_height=free_height(state),
        rates=rates_of(state, id),
        keep_clear=_foes(state, id),
    )


def flee_along(state: State, id: str, direction: tuple[int, int], length: int) -> Walk:
    """Away in a direction, round what stands in the way, losing distance (P-LEA-11)."""
    return paths.flee_along(
        state.setup.board,
        body(state, id),
        direction,
        length,
        others(state, id),
        free_height=free_height(state),
        rates=rates_of(state, id),
        keep_clear=_foes(state, id),
    )


def fits(state: State, there: Body, bodies: Sequence[Body]) -> bool:
    """Whether a base has room at a place."""
    return (
        paths.blocked_at(state.setup.board, there, bodies, free_height=free_height(state)) is None
    )
