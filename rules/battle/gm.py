"""What only the GM may do inside a battle; each with a reason that stands in the log."""

from __future__ import annotations

from ..errors import IllegalOrder
from . import events as ev
from .checks import known_warrior
from .orders import GmAdjust, GmEndBattle, Order
from .play import Play
from .queries import playing
from .state import CHARACTERISTICS, State


def gm_only(order: Order) -> None:
    """These orders come from the GM alone; the server checks who that is."""
    if order.source != "gm":
        raise IllegalOrder("gm_only")


def _reasoned(reason: str) -> None:
    if not reason.strip():
        raise IllegalOrder("reason_missing")


def check_adjust(state: State, order: GmAdjust) -> None:
    """Raise what is wrong with the adjustment."""
    gm_only(order)
    _reasoned(order.reason)
    w = known_warrior(state, order.warrior)
    c = order.changes
    if c.wounds is not None and c.wounds < 0:
        raise IllegalOrder("bad_number", field="wounds")
    numbers = [getattr(c.profile, name) for name in CHARACTERISTICS] if c.profile else []
    if any(number is not None and number < 0 for number in numbers):
        raise IllegalOrder("bad_number", field="profile")
    width, depth = state.setup.board.size
    if c.at is not None and not (0 <= c.at[0] <= width and 0 <= c.at[1] <= depth):
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
