"""Pending decisions in words: the question and each of its answers."""

from django.utils.translation import gettext

from campaigns.narration import words
from campaigns.narration.compose import compose, listing
from campaigns.narration.lines import Part
from campaigns.narration.mission import EDGES, QUARTERS
from campaigns.narration.names import Names
from rules.battle.intercept import charge_in_question
from rules.battle.state import Decision, State


def pending(state: State, decision: Decision, names: Names) -> tuple[Part, ...]:
    """What a side is asked now: of a charge also whom it goes for."""
    charge = charge_in_question(state, decision)
    if charge is None:
        return question(decision, names)
    return compose(
        gettext("who intercepts the charge of %(who)s at %(targets)s?"),
        who=names.warrior(decision.warrior),
        targets=listing([names.warrior(id) for id in charge.targets], ", ", gettext(" and ")),
    )


def question(decision: Decision, names: Names) -> tuple[Part, ...]:
    """What the side is asked. `decision.warrior` is whom it is about (the charger)."""
    if decision.kind == "intercept":
        return compose(
            gettext("who intercepts the charge of %(who)s?"), who=names.warrior(decision.warrior)
        )
    asked = {
        "role": gettext("attack or defend?"),
        "deploys": gettext("deploy first or second?"),
        "edge": gettext("along which edge of the table?"),
        "quarter": gettext("in which quarter of the table?"),
    }
    if decision.kind in asked:
        return compose(asked[decision.kind])
    if decision.kind == "follow_up":
        return compose(
            gettext("at whom does %(who)s move on?"), who=names.warrior(decision.warrior)
        )
    return compose(
        gettext("%(kind)s, %(who)s?"),
        kind=decision.kind.replace("_", " "),
        who=names.warrior(decision.warrior),
    )


def choice_word(kind: str, choice: str, names: Names) -> tuple[Part, ...]:
    """One answer: a warrior's name, or none / yes / no in words."""
    if choice == "none" and kind == "intercept":
        return compose(gettext("nobody intercepts"))
    if choice == "none" and kind.startswith("follow_up"):
        return compose(gettext("at nobody: stays in place"))
    told = {
        "none": gettext("none"),
        "attacker": gettext("attack"),
        "defender": gettext("defend"),
        "first": gettext("deploy first"),
        "second": gettext("deploy second"),
        "yes": gettext("yes"),
        "no": gettext("no"),
    }
    if choice in told:
        return compose(told[choice])
    if kind in ("edge", "quarter") or choice in EDGES:
        return (Part(words.word(EDGES | QUARTERS, choice)),)
    if choice in names.warriors:
        return (names.warrior(choice),)
    return (Part(names.thing(choice)),)
