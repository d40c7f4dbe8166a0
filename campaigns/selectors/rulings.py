"""Appeals, precedents, notes and drafts as their readers see them."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from campaigns.errors import not_found
from campaigns.log import counts, lineage
from campaigns.models import (
    Appeal,
    AppealStatus,
    Battle,
    Branch,
    EventRow,
    GmNote,
    OrderRow,
    Redo,
    Ruling,
)
from campaigns.selectors.access import Access
from campaigns.selectors.battles import BattleView
from warbands.models import Fighter


def appeals_of(view: BattleView, seqs: Iterable[int] | None = None) -> QuerySet[Appeal]:
    """The appeals in a battle: what is doubted and answered there is read by all its readers.

    A member reads all of them, a visitor only those that were answered.
    """
    rows = Appeal.objects.filter(battle=view.battle).exclude(status=AppealStatus.WITHDRAWN)
    if not view.access.is_member:
        rows = rows.exclude(status=AppealStatus.OPEN)
    if not view.reads_as_gm:
        # An appeal is about an event: who may not see that, doesn't see this.
        rows = rows.filter(seq__in=_visible(view, rows))
    if seqs is not None:
        rows = rows.filter(seq__in=list(seqs))
    return rows.select_related("user", "answered_by", "ruling")


def _visible(view: BattleView, rows: QuerySet[Appeal]) -> list[int]:
    from campaigns.selectors.battles import logged

    asked = EventRow.objects.filter(battle=view.battle, seq__in=rows.values("seq")).order_by("seq")
    return [one.seq for one in logged(view, asked) if one.type != "Sealed"]


def open_appeals(access: Access) -> list[Appeal]:
    """What waits for an answer in a campaign; for its GMs.

    `before`: the end of the order before the one that is doubted, from where it could be played
    another way; none where it is the first. `fell`: a rewind has taken the event back since.
    """
    access.require_gm()
    rows = Appeal.objects.filter(battle__scene__campaign=access.campaign, status=AppealStatus.OPEN)
    rows = rows.select_related("user", "battle__scene", "battle__active_branch")
    found = list(rows.defer("battle__setup", "battle__state"))
    if found:
        _place(found)
    return found


def _place(appeals: list[Appeal]) -> None:
    """Where each stands on the branches that count: three queries for all of them."""
    battles = {one.battle_id for one in appeals}
    branches = {one.pk: one for one in Branch.objects.filter(battle__in=battles)}
    asked = EventRow.objects.filter(battle__in=battles, seq__in={one.seq for one in appeals})
    place = {(battle, seq): on for battle, seq, on in asked.values_list("battle", "seq", "branch")}
    ends = defaultdict(list)
    rows = OrderRow.objects.filter(battle__in=battles).order_by("-last_seq")
    for battle, branch, last in rows.values_list("battle", "branch", "last_seq"):
        ends[battle].append((branch, last))
    for one in appeals:
        stretches = lineage(one.battle.active_branch, branches)
        one.fell = not counts(stretches, place.get((one.battle_id, one.seq)), one.seq)
        earlier = (
            last
            for branch, last in ends[one.battle_id]
            if last < one.seq and counts(stretches, branch, last)
        )
        one.before = None if one.fell else next(earlier, None)


def rulings_of(access: Access, rules: Iterable[str] | None = None) -> QuerySet[Ruling]:
    """What has been decided in a campaign, for whoever reads it; about some rules, or all."""
    rows = access.campaign.rulings.filter(revoked_at=None)
    if rules is not None:
        rows = rows.filter(rule__in=list(rules))
    return rows.select_related("created_by")


def precedents(user: Any, rule: str) -> QuerySet[Ruling]:
    """What the user's own campaigns have decided about a rule."""
    if not user.is_authenticated:
        return Ruling.objects.none()
    rows = Ruling.objects.filter(rule=rule, revoked_at=None, campaign__memberships__user=user)
    return rows.select_related("campaign", "created_by")


def notes_of(access: Access, scene: Any = None) -> QuerySet[GmNote]:
    """The GMs' secret notes, of a campaign or of one scene. For all others there are none."""
    if not access.is_gm:
        return GmNote.objects.none()
    rows = access.campaign.gm_notes.select_related("scene", "fighter", "author")
    return rows if scene is None else rows.filter(scene=scene)


def warriors_to_note(access: Access) -> QuerySet[Fighter]:
    """Whom a secret note may be about: the warriors of the campaign, warband by warband."""
    rows = Fighter.objects.filter(warband__enrolment__campaign=access.campaign)
    return rows.select_related("warband").order_by("warband__name", "warband", "name", "pk")


def drafts_of(view: BattleView) -> QuerySet[Redo]:
    """Drafts of another course: the GMs' until published."""
    if not view.access.is_gm:
        return Redo.objects.none()
    return Redo.objects.filter(battle=view.battle).select_related("created_by")


def draft_for(access: Access, battle: Battle, draft_id: Any) -> Redo:
    """404 for everybody but a GM of the campaign."""
    rows = Redo.objects.filter(battle=battle, public_id=draft_id)
    draft = rows.select_related("branch__parent", "created_by").first() if access.is_gm else None
    if draft is None:
        raise not_found()
    return draft
