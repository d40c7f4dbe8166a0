"""Warbands that come from files: proposed by a player, accepted by a game master."""

from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from mordheim_site.errors import Forbidden, NotFound
from mordheim_site.text import one_line
from rules.catalogue import load_catalogue
from rules.roster.ledger import Line
from rules.roster.model import Roster
from rules.roster.rating import rating
from warbands import store
from warbands.codec import encode
from warbands.exchange.bounds import BadFile
from warbands.exchange.document import Document, dump, load, roster_of
from warbands.exchange.reading import read
from warbands.models import Proposal, Warband
from warbands.models.ledger import IMPORTED
from warbands.models.proposal import State
from warbands.models.warband import Status
from warbands.selectors.judges import judges, judges_for
from warbands.sentences import sentence
from warbands.services.access import refuse, touch
from warbands.services.books import enter
from warbands.services.roster import new_key

MOST_PENDING = 20


def proposal_create(
    *, actor: Any, data: bytes, file_name: str = "", judge: UUID | None = None
) -> Proposal:
    """Read a file and keep what it proposes. `judge`: public id of a game master of the actor's.

    Nothing is a warband yet. Refused with the code of BadFile for what can't be read.
    """
    if Proposal.objects.filter(owner=actor, state=State.PENDING).count() >= MOST_PENDING:
        raise refuse("too_many_proposals", most=MOST_PENDING)
    try:
        document, report = read(data)
    except BadFile as bad:
        raise refuse(bad.code, 422, **bad.params) from bad
    return Proposal.objects.create(
        owner=actor,
        judge=_judge(actor, judge) if judge else None,
        name=one_line(document.warband.name)[:80] or "?",
        format=report.format,
        file_name=one_line(file_name)[:120],
        document=dump(document),
        report=encode(report),
    )


def proposal_submit(*, actor: Any, proposal: UUID, judge: UUID) -> Proposal:
    """Ask a game master (his public id) of one of the actor's campaigns."""
    with transaction.atomic():
        row = _pending(proposal, actor, owner=True)
        row.judge = _judge(actor, judge)
        row.save(update_fields=["judge"])
    return row


def proposals_released(*, user: Any) -> None:
    """Somebody directs or plays elsewhere no more: who was asked and may not judge isn't asked."""
    asked = Proposal.objects.filter(state=State.PENDING, judge__isnull=False)
    for row in asked.filter(Q(judge=user) | Q(owner=user)).select_related("owner", "judge"):
        if not judges(row.judge, row):
            row.judge = None
            row.save(update_fields=["judge"])


def proposal_withdraw(*, actor: Any, proposal: UUID) -> Proposal:
    """Its owner thinks better of it."""
    with transaction.atomic():
        row = _pending(proposal, actor, owner=True)
        return _decided(row, State.WITHDRAWN)


def proposal_decline(*, actor: Any, proposal: UUID, reason: str = "") -> Proposal:
    """The game master says no, and why."""
    with transaction.atomic():
        row = _pending(proposal, actor, owner=False)
        row.reason = one_line(reason)[:500]
        return _decided(row, State.DECLINED)


def proposal_accept(*, actor: Any, proposal: UUID) -> Warband:
    """The game master takes it as it stands: an enlisted warband of its owner's, with new books.

    What the rules refuse in it he has seen in the report; it stays the warband's.
    """
    with transaction.atomic():
        row = _pending(proposal, actor, owner=False)
        row.warband = _founded(row, load(row.document), actor)
        _decided(row, State.ACCEPTED)
    return row.warband


def _founded(row: Proposal, document: Document, actor: Any) -> Warband:
    band = document.warband
    warband = Warband.objects.create(
        owner=row.owner,
        type=band.type,
        name=row.name,
        ruleset=band.ruleset,
        budget=band.budget,
        notes=band.notes,
        status=Status.ENLISTED,
        enlisted_at=timezone.now(),
    )
    keys = [new_key(part.name) for part in document.fighters]
    roster = roster_of(document, id=str(warband.pk), keys=keys)
    store.save(warband, msgspec.structs.replace(roster, fighters=()), roster)
    for key, part in zip(keys, document.fighters, strict=True):
        if part.notes:
            warband.fighters.filter(key=key).update(notes=part.notes)
    enter(warband, roster, _opening(roster), actor=actor)
    touch(warband)
    return warband


def _opening(roster: Roster) -> list[Line]:
    """New books: what the warband comes with, marked as imported."""
    first = Line(
        kind="found",
        price=roster.treasury,
        gold=roster.treasury,
        wyrdstone=roster.wyrdstone,
        rating=rating(load_catalogue(), roster),
        reason=IMPORTED,
    )
    found = [
        Line(kind="gain", item=item, n=n, stash=n, reason=IMPORTED)
        for item, n in roster.stash.items()
    ]
    return [first, *found]


def _judge(actor: Any, judge: UUID) -> Any:
    for master in judges_for(actor):
        if master.public_id == judge:
            return master
    raise refuse("no_judge", 422)


def _pending(proposal: UUID, actor: Any, *, owner: bool) -> Proposal:
    """The proposal under a lock, for who may decide about it. NotFound for anybody else."""
    row = Proposal.objects.select_for_update(of=("self",)).filter(pk=proposal).first()
    if row is None or not (actor.pk == row.owner_id or judges(actor, row)):
        raise NotFound(detail=sentence("no_proposal"))
    if actor.pk != (row.owner_id if owner else row.judge_id):
        raise Forbidden(detail=sentence("forbidden"))
    if row.state != State.PENDING:
        raise refuse("not_pending")
    return row


def _decided(row: Proposal, state: State) -> Proposal:
    row.state, row.decided_at = state, timezone.now()
    row.save()
    return row
