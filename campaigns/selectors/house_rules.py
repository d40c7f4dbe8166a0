"""Which campaigns have rules of their own: for building a warband, or for a reader of the book."""

from typing import Any, NamedTuple

from campaigns.models import Campaign, CampaignStatus, Membership, Role
from mordheim_site.ids import uuid_of
from rules.catalogue.house import WRITERS
from warbands.models import Warband
from warbands.models.warband import Status


class Builds(NamedTuple):
    """The campaign by whose rules a draft is built, and those by which it could be."""

    now: Campaign | None
    others: list[Campaign]


def builds_for_draft(user: Any, warband: Warband) -> Builds:
    """Of the user's open campaigns those with house rules for warbands. One query."""
    if warband.status != Status.DRAFT or warband.owner_id != user.pk:
        return Builds(None, [])
    members = Membership.objects.filter(user=user).exclude(role=Role.SPECTATOR)
    rows = Campaign.objects.filter(
        pk__in=members.values("campaign"), status=CampaignStatus.OPEN, ruleset=warband.ruleset
    ).order_by("name", "pk")
    known = list(rows)
    source = uuid_of(warband.rules_of) if warband.rules_of else None
    now = next((row for row in known if row.public_id == source), None)
    return Builds(now, [row for row in known if row != now and shapes_warbands(row)])


def bending(user: Any) -> list[Campaign]:
    """The user's open campaigns that have house rules. One query; none for a visitor."""
    if not user.is_authenticated:
        return []
    rows = Campaign.objects.filter(memberships__user=user, status=CampaignStatus.OPEN)
    return list(rows.exclude(house_rules={}).order_by("name", "pk"))


def shapes_warbands(campaign: Campaign) -> bool:
    """Whether its house rules change anything beyond the battle."""
    return any(name in campaign.house_rules for name in WRITERS)
