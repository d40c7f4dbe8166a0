"""How far a campaign has come, and what a newcomer would get."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from campaigns.catch_up import CatchUpRule, rule_from
from campaigns.models import (
    BattleSide,
    BattleStatus,
    Campaign,
    CampaignStatus,
    CatchUp,
    Membership,
    Role,
)
from warbands.models import Aftermath, Warband
from warbands.models.warband import Status

REF = "catch-up:"
"""How an aftermath is named that brings no battle but a newcomer's experience."""
FOUGHT = (BattleStatus.OVER, BattleStatus.CLOSED)


@dataclass(frozen=True)
class CatchUpOffer:
    """What a warband would get for these `battles`: gold at once, experience for each fighter."""

    campaign: Campaign
    rule: CatchUpRule
    battles: int

    @property
    def gold(self) -> int:
        return self.rule.gives_gold * self.battles

    @property
    def experience(self) -> int:
        return self.rule.gives_experience * self.battles

    @property
    def worth(self) -> bool:
        return bool(self.gold or self.experience)


def battles_fought(campaign: Campaign) -> int:
    """How many battles the warbands that have fought in this campaign have fought, on average and
    rounded down. One query."""
    sides = BattleSide.objects.filter(
        battle__scene__campaign=campaign,
        battle__status__in=FOUGHT,
        warband__enrolment__campaign=campaign,
    )
    counts = list(sides.values("warband").annotate(n=Count("pk")).values_list("n", flat=True))
    return sum(counts) // len(counts) if counts else 0


def offer_for(campaign: Campaign, warband: Warband | None = None) -> CatchUpOffer:
    """What this warband (or a new one) would get now. Two queries at most."""
    rule = rule_from(campaign.catch_up)
    if rule.rule == "none":
        return CatchUpOffer(campaign, rule, 0)
    ahead = battles_fought(campaign)
    if warband is not None and warband.status != Status.DRAFT:
        own = Aftermath.objects.filter(warband=warband, reverted_at=None)
        ahead -= own.exclude(battle__startswith=REF).count()
    return CatchUpOffer(campaign, rule, max(0, min(ahead, rule.most)))


def offers_for_draft(user: Any, warband: Warband) -> list[CatchUpOffer]:
    """The campaigns for which a draft of the user's could be built, with what each gives.

    Two queries and one for each of his open campaigns with such a rule.
    """
    if warband.status != Status.DRAFT or warband.owner_id != user.pk:
        return []
    members = Membership.objects.filter(user=user).exclude(role=Role.SPECTATOR)
    rows = Campaign.objects.filter(
        pk__in=members.values("campaign"), status=CampaignStatus.OPEN, ruleset=warband.ruleset
    )
    found = [offer_for(one, warband) for one in rows.exclude(catch_up={}).order_by("name")]
    return [one for one in found if one.worth]


def given_to(warband: Warband) -> CatchUp | None:
    """What a warband has been given, with its campaign. One query."""
    return CatchUp.objects.filter(warband=warband).select_related("campaign").first()
