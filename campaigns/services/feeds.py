"""Private addresses of feeds: made, and revoked."""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns.errors import invalid, not_found
from campaigns.models import FeedToken, Invitation, Scene
from campaigns.selectors.access import Id, campaign_for, visible_scenes
from mordheim_site.ids import uuid_of

LIFE = timedelta(days=400)
MOST_FEEDS = 20  # of a user in a campaign


@dataclass(frozen=True)
class Made:
    """A feed's address; `token` is shown this once and kept nowhere."""

    feed: FeedToken
    token: str


@transaction.atomic
def feed_create(*, user: Any, campaign_id: Id, scene_id: Id | None = None) -> Made:
    """An address that shows its maker's reading of a campaign, or of one scene, without a log-in.

    Errors: not_found, members_only, too_many_feeds.
    """
    access = campaign_for(user, campaign_id)
    access.require_member()
    scene = _scene(access, scene_id) if scene_id else None
    mine = FeedToken.objects.filter(user=user, campaign=access.campaign, revoked_at=None)
    if mine.filter(expires_at__gt=timezone.now()).count() >= MOST_FEEDS:
        raise invalid("too_many_feeds", limit=MOST_FEEDS)
    token = secrets.token_urlsafe(32)
    feed = FeedToken.objects.create(
        user=user,
        campaign=access.campaign,
        scene=scene,
        digest=Invitation.digest_of(token),
        expires_at=timezone.now() + LIFE,
    )
    return Made(feed, token)


@transaction.atomic
def feed_revoke(*, user: Any, feed_id: Id) -> None:
    """Errors: not_found, for those of others as well."""
    rows = FeedToken.objects.filter(user=user, public_id=uuid_of(feed_id), revoked_at=None)
    if not rows.update(revoked_at=timezone.now()):
        raise not_found()


def _scene(access: Any, scene_id: Id) -> Scene:
    scene = visible_scenes(access).filter(public_id=uuid_of(scene_id)).first()
    if scene is None:
        raise not_found()
    return scene
