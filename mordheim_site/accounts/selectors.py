"""Reads of accounts."""

from django.shortcuts import get_object_or_404

from mordheim_site.accounts.models import ApiToken, ApiTokenQuerySet, User


def tokens_of(*, user: User) -> ApiTokenQuerySet:
    """The live tokens of a user, newest first."""
    return ApiToken.objects.live().filter(user=user)


def get_token_for_user(*, user: User, public_id: str) -> ApiToken:
    """404 for an unknown, dead or somebody else's token."""
    return get_object_or_404(tokens_of(user=user), public_id=public_id)
