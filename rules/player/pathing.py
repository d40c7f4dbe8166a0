"""The next stretch of a way: along the net, cut to what a move allows."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..battle import ways
from ..battle.queries import body, enemies_of, others
from ..battle.state import State
from ..battle.stride import rates_of
from ..board import Body, Walk, paths
from ..units import CM, Point
from .net import net_of


def towards(state: State, id: str, goal: Point, length: int) -> Walk:
    """As far towards a place as `length`, terrain and other models allow, touching no enemy."""
    me = body(state, id)
    if me.at[2]:
        return ways.straight(state, id, goal, length)
    way = net_of(state.setup.board, me.radius, ways.free_height(state)).way(me.at, goal)
    return _Stroll(state, me, length).along([*way[1:], goal])


SLACK = 6 * CM
"""By how much the net may overrate a way."""


def may_reach(state: State, id: str, target: str, length: int) -> bool:
    """Whether a way into contact of about this length is worth a closer look."""
    me, foe = body(state, id), body(state, target)
    if me.at[2] or foe.at[2]:
        return True
    net = net_of(state.setup.board, me.radius, ways.free_height(state))
    return net.length(me.at, foe.at, length + me.radius + foe.radius + SLACK) is not None


class _Stroll:
    """A walk that is put together leg by leg."""

    def __init__(self, state: State, me: Body, length: int) -> None:
        self._board = state.setup.board
        self._others = others(state, me.id)
        self._foes = [body(state, foe.id) for foe in enemies_of(state, state.warriors[me.id].side)]
        self._free_height = ways.free_height(state)
        self._rates = rates_of(state, me.id)
        self._me = me
        self._room = length
        self._points = [me.at]
        self._costs: list[int] = []

    def along(self, way: Sequence[Point]) -> Walk:
        """Past as many corners as the length allows, each leg as long as it can be."""
        rest = list(way)
        while rest and self._room > 0 and len(self._costs) < 4:
            corner = self._farthest(rest)
            if not self._leg(rest[corner]):
                break
            rest = rest[corner + 1 :]
        return Walk(tuple(self._points), tuple(self._costs))

    def _farthest(self, way: Sequence[Point]) -> int:
        """The last place of a way that a straight leg reaches (halving; at least the first)."""
        low, high = 0, len(way) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self._reaches(way[middle]):
                low = middle
            else:
                high = middle - 1
        return low

    def _leg(self, goal: Point) -> bool:
        """Walk there or as far as there is room; whether it got there with room to spare."""
        walk = paths.straight(
            self._board,
            self._me,
            goal,
            self._others,
            length=self._room,
            free_height=self._free_height,
            rates=self._rates,
            keep_clear=self._foes,
        )
        if walk.cost == 0:
            return False
        self._points += walk.points[1:]
        self._costs += walk.costs
        self._room -= walk.cost
        self._me = replace(self._me, at=walk.end)
        return walk.end == goal

    def _reaches(self, goal: Point) -> bool:
        """Whether a straight leg gets there."""
        walk = paths.walk(
            self._board,
            self._me,
            [goal],
            self._others,
            free_height=self._free_height,
            rates=self._rates,
            keep_clear=self._foes,
        )
        return walk.blocked_by is None
