"""Markdown as members write it, turned into the little HTML that a post may hold."""

import nh3
from markdown_it import MarkdownIt

TAGS = {
    *("p", "br", "hr", "em", "strong", "s", "blockquote", "ul", "ol", "li"),
    *("code", "pre", "a", "h3", "h4", "h5"),
}
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES = {"http", "https", "mailto"}
# A page has its own h1 and h2: what a post calls its first heading is the page's third.
HEADINGS = {"h1": "h3", "h2": "h4"}

_markdown = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("strikethrough")
_markdown.disable("image")


def render(source: str) -> str:
    """Sanitised HTML of a Markdown text. Raw HTML in it is shown as it was typed."""
    tokens = _markdown.parse(source)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = HEADINGS.get(token.tag, "h5")
    html = _markdown.renderer.render(tokens, _markdown.options, {})
    return nh3.clean(
        html,
        tags=TAGS,
        attributes=ATTRIBUTES,
        url_schemes=SCHEMES,
        link_rel="nofollow noopener ugc",
    )
