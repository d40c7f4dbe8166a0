"""What only the GM may do inside a battle, with a reason that stands in the log; agreed draws."""

from __future__ import annotations

from ..errors import IllegalOrder
from ..units import Point
from . import events as ev
from .checks import known_warrior
from .orders import AgreeDraw, GmAdjust, GmEndBattle, Order
from .play import Play
from .queries import playing
from .state import CHARACTERISTICS, State

GREATEST = 100
"""No characteristic and no number of wounds is greater: each attack is a die to throw."""


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
