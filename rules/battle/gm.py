"""What only the GM may do inside a battle, with a reason that stands in the log; agreed draws."""

from __future__ import annotations

from msgspec.structs import replace

from ..board import levels, problems
from ..errors import IllegalOrder
from ..units import Point
from . import events as ev
from .bodies import body
from .checks import known_warrior
from .hiding import uncovered
from .orders import AgreeDraw, GmAdjust, GmEndBattle, GmTerrain, Order
from .play import Play
from .queries import models, playing
from .removal import changed_ground
from .state import CHARACTERISTICS, Setup, State
from .ways import fits

GREATEST = 100
"""No characteristic and no number of wounds is greater: each attack is a die to throw."""
MOST_TERRAIN = 400
"""Every piece costs time at each look across the table."""


def gm_only(order: Order) -> None:
    """These orders come from the GM alone; the server checks who that is."""
    if order.source != "gm":
        raise IllegalOrder("gm_only")


def _reasoned(reason: str) -> None:
    if not reason.strip():
        raise IllegalOrder("reason_missing")


def _possible(number: int | None, most: int = GREATEST) -> bool:
    return number is None or 0 <= number <= most


def _over_the_table(state: State, at: Point) -> bool:
    """On the table's surface or over it, no higher than the table is long."""
    width, depth = state.setup.board.size
    return 0 <= at[0] <= width and 0 <= at[1] <= depth and 0 <= at[2] <= max(width, depth)


def check_adjust(state: State, order: GmAdjust) -> None:
    """Raise what is wrong with the adjustment."""
    gm_only(order)
    _reasoned(order.reason)
    w = known_warrior(state, order.warrior)
    c = order.changes
    if not _possible(c.wounds):
        raise IllegalOrder("bad_number", field="wounds")
    for name in CHARACTERISTICS if c.profile else ():
        most = max(state.setup.board.size) if name == "M" else GREATEST
        if not _possible(getattr(c.profile, name), most):
            raise IllegalOrder("bad_number", field="profile")
    if c.at is not None and not _over_the_table(state, c.at):
        raise IllegalOrder("outside_table", warrior=w.id)
    back = c.status not in (None, "out_of_action") and w.at is None
    if back and c.at is None:
        raise IllegalOrder("needs_place", warrior=w.id)
    if c.at is not None and (c.status or w.status) == "out_of_action":
        raise IllegalOrder("out_of_action", "P-INJ-15", warrior=w.id)


def adjust(play: Play, order: GmAdjust) -> None:
    play.emit(ev.Adjusted(warrior=order.warrior, changes=order.changes, reason=order.reason))


def check_terrain(state: State, order: GmTerrain) -> None:
    """Raise what is wrong with the table that the GM wants."""
    gm_only(order)
    _reasoned(order.reason)
    if not order.remove and not order.put:
        raise IllegalOrder("no_change")
    there = {piece.id for piece in state.setup.board.terrain}
    for id in order.remove:
        if id not in there:
            raise IllegalOrder("no_such_terrain", id=id)
        if id in _named(state):
            raise IllegalOrder("scenario_needs_it", id=id)
    after = changed_ground(state.setup, order.remove, order.put)
    if len(after.board.terrain) > MOST_TERRAIN:
        raise IllegalOrder("too_much_terrain", limit=MOST_TERRAIN)
    for code, params in problems(after.board):
        raise IllegalOrder("bad_terrain", fault=code, **params)
    _nobody_in_the_way(state, after)


def _named(state: State) -> frozenset[str]:
    """The buildings that the scenario is about."""
    if state.mission is None:
        return frozenset()
    grounds = (ground.building for ground in state.mission.grounds.values())
    return frozenset({*state.mission.buildings, *grounds})


def _nobody_in_the_way(state: State, after: Setup) -> None:
    """Whoever stands well now must still stand: the GM moves him first, the table doesn't."""
    then = replace(state, setup=after)
    for w in models(state):
        if _stands(state, w.id) and not _stands(then, w.id):
            raise IllegalOrder("somebody_stands_there", warrior=w.id)


def _stands(state: State, id: str) -> bool:
    me = body(state, id)
    return levels.stands(state.setup.board, me.at) and fits(state, me, [])


def change_terrain(play: Play, order: GmTerrain) -> None:
    play.emit(ev.TerrainAdjusted(removed=order.remove, placed=order.put, reason=order.reason))
    uncovered(play)


def check_end_battle(state: State, order: GmEndBattle) -> None:
    """Raise what is wrong with ending the battle like this."""
    gm_only(order)
    _reasoned(order.reason)
    if order.winner is not None and order.winner not in playing(state):
        raise IllegalOrder("unknown_side", side=order.winner)


def end_battle(play: Play, order: GmEndBattle) -> None:
    """The other sides have lost; with no winner nobody has."""
    losers = tuple(s for s in play.state.order_of_play if s != order.winner)
    play.emit(
        ev.BattleEnded(
            reason="gm",
            winner=order.winner,
            losers=losers if order.winner is not None else play.state.lost,
        )
    )


def check_draw(state: State, order: AgreeDraw) -> None:
    """A draw is agreed outside the battle, and the server says so."""
    if order.source != "server":
        raise IllegalOrder("not_agreed")
    if order.side not in playing(state):
        raise IllegalOrder("unknown_side", side=order.side)


def draw(play: Play, order: AgreeDraw) -> None:
    """Nobody has won; whoever had lost before has lost."""
    play.emit(ev.BattleEnded(reason="agreed", winner=None, losers=play.state.lost))
