"""Decisions that may be taken beforehand: who deploys where, and what one does on others' turns."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from campaigns.narration.decisions import choice_word, question
from rules.battle.brought import brought
from rules.battle.mission.model import EDGES
from rules.battle.mission.places import QUARTERS
from rules.battle.state import Decision, State

if TYPE_CHECKING:
    from campaigns.views.plan_page import Planner

Named = tuple[str, str]
OPENING = ("role", "deploys", "edge", "quarter")
"""The kinds of decisions before the first turn."""


@dataclass(frozen=True)
class Answering:
    """A kind of decision with the answers that may be given beforehand, and the one chosen."""

    decision: str
    title: str
    options: list[Named]
    chosen: str


def before_deployment(shown: "Planner") -> list[Answering]:
    """What the scenario may still ask the side before anybody is deployed."""
    return [_opening(kind, options, shown) for kind, options in _open(shown.view.state)]


def _open(state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
    """(kind, options) of the choices of the opening that haven't been made."""
    mission, now = state.setup.mission, state.mission
    if mission is None or now is None or not mission.ask or state.phase != "deployment":
        return
    row = mission.row
    if row.roles == "lower_rating_chooses" and not now.attacker:
        yield "role", ("attacker", "defender")
    if row.deployment[0]["who"] == "first" and not now.order:
        yield "deploys", ("second", "first")
    if len(now.grounds) == len(state.setup.sides):
        return
    zones = {one["zone"] for one in row.deployment}
    if "edge" in zones:
        yield "edge", EDGES
    elif "street_end" in zones:
        yield "edge", ("south", "north")
    elif "quarter" in zones:
        yield "quarter", QUARTERS


def _opening(kind: str, options: tuple[str, ...], shown: "Planner") -> Answering:
    asked = Decision(id=kind, kind=kind, side=shown.side, options=options, default="", rule="")
    told = "".join(part.text for part in question(asked, shown.names))
    words = [
        (one, "".join(part.text for part in choice_word(kind, one, shown.names))) for one in options
    ]
    title = _("If the scenario asks: %(question)s") % {"question": told}
    return Answering(kind, title, words, shown.stance(kind))


def in_battle(shown: "Planner") -> list[Answering]:
    """What is decided on the others' turns, and in the middle of fights."""
    intercept = [
        ("none", _("nobody intercepts")),
        ("all", _("whoever can, in the order of the roster")),
        *shown.mine,
    ]
    title = _("If a charge could be intercepted")
    found = [Answering("intercept", title, intercept, shown.stance("intercept"))]
    if any(brought(shown.view.setup, id, "follow_up") for id, _name in shown.mine):
        on = [
            ("none", _("it stays in place")),
            ("all", _("at whomever it can, in the order of the roster")),
            *shown.enemies,
        ]
        title = _("If a warrior may move on to another fight")
        found.append(Answering("follow_up", title, on, shown.stance("follow_up")))
    return found
