"""The home page and the campaign's: what is new for a user, and whom play waits for."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from campaigns.models import (
    Audience,
    Battle,
    BattleSide,
    BattleStatus,
    Membership,
    Post,
    PostPart,
    ReadMark,
    Role,
    Scene,
    Visibility,
)


def unread_scenes(user: Any, limit: int = 12) -> QuerySet[Scene]:
    """Scenes of the user's campaigns with posts by others since he last read them. One query."""
    member = Membership.objects.filter(campaign=OuterRef("campaign"), user=user)
    named = Scene.members.through.objects.filter(scene=OuterRef("pk"), membership__user=user)
    readable = ~Q(visibility=Visibility.RESTRICTED) | Q(created_by=user) | Exists(named)
    return (
        Scene.objects.filter(Exists(member))
        .annotate(unread=_unread(user))
        .filter(Exists(member.filter(role=Role.GM)) | readable, unread__gt=0)
        .select_related("campaign")
        .order_by("-last_post_at")[:limit]
    )


def _unread(user: Any) -> Coalesce:
    mark = ReadMark.objects.filter(scene=OuterRef("scene"), user=user).values("post_id")[:1]
    parts = PostPart.objects.filter(
        Q(audience=Audience.ALL) | Q(members__user=user), post=OuterRef("pk")
    )
    new = (
        Post.objects.filter(scene=OuterRef("pk"), pk__gt=Coalesce(Subquery(mark), 0))
        .filter(Exists(parts))
        .exclude(author=user)
        .order_by()
        .values("scene")
        .annotate(n=Count("pk"))
        .values("n")
    )
    return Coalesce(Subquery(new), 0)


def blocked_in(battles: Iterable[Battle]) -> list[BattleSide]:
    """Every side that a battle waits for, those out of time first, then the nearest end."""

    def urgency(side: BattleSide) -> tuple[Any, ...]:
        clock = getattr(side, "clock", None)
        out = clock is not None and clock.running and clock.playing == "gm"
        due = clock.due_at if clock is not None and clock.running else None
        return (not out, due is None, due or side.waiting_since)

    return sorted(awaited_in(battles), key=urgency)


def awaited_in(battles: Iterable[Battle]) -> list[BattleSide]:
    """Whom play waits for, the longest wait first; battles with `seats` (selectors.battles_of)."""
    sides = [
        side
        for battle in battles
        if battle.status == BattleStatus.OPEN
        for side in battle.seats
        if side.waiting
    ]
    return sorted(sides, key=lambda side: side.waiting_since)
