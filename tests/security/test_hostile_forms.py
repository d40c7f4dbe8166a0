"""Every form that a page offers, sent back with what nobody would write: never a fault."""

import random
from html.parser import HTMLParser

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from tests.security.test_nothing_there import path_of, world
from tests.security.test_outsiders import addresses

__all__ = ["world"]

NASTY = (
    "",
    "-1",
    "9" * 30,
    "NaN",
    "1e400",
    "<script>alert(1)</script>",
    "%(name)s {0}",
    "é" * 6000,
)
TRIES = 4
FIELDS = frozenset(("input", "select", "textarea", "button"))


class Forms(HTMLParser):
    """`found`: where each form is sent to, with the names and values of its fields."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and given.get("method") == "post":
            self.found.append((given.get("action", ""), {}))
        elif tag in FIELDS and self.found and given.get("name"):
            self.found[-1][1][given["name"]] = given.get("value", "")


def spoilt(fields: dict[str, str], luck: random.Random) -> dict[str, str]:
    """Some of the fields as they were, the others nasty."""
    return {
        name: value if luck.random() < 0.4 else luck.choice(NASTY) for name, value in fields.items()
    }


@pytest.mark.parametrize("reader", ["marga", "ana"])
def test_no_form_breaks_the_server(world, marga, ana, reader):
    """What a form has done is taken back, so that each page is as it was; nobody logs out."""
    luck, browser, sent = random.Random(reader), Client(), 0
    user = {"marga": marga, "ana": ana}[reader]
    browser.force_login(user)
    for name, arguments in addresses():
        if name.startswith("api:"):
            continue
        path = path_of(name, arguments, world.ids)
        page = browser.get(path)
        browser.force_login(user)
        if page.status_code != 200 or "html" not in page["Content-Type"] or page.streaming:
            continue
        for action, fields in Forms(page.content.decode()).found:
            for _ in range(0 if "logout" in action else TRIES):
                cache.clear()
                point = transaction.savepoint()
                answer = browser.post(action or path, spoilt(fields, luck))
                transaction.savepoint_rollback(point)
                browser.force_login(user)
                assert answer.status_code < 500, (name, action, fields)
                sent += 1
    assert sent > 200
