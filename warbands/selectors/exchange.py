"""Warbands as documents, and proposals with their reports in words."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Q, QuerySet

from mordheim_site.errors import NotFound
from rules.roster.ledger import Line
from rules.roster.problems import Problem
from warbands import names, store
from warbands.exchange.document import document_of, dump
from warbands.exchange.report import Entry, Report
from warbands.models import LedgerEntry, Proposal, Warband
from warbands.selectors.judges import judges
from warbands.sentences import breaches, sentence


def exported(warband: Warband) -> dict[str, Any]:
    """The warband as a document of our format, its books with it."""
    rows = store.fighters_of(warband)
    roster = store.roster_of(warband, rows)
    return dump(
        document_of(
            roster,
            notes=warband.notes,
            fighter_notes={row.key: row.notes for row in rows},
            rating=warband.rating,
            books=tuple(_line(entry) for entry in warband.ledger.select_related("fighter")),
        )
    )


def _line(entry: LedgerEntry) -> Line:
    return Line(
        kind=entry.kind,  # type: ignore[arg-type]
        item=entry.item,
        fighter=entry.fighter.name if entry.fighter else "",
        n=entry.n,
        price=entry.price,
        gold=entry.gold,
        wyrdstone=entry.wyrdstone,
        stash=entry.stash,
        rating=entry.rating,
        reason=entry.reason,
    )


@dataclass(frozen=True)
class EntryView:
    """A line of a report: the file's text and what we take it for, in words."""

    text: str
    about: str
    name: str


@dataclass(frozen=True)
class PairView:
    """A number as the file has it and as we reckon it."""

    id: str
    file: int | None
    ours: int

    @property
    def differs(self) -> bool:
        return self.file is not None and self.file != self.ours


@dataclass(frozen=True)
class ProposalView:
    """A proposal with its report for a reader."""

    proposal: Proposal
    type: str
    type_name: str
    matched: tuple[EntryView, ...]
    guessed: tuple[EntryView, ...]
    unknown: tuple[EntryView, ...]
    refused: tuple[dict[str, Any], ...]
    numbers: tuple[PairView, ...]


def proposals_for(user: Any) -> QuerySet[Proposal]:
    """Those that a user made, and those that he is asked about."""
    if not user.is_authenticated:
        return Proposal.objects.none()
    rows = Proposal.objects.filter(Q(owner=user) | Q(judge=user))
    return rows.select_related("owner", "judge", "warband")


def proposal_for(user: Any, proposal: UUID) -> Proposal:
    """One of them; NotFound for any other, and for who was a judge once and is none any more."""
    row = proposals_for(user).filter(pk=proposal).first()
    if row is None or (row.owner_id != user.pk and not judges(user, row)):
        raise NotFound(detail=sentence("no_proposal"))
    return row


def proposal_view(row: Proposal) -> ProposalView:
    report = msgspec.convert(row.report, Report)
    type = row.document["warband"]["type"]
    said = [Problem(b.code, "", b.params) for b in report.breaches]
    refused = [
        {**words, "fighter": breach.about}
        for words, breach in zip(breaches(said), report.breaches, strict=True)
    ]
    return ProposalView(
        proposal=row,
        type=type,
        type_name=names.warband_type(type),
        matched=_entries(report.of("matched"), type),
        guessed=_entries(report.of("guessed"), type),
        unknown=_entries(report.of("unknown"), type),
        refused=tuple(refused),
        numbers=(
            PairView("gold", report.gold.file, report.gold.ours),
            PairView("spent", report.spent.file, report.spent.ours),
            PairView("rating", report.rating.file, report.rating.ours),
        ),
    )


def _entries(entries: tuple[Entry, ...], warband: str) -> tuple[EntryView, ...]:
    return tuple(EntryView(e.text, e.about, _name(e, warband)) for e in entries)


def _name(entry: Entry, warband: str) -> str:
    by_sort = {
        "warband": names.warband_type,
        "fighter": lambda id: names.fighter_type(id, warband),
        "skill": names.skill,
        "spell": names.spell,
        "injury": names.injury,
        "rule": names.rule,
    }
    return by_sort.get(entry.sort, names.item)(entry.id) if entry.id else ""
