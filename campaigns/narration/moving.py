"""Charges, moves, falls, hiding and flight, told in a sentence each."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext

from campaigns.narration import words
from campaigns.narration.bearings import bearing
from campaigns.narration.compose import compose, listing
from campaigns.narration.lines import Part
from campaigns.narration.names import Names
from campaigns.narration.refusals import explain_code
from rules.battle import events as ev

Parts = tuple[Part, ...]


def _length(value: int, names: Names) -> str:
    return words.length(value, names.unit, names.unit_size)


def _and(parts: list[Part]) -> Parts:
    return listing(parts, ", ", gettext(" and "))


def _fell(event: ev.Fell, names: Names) -> Parts:
    return compose(
        gettext("%(who)s falls %(length)s."),
        who=names.warrior(event.warrior),
        length=_length(event.height, names),
    )


def _charge_declared(event: ev.ChargeDeclared, names: Names) -> Parts:
    return compose(
        gettext("%(who)s charges %(targets)s."),
        who=names.warrior(event.warrior),
        targets=_and([names.warrior(target) for target in event.targets]),
    )


def _charge_spot_failed(event: ev.ChargeSpotFailed, names: Names) -> Parts:
    return compose(
        gettext("%(who)s doesn't notice %(target)s and can't charge in this turn."),
        who=names.warrior(event.warrior),
        target=names.warrior(event.target),
    )


def _charge_failed(event: ev.ChargeFailed, names: Names) -> Parts:
    if event.reason == "too_long":
        return compose(gettext("The charge falls short."))
    return compose(gettext("The charge comes to nothing."))


def _charged(event: ev.Charged, names: Names) -> Parts:
    told = gettext("%(who)s comes to blows with %(targets)s.")
    if event.diving:
        told = gettext("%(who)s falls upon %(targets)s from above.")
    elif event.following:
        told = gettext("%(who)s comes up against %(targets)s for the next fight.")
    return compose(
        told,
        who=names.warrior(event.warrior),
        targets=_and([names.warrior(target) for target in event.targets]),
    )


def _intercepted(event: ev.Intercepted, names: Names) -> Parts:
    return compose(
        gettext("%(who)s steps in and takes the charge meant for %(target)s."),
        who=names.warrior(event.warrior),
        target=names.warrior(event.target),
    )


def _interception_failed(event: ev.InterceptionFailed, names: Names) -> Parts:
    told = {
        "no_room": gettext("%(who)s can't step in: there is no room."),
        "out_of_reach": gettext("%(who)s can't step in: the charge doesn't reach so far."),
        "path_blocked": gettext("%(who)s can't step in: something is in the way."),
    }
    other = gettext("%(who)s can't step in.")
    return compose(told.get(event.reason, other), who=names.warrior(event.warrior))


def _moved(event: ev.Moved, names: Names) -> Parts:
    told = {
        "walk": gettext("%(who)s moves %(length)s."),
        "run": gettext("%(who)s runs %(length)s."),
        "crawl": gettext("%(who)s crawls %(length)s."),
        "charge": gettext("%(who)s covers %(length)s."),
        "failed_charge": gettext("%(who)s advances %(length)s."),
        "intercept": gettext("%(who)s moves %(length)s into the path."),
        "flee": gettext("%(who)s flees %(length)s."),
        "shamble": gettext("%(who)s shambles %(length)s."),
        "climb": gettext("%(who)s climbs %(length)s."),
        "jump": gettext("%(who)s jumps down %(length)s."),
        "leap": gettext("%(who)s leaps over a gap of %(length)s."),
        "carried": gettext("%(who)s is carried %(length)s through the air."),
        "pushed": gettext("%(who)s is thrown %(length)s away."),
        "parted": gettext("%(who)s is taken %(length)s away."),
        "dropped": gettext("%(who)s lands on his feet."),
        "spell_walk": gettext("%(who)s moves again, %(length)s."),
        "random": gettext("%(who)s goes %(length)s, as far as the dice say."),
        "follow_up": gettext("%(who)s moves on %(length)s."),
        "break_off": gettext("%(who)s steps back %(length)s."),
    }
    text = told[event.mode]
    if event.rule == "P-REC-02":
        where = bearing(event.facing)
        return compose(
            gettext("%(who)s turns %(where)s."), who=names.warrior(event.warrior), where=where
        )
    if event.cost == 0 and event.mode in ("walk", "run", "crawl"):
        text = _in_place(event)
    elif event.mode == "climb" and event.path[-1][2] < event.path[0][2]:
        text = gettext("%(who)s climbs down %(length)s.")
    return compose(text, who=names.warrior(event.warrior), length=_length(_how_far(event), names))


def _in_place(event: ev.Moved) -> str:
    """A run is on record before anything else where it begins with a leap (P-MOV-10)."""
    if event.rule == "P-MOV-10":
        return gettext("%(who)s sets off at a run.")
    return gettext("%(who)s stays in place.")


def _how_far(event: ev.Moved) -> int:
    """What was covered: of a climb or a jump the height."""
    if event.mode in ("climb", "jump"):
        return sum(abs(b[2] - a[2]) for a, b in pairwise(event.path))
    return event.cost


def _climb_failed(event: ev.ClimbFailed, names: Names) -> Parts:
    return compose(
        gettext("%(who)s doesn't manage to climb and can't move in this turn."),
        who=names.warrior(event.warrior),
    )


def _order_lapsed(event: ev.OrderLapsed, names: Names) -> Parts:
    return compose(
        gettext("The order for %(who)s lapses: %(reason)s"),
        who=names.warrior(event.warrior),
        reason=explain_code(event.code, {}, names),
    )


def _hid(event: ev.Hid, names: Names) -> Parts:
    return compose(gettext("%(who)s hides."), who=names.warrior(event.warrior))


def _revealed(event: ev.Revealed, names: Names) -> Parts:
    return compose(gettext("%(who)s is no longer hidden."), who=names.warrior(event.warrior))


def _fled(event: ev.Fled, names: Names) -> Parts:
    return compose(gettext("%(who)s breaks and flees."), who=names.warrior(event.warrior))


def _left_table(event: ev.LeftTable, names: Names) -> Parts:
    return compose(
        gettext("%(who)s runs off the table and is out of the battle."),
        who=names.warrior(event.warrior),
    )


MOVING: dict[type[ev.Event], Callable[[Any, Names], Parts]] = {
    ev.Fell: _fell,
    ev.ChargeDeclared: _charge_declared,
    ev.ChargeSpotFailed: _charge_spot_failed,
    ev.ChargeFailed: _charge_failed,
    ev.Charged: _charged,
    ev.Intercepted: _intercepted,
    ev.InterceptionFailed: _interception_failed,
    ev.Moved: _moved,
    ev.ClimbFailed: _climb_failed,
    ev.OrderLapsed: _order_lapsed,
    ev.Hid: _hid,
    ev.Revealed: _revealed,
    ev.Fled: _fled,
    ev.LeftTable: _left_table,
}
"""Each of these events with what tells it."""
