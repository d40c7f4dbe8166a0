"""`Prefer: handling=strict` (RFC 7240): names that a resource doesn't know are refused.

Without it they are left aside, so that clients may send back more than is asked of them; with it a
client learns that it has misspelt one.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.serializers import ListSerializer, Serializer


def checked(serializer: Serializer, request: Request) -> dict[str, Any]:
    """What a serializer makes of its data. Raises ValidationError."""
    preferred = request.headers.get("Prefer", "").replace(" ", "").lower().split(",")
    if "handling=strict" in preferred:
        unknown = list(_unknown(serializer, serializer.initial_data))
        if unknown:
            told = ErrorDetail(_("There is no such field here."), "unknown_field")
            raise ValidationError({name: [told] for name in unknown})
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def _unknown(serializer: Serializer, data: Any, path: str = "") -> Iterator[str]:
    """Dotted paths of what no field is called."""
    if not isinstance(data, Mapping):
        return
    for name, value in data.items():
        field = serializer.fields.get(name)
        if field is None:
            yield f"{path}{name}"
        elif isinstance(field, Serializer):
            yield from _unknown(field, value, f"{path}{name}.")
        elif isinstance(field, ListSerializer) and isinstance(value, list):
            for position, one in enumerate(value):
                yield from _unknown(field.child, one, f"{path}{name}.{position}.")
