"""Every write to accounts: one transaction each, keyword-only."""

import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from mordheim_site.accounts.models import ApiToken, Scope, User
from mordheim_site.errors import ServiceError
from mordheim_site.text import one_line

KEY_PREFIX = "cm_"
PREFERENCES = ("display_name", "language", "time_zone", "theme")


@transaction.atomic
def sign_up(*, username: str, email: str, password: str, **preferences: Any) -> User:
    """Create a user. The caller has validated the fields (SignUpForm)."""
    user = User(username=username, email=User.objects.normalize_email(email))
    _assign_preferences(user, preferences)
    user.set_password(password)
    user.save()
    return user


@transaction.atomic
def change_preferences(*, user: User, **preferences: Any) -> User:
    """Set any of display_name, language, time_zone, theme. Raises ValidationError, TypeError."""
    _assign_preferences(user, preferences)
    user.clean_fields(exclude=_all_fields_but(preferences))
    user.save(update_fields=list(preferences))
    return user


@transaction.atomic
def ask_for_address(
    *, user: User, address: str, password: str, may_write_to: Callable[[str], bool]
) -> None:
    """Ask for another mail address. Nothing changes until the mail to it has been answered; none
    is sent, and nobody told so, where that address has had mail enough (`may_write_to`).

    Errors: wrong_password, same_address.
    """
    from mordheim_site.accounts import mail

    if not user.check_password(password):
        raise ServiceError("wrong_password", 403)
    address = User.objects.normalize_email(address)
    if address == user.email and user.email_confirmed_at is not None:
        raise ServiceError("same_address")
    if may_write_to(address):
        mail.ask_for_change(user=user, address=address)


@transaction.atomic
def issue_token(
    *, user: User, name: str, scope: str = Scope.WRITE, days: int | None = None
) -> tuple[ApiToken, str]:
    """A new token and its key, which is not kept and can't be shown again."""
    key = KEY_PREFIX + secrets.token_urlsafe(32)
    token = ApiToken(
        user=user,
        name=name,
        scope=scope,
        digest=ApiToken.digest_of(key),
        hint=key[: len(KEY_PREFIX) + 4],
        expires_at=timezone.now() + timedelta(days=days or settings.API_TOKEN_DAYS),
    )
    token.full_clean()
    token.save()
    return token, key


@transaction.atomic
def revoke_token(*, token: ApiToken) -> None:
    """The token stops working; a second time does nothing."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())


@transaction.atomic
def revoke_all_tokens(*, user: User) -> None:
    """Shut out every client: whoever had to ask for a new password may have lost more than that."""
    user.api_tokens.filter(revoked_at=None).update(revoked_at=timezone.now())


def _assign_preferences(user: User, preferences: dict[str, Any]) -> None:
    for name, value in preferences.items():
        if name not in PREFERENCES:
            raise TypeError(f"{name!r} is no preference")
        setattr(user, name, one_line(value) if name == "display_name" else value)


def _all_fields_but(names: dict[str, Any]) -> set[str]:
    return {field.name for field in User._meta.fields} - set(names)
