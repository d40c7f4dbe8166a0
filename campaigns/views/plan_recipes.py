"""Turns ordered ahead by one touch: what most players want of a warrior while they are away.

A recipe is nothing but steps that the planner's form could make one by one.
"""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from campaigns.errors import invalid
from campaigns.services import plans as verbs
from campaigns.views.plan_page import Planner
from rules.battle import plan as pl
from rules.battle.arms import kit_of

Steps = list[dict[str, Any]]


def recipes(shown: Planner) -> list[tuple[str, str]]:
    """Those that the chosen warrior, or the whole side, may be given: (id, words)."""
    if shown.commanding:
        return []
    told = {
        "shoot_or_hide": _("Shoots at the nearest; if it sees nobody, it hides"),
        "charge_or_hide": _("Charges the nearest; if it can’t, it hides"),
        "hide": _("Hides where it is"),
    }
    if not any(_missile(shown, id) for id in _whom(shown, shown.who)):
        told.pop("shoot_or_hide")
    return list(told.items())


def steps_of(shown: Planner, recipe: str, warrior: str) -> list[pl.Step]:
    """The steps of a recipe for a warrior, or for everybody (""). Errors: bad_plan."""
    make = MAKERS.get(recipe)
    whom = _whom(shown, warrior)
    if make is None or not whom:
        raise invalid("bad_plan", why=_("there is no such recipe"))
    native = [step for id in whom for step in make(shown, id)]
    read = verbs.read_plan(shown.view.state, shown.side, {"steps": native})
    return list(read.steps)


def _whom(shown: Planner, warrior: str) -> list[str]:
    return [id for id, _name in shown.mine if warrior in ("", id)]


def _missile(shown: Planner, id: str) -> str:
    """The weapon that one shoots with; "" for who has none."""
    return next((arm.id for arm in kit_of(shown.view.setup, id).missile), "")


def _shoot(shown: Planner, id: str) -> Steps:
    """Stay where somebody is in sight and shoot, else hide: hidden before the shots, not after."""
    weapon = _missile(shown, id)
    if not weapon:
        return _hide(shown, id)
    stays = {"when": [{"if": "visible", "warrior": id}]}
    shot = _order(shown, id, order="shoot", weapon=weapon, target=pl.NEAREST)
    return [
        {"phase": "movement", "choices": [stays, {"order": _hiding(shown, id)}]},
        {"phase": "shooting", "choices": [{"order": shot}]},
    ]


def _charge(shown: Planner, id: str) -> Steps:
    charge = _order(shown, id, order="charge", targets=[pl.NEAREST])
    choices = [{"order": charge}, {"order": _hiding(shown, id)}]
    return [{"phase": "movement", "choices": choices}]


def _hide(shown: Planner, id: str) -> Steps:
    return [{"phase": "movement", "choices": [{"order": _hiding(shown, id)}]}]


def _hiding(shown: Planner, id: str) -> dict[str, Any]:
    return _order(shown, id, order="move", mode="walk", legs=[], hide=True)


def _order(shown: Planner, id: str, **fields: Any) -> dict[str, Any]:
    return {"side": shown.side, "warrior": id} | fields


MAKERS: dict[str, Callable[[Planner, str], Steps]] = {
    "shoot_or_hide": _shoot,
    "charge_or_hide": _charge,
    "hide": _hide,
}
