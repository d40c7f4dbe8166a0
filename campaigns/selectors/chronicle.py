"""The campaign so far: standings, ratings over time, the fallen, and what happened when."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from campaigns.by_hand import claim_from, fielded_from, report_of_claim
from campaigns.models import Battle, BattleSide, BattleStatus, HandReport, Season
from campaigns.selectors.access import Access, visible_scenes
from campaigns.selectors.catch_up import REF
from campaigns.selectors.seasons import within
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


COUNTED = (
    *("ratings", "fought", "won", "lost", "drawn", "kills", "losses", "wyrdstone", "by_hand"),
)
"""What a standing counts besides the warband itself."""


@dataclass
class Standing:
    """A warband's place: what it has won, lost, taken and found. `ratings`: after each battle;
    `by_hand`: how many of its battles were played on a real table; `withdrawn`: it takes part no
    longer."""

    warband: "Warband | KeptWarband"
    ratings: list[int] = field(default_factory=list)
    fought: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    kills: int = 0
    losses: int = 0
    wyrdstone: int = 0
    by_hand: int = 0
    withdrawn: bool = False


@dataclass(frozen=True)
class Fallen:
    """Somebody whom a warband has lost for good; `n` of a group; `by_hand`: in such a battle;
    `withdrawn`: the warband takes part no longer."""

    name: str
    warband: Warband
    n: int
    fate: str
    when: datetime
    battle: str
    by_hand: bool = False
    withdrawn: bool = False


@dataclass(frozen=True)
class Befallen:
    """What befell one warband after a battle, a sentence or more a line."""

    warband: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Entry:
    """A battle as the chronicle tells it."""

    battle: Battle
    winner: str
    sides: tuple[str, ...]
    befell: tuple[Befallen, ...]

    @property
    def lines(self) -> list[str]:
        """All of it in a row; the first line of each warband begins with its name."""
        return [
            line if n else f"{one.warband}. {line}"
            for one in self.befell
            for n, line in enumerate(one.lines)
        ]


def standings_of(access: Access, season: Season | None = None) -> list[Standing]:
    """The best rated first, of all time or of a season; a season that has ended as it was then.

    Warbands that have fought here and taken part no longer follow, as they stood after their last
    battle here. Six queries at most, whatever the number of warbands and battles.
    """
    if season is not None and not season.open:
        return kept_standings(access, season)
    rows = access.campaign.enrolments.select_related("warband__owner")
    refs = set(_refs(access))
    table = {row.warband_id: Standing(row.warband) for row in rows}
    gone = _gone(access, set(table))
    table |= {one.pk: Standing(one, withdrawn=True) for one in gone}
    for warband, report in _reports(table, season):
        if report.battle in refs:
            _count(table[warband], str(warband), report)
    _books(table, refs, season)
    shown = [one for one in table.values() if not one.withdrawn or one.fought]
    for one in shown:
        if one.withdrawn:
            one.warband = _as_it_left(one)
    return sorted(shown, key=lambda one: (one.withdrawn, -one.warband.rating, one.warband.name))


def _refs(access: Access) -> dict[str, bool]:
    """The battles of this campaign, as aftermaths and books name them; whether they are by hand."""
    rows = Battle.objects.filter(scene__campaign=access.campaign)
    return {str(id): by_hand for id, by_hand in rows.values_list("public_id", "by_hand")}


def _gone(access: Access, there: set[UUID]) -> list[Warband]:
    """Warbands that have fought here and don't take part any more."""
    fought = Warband.objects.filter(battle_sides__battle__scene__campaign=access.campaign)
    return list(fought.exclude(pk__in=there).select_related("owner").distinct())


def _as_it_left(standing: Standing) -> "KeptWarband":
    """Its name, and its rating after its last battle here."""
    row = standing.warband
    rating = standing.ratings[-1] if standing.ratings else 0
    return KeptWarband(row.pk, row.name, str(row.owner), rating, there=False)


@dataclass(frozen=True)
class KeptWarband:
    """A warband as it stood at the end of a season. `there`: it still takes part."""

    pk: UUID
    name: str
    owner: str
    rating: int
    there: bool


def kept_standings(access: Access, season: Season) -> list[Standing]:
    """The table as it was when the season ended. One query."""
    there = set(access.campaign.enrolments.values_list("warband", flat=True))
    return [_kept(row, there) for row in season.standings]


def _kept(row: dict[str, Any], there: set[UUID]) -> Standing:
    key = UUID(row["warband"])
    warband = KeptWarband(key, row["name"], row["owner"], row["rating"], key in there)
    counted = {name: row[name] for name in COUNTED}
    return Standing(warband, withdrawn=not warband.there, **counted)


def kept_rows(standings: Iterable[Standing]) -> list[dict[str, Any]]:
    """The table as JSON, to be kept."""
    return [
        {
            "warband": str(one.warband.pk),
            "name": one.warband.name,
            "owner": str(one.warband.owner),
            "rating": one.warband.rating,
            **{name: getattr(one, name) for name in COUNTED},
        }
        for one in standings
    ]


