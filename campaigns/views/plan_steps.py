"""A plan with one of its steps put in, changed, moved or taken out."""

from typing import Any

import msgspec
from django.utils.translation import gettext as _

from campaigns.errors import invalid
from campaigns.services import plans as verbs
from campaigns.views.http import number_from
from campaigns.views.plan_fields import otherwise_of
from campaigns.views.plan_form import wish_of
from campaigns.views.plan_page import Planner
from campaigns.views.plan_recipes import steps_of
from campaigns.views.plan_seen import known_phase
from rules.battle import plan as pl


def changed(plan: Any, **values: Any) -> Any:
    """The same plan, or step, with other values."""
    return msgspec.structs.replace(plan, **values)


def with_wish(shown: Planner) -> pl.Plan:
    """The plan with what the form asks for. Errors: bad_plan."""
    phase = "" if shown.replaced is None else shown.steps[shown.replaced].phase
    wish = wish_of(shown.request.POST, shown.side, shown.view.state, phase)
    native = {
        "steps": [{"phase": wish.phase, "choices": wish.choices}] if wish.choices else [],
        "onslaughts": wish.onslaughts,
    }
    read = verbs.read_plan(shown.view.state, shown.side, native)
    steps, onslaughts = _without_changed(shown)
    for step in read.steps:
        if shown.replaced is None or shown.changed_standing is not None:
            insert(steps, changed(step, turn=_turn(shown, step)), shown)
        else:
            _put(steps, shown.replaced, step, shown)
    onslaughts = (*onslaughts, *read.onslaughts)
    return changed(shown.plan, steps=tuple(steps), onslaughts=onslaughts)


def with_recipe(shown: Planner, recipe: str) -> pl.Plan:
    """The plan with the steps of a recipe, all of them in one turn, unless they are in it already.

    Errors: bad_plan.
    """
    new = steps_of(shown, recipe, shown.request.POST.get("warrior", ""))
    turn = max(_turn(shown, step) for step in new)
    steps = list(shown.steps)
    for step in [changed(one, turn=turn) for one in new]:
        if step not in steps:
            insert(steps, step, shown)
    return changed(shown.plan, steps=tuple(steps))


def _without_changed(shown: Planner) -> tuple[list[pl.Step], tuple[pl.Onslaught, ...]]:
    """What is left as it is: a standing order that is being changed is said anew."""
    kept = shown.plan.onslaughts
    number = shown.changed_standing
    return list(shown.steps), kept if number is None else _without(kept, number)


def _without(rows: tuple[Any, ...], number: int) -> tuple[Any, ...]:
    return (*rows[:number], *rows[number + 1 :])


def _turn(shown: Planner, step: pl.Step) -> int:
    return number_from(shown.request, "turn") or shown.next_turn(step.phase)


def _put(steps: list[pl.Step], index: int, said: pl.Step, shown: Planner) -> None:
    """Add choices to a step, or say one of them anew.

    A step of which everything is said anew may come to another phase or turn, and so to another
    place. Errors: bad_plan.
    """
    old = steps[index]
    choices = _choices(old, shown.changed, said.choices)
    whole = choices == said.choices
    if old.phase != said.phase and not whole:
        raise invalid("bad_plan", why=_("both acts must belong to one phase"))
    if shown.changed is None:
        steps[index] = changed(old, choices=choices)
        return
    new = changed(old, phase=said.phase, choices=choices)
    new = changed(new, turn=_turn(shown, new))
    if due(new, shown) == due(old, shown):
        steps[index] = new
    else:
        steps.pop(index)
        insert(steps, new, shown)


def _choices(
    step: pl.Step, number: int | None, said: tuple[pl.Choice, ...]
) -> tuple[pl.Choice, ...]:
    if number is None:
        return (*step.choices, *said)
    more = 1 if otherwise_of(step, number) is None else 2  # what the form showed
    return (*step.choices[:number], *said, *step.choices[number + more :])


def insert(steps: list[pl.Step], new: pl.Step, shown: Planner) -> None:
    """Behind the last step that comes before it or with it."""
    mine = due(new, shown)
    place = max((n + 1 for n, one in enumerate(steps) if due(one, shown) <= mine), default=0)
    steps.insert(place, new)


def due(step: pl.Step, shown: Planner) -> tuple[int, int]:
    return shown.turn_of(step), pl.PHASES.index(known_phase(step.phase))


def without(shown: Planner) -> pl.Plan:
    """The plan without a step, one of its choices, or what is done in every fight."""
    number, standing = number_from(shown.request, "index"), shown.changed_standing
    choice = number_from(shown.request, "alt")
    steps = list(shown.steps)
    if number is not None and number < len(steps):
        left = _less(steps[number], choice)
        steps[number : number + 1] = [left] if left else []
    wishes = shown.plan.onslaughts
    kept = wishes if standing is None else _without(wishes, standing)
    return changed(shown.plan, steps=tuple(steps), onslaughts=kept)


def _less(step: pl.Step, choice: int | None) -> pl.Step | None:
    if choice is None or len(step.choices) == 1:
        return None
    return changed(step, choices=_without(step.choices, choice))


def moved(shown: Planner) -> pl.Plan:
    """A step in another place of its phase: one earlier or later (`by`), or just there (`to`)."""
    steps = list(shown.steps)
    index = number_from(shown.request, "index")
    if index is not None and index < len(steps):
        to = number_from(shown.request, "to")
        if to is None:
            to = index + (1 if shown.request.POST.get("by") == "later" else -1)
        if 0 <= to < len(steps) and due(steps[to], shown) == due(steps[index], shown):
            steps.insert(to, steps.pop(index))
    return changed(shown.plan, steps=tuple(steps))
