"""What a REST client may send: JSON that every machine reads alike (I-JSON, RFC 7493).

Python reads more than that (NaN, numbers without end, half characters, any depth); some of it no
database or answer can hold. It is refused here, once, before any resource looks at it.
"""

import json
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer

DEEPEST = 32
GREATEST = 2**53 - 1
"""The greatest whole number that every client reads exactly."""


class TooLarge(APIException):
    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    default_detail = gettext_lazy("That is too much at once.")
    default_code = "too_large"


class PlainJSONParser(BaseParser):
    """A body of UTF-8 JSON, at most DATA_UPLOAD_MAX_MEMORY_SIZE long.

    Raises ParseError (400) and TooLarge (413).
    """

    media_type = "application/json"
    renderer_class = JSONRenderer

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        return decode(_read(stream))


def decode(body: bytes) -> Any:
    """JSON values of a body. Raises ParseError for what is no I-JSON."""
    try:
        return plain_json(body.decode())
    except ValueError as fault:
        told = _("This is not JSON as it should be: %(fault)s") % {"fault": fault}
        raise ParseError(told) from None


def plain_json(text: str) -> Any:
    """The same of a text, for forms. Raises ValueError that says why in the active language."""
    try:
        data = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_number,
            parse_constant=_constant,
        )
        _check(data)
    except RecursionError:
        raise ValueError(_("it is nested too deep")) from None
    except json.JSONDecodeError as fault:
        told = _("from line %(line)d, column %(column)d on it can't be read")
        raise ValueError(told % {"line": fault.lineno, "column": fault.colno}) from None
    return data


def _read(stream: Any) -> bytes:
    """No more of it than may be: its length is only what the client says it is."""
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    body: bytes = stream.read(most + 1)
    if len(body) > most:
        raise TooLarge
    return body


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(_("a name comes twice in an object"))
    return found


def _whole(text: str) -> int:
    if len(text) > len(str(-GREATEST)) or abs(int(text)) > GREATEST:
        raise ValueError(_("a number is too large"))
    return int(text)


def _number(text: str) -> float:
    value = float(text)
    if abs(value) > GREATEST:
        raise ValueError(_("a number is too large"))
    return value


def _constant(text: str) -> None:
    raise ValueError(_("%(text)s is no number") % {"text": text})


def _check(value: Any, depth: int = 0) -> None:
    """Raise for what is nested too deep, and for texts that no database holds."""
    if depth > DEEPEST:
        raise ValueError(_("it is nested too deep"))
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, dict):
        for name, inner in value.items():
            _check_text(name)
            _check(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            _check(inner, depth + 1)


def _check_text(text: str) -> None:
    if "\0" in text:
        raise ValueError(_("a text holds the character 0"))
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(_("a text holds half a character")) from None
