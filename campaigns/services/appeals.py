"""Doubts about what happened, their answers, and what these are worth the next time."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns.errors import ServiceError, forbidden, invalid, not_found
from campaigns.models import Appeal, AppealStatus, EventRow, GmNote, NewsKind, NoticeKind, Ruling
from campaigns.news import announce
from campaigns.notices import tell
from campaigns.selectors.access import Access, Id, battle_for, campaign_for, visible_scenes
from campaigns.selectors.campaigns import game_masters
from campaigns.services import presence
from campaigns.services.campaigns import audit
from mordheim_site.ids import uuid_of
from mordheim_site.text import one_line
from rules import rulebook
from warbands.models import Fighter

LONGEST = 2000
MOST_OPEN = 10
MOST_NOTES = 200


@transaction.atomic
def appeal_make(*, user: Any, battle_id: Id, seq: int, text: str) -> Appeal:
    """Doubt an event that one may see; any writing member. Errors: members_only,
    spectators_read, not_found, blank_text, text_too_long, appealed_already, too_many_appeals."""
    access, battle = battle_for(user, battle_id, lock=True)
    access.require_writer()
    text = _text(text)
    event = EventRow.objects.filter(battle=battle, seq=seq).first() if seq > 0 else None
    if event is None or not _may_see(access, battle, event):
        raise not_found()
    mine = Appeal.objects.filter(battle=battle, user=user, status=AppealStatus.OPEN)
    if mine.filter(seq=seq).exists():
        raise ServiceError("appealed_already")
    if mine.count() >= MOST_OPEN:
        raise ServiceError("too_many_appeals", limit=MOST_OPEN)
    appeal = Appeal.objects.create(battle=battle, seq=seq, rule=event.rule, user=user, text=text)
    presence.heard_of(user, access.campaign.pk)
    masters = game_masters(access.campaign).exclude(user=user).values_list("user", flat=True)
    tell(
        NoticeKind.APPEAL,
        masters,
        key=f"appeal:{appeal.pk}",
        scene=battle.scene,
        by=str(user),
    )
    return appeal


@transaction.atomic
def appeal_answer(
    *, user: Any, appeal_id: Id, upheld: bool, answer: str, rule: str = "", ruling: str = ""
) -> Appeal:
    """Answer it, and keep a ruling about a rule where one is written (the event's rule unless
    another is named). Errors: gm_only, not_found, appeal_closed, blank_text, text_too_long."""
    access, appeal = _appeal(user, appeal_id)
    access.require_gm()
    if appeal.status != AppealStatus.OPEN:
        raise ServiceError("appeal_closed")
    appeal.status = AppealStatus.UPHELD if upheld else AppealStatus.DISMISSED
    appeal.answer, appeal.answered_by, appeal.answered_at = _text(answer), user, timezone.now()
    appeal.save()
    if ruling.strip():
        _rule(access, rule or appeal.rule, ruling, appeal)
    audit(
        access,
        "appeal_answer",
        battle=appeal.battle,
        reason=appeal.answer[:1000],
        seq=appeal.seq,
        upheld=upheld,
    )
    tell(
        NoticeKind.RULING,
        [appeal.user_id],
        key=f"ruling:{appeal.pk}",
        scene=appeal.battle.scene,
    )
    return appeal


@transaction.atomic
def appeal_withdraw(*, user: Any, appeal_id: Id) -> Appeal:
    """One's own, while nobody has answered. Errors: not_found, appeal_closed."""
    _access, appeal = _appeal(user, appeal_id)
    if appeal.user_id != user.pk:
        raise not_found()
    if appeal.status != AppealStatus.OPEN:
        raise ServiceError("appeal_closed")
    appeal.status = AppealStatus.WITHDRAWN
    appeal.save(update_fields=["status"])
    return appeal


