"""The home page and the campaigns: what waits for a user, what is new, what there is."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from campaigns.models import (
    Battle,
    BattleSide,
    BattleStatus,
    Campaign,
    Enrolment,
    Membership,
    Post,
    ReadMark,
    Role,
    Scene,
    Visibility,
)
from campaigns.selectors.access import Access, visible_scenes

UNDER_WAY = (BattleStatus.OPEN, BattleStatus.PAUSED)


def waiting_for(user: Any) -> QuerySet[BattleSide]:
    """The battles that wait for this user, longest first. One query."""
    return (
        BattleSide.objects.filter(user=user, waiting=True, battle__status=BattleStatus.OPEN)
        .select_related("battle__scene__campaign")
        .defer("battle__setup", "battle__state")
        .order_by("waiting_since")
    )


def unread_of(user: Any, limit: int = 20) -> QuerySet[Scene]:
    """Scenes of the user's campaigns with posts since he last read them. One query."""
    member = Membership.objects.filter(campaign=OuterRef("campaign"), user=user)
    gm = member.filter(role=Role.GM)
    named = Scene.members.through.objects.filter(scene=OuterRef("pk"), membership__user=user)
    readable = ~Q(visibility=Visibility.RESTRICTED) | Q(created_by=user) | Exists(named)
    return (
        with_unread(Scene.objects.filter(Exists(member)), user)
        .filter(Exists(gm) | readable, unread__gt=0)
        .select_related("campaign")
        .order_by("-last_post_at")[:limit]
    )


def with_unread(scenes: QuerySet[Scene], user: Any) -> QuerySet[Scene]:
    """`unread`: posts with something for everybody since the user's mark, his own left out."""
    if not user.is_authenticated:
        return scenes
    mark = ReadMark.objects.filter(scene=OuterRef("scene"), user=user).values("post_id")[:1]
    new = (
        Post.objects.filter(scene=OuterRef("pk"), pk__gt=Coalesce(Subquery(mark), 0))
        .exclude(author=user)
        .order_by()
        .values("scene")
        .annotate(n=Count("pk"))
        .values("n")
    )
    return scenes.annotate(unread=Coalesce(Subquery(new), 0))


def campaigns_of(user: Any) -> QuerySet[Membership]:
    """The user's campaigns, each with what waits in it. One query."""
    waiting = (
        BattleSide.objects.filter(
            battle__scene__campaign=OuterRef("campaign"),
            user=user,
            waiting=True,
            battle__status=BattleStatus.OPEN,
        )
        .order_by()
        .values("battle__scene__campaign")
        .annotate(n=Count("pk"))
        .values("n")
    )
    return (
        Membership.objects.filter(user=user)
        .select_related("campaign")
        .annotate(waiting=Coalesce(Subquery(waiting), 0))
        .order_by("campaign__name")
    )


def open_campaigns(user: Any, limit: int = 50) -> QuerySet[Campaign]:
    """Campaigns that anybody may read and that aren't the user's own."""
    campaigns = Campaign.objects.filter(is_public=True)
    if user.is_authenticated:
        campaigns = campaigns.exclude(memberships__user=user)
    return campaigns[:limit]


@dataclass(frozen=True)
class CampaignPage:
    """All that the page of one campaign shows."""

    access: Access
    scenes: list[Scene]
    battles: list[Battle]
    members: list[Membership]
    enrolments: list[Enrolment]

    @property
    def game_masters(self) -> list[Membership]:
        return [member for member in self.members if member.is_gm]

    @property
    def awaited(self) -> list[BattleSide]:
        """Whom play waits for, the longest wait first."""
        sides = [
            side
            for battle in self.battles
            if battle.status == BattleStatus.OPEN
            for side in battle.sides.all()
            if side.waiting
        ]
        return sorted(sides, key=lambda side: side.waiting_since)


def campaign_page(access: Access) -> CampaignPage:
    """Five queries besides those of `access`."""
    scenes = with_unread(visible_scenes(access), access.user).select_related("battle", "warband")
    sides = Prefetch("sides", BattleSide.objects.select_related("user", "battle__scene"))
    battles = (
        Battle.objects.filter(scene__in=visible_scenes(access))
        .defer("setup", "state")
        .select_related("scene")
        .prefetch_related(sides)
    )
    return CampaignPage(
        access=access,
        scenes=list(scenes.defer("battle__setup", "battle__state")),
        battles=list(battles),
        members=list(access.campaign.memberships.select_related("user")),
        enrolments=list(
            access.campaign.enrolments.select_related("warband__owner").order_by("warband__name")
        ),
    )
