"""What somebody has ordered, in a few words: for the chips of a turn and the posts that hold it."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext

from campaigns.narration import words
from campaigns.narration.aids import preference
from campaigns.narration.bearings import bearing
from campaigns.narration.compose import compose, listing
from campaigns.narration.decisions import choice_word
from campaigns.narration.lines import Part
from campaigns.narration.magic import tell_cast, tell_command
from campaigns.narration.names import Names
from rules.battle import orders as od

Parts = tuple[Part, ...]


def tell_order(order: od.Order, names: Names) -> Parts:
    """ "Ana: shoots at Bea (bow)"."""
    return _TOLD[type(order)](order, names)


def _who(order: Any, names: Names) -> Part:
    return names.warrior(order.warrior)


def _deploy(order: od.Deploy, names: Names) -> Parts:
    if order.warrior not in names.warriors:
        return compose(gettext("A piece of wyrdstone is put down"))
    return compose(gettext("%(who)s: takes up position"), who=_who(order, names))


def _descend(order: od.Descend, names: Names) -> Parts:
    """Who goes is his side's to know: posts of the turn don't name him (services/turns.py)."""
    if not order.warrior:
        return compose(gettext("Somebody goes by the catacombs"))
    return compose(gettext("%(who)s: goes by the catacombs"), who=_who(order, names))


def _end_phase(order: od.EndPhase, names: Names) -> Parts:
    if order.through is None:
        return compose(gettext("End the phase"))
    return compose(
        gettext("End everything through: %(phase)s"),
        phase=words.word(words.PHASES, order.through),
    )


def _rout(order: od.Rout, names: Names) -> Parts:
    return compose(gettext("Give the battle up"))


def _stay_down(order: od.StayDown, names: Names) -> Parts:
    return compose(gettext("%(who)s: stays on the ground"), who=_who(order, names))


def _charge(order: od.Charge, names: Names) -> Parts:
    targets = listing([names.warrior(id) for id in order.targets], ", ", gettext(" and "))
    told = compose(gettext("%(who)s: charges %(targets)s"), who=_who(order, names), targets=targets)
    return (*told, *_legs(order.path))


def _move(order: od.Move, names: Names) -> Parts:
    if not order.legs and not order.hide and order.facing is not None:
        where = bearing(order.facing)
        return compose(gettext("%(who)s: turns %(where)s"), who=_who(order, names), where=where)
    told = {
        "walk": gettext("%(who)s: moves"),
        "run": gettext("%(who)s: runs"),
        "crawl": gettext("%(who)s: crawls"),
        "break_off": gettext("%(who)s: breaks off"),
    }
    return (*compose(told[order.mode], who=_who(order, names)), *_legs(order.legs))


def _legs(legs: tuple[od.Leg, ...]) -> Parts:
    """ " (climbs, leaps)": what isn't done on foot."""
    kinds = dict.fromkeys(words.word(words.LEGS, leg.by) for leg in legs if leg.by != "walk")
    return (Part(f" ({', '.join(kinds)})"),) if kinds else ()


def _shoot(order: od.Shoot, names: Names) -> Parts:
    return compose(
        gettext("%(who)s: shoots at %(target)s (%(weapon)s)"),
        who=_who(order, names),
        target=names.warrior(order.target),
        weapon=names.thing(order.weapon),
    )


def _strike(order: od.Strike, names: Names) -> Parts:
    targets = [names.warrior(id) for id in dict.fromkeys(s.target for s in order.splits)]
    return compose(
        gettext("%(who)s: strikes at %(targets)s"),
        who=_who(order, names),
        targets=listing(targets, ", ", gettext(" and ")),
    )


def _use(order: od.Use, names: Names) -> Parts:
    return compose(
        gettext("%(who)s: uses %(what)s"), who=_who(order, names), what=names.thing(order.item)
    )


def _guard(order: od.Guard, names: Names) -> Parts:
    told = {
        "always": gettext("%(who)s: parries whenever it can"),
        "once": gettext("%(who)s: parries without a second throw"),
        "never": gettext("%(who)s: doesn’t parry"),
    }
    return compose(told[order.parry], who=_who(order, names))


def _prefer(order: od.Prefer, names: Names) -> Parts:
    told = {
        "parting": gettext("%(who)s: at whoever flees from it: %(choice)s"),
        "edge": gettext("%(who)s: flees, of edges as near: %(choice)s"),
        "equal": gettext("%(who)s: parries, of equal hits: %(choice)s"),
        "crush": gettext("%(who)s: where all its blows hit: %(choice)s"),
        "quarry": gettext("%(who)s: after whom in this battle: %(choice)s"),
    }
    choice = preference(order.what, order.choice, names)
    return compose(told[order.what], who=_who(order, names), choice=choice)


def _answer(order: od.Answer, names: Names) -> Parts:
    return compose(
        gettext("Decision: %(choice)s"), choice=choice_word(order.decision, order.choice, names)
    )


def _adjust(order: od.GmAdjust, names: Names) -> Parts:
    return compose(gettext("The game master changes %(who)s"), who=_who(order, names))


def _terrain(order: od.GmTerrain, names: Names) -> Parts:
    return compose(gettext("The game master changes the table"))


def _end_battle(order: od.GmEndBattle, names: Names) -> Parts:
    return compose(gettext("The game master ends the battle"))


def _agree_draw(order: od.AgreeDraw, names: Names) -> Parts:
    return compose(gettext("All who still play agree on a draw"))


_TOLD: dict[type[od.Order], Callable[[Any, Names], Parts]] = {
    od.Deploy: _deploy,
    od.Descend: _descend,
    od.EndPhase: _end_phase,
    od.Rout: _rout,
    od.StayDown: _stay_down,
    od.Charge: _charge,
    od.Move: _move,
    od.Shoot: _shoot,
    od.Cast: tell_cast,
    od.Command: tell_command,
    od.Strike: _strike,
    od.Use: _use,
    od.Guard: _guard,
    od.Prefer: _prefer,
    od.Answer: _answer,
    od.GmAdjust: _adjust,
    od.GmTerrain: _terrain,
    od.GmEndBattle: _end_battle,
    od.AgreeDraw: _agree_draw,
}
