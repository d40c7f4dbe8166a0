"""Pieces of pages that are made of nothing but the values they are given, and so are made once.

A piece's template sees neither request nor user: what isn't handed to it can't get into it, and
whoever is handed the same values is shown the same. Each process keeps the latest of them.
"""

import secrets
from collections.abc import Hashable, Mapping
from typing import Any

from django import template
from django.conf import settings
from django.template.loader import get_template
from django.utils.functional import Promise
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from campaigns.templatetags.thin import thinned
from mordheim_site.weighed import weighed

register = template.Library()

KEPT = 16 * 2**20
"""So many bytes a process keeps: a page's posts are some 100 kB, a single one may be a book."""
GAP = "gap_"
_SECRET = secrets.token_hex(16)

Facts = tuple[tuple[str, type, Hashable], ...]


@register.simple_tag(takes_context=True)
def piece(context: Mapping[str, Any], template_name: str, **values: Any) -> SafeString:
    """A template without its indentation, made of these values alone, which must be hashable.

    What differs from request to request is named `gap_...`: it is put in, escaped, each time. So is
    the token of forms.
    """
    gaps = {one: values.pop(one) for one in list(values) if one.startswith(GAP)}
    gaps["csrf_token"] = context.get("csrf_token", "")
    return made_of(template_name, values, gaps, thin=True)


def made_of(
    name: str, values: Mapping[str, Any], gaps: Mapping[str, Any], *, thin: bool = False
) -> SafeString:
    """The same for views; without `thin` line breaks stay as they are."""
    facts = []
    for one, value in values.items():
        settled = str(value) if isinstance(value, Promise) else value
        # Equal values may read differently: 1 and True, text and HTML.
        facts.append((one, type(settled), settled))
    make = _made.__wrapped__ if settings.DEBUG else _made
    html = make(name, get_language(), tuple(facts), tuple(gaps), thin)
    for gap, value in gaps.items():
        mark = _mark(gap)
        if mark in html:
            html = html.replace(mark, conditional_escape(str(value)))
    return mark_safe(html)  # noqa: S308 - what the template made, and escaped


@weighed(KEPT)
def _made(name: str, language: str, facts: Facts, gaps: tuple[str, ...], thin: bool) -> str:
    context = {one: value for one, _, value in facts} | {gap: _mark(gap) for gap in gaps}
    html = get_template(name).render(context)
    return str(thinned(html) if thin else html)


def _mark(gap: str) -> str:
    """What stands in a gap until it is filled: nobody could have written it."""
    return f"{gap}-{_SECRET}"
