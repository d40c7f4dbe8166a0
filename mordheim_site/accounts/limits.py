"""How often an address, or a person, may ask for what costs something: settings.PAGE_LIMITS."""

import hashlib
import logging
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from rest_framework.exceptions import Throttled
from rest_framework.throttling import SimpleRateThrottle

logger = logging.getLogger(__name__)

View = Callable[..., HttpResponse]


class PageLimit(SimpleRateThrottle):
    """The rate of a scope for one caller: `who`, or the address that a request comes from."""

    def __init__(self, scope: str, who: str = "") -> None:
        self.scope = scope
        self.who = who
        super().__init__()

    def get_rate(self) -> str | None:
        return settings.PAGE_LIMITS.get(self.scope)

    def get_cache_key(self, request: HttpRequest, view: Any) -> str:
        who = self.who or str(self.get_ident(request))
        digest = hashlib.sha256(who.encode()).hexdigest()
        return self.cache_format % {"scope": self.scope, "ident": digest}

    def allows(self, request: HttpRequest) -> bool:
        """Whether it may once more; this time counts. Without a cache nothing is counted."""
        try:
            return bool(self.allow_request(request, None))
        except Exception:  # each cache has errors of its own
            logger.warning("The cache doesn't answer: no limit for %s.", self.scope, exc_info=True)
            return True


def _person(request: HttpRequest) -> str:
    """Who is logged in is counted as himself, wherever he is; others by their address."""
    user = getattr(request, "user", None)
    return f"user:{user.pk}" if user is not None and user.is_authenticated else ""


def limited(scope: str) -> Callable[[View], View]:
    """A view whose POSTs from one address are limited; 429 beyond that."""

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method == "POST" and not PageLimit(scope, _person(request)).allows(request):
                return too_often(request)
            return view(request, *args, **kwargs)

        return answer

    return decorate


def require_allowed(request: Any, scope: str) -> None:
    """The same limit for a REST request. Raises Throttled (429)."""
    limit = PageLimit(scope, _person(request))
    if not limit.allows(request):
        raise Throttled(limit.wait())


def too_often(request: HttpRequest) -> HttpResponse:
    context = {
        "status": HTTPStatus.TOO_MANY_REQUESTS.value,
        "title": _("Wait a little"),
        "detail": _("That was asked for too often from here. Try again later."),
    }
    return render(request, "error.html", context, status=HTTPStatus.TOO_MANY_REQUESTS)
