"""The aftermath of a battle, for one warband: injuries, experience, advances.

Like a battle it is a state that only events change: `start(setup)`, `submit(state, order, dice)`,
`fold(setup, events)`. docs/aftermath.md tells the steps and what keys their dice.
"""

from rules.campaign.apply import apply, fold, fold_on
from rules.campaign.orders import AnyOrder, Learn, Proceed, Resolve
from rules.campaign.play import Outcome, check, next_step, start, submit
from rules.campaign.questions import open_questions, options_of
from rules.campaign.report import Award, BattleReport, SideReport, WarriorReport, report_of
from rules.campaign.state import Pending, Setup, State, Step

__all__ = [
    "AnyOrder",
    "Award",
    "BattleReport",
    "Learn",
    "Outcome",
    "Pending",
    "Proceed",
    "Resolve",
    "Setup",
    "SideReport",
    "State",
    "Step",
    "WarriorReport",
    "apply",
    "check",
    "fold",
    "fold_on",
    "next_step",
    "open_questions",
    "options_of",
    "report_of",
    "start",
    "submit",
]
