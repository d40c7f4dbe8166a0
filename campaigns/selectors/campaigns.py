"""Campaigns as their readers see them."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from campaigns.models import (
    Campaign,
    Enrolment,
    GmAction,
    Invitation,
    Membership,
    Post,
    PostPart,
    ReadMark,
    Role,
    Scene,
    SceneStatus,
)
from campaigns.selectors.access import Access, Id, campaign_for, visible_parts, visible_scenes


@dataclass(frozen=True)
class CampaignPage:
    """Everything on a campaign's page. Scenes carry `posts_count` and `unread`; those of the
    archive stand apart.
    """

    access: Access
    campaign: Campaign
    scenes: list[Scene]
    archived: list[Scene]
    members: list[Membership]
    enrolments: list[Enrolment]


def campaigns_of(user: Any) -> QuerySet[Campaign]:
    """The campaigns that a user is a member of, with his `role` in each."""
    own = Membership.objects.filter(campaign=OuterRef("pk"), user=user)
    return (
        Campaign.objects.filter(memberships__user=user)
        .annotate(role=Subquery(own.values("role")[:1]))
        .order_by("status", "name")
    )


def readable_campaigns(user: Any) -> QuerySet[Campaign]:
    """Those that the user may open: his own, and those open to readers. `role` may be None."""
    if not user.is_authenticated:
        return Campaign.objects.filter(is_public=True).annotate(
            role=Subquery(Membership.objects.none().values("role"))
        )
    own = Membership.objects.filter(campaign=OuterRef("pk"), user=user)
    return Campaign.objects.annotate(role=Subquery(own.values("role")[:1])).filter(
        Q(is_public=True) | Q(role__isnull=False)
    )


def campaign_page(user: Any, campaign_id: Id) -> CampaignPage:
    """Four queries, however much there is."""
    access = campaign_for(user, campaign_id)
    scenes = list(scenes_with_counts(access))
    return CampaignPage(
        access=access,
        campaign=access.campaign,
        scenes=[scene for scene in scenes if scene.status != SceneStatus.ARCHIVED],
        archived=[scene for scene in scenes if scene.status == SceneStatus.ARCHIVED],
        members=list(members_of(access)),
        enrolments=list(enrolments_of(access)),
    )


def members_of(access: Access) -> QuerySet[Membership]:
    return access.campaign.memberships.select_related("user", "member_clock")


def enrolments_of(access: Access) -> QuerySet[Enrolment]:
    return access.campaign.enrolments.select_related("warband__owner")


def invitations_of(access: Access) -> QuerySet[Invitation]:
    """The GM's list; their tokens are not kept."""
    access.require_gm()
    return access.campaign.invitations.select_related("created_by")


def gm_actions_of(access: Access) -> QuerySet[GmAction]:
    access.require_gm()
    return access.campaign.gm_actions.select_related("user", "battle")


def scenes_with_counts(access: Access) -> QuerySet[Scene]:
    """The reader's scenes with `posts_count` and `unread`, both of what he may read."""
    readable = Post.objects.filter(scene=OuterRef("pk"))
    if not access.is_gm:
        parts = PostPart.objects.filter(visible_parts(access), post=OuterRef("pk"))
        readable = readable.filter(Exists(parts))
    scenes = visible_scenes(access).select_related("warband", "battle")
    scenes = scenes.defer("battle__setup", "battle__state")
    scenes = scenes.annotate(posts_count=_count(readable))
    if not access.is_member:
        return scenes.annotate(unread=F("posts_count"))
    mark = ReadMark.objects.filter(scene=OuterRef("scene"), user=access.user).values("post")[:1]
    return scenes.annotate(
        unread=_count(readable.filter(pk__gt=Coalesce(Subquery(mark), 0)).exclude(_own(access)))
    )


def _own(access: Access) -> Q:
    return Q(author=access.user)


def _count(posts: QuerySet[Post]) -> Coalesce:
    counted = posts.order_by().values("scene").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def game_masters(campaign: Campaign) -> QuerySet[Membership]:
    return campaign.memberships.filter(role=Role.GM).select_related("user")
