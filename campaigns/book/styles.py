"""The book's stylesheet: rules of its own, and what its drawings need of the site's.

E-book readers know little of custom properties, so each is put in as what it stands for.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from django.conf import settings

OWN = Path(__file__).with_name("book.css")
CSS = Path(settings.BASE_DIR) / "static" / "css"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
PROPERTY = re.compile(r"(--[\w-]+):\s*([^;]+);")
USE = re.compile(r"var\((--[\w-]+)(?:,[^)]*)?\)")
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")
NOT = re.compile(r":not\([^)]*\)")
ON_SCREEN = re.compile(r"\s*(?:touch-action|user-select|cursor|pointer-events|max-height):[^;]+;")
"""What a drawing says of fingers, pointers and windows, which a book has none of."""
SIDE = "var(--side)"
SIDES = "abcd"


def stylesheet(drawings: list[str]) -> str:
    """The rules for a book with these drawings, in the colours of the light."""
    classes = {name for svg in drawings for one in _classes(svg) for name in one.split()}
    classes |= {f"side-{letter}" for letter in SIDES}
    drawn = [
        rule
        for selector, body in _site_rules()
        if set(CLASS.findall(NOT.sub("", selector))) <= classes
        for rule in _expanded(selector, body)
        if "{}" not in rule
    ]
    return "\n".join([OWN.read_text("utf-8"), *drawn])


def _classes(svg: str) -> list[str]:
    return re.findall(r'\bclass="([^"]*)"', svg)


@lru_cache(maxsize=1)
def _site_rules() -> list[tuple[str, str]]:
    """(selector, body) of the plain rules of the board."""
    rules = _plain(_read("battle.css"))
    return [(one.strip(), body) for selectors, body in rules for one in selectors.split(",")]


def _expanded(selector: str, body: str) -> Iterator[str]:
    """A rule with values in place of properties; one for each side where it is in its colour."""
    if SIDE not in body:
        yield f"{selector} {{{_filled(body)}}}"
        return
    named = re.search(r"\.side-([a-d])", selector)
    for letter in named.group(1) if named else SIDES:
        whose = selector if named else f".side-{letter} {selector}"
        yield f"{whose} {{{_filled(body.replace(SIDE, f'var(--side-{letter})'))}}}"


def _filled(body: str) -> str:
    filled = USE.sub(lambda found: _properties()[found.group(1)], body)
    return ON_SCREEN.sub("", filled).strip()


def _plain(css: str) -> Iterator[tuple[str, str]]:
    """(selectors, body) of each rule of shapes: none within an @-rule, none of a state."""
    for rule in re.finditer(r"^([^\s@}][^{}]*)\{([^{}]*)\}", css, re.MULTILINE):
        selectors, body = rule.group(1).strip(), rule.group(2)
        if (
            not any(mark in selectors for mark in (":focus", "[", ":root"))
            and "--side:" not in body
        ):
            yield selectors, body


@lru_cache(maxsize=1)
def _properties() -> dict[str, str]:
    css = _read("site.css")
    root = css[css.index(":root {") : css.index("}", css.index(":root {"))]
    return dict(PROPERTY.findall(root))


def _read(name: str) -> str:
    return COMMENT.sub("", (CSS / name).read_text(encoding="utf-8"))
