"""What the resources share: refusals as problems, versions, and requests that may be repeated."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from mordheim_site.accounts.permissions import TokenScope
from mordheim_site.api.once import IDEMPOTENCY_KEY, key_of, once
from mordheim_site.api.pagination import Pages
from mordheim_site.api.strict import checked
from mordheim_site.numbers import whole_number

IF_MATCH = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The version that the client saw, as its ETag: 428 without it, "
    "412 when it has moved on.",
)
ETAG = OpenApiParameter(
    "ETag",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    response=True,
    description="The version of what is told, for If-Match.",
)


__all__ = [
    "ETAG",
    "IDEMPOTENCY_KEY",
    "IF_MATCH",
    "ServiceView",
    "etag",
    "key_of",
    "once",
    "version_of",
    "word_of",
]


class ServiceView(APIView):
    """A resource over services: whoever may not see something gets 404 from the selectors."""

    permission_classes = [IsAuthenticatedOrReadOnly, TokenScope]

    def read(
        self, serializer: type[Serializer], *, data: Any = None, partial: bool = False
    ) -> dict[str, Any]:
        """The request's body (or `data`), checked. Raises ValidationError.

        A `partial` body holds only what is to change.
        """
        body = self.request.data if data is None else data
        return checked(serializer(data=body, partial=partial), self.request)

    def wanted(self, serializer: type[Serializer]) -> dict[str, Any]:
        """The parameters of the address, checked. Raises ValidationError."""
        asked = serializer(data=self.request.query_params.dict())
        asked.is_valid(raise_exception=True)
        return dict(asked.validated_data)

    def told(self, rows: Any, tell: Callable[[Any], dict[str, Any]]) -> Response:
        """A numbered page of rows that are written out, where a serializer would cost too much."""
        pages = Pages()
        found = pages.paginate_queryset(rows, self.request, self)
        return pages.get_paginated_response([tell(row) for row in found])

    def page(self, rows: Any, serializer: type[Serializer], **context: Any) -> Response:
        """A numbered page of rows."""
        pages = Pages()
        found = pages.paginate_queryset(rows, self.request, self)
        return pages.get_paginated_response(serializer(found, many=True, context=context).data)


def version_of(request: Request) -> int | None:
    """The version in If-Match (`"7"`, `W/"7"` or `7`); None where there is none that is one."""
    text = request.headers.get("If-Match", "").strip().removeprefix("W/").strip('"')
    return whole_number(text)


def word_of(request: Request) -> str | None:
    """The word in If-Match, where a digest is the version; None where anything will do."""
    text = request.headers.get("If-Match", "").strip().removeprefix("W/").strip('"')
    return None if text in ("", "*") else text


def etag(version: int | str) -> dict[str, str]:
    return {"ETag": f'"{version}"'}
