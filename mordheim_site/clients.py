"""Who calls: the client's address behind a known number of proxies."""

from django.conf import settings
from django.http import HttpRequest


def client_ip(request: HttpRequest) -> str | None:
    """The address that the outermost trusted proxy saw, or the peer's where none is trusted.

    Every proxy appends the address that it saw; what stands further left anybody could have sent.
    """
    hops = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    trusted = settings.TRUSTED_PROXIES
    if trusted and len(hops) >= trusted and hops[-trusted]:
        return hops[-trusted]
    return request.META.get("REMOTE_ADDR")
