"""What a leader learns of what becomes of a prisoner: experience out of another aftermath.

Where his own warband's aftermath of that battle is open he learns at once (`Learn`); else the
warband keeps a note, and he learns in its next aftermath.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.campaign import events as ev
from rules.campaign.events import AwardGiven
from rules.campaign.experience import earn
from rules.campaign.orders import Learn
from rules.campaign.run import Run
from rules.campaign.state import LESSON, Step
from rules.roster.model import Note

CAPTURED = "campaign.captured"


def learn(run: Run, order: Learn) -> None:
    """The leader learns, if there is one who can."""
    _teach(run, order.cause)


def lesson_of(battle: str, cause: str) -> Note:
    """What a warband keeps until its leader has learnt."""
    return Note(LESSON, battle, {"cause": cause})


def catch_up_on_lessons(run: Run, step: Step) -> None:
    """What came of prisoners after the last aftermath was over."""
    for note in run.state.roster.finds:
        if note.id == LESSON:
            run.tell(ev.NoteUsed(id=LESSON, rule=CAPTURED))
            _teach(run, str(note.data.get("cause", "")))


def _teach(run: Run, cause: str) -> None:
    leader, xp = run.state.roster.leader, _worth(run, cause)
    if xp and leader is not None and run.facts(leader.key).earns_experience:
        earn(run, leader.key, (AwardGiven(cause, xp),), CAPTURED)


def _worth(run: Run, cause: str) -> int:
    """What the table says; nothing for what it doesn't know."""
    options = run.state.setup.tables.captive
    return next((option.leader_experience for option in options if option.id == cause), 0)


STEPS: dict[str, Callable[[Run, Step], None]] = {"lesson": catch_up_on_lessons}
"""The step of this module."""
