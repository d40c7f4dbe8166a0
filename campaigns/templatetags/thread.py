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


@register.simple_tag(takes_context=True)
def post_short(context: Mapping[str, Any], told: ToldPost) -> SafeString:
    """How a post begins, made once like the whole. `as_book`: its page is read as
    in a book, though it is a battle's.

    Of the post it gets what it shows alone: what it leaves out needn't be compared.
    """
    page = context["page"]
    values = {
        "id": told.id,
        "kind": told.kind,
        "letter": told.letter,
        "speaker": told.speaker,
        "opening": told.opening,
        "written": told.written,
        "when": told.when,
        "new": told.new,
        "superseded": told.superseded,
        "number": page.page,
        "as_book": bool(page.battle) and not context.get("b"),
    }
    return made_of("campaigns/includes/post_short.html", values, {})
