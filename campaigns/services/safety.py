"""Reports with their evidence, and people whom one wants nothing to do with."""

from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from campaigns.errors import ServiceError, invalid, not_found
from campaigns.models import Block, Membership, Post, PostPart, Report, ReportStatus, Role
from campaigns.selectors.access import Id, scene_for, visible_parts, visible_posts
from mordheim_site.accounts.models import User
from mordheim_site.ids import uuid_of

LONGEST = 2000
MOST_OPEN = 20
MOST_BLOCKS = 500


@transaction.atomic
def report_post(*, user: Any, post_id: Id, reason: str) -> Report:
    """Report a post that one can read; what it says now, to the reporter, is kept as evidence.

    Errors: log_in, not_found, blank_text, text_too_long, own_post, too_many_reports.
    """
    _require_user(user)
    reason = reason.strip()
    if not reason:
        raise invalid("blank_text")
    if len(reason) > LONGEST:
        raise invalid("text_too_long", limit=LONGEST)
    seen = Post.objects.filter(public_id=uuid_of(post_id)).select_related("scene").first()
    if seen is None:
        raise not_found()
    access, scene = scene_for(user, seen.scene.public_id)
    post = visible_posts(access, scene).filter(pk=seen.pk).select_related("author").first()
    if post is None:
        raise not_found()
    if post.author_id == user.pk:
        raise ServiceError("own_post")
    if Report.objects.filter(reporter=user, status=ReportStatus.OPEN).count() >= MOST_OPEN:
        raise ServiceError("too_many_reports", limit=MOST_OPEN)
    parts = PostPart.objects.filter(visible_parts(access), post=post).order_by("position")
    evidence = {
        "post": str(post.public_id),
        "scene": scene.title,
        "campaign": scene.campaign.name,
        "author": str(post.author) if post.author else "",
        "persona": post.persona,
        "written_at": post.created_at.isoformat(),
        "parts": [{"audience": part.audience, "source": part.source} for part in parts],
    }
    return Report.objects.create(
        reporter=user,
        reported=post.author,
        campaign=scene.campaign,
        reason=reason,
        evidence=evidence,
    )


@transaction.atomic
def report_settle(*, user: Any, report_id: Id, note: str) -> Report:
    """Say what was done about it: the operator, or a GM of the campaign who isn't its subject.

    Errors: not_found, blank_text, report_closed.
    """
    report = reports_for(user).filter(public_id=uuid_of(report_id)).first()
    if report is None:
        raise not_found()
    if report.status != ReportStatus.OPEN:
        raise ServiceError("report_closed")
    if not note.strip():
        raise invalid("blank_text")
    report.status, report.note = ReportStatus.DONE, note.strip()[:LONGEST]
    report.handled_by, report.handled_at = user, timezone.now()
    report.save()
    return report


def reports_for(user: Any) -> QuerySet[Report]:
    """The reports that a user may read: all for the operator, those of his campaigns for a GM.

    Nobody reads what is reported about himself.
    """
    rows = Report.objects.select_related("reporter", "reported", "campaign", "handled_by")
    if not user.is_authenticated:
        return rows.none()
    rows = rows.exclude(reported=user)
    if user.is_staff:
        return rows
    directed = Membership.objects.filter(user=user, role=Role.GM).values("campaign")
    return rows.filter(campaign__in=directed)


@transaction.atomic
def block_add(*, user: Any, user_id: Id) -> Block:
    """Want nothing to do with somebody. The operator can't be blocked.

    Errors: log_in, not_found (unknown, oneself, the operator), too_many_blocks.
    """
    _require_user(user)
    other = User.objects.filter(public_id=uuid_of(user_id), is_staff=False).first()
    if other is None or other.pk == user.pk:
        raise not_found()
    if user.blocks.count() >= MOST_BLOCKS:
        raise invalid("too_many_blocks", limit=MOST_BLOCKS)
    row, _new = Block.objects.get_or_create(user=user, blocked=other)
    return row


@transaction.atomic
def block_remove(*, user: Any, user_id: Id) -> None:
    """Errors: log_in, not_found."""
    _require_user(user)
    gone, _rows = Block.objects.filter(user=user, blocked__public_id=uuid_of(user_id)).delete()
    if not gone:
        raise not_found()


def apart(one: Any, other: Any) -> bool:
    """Whether one of the two has blocked the other."""
    either = Q(user=one, blocked=other) | Q(user=other, blocked=one)
    return Block.objects.filter(either).exists()


def _require_user(user: Any) -> None:
    if not user.is_authenticated:
        raise ServiceError("log_in", 401)
