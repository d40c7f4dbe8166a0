"""Fields that hold what the engine reads and writes; the OpenAPI document knows their shapes."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as s

from campaigns.api.engine_schema import EVENT, FORM, ORDER


@extend_schema_field(ORDER)
class Order(s.DictField):
    """`{"order": KIND, ...}`: the engine checks it, so that its refusals name the rule."""


@extend_schema_field(FORM)
class Form(s.DictField):
    """What may be ordered."""


@extend_schema_field(EVENT)
class Event(s.DictField):
    """What has happened."""
