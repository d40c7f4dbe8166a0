"""What came of a battle afterwards, warband by warband, in words."""

from dataclasses import dataclass
from typing import Any

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


def told_after(battle: Any) -> list[AftermathTold]:
    """For a page of its own, or to be put into the scene when it has been read."""
    views = [(one, aftermath_view(one)) for one in aftermaths_of(battle)]
    return [
        AftermathTold(
            warband=one.warband,
            aftermath=one,
            lines=[" ".join(step.report) for step in view.steps if step.report],
            questions=len(view.pending),
            closed=view.closed,
        )
        for one, view in views
    ]
