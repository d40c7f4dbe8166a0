"""The campaign so far: standings, ratings over time, the fallen, and what happened when."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from campaigns.models import Battle, BattleSide, BattleStatus
from campaigns.selectors.access import Access, visible_scenes
from campaigns.selectors.catch_up import REF
from rules.campaign import events as ev
from rules.campaign.report import BattleReport, report_from
from warbands.codec import decode_events
from warbands.models import Aftermath, AftermathStep, Fighter, LedgerEntry, Warband
from warbands.models.ledger import Kind
from warbands.narration import describe

LOST = ("dead", "sold", "retired")
TOLD = (
    *(ev.FateChanged, ev.MemberLost, ev.Promoted, ev.LeaderChanged, ev.PitFought),
    *(ev.RareBought, ev.Joined),
)
"""Events of an aftermath that a chronicle tells; of exploration only what found a place."""


@dataclass
class Standing:
    """A warband's place: what it has won, lost, taken and found. `ratings`: after each battle;
    `by_hand`: how many of its battles were played on a real table."""

    warband: Warband
    ratings: list[int] = field(default_factory=list)
    fought: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    kills: int = 0
    losses: int = 0
    wyrdstone: int = 0
    by_hand: int = 0


@dataclass(frozen=True)
class Fallen:
    """Somebody whom a warband has lost for good; `n` of a group; `by_hand`: in such a battle."""

    name: str
    warband: Warband
    n: int
    fate: str
    when: datetime
    battle: str
    by_hand: bool = False


@dataclass(frozen=True)
class Entry:
    """A battle as the chronicle tells it."""

    battle: Battle
    winner: str
    sides: tuple[str, ...]
    lines: tuple[str, ...]


def standings_of(access: Access) -> list[Standing]:
    """The best rated first. Four queries, whatever the number of warbands and battles."""
    rows = access.campaign.enrolments.select_related("warband__owner")
    table = {row.warband_id: Standing(row.warband) for row in rows}
    for warband, report in _reports(table):
        _count(table[warband], str(warband), report)
    _books(table)
    return sorted(table.values(), key=lambda one: (-one.warband.rating, one.warband.name))


def _reports(warbands: Iterable[UUID]) -> list[tuple[UUID, BattleReport]]:
    rows = Aftermath.objects.filter(warband__in=list(warbands), reverted_at=None)
    found = rows.order_by("created_at").values_list("warband", "setup__report")
    reports = ((warband, report_from(report)) for warband, report in found)
    return [(warband, report) for warband, report in reports if not report.catch_up]


def _count(standing: Standing, warband: str, report: BattleReport) -> None:
    side = next(side.id for side in report.sides if side.warband == warband)
    standing.fought += 1
    standing.by_hand += report.by_hand
    standing.won += report.winner == side
    standing.drawn += report.winner is None
    standing.lost += report.winner not in (None, side)
    standing.kills += sum(report.taken_out_by(one.id) for one in report.of_side(side))


def _books(table: dict[UUID, Standing]) -> None:
    """Ratings after each battle, wyrdstone found, warriors lost: from the books."""
    entries = LedgerEntry.objects.filter(warband__in=list(table)).order_by("warband", "number")
    columns = ("warband", "rating", "wyrdstone", "battle", "kind", "reason", "n")
    rating: dict[UUID, int] = defaultdict(int)
    before: dict[UUID, str] = {}
    for warband, gained, stones, battle, kind, reason, n in entries.values_list(*columns):
        standing = table[warband]
        battle = "" if battle.startswith(REF) else battle
        known = before.get(warband, "")
        if battle != known and (battle or known):
            standing.ratings.append(rating[warband])
            before[warband] = battle
        rating[warband] += gained
        standing.wyrdstone += max(0, stones) if kind == Kind.GAIN else 0
        standing.losses += n if kind == Kind.LEAVE and reason in LOST else 0
    for warband, standing in table.items():
        standing.ratings.append(rating[warband])


def memorial_of(access: Access) -> list[Fallen]:
    """The fallen, the latest first. Two queries."""
    rows = LedgerEntry.objects.filter(
        warband__enrolment__campaign=access.campaign, kind=Kind.LEAVE, reason__in=LOST
    ).select_related("fighter", "warband")
    told = Battle.objects.filter(scene__campaign=access.campaign, by_hand=True)
    by_hand = {str(id) for id in told.values_list("public_id", flat=True)}
    return [
        Fallen(
            name=row.fighter.name if row.fighter else "",
            warband=row.warband,
            n=row.n,
            fate=row.reason,
            when=row.created_at,
            battle=row.battle,
            by_hand=row.battle in by_hand,
        )
        for row in rows.order_by("-created_at", "-number")[:200]
    ]


def battles_told(access: Access) -> Any:
    """The battles that are over and whose scene the reader may read, the latest first."""
    over = (BattleStatus.OVER, BattleStatus.CLOSED)
    rows = Battle.objects.filter(scene__in=visible_scenes(access), status__in=over)
    return rows.select_related("scene").defer("setup", "state").order_by("-over_at", "-pk")


def entries_of(battles: Iterable[Battle]) -> list[Entry]:
    """What each of these battles brought, in four queries."""
    found = list(battles)
    refs = [str(battle.public_id) for battle in found]
    steps = AftermathStep.objects.filter(
        aftermath__battle__in=refs, aftermath__reverted_at=None
    ).order_by("aftermath__created_at", "number")
    told: dict[str, list[Any]] = defaultdict(list)
    warbands: set[Any] = set()
    for ref, warband, events in steps.values_list(
        "aftermath__battle", "aftermath__warband", "events"
    ):
        warbands.add(warband)
        told[ref] += [event for event in decode_events(events) if _is_told(event)]
    names = dict(Fighter.objects.filter(warband__in=warbands).values_list("key", "name"))
    sides: dict[int, list[Any]] = defaultdict(list)
    for side in BattleSide.objects.filter(battle__in=found).order_by("position"):
        sides[side.battle_id].append(side)
    return [
        _entry(battle, sides[battle.pk], told[ref], names)
        for battle, ref in zip(found, refs, strict=True)
    ]


def _is_told(event: Any) -> bool:
    if isinstance(event, ev.FateChanged):
        return event.after in LOST
    if isinstance(event, ev.Explored):
        return bool(event.place)
    return isinstance(event, TOLD)


def _entry(battle: Battle, sides: list[Any], told: list[Any], names: dict[str, str]) -> Entry:
    winner = (battle.result or {}).get("winner")
    return Entry(
        battle=battle,
        winner=next((side.name for side in sides if side.side == winner), ""),
        sides=tuple(side.name for side in sides),
        lines=tuple(describe(event, names) for event in told),
    )
