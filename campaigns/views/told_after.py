"""What came of a battle afterwards, warband by warband, in words."""

from dataclasses import dataclass
from typing import Any

from campaigns.models import BattleStatus
from campaigns.services.aftermath import aftermaths_of
from warbands.selectors import aftermath_view


@dataclass(frozen=True)
class AftermathTold:
    """What came of a battle for one warband, in words."""

    warband: Any
    lines: list[str]
    questions: int
    closed: bool
    aftermath: Any


def aftermaths_told(battle: Any) -> list[AftermathTold]:
    """Nothing before the end; a closed battle's stands on a page of its own."""
    return told_after(battle) if battle.status == BattleStatus.OVER else []


def told_after(battle: Any) -> list[AftermathTold]:
    views = [(one, aftermath_view(one)) for one in aftermaths_of(battle)]
    return [
        AftermathTold(
            warband=one.warband,
            aftermath=one,
            lines=[" ".join(step.lines) for step in view.steps if step.lines],
            questions=len(view.pending),
            closed=view.closed,
        )
        for one, view in views
    ]
