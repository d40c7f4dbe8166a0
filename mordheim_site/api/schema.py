"""What drf-spectacular can't see by itself: our token scheme and the problem documents."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from mordheim_site.api.problems import MEDIA_TYPE

PROBLEM_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "RFC 9457. Branch on `code`; further members depend on it.",
    "required": ["type", "title", "status", "code", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string"},
        "detail": {"type": "string"},
        "params": {
            "type": "object",
            "additionalProperties": True,
            "description": "What `detail` is about, by name: numbers, ids, words.",
        },
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "code", "detail"],
                "properties": {
                    "field": {
                        "type": "string",
                        "description": "Of the data sent, or the piece or rule; empty if none.",
                    },
                    "code": {"type": "string"},
                    "detail": {"type": "string"},
                    "params": {
                        "type": "object",
                        "additionalProperties": True,
                        "description": "Of a board's or a set-up's fault: what it is about.",
                    },
                },
            },
        },
    },
    "additionalProperties": True,
}
ANY_PROBLEM = {
    "description": "Any refusal or fault",
    "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
}


class Operations(AutoSchema):
    """A view's docstring describes its operations; one that it only inherits describes no one's."""

    def get_override_parameters(self) -> list[Any]:
        """Those that a decorator of the method brings (api.once)."""
        told = getattr(self.view, self.method.lower(), None)
        return [*super().get_override_parameters(), *getattr(told, "parameters", [])]

    def get_description(self) -> str:
        own = self.view.__class__.__dict__.get("__doc__")
        told = getattr(self.view, self.method.lower(), None)
        return str(getattr(told, "__doc__", None) or own or "").strip()


class ApiTokenScheme(OpenApiAuthenticationExtension):
    target_class = "mordheim_site.accounts.authentication.ApiTokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token KEY`, from `POST /api/v1/token` or the settings page.",
        }


def describe_problems(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add the Problem schema, and name it as the default answer of every operation."""
    result.setdefault("components", {}).setdefault("schemas", {})["Problem"] = PROBLEM_SCHEMA
    for path in result["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict) and "responses" in operation:
                operation["responses"].setdefault("default", ANY_PROBLEM)
    return result
