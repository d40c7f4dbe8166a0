"""Campaigns, their members and invitations, the warbands that take part."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns.catch_up import checked
from campaigns.changeable import CHANGEABLE, require_settings
from campaigns.errors import ServiceError, invalid, not_found
from campaigns.models import (
    LIVE,
    LONGEST_CHOICE,
    LONGEST_EDIT,
    Battle,
    BattleSide,
    Campaign,
    CampaignStatus,
    Controller,
    Enrolment,
    GmAction,
    HandReport,
    HandStatus,
    Invitation,
    Joining,
    Membership,
    Newcomers,
    Role,
    Scene,
    SceneKind,
    Visibility,
)
from campaigns.selectors.access import Access, Id, campaign_for
from campaigns.selectors.joining import must_ask
from campaigns.services import house_rules
from mordheim_site.ids import uuid_of
from mordheim_site.text import one_line
from rules.ruleset import HouseRuleErrors, load_ruleset, with_house_rules
from warbands.models import Warband
from warbands.models.ledger import IMPORTED, Kind
from warbands.models.warband import Status
from warbands.services.exchange import proposals_released

PLAYABLE = ("partida",)
LONGEST_INVITATION = 365
LONGEST_NAME = 80
LONGEST_REASON = 1000
SHOWN_OUT = "remove_member"


@transaction.atomic
def create_campaign(
    *,
    user: Any,
    name: str,
    description: str = "",
    ruleset: str = "partida",
    house_rules: Mapping[str, Any] | None = None,
    language: str = "es",
    is_public: bool = False,
) -> Campaign:
    """A campaign with its creator as game master and a scene for its rules.

    Errors: log_in, blank_name, unknown_ruleset, bad_house_rules.
    """
    if not user.is_authenticated:
        raise ServiceError("log_in", 401)
    overlay = dict(house_rules or {})
    check_house_rules(ruleset, overlay)
    campaign = Campaign.objects.create(
        name=_required(name),
        slug=slugify(name)[:90] or "campaign",
        description=description,
        ruleset=ruleset,
        house_rules=overlay,
        language=language,
        is_public=is_public,
    )
    Membership.objects.create(campaign=campaign, user=user, role=Role.GM)
    with translation.override(language):
        Scene.objects.create(
            campaign=campaign, kind=SceneKind.RULES, title=_("Rules"), position=1, created_by=user
        )
    return campaign


def check_house_rules(ruleset: str, overlay: Mapping[str, Any]) -> None:
    """Errors: unknown_ruleset; bad_house_rules with everything that is wrong, in `errors`."""
    if ruleset not in PLAYABLE:
        raise invalid("unknown_ruleset", ruleset=ruleset, known=list(PLAYABLE))
    try:
        with_house_rules(load_ruleset(ruleset), overlay, editable_only=True)
    except HouseRuleErrors as faults:
        errors = [
            {"name": fault.name, "code": fault.code, "params": fault.params}
            for fault in faults.errors
        ]
        raise invalid("bad_house_rules", errors=errors) from None


@transaction.atomic
def update_campaign(
    *, user: Any, campaign_id: Id, expected: str | None = None, **changes: Any
) -> Campaign:
    """Change name, description, house_rules, language, is_public, edit_minutes, choice_hours,
    hand_reports, newcomers or status (GM).

    House rules reach later battles only: those under way keep what they were pinned with, and so
    does what follows them. Warbands are bought for and rated by the new ones from now on. The hours
    for choices after a battle hold for later battles, too. `expected`: the digest of what the
    client saw it set to (campaigns.changeable).
    Errors: gm_only, stale_campaign, blank_name, text_too_long, bad_house_rules, bad_number,
    bad_settings.
    """
    access = campaign_for(user, campaign_id)
    access.require_gm()
    campaign = house_rules.held(access.campaign)
    require_settings(campaign, expected)
    if unknown := set(changes) - CHANGEABLE:
        raise TypeError(f"no such field: {', '.join(sorted(unknown))}")
    if "name" in changes:
        changes["name"] = _required(changes["name"])
    if "house_rules" in changes:
        check_house_rules(campaign.ruleset, changes["house_rules"])
    if not 0 <= changes.get("edit_minutes", 0) <= LONGEST_EDIT:
        raise invalid("bad_number", field="edit_minutes")
    if not 1 <= changes.get("choice_hours", 1) <= LONGEST_CHOICE:
        raise invalid("bad_number", field="choice_hours")
    if changes.get("newcomers", Newcomers.ASK) not in Newcomers.values:
        raise invalid("bad_settings")
    if "catch_up" in changes:
        changes["catch_up"] = checked({**campaign.catch_up, **changes["catch_up"]})
    other_rules = changes.get("house_rules", campaign.house_rules) != campaign.house_rules
    for field, value in changes.items():
        setattr(campaign, field, value)
    campaign.save(update_fields=list(changes))
    if other_rules:
        house_rules.changed_for_all(campaign, actor=user)
    audit(access, "update_campaign", fields=sorted(changes))
    return campaign


@dataclass(frozen=True)
class Invited:
    """`token` is shown once; only its hash is kept."""

    invitation: Invitation
    token: str


@transaction.atomic
def invite(
    *, user: Any, campaign_id: Id, role: str = Role.PLAYER, uses: int = 1, days: int = 14
) -> Invited:
    """A link into the campaign; the GM only. Errors: bad_invitation."""
    access = campaign_for(user, campaign_id)
    access.require_gm()
    if role not in Role.values or not 1 <= uses <= 100 or not 1 <= days <= LONGEST_INVITATION:
        raise invalid("bad_invitation")
    token = secrets.token_urlsafe(24)
    invitation = Invitation.objects.create(
        campaign=access.campaign,
        digest=Invitation.digest_of(token),
        role=role,
        uses=uses,
        created_by=user,
        expires_at=timezone.now() + timedelta(days=days),
    )
    audit(access, "invite", role=role, uses=uses)
    return Invited(invitation, token)


@transaction.atomic
def revoke_invitation(*, user: Any, campaign_id: Id, invitation_id: Id) -> Invitation:
    access = campaign_for(user, campaign_id)
    access.require_gm()
    invitation = access.campaign.invitations.filter(public_id=uuid_of(invitation_id)).first()
    if invitation is None:
        raise not_found()
    if invitation.revoked_at is None:
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        audit(access, "revoke_invitation")
    return invitation


@transaction.atomic
def accept_invitation(*, user: Any, token: str) -> Membership:
    """Become a member. Who is one already stays what he is and uses nothing up; who was shown out
    needs an invitation that is newer than that.

    Errors: log_in, invitation_dead (unknown, expired, revoked or used up: nobody learns which).
    """
    if not user.is_authenticated:
        raise ServiceError("log_in", 401)
    rows = Invitation.objects.live().filter(digest=Invitation.digest_of(token))
    invitation = rows.select_for_update().first()
    if invitation is None:
        raise ServiceError("invitation_dead", 410)
    member = Membership.objects.filter(campaign=invitation.campaign, user=user).first()
    if member is not None:
        return member
    masters = invitation.campaign.memberships.filter(role=Role.GM)
    if masters.filter(user__blocks__blocked=user).exists() or _shown_out_since(user, invitation):
        raise ServiceError("invitation_dead", 410)
    invitation.used += 1
    invitation.save(update_fields=["used"])
    return Membership.objects.create(campaign=invitation.campaign, user=user, role=invitation.role)


def _shown_out_since(user: Any, invitation: Invitation) -> bool:
    """Whether a game master has shown the user out after an invitation was made."""
    acts = invitation.campaign.gm_actions.filter(created_at__gt=invitation.created_at)
    return acts.filter(action=SHOWN_OUT, payload__user=str(user.public_id)).exists()


@transaction.atomic
def leave(*, user: Any, campaign_id: Id) -> None:
    """Leave a campaign; seats in battles under way pass to the GM. Errors: last_gm."""
    access = campaign_for(user, campaign_id)
    access.require_member()
    _remove(access, access.membership)


@transaction.atomic
def remove_member(*, user: Any, campaign_id: Id, member_id: Id) -> None:
    """The GM shows somebody out. Errors: gm_only, not_found, last_gm."""
    access = campaign_for(user, campaign_id)
    access.require_gm()
    member = _member(access, member_id)
    audit(access, SHOWN_OUT, user=str(member.user.public_id))
    _remove(access, member)


@transaction.atomic
def set_role(*, user: Any, campaign_id: Id, member_id: Id, role: str) -> Membership:
    """The GM gives a member another role. Errors: gm_only, not_found, bad_role, last_gm."""
    access = campaign_for(user, campaign_id)
    access.require_gm()
    if role not in Role.values:
        raise invalid("bad_role")
    member = _member(access, member_id)
    if role != Role.GM:
        _keep_a_gm(member)
    member.role = role
    member.save(update_fields=["role"])
    proposals_released(user=member.user)
    audit(access, "set_role", user=str(member.user.public_id), role=role)
    return member


@transaction.atomic
def enrol_warband(*, user: Any, campaign_id: Id, warband_id: Id) -> Enrolment:
    """Bring a warband of one's own into the campaign; it gets a camp scene, and where the campaign
    is under way what its rule for late joiners gives.

    Errors: members_only, campaign_closed, not_found, not_enlisted, other_ruleset,
    judged_elsewhere, asks_first (it has fought elsewhere: join_ask), already_enrolled,
    built_for_other; and where house rules set other limits, illegal_roster, too_much_gold,
    built_otherwise.
    """
    from campaigns.services.catch_up import catch_up_join  # it asks whether the campaign is open

    access = campaign_for(user, campaign_id)
    access.require_writer()
    require_open(access.campaign)
    warband = Warband.objects.filter(pk=uuid_of(warband_id)).select_related("owner").first()
    if warband is None or not _may_enrol(access, warband):
        raise not_found()
    if warband.status != Status.ENLISTED:
        raise ServiceError("not_enlisted")
    if warband.ruleset != access.campaign.ruleset:
        raise ServiceError("other_ruleset")
    if not access.is_gm and _written_elsewhere(access.campaign, warband):
        raise ServiceError("judged_elsewhere")
    if must_ask(access.campaign, warband):
        if not access.is_gm:
            raise ServiceError("asks_first")
        audit(access, "veteran_join", warband=warband.name)
    campaign = house_rules.held(access.campaign)
    enrolment = _enrol(campaign, warband)
    house_rules.join(campaign, warband, actor=user, as_gm=access.is_gm)
    _open_camp(campaign, warband)
    catch_up_join(campaign=campaign, warband=warband, actor=user)
    return enrolment


@transaction.atomic
def withdraw_warband(*, user: Any, campaign_id: Id, warband_id: Id) -> None:
    """Take a warband out of the campaign. Errors: not_found, warband_in_battle."""
    access = campaign_for(user, campaign_id)
    key = uuid_of(warband_id)
    _lock(Warband.objects.filter(pk=key))
    enrolment = access.campaign.enrolments.filter(warband_id=key).first()
    if enrolment is None:
        raise not_found()
    if enrolment.warband.owner_id != user.pk:
        access.require_gm()
    if _in_battle(enrolment.warband_id):
        raise ServiceError("warband_in_battle")
    enrolment.delete()
    if enrolment.warband.owner_id != user.pk:
        audit(access, "withdraw_warband", warband=enrolment.warband.name)
    house_rules.part(enrolment.warband, actor=user)


def audit(
    access: Access, action: str, *, battle: Any = None, reason: str = "", **payload: Any
) -> GmAction:
    """Note what a GM did, in the transaction of what he did."""
    return GmAction.objects.create(
        campaign=access.campaign,
        battle=battle,
        user=access.user,
        action=action,
        reason=reason,
        payload=payload,
    )


def require_reason(reason: str) -> None:
    """Errors: reason_missing, text_too_long."""
    if not reason.strip():
        raise invalid("reason_missing")
    check_reason(reason)


def check_reason(reason: str) -> None:
    """The same where there may be none. Errors: text_too_long."""
    if len(reason) > LONGEST_REASON:
        raise invalid("text_too_long", limit=LONGEST_REASON)


def require_open(campaign: Campaign) -> None:
    if campaign.status != CampaignStatus.OPEN:
        raise ServiceError("campaign_closed")


def require_here(campaign: Campaign, *warbands: Warband) -> None:
    """Game masters write to the warbands of their campaign only, whatever was fought in it before:
    anybody directs a campaign of his own. Errors: warband_left."""
    there = set(campaign.enrolments.values_list("warband", flat=True))
    for warband in warbands:
        if warband.pk not in there:
            raise ServiceError("warband_left", warband=warband.name)


def _required(name: str) -> str:
    name = one_line(name)
    if not name:
        raise invalid("blank_name")
    if len(name) > LONGEST_NAME:
        raise invalid("text_too_long", limit=LONGEST_NAME)
    return name


def _member(access: Access, member_id: Id) -> Membership:
    members = access.campaign.memberships.select_related("user")
    member = members.filter(public_id=uuid_of(member_id)).first()
    if member is None:
        raise not_found()
    return member


def _keep_a_gm(member: Membership) -> None:
    """Two game masters who leave at once must not both count on the other: the rows are locked."""
    directing = member.campaign.memberships.select_for_update().filter(role=Role.GM).order_by("pk")
    if {one.pk for one in directing} == {member.pk}:
        raise ServiceError("last_gm")


def _remove(access: Access, member: Membership) -> None:
    _keep_a_gm(member)
    built_here = Q(rules_of=str(member.campaign.public_id))
    here = Q(enrolment__campaign=member.campaign) | built_here
    _lock(Warband.objects.filter(here, owner=member.user))
    leaving(member)
    BattleSide.objects.filter(
        battle__scene__campaign=member.campaign, user=member.user, battle__status__in=LIVE
    ).update(controller=Controller.GM, user=None)
    _pass_on_reports(member.campaign)
    asked = member.campaign.join_requests.filter(warband__owner=member.user)
    asked.filter(state=Joining.PENDING).update(state=Joining.WITHDRAWN)
    own = member.campaign.enrolments.filter(warband__owner=member.user)
    for enrolment in own:
        if not _in_battle(enrolment.warband_id):
            enrolment.delete()
            house_rules.part(enrolment.warband, actor=member.user)
    house_rules.released(member)
    _hear_no_more(access, member)
    member.delete()
    proposals_released(user=member.user)


def _hear_no_more(access: Access, member: Membership) -> None:
    """A campaign's channels that somebody has set up may end in his own hands: they go with him."""
    for channel in member.campaign.channels.filter(created_by=member.user):
        audit(access, "channel_remove", name=channel.name)
        channel.delete()


