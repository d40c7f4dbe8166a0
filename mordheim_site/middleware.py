"""What every request must be, before any page looks at it."""

from collections.abc import Callable, Iterator

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict


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


def _texts(request: HttpRequest) -> Iterator[str]:
    yield request.path
    yield from _inside(request.GET)
    if request.method == "POST" and not request.path.startswith("/api/"):
        yield from _inside(request.POST)


def _inside(query: QueryDict) -> Iterator[str]:
    for name, values in query.lists():
        yield name
        yield from values
