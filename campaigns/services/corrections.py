"""Correcting a post: for a while after it was sent, its earlier wording kept for its readers."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns.errors import ServiceError, forbidden, invalid, not_found
from campaigns.models import Campaign, PartEdit, Post
from campaigns.selectors.access import Id, post_for
from campaigns.services.parts import LONGEST_TEXT, dress
from campaigns.services.rolls import throws_in
from campaigns.services.scenes import require_open_scene


def correctable_until(post: Post, campaign: Campaign) -> datetime:
    """When a post freezes."""
    return post.created_at + timedelta(minutes=campaign.edit_minutes)


@transaction.atomic
def post_correct(*, user: Any, post_id: Id, texts: Mapping[int, str]) -> Post:
    """Change the wording of parts of one's own post, by position.

    Readers stay as they were; dice that have fallen stay, wherever their brackets went; dice that
    are new in the text fall now.

    Errors: not_found, log_in, members_only, spectators_read, not_your_post, scene_closed, frozen,
    empty_post, text_too_long, too_many_dice.
    """
    access, post = post_for(user, post_id)
    access.require_writer()
    if post.author_id != user.pk:
        raise forbidden("not_your_post")
    require_open_scene(post.scene)
    now = timezone.now()
    if now > correctable_until(post, access.campaign):
        raise ServiceError("frozen")
    parts = {part.position: part for part in post.parts.select_for_update().order_by("position")}
    _check(texts, parts)
    changed = [at for at, text in texts.items() if text.strip() != parts[at].source.strip()]
    for position in changed:
        part = parts[position]
        PartEdit.objects.create(
            part=part,
            source=part.source,
            html=part.html,
            rolls=part.rolls,
            written_at=post.edited_at or post.created_at,
            replaced_by=user,
        )
        part.post = post
        dress(access, post.scene, part, texts[position])
    if changed:
        post.edited_at = now
        post.save(update_fields=["edited_at"])
    return post


def _check(texts: Mapping[int, str], parts: Mapping[int, Any]) -> None:
    if set(texts) - set(parts):
        raise not_found()
    words = {at: part.source for at, part in parts.items()} | dict(texts)
    if not any(text.strip() for text in words.values()):
        raise invalid("empty_post")
    if sum(len(text) for text in words.values()) > LONGEST_TEXT:
        raise invalid("text_too_long", limit=LONGEST_TEXT)
    for text in texts.values():
        throws_in(text)
