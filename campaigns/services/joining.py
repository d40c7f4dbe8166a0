"""A warband that has fought elsewhere asks to join; a game master looks and decides."""

from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from campaigns.errors import ServiceError, invalid, not_found
from campaigns.models import Enrolment, Joining, JoinRequest, NoticeKind
from campaigns.notices import tell
from campaigns.selectors.access import Access, Id, campaign_for
from campaigns.selectors.campaigns import game_masters
from campaigns.selectors.joining import known_request, must_ask
from campaigns.services import presence
from campaigns.services.campaigns import audit, enrol_warband, require_open, require_reason
from mordheim_site.ids import uuid_of
from warbands.models import Warband
from warbands.models.warband import Status

LONGEST_REASON = 500


@transaction.atomic
def join_ask(*, user: Any, campaign_id: Id, warband_id: Id) -> JoinRequest:
    """Ask for a warband of one's own that has fought elsewhere; its record goes with it.

    Errors: members_only, spectators_read, campaign_closed, not_found, not_enlisted, other_ruleset,
    already_enrolled, nothing_to_ask, asked_already.
    """
    access = campaign_for(user, campaign_id)
    access.require_writer()
    require_open(access.campaign)
    warband = Warband.objects.filter(pk=uuid_of(warband_id), owner=user).first()
    if warband is None:
        raise not_found()
    if warband.status != Status.ENLISTED:
        raise ServiceError("not_enlisted")
    if warband.ruleset != access.campaign.ruleset:
        raise ServiceError("other_ruleset")
    if Enrolment.objects.filter(warband=warband).exists():
        raise ServiceError("already_enrolled")
    if access.is_gm or not must_ask(access.campaign, warband):
        raise ServiceError("nothing_to_ask")
    row = _ask(access, warband)
    presence.heard_of(user, access.campaign.pk)
    masters = game_masters(access.campaign).exclude(user=user).values_list("user", flat=True)
    tell(
        NoticeKind.JOINING,
        masters,
        key=f"join:{row.public_id}",
        campaign=access.campaign,
        by=str(user),
        warband=warband.name,
        request=str(row.public_id),
    )
    return row


@transaction.atomic
def join_accept(*, user: Any, campaign_id: Id, request_id: Id, version: int) -> Enrolment:
    """Let it in as it stands. `version` is that of the warband whose record the GM has seen.

    Errors: gm_only, not_found, decided_already, record_changed, and those of enrol_warband.
    """
    access, row = _decided(user, campaign_id, request_id)
    if Warband.objects.select_for_update().get(pk=row.warband_id).version != version:
        raise ServiceError("record_changed")
    _close(row, Joining.ACCEPTED, user)
    enrolment = enrol_warband(user=user, campaign_id=campaign_id, warband_id=row.warband_id)
    _answer(row, access)
    return enrolment


@transaction.atomic
def join_decline(*, user: Any, campaign_id: Id, request_id: Id, reason: str) -> JoinRequest:
    """Errors: gm_only, not_found, decided_already, reason_missing, text_too_long."""
    access, row = _decided(user, campaign_id, request_id)
    require_reason(reason)
    if len(reason) > LONGEST_REASON:
        raise invalid("text_too_long", limit=LONGEST_REASON)
    row.reason = reason.strip()
    _close(row, Joining.DECLINED, user)
    audit(access, "join_decline", reason=row.reason, warband=row.warband.name)
    _answer(row, access)
    return row


@transaction.atomic
def join_withdraw(*, user: Any, campaign_id: Id, request_id: Id) -> JoinRequest:
    """Errors: not_found (also of others' requests), decided_already."""
    access = campaign_for(user, campaign_id)
    row = _locked(access, request_id)
    if row.warband.owner_id != user.pk:
        raise not_found()
    _close(row, Joining.WITHDRAWN, user)
    return row


def _ask(access: Access, warband: Warband) -> JoinRequest:
    try:
        with transaction.atomic():
            return JoinRequest.objects.create(campaign=access.campaign, warband=warband)
    except IntegrityError:
        raise ServiceError("asked_already") from None


def _decided(user: Any, campaign_id: Id, request_id: Id) -> tuple[Access, JoinRequest]:
    access = campaign_for(user, campaign_id)
    access.require_gm()
    return access, _locked(access, request_id)


def _locked(access: Access, request_id: Id) -> JoinRequest:
    row = known_request(access, request_id)
    JoinRequest.objects.select_for_update().get(pk=row.pk)
    row.refresh_from_db(fields=["state"])
    if row.state != Joining.PENDING:
        raise ServiceError("decided_already")
    return row


def _close(row: JoinRequest, state: str, user: Any) -> None:
    row.state, row.decided_at, row.decided_by = state, timezone.now(), user
    row.save(update_fields=["state", "reason", "decided_at", "decided_by"])


def _answer(row: JoinRequest, access: Access) -> None:
    tell(
        NoticeKind.JOINED,
        [row.warband.owner_id],
        key=f"joined:{row.public_id}",
        campaign=access.campaign,
        warband=row.warband.name,
        accepted=row.state == Joining.ACCEPTED,
    )