@transaction.atomic
def ruling_make(*, user: Any, campaign_id: Id, rule: str, text: str) -> Ruling:
    """Decide about a rule without being asked. Errors: gm_only, unknown_rule, blank_text."""
    access = campaign_for(user, campaign_id)
    access.require_gm()
    row = _rule(access, rule, text, None)
    audit(access, "ruling_make", rule=row.rule)
    return row


@transaction.atomic
def ruling_revoke(*, user: Any, campaign_id: Id, ruling_id: Id) -> Ruling:
    """It holds no longer; it stays readable in the log. Errors: gm_only, not_found."""
    access = campaign_for(user, campaign_id)
    access.require_gm()
    row = access.campaign.rulings.filter(public_id=uuid_of(ruling_id), revoked_at=None).first()
    if row is None:
        raise not_found()
    row.revoked_at = timezone.now()
    row.save(update_fields=["revoked_at"])
    audit(access, "ruling_revoke", rule=row.rule)
    return row


@transaction.atomic
def note_save(
    *,
    user: Any,
    campaign_id: Id,
    text: str,
    note_id: Id | None = None,
    scene_id: Id | None = None,
    fighter_id: Id | None = None,
) -> GmNote:
    """Write a secret note, or rewrite one; blank text removes it. GMs only, strangers get 404.

    Errors: gm_only, not_found, text_too_long, too_many_notes.
    """
    access = campaign_for(user, campaign_id)
    access.require_gm()
    if len(text) > 10 * LONGEST:
        raise invalid("text_too_long", limit=10 * LONGEST)
    if note_id is not None:
        row = access.campaign.gm_notes.filter(public_id=uuid_of(note_id)).first()
        if row is None:
            raise not_found()
    else:
        row = _new_note(access, scene_id, fighter_id)
    row.text, row.author = text.strip(), user
    if not row.text:
        if row.pk:
            row.delete()
        return row
    row.save()
    return row


def _new_note(access: Access, scene_id: Id | None, fighter_id: Id | None) -> GmNote:
    if access.campaign.gm_notes.count() >= MOST_NOTES:
        raise ServiceError("too_many_notes", limit=MOST_NOTES)
    row = GmNote(campaign=access.campaign)
    if scene_id is not None:
        row.scene = visible_scenes(access).filter(public_id=uuid_of(scene_id)).first()
        if row.scene is None:
            raise not_found()
    if fighter_id is not None:
        fighters = Fighter.objects.filter(warband__enrolment__campaign=access.campaign)
        row.fighter = fighters.filter(pk=uuid_of(fighter_id)).first()
        if row.fighter is None:
            raise not_found()
    return row


def _rule(access: Access, rule: str, text: str, appeal: Appeal | None) -> Ruling:
    rule = one_line(rule).upper()
    if not rulebook.is_known(rule):
        raise invalid("unknown_rule")
    row = Ruling.objects.create(
        campaign=access.campaign,
        rule=rule,
        text=_text(text),
        appeal=appeal,
        created_by=access.user,
    )
    announce(NewsKind.RULING, key=f"ruling:{row.pk}", campaign=access.campaign, rule=rule)
    return row


def _may_see(access: Access, battle: Any, event: EventRow) -> bool:
    from campaigns.selectors.battles import BattleView, logged

    view = BattleView(access, battle, battle.seats)
    return logged(view, [event])[0].type != "Sealed"


def _text(text: str) -> str:
    text = text.strip()
    if not text:
        raise invalid("blank_text")
    if len(text) > LONGEST:
        raise invalid("text_too_long", limit=LONGEST)
    return text


def _appeal(user: Any, appeal_id: Id) -> tuple[Access, Appeal]:
    rows = Appeal.objects.select_related("battle").defer("battle__setup", "battle__state")
    appeal = rows.filter(public_id=uuid_of(appeal_id)).select_for_update(of=("self",)).first()
    if appeal is None:
        raise not_found()
    access, battle = battle_for(user, appeal.battle.public_id)
    if not access.is_gm and (not access.is_member or appeal.user_id != user.pk):
        raise not_found() if not access.is_member else forbidden("gm_only")
    appeal.battle = battle
    return access, appeal
