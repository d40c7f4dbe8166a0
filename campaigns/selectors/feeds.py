"""What a feed shows: the latest posts that its maker may read now, without what only some may."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from campaigns.errors import not_found
from campaigns.models import Audience, BattleSide, FeedToken, Invitation, Post, PostPart
from campaigns.selectors.access import Access, campaign_for, visible_parts, visible_scenes

LATEST = 30


@dataclass(frozen=True)
class Feed:
    """`posts` have their open parts under `visible`; `sides` are what the sides of
    the scenes' battles are called, by the scene's key and the side's id.

    A feed lies in some reader's hands, beyond our reach: what only some may read isn't in it.
    """

    access: Access
    token: FeedToken
    posts: list[Post]
    sides: dict[int, dict[str, str]]


def feed_by(token: str) -> Feed:
    """The feed of a private address. Errors: not_found, for one that is revoked or over as well.

    Whoever has left the campaign, or may not read the scene any more, is shown nothing.
    """
    row = (
        FeedToken.objects.filter(digest=Invitation.digest_of(token), revoked_at=None)
        .filter(expires_at__gt=timezone.now(), user__is_active=True)
        .select_related("user", "campaign", "scene")
        .first()
    )
    if row is None:
        raise not_found()
    access = campaign_for(row.user, row.campaign.public_id)
    access.require_member()
    scenes = visible_scenes(access)
    if row.scene_id is not None:
        scenes = scenes.filter(pk=row.scene_id)
        if not scenes.exists():
            raise not_found()
    open_parts = PostPart.objects.filter(visible_parts(access), audience=Audience.ALL)
    posts = (
        Post.objects.filter(scene__in=scenes, parts__in=open_parts)
        .select_related("scene", "author", "fighter")
        .prefetch_related(Prefetch("parts", open_parts.order_by("position"), to_attr="visible"))
        .distinct()
        .order_by("-pk")
    )
    latest = list(posts[:LATEST])
    return Feed(access, row, latest, _sides({post.scene_id for post in latest}))


def _sides(scenes: set[int]) -> dict[int, dict[str, str]]:
    names: dict[int, dict[str, str]] = {}
    rows = BattleSide.objects.filter(battle__scene__in=scenes).order_by("position")
    for scene, side, name in rows.values_list("battle__scene", "side", "name"):
        names.setdefault(scene, {})[side] = name
    return names


def feeds_of(access: Access) -> QuerySet[FeedToken]:
    """A member's own addresses that still work."""
    rows: Any = FeedToken.objects.filter(
        user=access.user, campaign=access.campaign, revoked_at=None, expires_at__gt=timezone.now()
    )
    return rows.select_related("scene")
