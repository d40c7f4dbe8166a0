"""The book as one HTML file: nothing in it is fetched from anywhere."""

from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.template.loader import render_to_string

from campaigns.book.compile import Book

DRAWN = (
    *(".area", ".floor", ".wall", ".ladder", ".stairs", ".prop", ".zone", ".place", ".token"),
    *(".ghost", ".pat-", ".ground", ".ledge", ".rail", ".side-", ".chasm", ".platform"),
)
OWN = Path(__file__).with_name("book.css")
CSS = Path(settings.BASE_DIR) / "static" / "css"


def html(book: Book) -> str:
    return render_to_string("campaigns/book/page.html", {"book": book, "css": stylesheet()})


@lru_cache(maxsize=1)
def stylesheet() -> str:
    """The book's own rules, the colours in the light, and what the drawings need of the site's."""
    site = (CSS / "site.css").read_text(encoding="utf-8")
    root = site[site.index(":root {") : site.index("}", site.index(":root {")) + 1]
    drawn = _rules((CSS / "battle.css").read_text(encoding="utf-8"))
    return "\n".join([root.replace("color-scheme: light;", ""), OWN.read_text("utf-8"), *drawn])


def _rules(css: str) -> list[str]:
    """The plain rules of a file that begin with something drawn."""
    found = []
    for rule in _uncommented(css).split("}"):
        selector, brace, body = rule.partition("{")
        first = selector.strip()
        if brace and "{" not in body and first.startswith(DRAWN) and "@" not in first:
            found.append(f"{first} {{{body}}}")
    return found


def _uncommented(css: str) -> str:
    while (start := css.find("/*")) >= 0:
        css = css[:start] + css[css.index("*/", start) + 2 :]
    return css
