"""REST clients log in with a token: `Authorization: Token KEY` or `Bearer KEY`."""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from mordheim_site.accounts.models import ApiToken, User

SCHEMES = (b"token", b"bearer")
# How stale `last_used_at` may be: one write an hour, not one a request.
USE_IS_NOTED_EVERY = timedelta(hours=1)
NEEDED = (
    *("user", "public_id", "scope", "last_used_at", "expires_at", "revoked_at"),
    *(f"user__{name}" for name in ("public_id", "username", "display_name", "email")),
    *(f"user__{name}" for name in ("is_active", "is_staff", "is_superuser", "language")),
)
"""What nearly every request asks of token and user; the rest is read when it is asked for."""


class ApiTokenAuthentication(BaseAuthentication):
    """`request.auth` is the ApiToken; a malformed, unknown, expired or revoked one gives 401."""

    def authenticate_header(self, request: Request) -> str:
        return "Token"

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() not in SCHEMES:
            return None
        if len(parts) != 2:
            raise AuthenticationFailed(_("Malformed Authorization header."), code="bad_token")
        token = self._find(parts[1].decode("latin-1"))
        self._note_use(token)
        return token.user, token

    def _find(self, key: str) -> ApiToken:
        tokens = ApiToken.objects.live().select_related("user").only(*NEEDED)
        tokens = tokens.filter(digest=ApiToken.digest_of(key), user__is_active=True)
        found = list(tokens.order_by())
        if not found:
            raise AuthenticationFailed(
                _("This token is unknown, expired or revoked."), code="bad_token"
            )
        return found[0]

    def _note_use(self, token: ApiToken) -> None:
        now = timezone.now()
        if token.last_used_at is None or now - token.last_used_at > USE_IS_NOTED_EVERY:
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
