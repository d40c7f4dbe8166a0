"""What waits for the decision of a game master, campaign by campaign: for his home page."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import (
    Appeal,
    AppealStatus,
    Campaign,
    CampaignStatus,
    HandReport,
    HandStatus,
    Joining,
    JoinRequest,
    Playing,
    Report,
    ReportStatus,
    Role,
    TurnClock,
)
from campaigns.narration import Part
from campaigns.narration.compose import listing


@dataclass(frozen=True)
class Directed:
    """A campaign whose desk holds something: `n` things, in words."""

    campaign: Campaign
    n: int
    told: str


def decisions_for(user: Any) -> list[Directed]:
    """The desks of this user's campaigns that aren't empty. Six queries at most."""
    campaigns = Campaign.objects.filter(
        memberships__user=user, memberships__role=Role.GM, status=CampaignStatus.OPEN
    ).order_by("name", "pk")
    found = []
    rows = list(campaigns)
    if not rows:
        return []
    waiting = [(label, _by_campaign(query, path)) for label, query, path in _waiting(user, rows)]
    for campaign in rows:
        counts = [(label, counted[campaign.pk]) for label, counted in waiting]
        parts = [Part(_WORDS[label](n)) for label, n in counts if n]
        if parts:
            told = "".join(part.text for part in listing(parts, ", ", _(" and ")))
            found.append(Directed(campaign, sum(n for _label, n in counts), told))
    return found


def _waiting(user: Any, campaigns: list[Campaign]) -> Iterator[tuple[str, QuerySet[Any], str]]:
    battle = "battle__scene__campaign"
    appeals = Appeal.objects.filter(status=AppealStatus.OPEN)
    yield "appeals", appeals.filter(**{f"{battle}__in": campaigns}), battle
    disputes = HandReport.objects.filter(status=HandStatus.DISPUTED)
    yield "disputes", disputes.filter(**{f"{battle}__in": campaigns}), battle
    late = TurnClock.objects.filter(running=True, playing=Playing.GM, side__waiting=True)
    yield "turns", late.filter(**{f"side__{battle}__in": campaigns}), f"side__{battle}"
    asked = JoinRequest.objects.filter(state=Joining.PENDING, campaign__in=campaigns)
    yield "joinings", asked, "campaign"
    reports = Report.objects.filter(status=ReportStatus.OPEN, campaign__in=campaigns)
    yield "reports", reports.exclude(reported=user), "campaign"


def _by_campaign(rows: QuerySet[Any], path: str) -> Counter[int]:
    counts = rows.order_by().values(path).annotate(n=Count("pk")).values_list(path, "n")
    return Counter(dict(counts))


_WORDS: dict[str, Any] = {
    "appeals": lambda n: ngettext("%(n)s appeal", "%(n)s appeals", n) % {"n": n},
    "disputes": lambda n: ngettext("%(n)s disputed report", "%(n)s disputed reports", n) % {"n": n},
    "turns": lambda n: (
        ngettext("%(n)s turn without time", "%(n)s turns without time", n) % {"n": n}
    ),
    "joinings": lambda n: (
        ngettext("%(n)s warband that would join", "%(n)s warbands that would join", n) % {"n": n}
    ),
    "reports": lambda n: ngettext("%(n)s reported post", "%(n)s reported posts", n) % {"n": n},
}
