"""POSTs that may be sent again: `Idempotency-Key` of the client's own, the same answer.

Who keeps the answers says so when the site starts (`kept_by`): applications below it know it not.
"""

import hashlib
import json
from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol

from django.db import transaction
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="A name of the client's own for this request: sent again with the same body, it "
    "is answered as it was and nothing happens twice; with another body it is refused (422).",
)


class Keeper(Protocol):
    """campaigns.services.idempotency."""

    def recall(self, *, user: Any, scope: str, key: str, body: Any) -> Any: ...

    def remember(
        self, *, user: Any, scope: str, key: str, body: Any, answer: Any, status: int
    ) -> None: ...


_keepers: list[Keeper] = []


def kept_by(keeper: Keeper) -> None:
    _keepers[:] = [keeper]


def key_of(request: Request) -> str:
    return request.headers.get("Idempotency-Key", "").strip()


def scope_of(request: Request) -> str:
    """What a key is good for: this method at this address, of whatever length."""
    return f"{request.method} {hashlib.sha256(request.path.encode()).hexdigest()}"


def once(method: Callable[..., Response]) -> Callable[..., Response]:
    """A POST that honours Idempotency-Key: answer and effect are stored in one transaction.

    Not for answers that hold a secret (they would be kept), nor for turns, whose service does it.
    """

    @wraps(method)
    def answer(view: APIView, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = key_of(request)
        if not key or not request.user.is_authenticated:
            return method(view, request, *args, **kwargs)
        (keeper,) = _keepers
        call = {
            "user": request.user,
            "scope": scope_of(request),
            "key": key,
            "body": request.data,
        }
        with transaction.atomic():
            known = keeper.recall(**call)
            if known is not None:
                headers = {"Idempotent-Replayed": "true"}
                return Response(known.answer, status=known.status, headers=headers)
            response = method(view, request, *args, **kwargs)
            plain = json.loads(JSONRenderer().render(response.data) or "null")
            keeper.remember(**call, answer=plain, status=response.status_code)
        return response

    # A function may bear what mypy doesn't know of; the schema looks for it here.
    answer.parameters = [IDEMPOTENCY_KEY]  # type: ignore[attr-defined]
    return answer
