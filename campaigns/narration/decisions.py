"""Pending decisions in words: the question and each of its answers."""

from django.utils.translation import gettext

from campaigns.narration.compose import compose
from campaigns.narration.lines import Part
from campaigns.narration.names import Names
from rules.battle.state import Decision


def question(decision: Decision, names: Names) -> tuple[Part, ...]:
    """What the side is asked. `decision.warrior` is whom it is about (the charger)."""
    if decision.kind == "intercept":
        return compose(
            gettext("who intercepts the charge of %(who)s?"), who=names.warrior(decision.warrior)
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
    told = {
        "none": gettext("none"),
        "yes": gettext("yes"),
        "no": gettext("no"),
    }
    if choice in told:
        return compose(told[choice])
    if choice in names.warriors:
        return (names.warrior(choice),)
    return (Part(names.thing(choice)),)
