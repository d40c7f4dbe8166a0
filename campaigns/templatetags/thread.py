"""Tags of threads."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.safestring import SafeString

from campaigns.templatetags.pieces import made_of
from campaigns.views.thread import ToldPost

register = template.Library()


@register.simple_tag(takes_context=True)
def post(context: Mapping[str, Any], told: ToldPost) -> SafeString:
    """A post, made once for all who see the same of it; what members wrote keeps its lines."""
    gaps = {"csrf_token": context.get("csrf_token", "")}
    return made_of("campaigns/includes/post.html", {"told": told}, gaps)
