"""What a REST client may do by its token."""

from django.utils.translation import gettext_lazy as _
from rest_framework import permissions
from rest_framework.request import Request

from mordheim_site.accounts.models import ApiToken


class TokenScope(permissions.BasePermission):
    """A token with the scope `read` can't change anything."""

    message = _("This token may only read.")
    code = "token_read_only"

    def has_permission(self, request: Request, view: object) -> bool:
        if not isinstance(request.auth, ApiToken):
            return True
        return request.auth.allows(writing=request.method not in permissions.SAFE_METHODS)
