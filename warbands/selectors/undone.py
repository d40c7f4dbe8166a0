"""What corrections have taken back in an aftermath, in the words of what it was."""

from dataclasses import dataclass
from typing import Any

from rules.campaign.events import Corrected
from warbands.codec import decode_events
from warbands.models import Aftermath, Fighter
from warbands.narration import describe
from warbands.selectors.aftermaths import TOLD_ELSEWHERE


@dataclass(frozen=True)
class Undone:
    """One correction: who, why, and the steps that were taken back, each in words."""

    actor: Any
    reason: str
    steps: tuple[tuple[int, str], ...]


def corrections_of(aftermath: Aftermath) -> list[Undone]:
    """The corrections of an aftermath, the first first. Three queries."""
    rows = list(aftermath.undone.select_related("actor"))
    if not rows:
        return []
    names = dict(Fighter.objects.filter(warband=aftermath.warband_id).values_list("key", "name"))
    events = {row.pk: decode_events(row.events) for row in rows}
    later = [decode_events(data) for data in aftermath.steps.values_list("events", flat=True)]
    starts = {
        event.number
        for found in (*events.values(), *later)
        for event in found
        if isinstance(event, Corrected)
    }
    groups: list[list[Any]] = []
    for row in rows:
        if not groups or row.number in starts:
            groups.append([])
        groups[-1].append(row)
    return [
        Undone(
            actor=group[0].actor,
            reason=group[0].reason,
            steps=tuple(
                (row.number, words) for row in group if (words := _told(events[row.pk], names))
            ),
        )
        for group in groups
    ]


def _told(events: Any, names: dict[str, str]) -> str:
    lines = (
        describe(event, names)
        for event in events
        if not isinstance(event, (*TOLD_ELSEWHERE, Corrected))
    )
    return " ".join(line for line in lines if line)
