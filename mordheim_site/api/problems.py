"""Errors of the REST interface: `application/problem+json` (RFC 9457) with a stable `code`.

    {"type": "about:blank", "title": "Bad Request", "status": 400, "code": "invalid",
     "detail": "...", "errors": [{"field": "name", "code": "required", "detail": "..."}]}

`code` is what a client branches on; `detail` is in the language it asked for. An application
raises `Problem` (or a subclass) to answer with a code, a status and further members of its own.
"""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from django.core.exceptions import ValidationError as DjangoValidationError
from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers
from rest_framework.response import Response
from rest_framework.views import exception_handler

MEDIA_TYPE = "application/problem+json"


class Problem(exceptions.APIException):
    """A refusal with a stable code.

    `extra` is added to the document: JSON values only (a rule ID, parameters, ...).
    """

    status_code = HTTPStatus.BAD_REQUEST

    def __init__(self, code: str, detail: str, *, status: int | None = None, **extra: Any) -> None:
        super().__init__(detail, code)
        self.code = code
        self.extra = extra
        if status is not None:
            self.status_code = status


def problem(status: int, code: str, detail: str, **extra: Any) -> dict[str, Any]:
    """One problem document.

    What a sentence is about stands in `params`, and by its own name besides unless the document
    has a member of that name (the `type` of a fighter isn't the problem's).
    """
    document = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": int(status)}
    document |= {"code": code, "detail": detail}
    if extra and not extra.keys() & {"params", "errors"}:
        extra["params"] = dict(extra)
    return document | {name: value for name, value in extra.items() if name not in document}


def problem_handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's EXCEPTION_HANDLER. None, so a 500, for what nobody foresaw."""
    if isinstance(exc, DjangoValidationError):
        exc = exceptions.ValidationError(serializers.as_serializer_error(exc))
    response = exception_handler(exc, context)
    if response is None:
        return None
    response.data = _document(exc, response)
    response.content_type = MEDIA_TYPE
    return response


def problem_response(request: HttpRequest, status: int, code: str, detail: str) -> JsonResponse:
    """The same document from outside DRF (unknown address, server error)."""
    return JsonResponse(problem(status, code, detail), status=status, content_type=MEDIA_TYPE)


def _document(exc: Exception, response: Response) -> dict[str, Any]:
    status = response.status_code
    if isinstance(exc, Problem):
        return problem(status, exc.code, str(exc.detail), **exc.extra)
    if isinstance(exc, exceptions.ValidationError):
        errors = list(_field_errors(exc.detail))
        return problem(status, "invalid", _("The data sent is not valid."), errors=errors)
    detail = response.data["detail"]
    return problem(status, getattr(detail, "code", "error"), str(detail))


def _field_errors(detail: Any, path: str = "") -> Iterator[dict[str, str]]:
    """Flatten DRF's nested errors; `field` is a dotted path, empty for the whole document."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            step = "" if name == "non_field_errors" else str(name)
            yield from _field_errors(inner, ".".join(filter(None, (path, step))))
    elif isinstance(detail, list):
        for position, inner in enumerate(detail):
            nested = isinstance(inner, dict | list)
            yield from _field_errors(inner, f"{path}.{position}".lstrip(".") if nested else path)
    else:
        yield {"field": path, "code": detail.code, "detail": str(detail)}
