"""Who may judge a warband that a player brings along: the game masters of his campaigns."""

from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import QuerySet

from campaigns.models import Membership
from campaigns.models.campaign import Role


def game_masters_of(user: Any) -> QuerySet[Any]:
    """The game masters of every campaign that a user plays in (he himself, where he is one)."""
    own = Membership.objects.filter(user=user).exclude(role=Role.SPECTATOR).values("campaign")
    masters = Membership.objects.filter(campaign__in=own, role=Role.GM).values("user")
    return get_user_model().objects.filter(pk__in=masters).order_by("pk")
