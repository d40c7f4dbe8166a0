"""What has become of each fighter: battles, whom he took out of action, what befell him after."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Sum

from rules.roster.model import fighter_key
from rules.roster.rating import SUMMONER
from warbands.codec import decode_events
from warbands.models import Aftermath, Warband
from warbands.models.ledger import Kind
from warbands.narration import describe
from warbands.selectors.roster import RosterSheet
from warbands.wording import note


@dataclass(frozen=True)
class Deed:
    """What befell a fighter after one battle, in words."""

    when: datetime
    lines: tuple[str, ...]


@dataclass
class Life:
    """A fighter's battles, kills and deeds; a group's are those of its members together."""

    battles: int = 0
    kills: int = 0
    deeds: list[Deed] = field(default_factory=list)


def lives(warband: Warband, names: dict[str, str], *, told: bool = True) -> dict[str, Life]:
    """The life of each fighter by his key, in two queries; without `told` numbers alone."""
    found: dict[str, Life] = defaultdict(Life)
    rows = warband.aftermaths.filter(reverted_at=None).order_by("created_at")
    for row in rows.prefetch_related("steps") if told else rows:
        _count(row, found)
        for key, lines in _told(row, names) if told else ():
            found[key].deeds.append(Deed(row.created_at, tuple(lines)))
    return dict(found)


def _count(row: Aftermath, found: dict[str, Life]) -> None:
    """Who of ours took part, and whom each of them took out of action."""
    report, side = row.setup.get("report", {}), row.setup.get("side", "")
    warriors = report.get("warriors", [])
    ours = {warrior["id"] for warrior in warriors if warrior["side"] == side}
    for key in {fighter_key(warrior) for warrior in ours}:
        found[key].battles += 1
    foes = Counter(w.get("by", "") for w in warriors if w["side"] != side and w.get("out"))
    for warrior in ours & foes.keys():
        found[fighter_key(warrior)].kills += foes[warrior]


def _told(row: Aftermath, names: dict[str, str]) -> Iterator[tuple[str, list[str]]]:
    lines: dict[str, list[str]] = defaultdict(list)
    for step in row.steps.all():
        if step.fighter:
            events = decode_events(step.events)
            lines[fighter_key(step.fighter)] += filter(None, (describe(e, names) for e in events))
    return iter(lines.items())


def gold_by_kind(warband: Warband) -> list[tuple[str, int]]:
    """Why there is so much gold: what each kind of line adds up to, in one query."""
    sums = warband.ledger.order_by().values_list("kind").annotate(gold=Sum("gold"))
    totals: dict[str, Any] = {kind: gold for kind, gold in sums if gold}
    return [(str(label), totals[kind]) for kind, label in Kind.choices if kind in totals]


def rating_by_fighter(sheet: RosterSheet) -> list[tuple[str, int]]:
    """Why the rating is what it is: what each fighter adds."""
    fighters = [(fighter.name, fighter.rating) for fighter in sheet.fighters]
    renown = sheet.warband.rating - sum(rating for _name, rating in fighters)
    return [*fighters, *([(note(SUMMONER), renown)] if renown else [])]
