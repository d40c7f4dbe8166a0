"""Paces, absences and clocks as their readers see them."""

from typing import Any

from django.db.models import QuerySet

from campaigns.models import Absence, CampaignPace, MemberClock, NoticeSettings
from campaigns.selectors.access import Access


def pace_of(access: Access) -> CampaignPace | None:
    """For whoever may open the campaign: the pace is no secret."""
    return CampaignPace.objects.filter(campaign=access.campaign).first()


def absences_of(access: Access) -> QuerySet[Absence]:
    """Who of the members is away, now or soon; for members."""
    access.require_member()
    members = access.campaign.memberships.values("user")
    return Absence.objects.filter(user__in=members).not_over().select_related("user")


def own_absences(user: Any) -> QuerySet[Absence]:
    return Absence.objects.filter(user=user).not_over()


def missing_in(access: Access) -> QuerySet[MemberClock]:
    """Who of the members let a turn run out and hasn't been heard of since; for members."""
    access.require_member()
    rows = MemberClock.objects.filter(
        membership__campaign=access.campaign,
        missing_since__isnull=False,
        membership__campaign__pace__grace_hours__isnull=False,
    )
    return rows.select_related("membership__user").order_by("missing_since")


def missed_by(user: Any, campaign: Any = None) -> list[MemberClock]:
    """Where a user himself is thought to be away, with the campaign and its pace."""
    rows = MemberClock.objects.filter(
        membership__user=user,
        missing_since__isnull=False,
        membership__campaign__pace__grace_hours__isnull=False,
    )
    if campaign is not None:
        rows = rows.filter(membership__campaign=campaign)
    return list(rows.select_related("membership__campaign__pace").order_by("pk"))


def member_clock_of(access: Access) -> MemberClock | None:
    access.require_member()
    rows = MemberClock.objects.filter(membership=access.membership.pk)
    return rows.select_related("deputy__user").first()


def settings_of(user: Any) -> NoticeSettings:
    """A user's settings, or what holds while there are none."""
    return NoticeSettings.objects.filter(user=user).first() or NoticeSettings(user=user)
