"""What every request must be, before any page looks at it."""

from collections.abc import Callable, Iterator
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme


class PlainRequestMiddleware:
    """Refuses (400) addresses and forms that hold the character 0.

    No browser sends it and PostgreSQL holds none. The JSON of REST is judged by its parser.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if any("\0" in text for text in _texts(request)):
            raise BadRequest("The request holds the character 0.")
        return self.get_response(request)


class BackToThePageMiddleware:
    """Whoever has to log in before a form is taken comes back to the page that the form was on.

    The address that forms are sent to is often no page: it would answer 405 after the log-in.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method != "POST" or response.status_code != 302:
            return response
        target = urlsplit(response["Location"])
        if target.path != resolve_url(settings.LOGIN_URL) or not (page := _page_before(request)):
            return response
        log_in = f"{target.path}?{urlencode({'next': page})}"
        if "HX-Request" in request.headers:  # or the log-in would stand in a corner of the page
            return HttpResponse(status=204, headers={"HX-Redirect": log_in})
        response["Location"] = log_in
        return response


def _page_before(request: HttpRequest) -> str:
    """The path of this site that the request came from; "" where that isn't known."""
    came_from = request.headers.get("Referer", "")
    secure, host = request.is_secure(), request.get_host()
    if not url_has_allowed_host_and_scheme(came_from, {host}, require_https=secure):
        return ""
    parts = urlsplit(came_from)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def _texts(request: HttpRequest) -> Iterator[str]:
    yield request.path
    yield from _inside(request.GET)
    if request.method == "POST" and not request.path.startswith("/api/"):
        yield from _inside(request.POST)


def _inside(query: QueryDict) -> Iterator[str]:
    for name, values in query.lists():
        yield name
        yield from values
