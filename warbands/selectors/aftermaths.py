"""Aftermaths for a reader: what was done, what remains, what waits for the game master."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from mordheim_site.errors import NotFound
from rules import campaign
from rules.battle.events import Rolled
from rules.campaign.events import AnyEvent, Asked, Resolved
from rules.campaign.state import Pending, Step
from warbands.codec import decode_events
from warbands.models import Aftermath, Fighter, Warband
from warbands.narration import describe
from warbands.selectors.access import may_read_of, warbands_for
from warbands.sentences import sentence
from warbands.services.aftermath import state_of

TOLD_ELSEWHERE = (Rolled, Asked)
"""Dice are drawn, and a question stands where it is answered."""
IDLE = ("rare", "veterans")
"""Whoever looks for nothing in the market, and no one, is no news."""


@dataclass(frozen=True)
class StepView:
    """A step that was done: its events as they are, and in words; `story` without the dice;
    `report` as others read of it: without the questions, which it answers, and what wasn't done."""

    number: int
    step: Step
    events: tuple[AnyEvent, ...]
    lines: tuple[str, ...]
    story: tuple[str, ...]
    report: tuple[str, ...]
    done_at: datetime

    @property
    def throws(self) -> list[tuple[int, ...]]:
        """The faces of its rolls, roll by roll."""
        return [event.dice for event in self.events if isinstance(event, Rolled)]

    @property
    def rules(self) -> tuple[str, ...]:
        """The tables and rules behind it, each once."""
        return tuple(dict.fromkeys(event.rule for event in self.events if event.rule))


@dataclass(frozen=True)
class AftermathView:
    """An aftermath: steps done, steps left, open questions; the secret once it is shown."""

    aftermath: Aftermath
    steps: tuple[StepView, ...]
    remaining: tuple[Step, ...]
    pending: tuple[Pending, ...]
    closed: bool
    commitment: str
    secret: str


def aftermaths_of(warband: Warband) -> list[Aftermath]:
    """The aftermaths of a warband, the latest first; reverted ones included."""
    return list(warband.aftermaths.order_by("-created_at"))


def open_aftermaths(user: Any) -> QuerySet[Aftermath]:
    """A user's own that aren't done: he may have something to choose. One query."""
    rows = Aftermath.objects.filter(warband__owner=user, closed_at=None, reverted_at=None)
    return rows.select_related("warband").order_by("due_at")


def prisoners_held(user: Any) -> list[Aftermath]:
    """Others' that ask him, as captor, what becomes of a prisoner; one query, nearest end first.

    Who is asked is a list in each row: all that ask captors are fetched, few as they are.
    """
    rows = Aftermath.objects.filter(closed_at=None, reverted_at=None).exclude(captors=[])
    rows = rows.exclude(warband__owner=user).select_related("warband").order_by("due_at")
    return [row for row in rows if user.pk in row.captors]


def open_aftermaths_among(warbands: QuerySet[Any]) -> QuerySet[Aftermath]:
    """Those of these warbands (their keys) that aren't done, the nearest end first. One query."""
    rows = Aftermath.objects.filter(warband__in=warbands, closed_at=None, reverted_at=None)
    return rows.select_related("warband").order_by("due_at", "created_at")


def aftermath_for(user: Any, aftermath: UUID) -> Aftermath:
    """An aftermath of his own warband, or of one that a user may look at after a battle that he
    may read of; else NotFound."""
    row = Aftermath.objects.select_related("warband").filter(pk=aftermath).first()
    if row is None or not _may_read(user, row):
        raise NotFound(detail=sentence("no_aftermath"))
    return row


def _may_read(user: Any, row: Aftermath) -> bool:
    if user.is_authenticated and row.warband.owner_id == user.pk:
        return True
    seen = warbands_for(user).filter(pk=row.warband_id).exists()
    return seen and may_read_of(user, row.battle)


def aftermath_view(aftermath: Aftermath) -> AftermathView:
    """What there is to show of an aftermath, in three queries."""
    state = state_of(aftermath)
    names = dict(Fighter.objects.filter(warband=aftermath.warband_id).values_list("key", "name"))
    return AftermathView(
        aftermath=aftermath,
        steps=tuple(_step(row, names) for row in aftermath.steps.all()),
        remaining=state.agenda,
        pending=campaign.open_questions(state),
        closed=state.closed,
        commitment=aftermath.commitment,
        secret=bytes(aftermath.secret).hex() if aftermath.revealed else "",
    )


def _step(row: Any, names: dict[str, str]) -> StepView:
    events = decode_events(row.events)
    told = [(event, line) for event in events if (line := describe(event, names))]
    return StepView(
        number=row.number,
        step=Step(row.fighter, row.step, row.occurrence),
        events=events,
        lines=tuple(line for _event, line in told),
        story=tuple(line for event, line in told if not isinstance(event, TOLD_ELSEWHERE)),
        report=tuple(line for event, line in told if _is_news(event)),
        done_at=row.created_at,
    )


def _is_news(event: AnyEvent) -> bool:
    if isinstance(event, Resolved):
        return event.kind not in IDLE or event.choice != "none"
    return not isinstance(event, Asked)