def _pass_on_reports(campaign: Campaign) -> None:
    """A report by hand that nobody is left to confirm waits for the GM's ruling."""
    silent = BattleSide.objects.filter(
        battle__scene__campaign=campaign, battle__by_hand=True, waiting=True, user=None
    )
    HandReport.objects.filter(status=HandStatus.OPEN, battle__in=silent.values("battle")).update(
        status=HandStatus.DISPUTED
    )


def leaving(member: Membership) -> None:
    """Clocks of somebody who leaves stop; he is nobody's deputy any more."""
    from campaigns.services import clocks  # clocks need battles, and those need campaigns

    rows = Battle.objects.filter(scene__campaign=member.campaign, sides__user=member.user)
    rows = rows.filter(status__in=LIVE).defer("setup", "state")
    locked = rows.select_for_update(of=("self",)).select_related("scene__campaign__pace")
    for battle in locked.order_by("pk"):
        clocks.leave(battle, member.user)


def _may_enrol(access: Access, warband: Warband) -> bool:
    """A writer his own; the GM those of members. Of any other nobody learns that it is there."""
    if warband.owner_id == access.user.pk:
        return True
    members = access.campaign.memberships.filter(user_id=warband.owner_id)
    return access.is_gm and members.exists()


def _written_elsewhere(campaign: Campaign, warband: Warband) -> bool:
    """Whether somebody who is no game master here has brought it in from a file or corrected it.

    Anybody is a game master of a campaign of his own: what he grants himself there counts there.
    """
    masters = campaign.memberships.filter(role=Role.GM).values("user")
    granted = Q(kind=Kind.CORRECTION) | Q(reason=IMPORTED)
    return warband.ledger.filter(granted, actor__isnull=False).exclude(actor__in=masters).exists()


def _enrol(campaign: Campaign, warband: Warband) -> Enrolment:
    try:
        with transaction.atomic():
            return Enrolment.objects.create(campaign=campaign, warband=warband)
    except IntegrityError:
        raise ServiceError("already_enrolled") from None


def _open_camp(campaign: Campaign, warband: Warband) -> None:
    if campaign.scenes.filter(warband=warband, kind=SceneKind.CAMP).exists():
        return
    with translation.override(campaign.language):
        title = _("Camp of %(warband)s") % {"warband": warband.name}
    Scene.objects.create(
        campaign=campaign,
        kind=SceneKind.CAMP,
        title=title[:120],
        position=campaign.scenes.count() + 1,
        visibility=Visibility.MEMBERS,
        warband=warband,
        created_by=warband.owner,
    )


def _lock(warbands: QuerySet[Warband]) -> None:
    """As a battle takes them: none can leave and be mustered at once."""
    list(warbands.select_for_update(of=("self",)).order_by("pk"))


def _in_battle(warband_id: Any) -> bool:
    return BattleSide.objects.filter(warband_id=warband_id, battle__status__in=LIVE).exists()