def _reports(
    warbands: Iterable[UUID], season: Season | None = None
) -> list[tuple[UUID, BattleReport]]:
    rows = Aftermath.objects.filter(warband__in=list(warbands), reverted_at=None)
    if season is not None:
        rows = rows.filter(**within(season, "created_at"))
    found = rows.order_by("created_at").values_list("warband", "setup__report")
    reports = [(warband, report_from(report)) for warband, report in found]
    amended = _amended(report for _warband, report in reports if report.by_hand)
    return [
        (warband, amended.get(report.battle, report))
        for warband, report in reports
        if not report.catch_up
    ]


def counted(warband: Warband) -> dict[str, Standing]:
    """What a warband has won, lost and taken in each of its battles, wherever; by battle."""
    found = {}
    for _id, report in _reports([warband.pk]):
        found[report.battle] = standing = Standing(warband)
        _count(standing, str(warband.pk), report)
    return found


def _amended(reports: Iterable[BattleReport]) -> dict[str, BattleReport]:
    """What battles by hand say now, where a game master has corrected them since; by battle."""
    known = {report.battle: report for report in reports}
    if not known:
        return {}
    rows = HandReport.objects.filter(battle__public_id__in=list(known)).exclude(changes=[])
    return {
        ref: report_of_claim(
            claim_from(claim),
            fielded_from(fielded),
            battle=ref,
            sides=known[ref].sides,
            scenario=known[ref].scenario,
        )
        for id, claim, fielded in rows.values_list("battle__public_id", "claim", "fielded")
        for ref in [str(id)]
    }


def _count(standing: Standing, warband: str, report: BattleReport) -> None:
    side = next(side.id for side in report.sides if side.warband == warband)
    standing.fought += 1
    standing.by_hand += report.by_hand
    standing.won += report.winner == side
    standing.drawn += report.winner is None
    standing.lost += report.winner not in (None, side)
    standing.kills += sum(report.taken_out_by(one.id) for one in report.of_side(side))


def _books(table: dict[UUID, Standing], refs: set[str], season: Season | None = None) -> None:
    """Ratings before each battle and now, wyrdstone found, warriors lost: from the books.

    Of a warband that is gone only what it did here counts; its last rating is the one after that.
    """
    entries = LedgerEntry.objects.filter(warband__in=list(table)).order_by("warband", "number")
    columns = ("warband", "rating", "wyrdstone", "battle", "kind", "reason", "n", "created_at")
    since = season.opened_at if season is not None and season.number > 1 else None
    rating: dict[UUID, int] = defaultdict(int)
    last: dict[UUID, int] = {}
    seen: set[tuple[UUID, str]] = set()
    for warband, gained, stones, battle, kind, reason, n, when in entries.values_list(*columns):
        standing = table[warband]
        here = battle in refs or (not standing.withdrawn and _is_between(battle))
        counts = here and (since is None or when >= since)
        new = battle in refs and (warband, battle) not in seen
        seen.add((warband, battle))
        if new and counts:
            standing.ratings.append(rating[warband])
        rating[warband] += gained
        if counts:
            standing.wyrdstone += max(0, stones) if kind == Kind.GAIN else 0
            standing.losses += n if kind == Kind.LEAVE and reason in LOST else 0
        if battle in refs or not standing.withdrawn:
            last[warband] = rating[warband]
    for warband, standing in table.items():
        standing.ratings.append(last.get(warband, 0))


def _is_between(ref: str) -> bool:
    """Whether an entry of the books belongs to no battle: trade, or what a latecomer is given."""
    return not ref or ref.startswith(REF)


def memorial_of(access: Access) -> list[Fallen]:
    """The fallen of this campaign's battles, also of warbands that have left it, and whom those
    that take part have lost between battles; the latest first. Three queries.
    """
    enrolled = set(access.campaign.enrolments.values_list("warband", flat=True))
    refs = _refs(access)
    here = Q(battle__in=list(refs)) | Q(warband__in=enrolled, battle="")
    rows = LedgerEntry.objects.filter(here, kind=Kind.LEAVE, reason__in=LOST)
    rows = rows.select_related("fighter", "warband")
    return [
        Fallen(
            name=row.fighter.name if row.fighter else "",
            warband=row.warband,
            n=row.n,
            fate=row.reason,
            when=row.created_at,
            battle=row.battle,
            by_hand=refs.get(row.battle, False),
            withdrawn=row.warband_id not in enrolled,
        )
        for row in rows.order_by("-created_at", "-number")[:200]
    ]


def battles_told(access: Access, season: Season | None = None) -> Any:
    """The battles that are over and whose scene the reader may read, the latest first."""
    over = (BattleStatus.OVER, BattleStatus.CLOSED)
    rows = Battle.objects.filter(scene__in=visible_scenes(access), status__in=over)
    if season is not None:
        rows = rows.filter(**within(season, "over_at"))
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
        told[ref] += [(warband, event) for event in decode_events(events) if _is_told(event)]
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
        befell=tuple(_befell(sides, told, names)),
    )


def _befell(sides: list[Any], told: list[Any], names: dict[str, str]) -> Iterator[Befallen]:
    """Warband by warband, in the order in which their aftermaths began."""
    bands = {side.warband_id: side.name for side in sides}
    lines: dict[Any, list[str]] = defaultdict(list)
    for warband, event in told:
        lines[warband].append(describe(event, names))
    for warband, mine in lines.items():
        yield Befallen(bands.get(warband, ""), tuple(mine))
