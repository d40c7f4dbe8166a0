"""`{% thin %}`: what templates make without their indentation, which half a page may consist of."""

import re
from typing import Any

from django import template
from django.template.base import NodeList, Parser, Token
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

# What is typed or quoted keeps every space; anywhere else a line break does for those behind it.
# Spaces before a break stay: to look for them takes the square of their number.
_SPACES = re.compile(r"(<(textarea|pre)\b.*?</\2>)|\n\s*", re.DOTALL)


def thinned(html: str) -> SafeString:
    """HTML that looks the same, with a single line break for each run of spaces with one."""
    thin = _SPACES.sub(lambda found: found[1] or "\n", html)
    return mark_safe(thin)  # noqa: S308 - what the template made, and escaped


class Thin(template.Node):
    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Any) -> SafeString:
        return thinned(self.nodelist.render(context))


@register.tag
def thin(parser: Parser, token: Token) -> Thin:
    """For templates only: not round what members wrote, in which a line may count."""
    nodelist = parser.parse(("endthin",))
    parser.delete_first_token()
    return Thin(nodelist)
