"""What has been ordered ahead, in words: where a way leads, with what, on which condition."""

import math
from collections.abc import Iterable

from django.utils.translation import gettext as _

from campaigns.board_svg.twin import place_of
from campaigns.narration import Names, Part, explain_code, tell_order, words
from campaigns.narration.bearings import bearing
from campaigns.narration.compose import compose, listing
from rules.battle import orders as od
from rules.battle import plan as pl
from rules.board import Board, Point

Parts = tuple[Part, ...]


def tell_planned(order: od.AnyOrder | None, names: Names, board: Board) -> Parts:
    """An order with all that its maker chose for it: a plan is read long before it is played."""
    if order is None:
        return (Part(_("does nothing")),)
    if isinstance(order, od.Move) and order.hide and not order.legs:
        hides = compose(_("%(who)s: hides where it is"), who=names.warrior(order.warrior))
        return (*hides, *_behind(_looks(order.facing)))
    return (*tell_order(order, names), *_details(order, names, board))


def _details(order: od.AnyOrder, names: Names, board: Board) -> Parts:
    match order:
        case od.Deploy():
            return _behind([_spot(order.at, names, board), *_looks(order.facing)], " ")
        case od.Move() if order.legs:
            where = [_where(leg.to, names, board) for leg in order.legs[-1:]]
            hides = [_("hides there")] if order.hide else []
            return _behind([*where, *hides, *_looks(order.facing)], " ")
        case od.Charge() if order.path:
            return _behind(
                [_("on the way %(place)s") % {"place": _where(order.path[-1].to, names, board)}]
            )
        case od.Shoot() if order.double:
            return _behind([_("one of several shots")])
        case od.Cast() if order.point is not None:
            return _behind([_spot(order.point, names, board)], " ")
        case od.Command():
            told = [
                "".join(p.text for p in tell_planned(one, names, board)) for one in order.orders
            ]
            return _behind(["; ".join(told)])
        case od.Strike():
            return _behind([f"{names.thing(one.weapon)} × {one.attacks}" for one in order.splits])
    return ()


def _behind(told: list[str], mark: str = ": ") -> Parts:
    return (Part(mark + ", ".join(told)),) if told else ()


def _looks(facing: int | None) -> list[str]:
    return [] if facing is None else [_("looks %(where)s") % {"where": bearing(facing)}]


def _where(at: Point, names: Names, board: Board) -> str:
    """ "to (12, 30.5) cm, in the north": the numbers are what was ordered, the words are for us."""
    return _("to (%(spot)s) %(unit)s, %(place)s") % _figures(at, names, board)


def _spot(at: Point, names: Names, board: Board) -> str:
    """The same of a place to be at."""
    return _("at (%(spot)s) %(unit)s, %(place)s") % _figures(at, names, board)


def _figures(at: Point, names: Names, board: Board) -> dict[str, str]:
    x, y, z = (words.length(value, "", names.unit_size).strip() for value in at)
    spot = f"{x} · {y}" if at[2] == 0 else f"{x} · {y} · {z}"
    return {"spot": spot, "unit": names.unit, "place": place_of(board, at)}


def tell_length(start: Point, legs: Iterable[od.Leg], names: Names) -> Parts:
    """How long a way is: one's own may be measured at any time. A jump down costs no height."""
    length, at = 0, start
    for leg in legs:
        drop = 0 if leg.by == "jump" else leg.to[2] - at[2]
        length += math.isqrt((leg.to[0] - at[0]) ** 2 + (leg.to[1] - at[1]) ** 2 + drop**2)
        at = leg.to
    told = _(", a way of %(length)s")
    return (Part(told % {"length": words.length(length, names.unit, names.unit_size)}),)


def tell_onslaught(wish: pl.Onslaught, names: Names) -> Parts:
    """ "Ana: sword × 2 at the nearest enemy"."""
    arms = ", ".join(f"{names.thing(one.weapon)} × {one.attacks}" for one in wish.splits)
    targets = [names.warrior(id) for id in dict.fromkeys(s.target for s in wish.splits)]
    return compose(
        _("%(who)s: strikes at %(targets)s with %(arms)s"),
        who=names.warrior(wish.warrior),
        targets=listing(targets, ", ", _(" and ")),
        arms=arms,
    )


def tell_when(conditions: Iterable[pl.AnyCondition], names: Names) -> str:
    """ "if Ana sees any enemy and if Bea is stunned"; "" where there are none."""
    return _(" and ").join(_condition(one, names) for one in conditions)


def _condition(when: pl.AnyCondition, names: Names) -> str:
    who = names.warrior(when.warrior).text
    target = getattr(when, "target", "")
    whom = names.warrior(target).text if target else _("any enemy")
    match when:
        case pl.Visible():
            return _("if %(who)s sees %(whom)s") % {"who": who, "whom": whom}
        case pl.Within():
            length = words.length(when.distance, names.unit, names.unit_size)
            told = _("if %(whom)s is within %(length)s of %(who)s")
            return told % {"who": who, "whom": whom, "length": length}
        case pl.Engaged():
            return _("if %(who)s is fighting %(whom)s") % {"who": who, "whom": whom}
        case pl.WoundsBelow():
            told = _("if %(who)s has fewer than %(n)s wounds left")
            return told % {"who": who, "n": when.wounds}
        case _:
            statuses = _(" or ").join(words.word(words.STATUSES, one) for one in when.status)
            return _("if %(who)s is %(statuses)s") % {"who": who, "statuses": statuses}


def tell_dropped(code: str, names: Names) -> str:
    """Why a step came to nothing."""
    told = {
        "phase_over": _("its phase was over"),
        "turn_over": _("its turn was over"),
        "no_condition_met": _("no condition was met"),
        "nobody_in_sight": _("nobody was in sight"),
    }
    return told.get(code) or explain_code(code, {}, names)
