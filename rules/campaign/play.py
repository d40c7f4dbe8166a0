"""The aftermath of a battle for one warband: orders in, events out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rules.campaign import bonds, daemons, gear, lessons, questions, rot, sorcery, treasure
from rules.campaign import events as ev
from rules.campaign.advances import advance
from rules.campaign.experience import award
from rules.campaign.income import income
from rules.campaign.injuries import injure, lose_in_the_pits, old_wound
from rules.campaign.leaders import succeed
from rules.campaign.orders import AnyOrder, Learn, Proceed, Resolve
from rules.campaign.run import Run
from rules.campaign.search import explore
from rules.campaign.state import Setup, State, Step, initial
from rules.dice import Dice
from rules.errors import IllegalOrder

POST_BATTLE = "campaign.after_battle"


class Outcome(NamedTuple):
    """The aftermath after an order, and what the order made happen."""

    state: State
    events: tuple[ev.AnyEvent, ...]


def start(setup: Setup) -> Outcome:
    """The aftermath before its first step; no dice yet."""
    return Outcome(initial(setup), ())


def submit(state: State, order: AnyOrder, dice: Dice) -> Outcome:
    """Carry out an order. Raises IllegalOrder, and then nothing has changed.

    Codes: aftermath_closed, not_the_next_step, unknown_decision, unknown_choice,
    not_your_decision, no_ransom, not_enough_gold.
    """
    check(state, order)
    run = Run(state, dice)
    if isinstance(order, Proceed):
        STEPS[order.step.step](run, order.step)
        run.tell(ev.StepDone(step=order.step))
    elif isinstance(order, Learn):
        lessons.learn(run, order)
    else:
        questions.resolve(run, order)
    if not run.state.agenda and not questions.open_questions(run.state):
        run.tell(ev.AftermathClosed())
    return Outcome(run.state, tuple(run.events))


def check(state: State, order: AnyOrder) -> None:
    """Raise what `submit` would raise."""
    if state.closed:
        raise IllegalOrder("aftermath_closed")
    if isinstance(order, Proceed):
        if order.step != next_step(state):
            raise IllegalOrder("not_the_next_step", step=order.step.step)
    elif isinstance(order, Resolve):
        questions.check(state, order)


def next_step(state: State) -> Step | None:
    """What comes next by itself; None when only questions are left."""
    return state.agenda[0] if state.agenda else None


def _absence(run: Run, step: Step) -> None:
    """A fighter who sat this battle out has one less to miss."""
    left = run.fighter(step.fighter).misses - 1
    run.tell(ev.BattleMissed(fighter=step.fighter, left=left, rule=POST_BATTLE))


STEPS: dict[str, Callable[[Run, Step], None]] = {
    "absence": _absence,
    "serious_injury": injure,
    "pit_injury": lose_in_the_pits,
    "experience": award,
    "advance": advance,
    "old_wound": old_wound,
    "succession": succeed,
    "exploration": explore,
    "income": income,
    "instability": daemons.test_hold,
    "bond": bonds.part,
    "rot_caught": rot.catch,
    "rot": rot.fester,
    "treasure_map": treasure.follow,
    **sorcery.STEPS,
    **gear.STEPS,
    **lessons.STEPS,
}
"""What each kind of step does."""
