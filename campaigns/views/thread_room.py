"""How much of a thread one page tells in full: a scene's page has at most 60,000 bytes.

What has no room any more shows who spoke, when, and how it begins; the whole is a link away. Where
not even that has room, the page says how many posts more are read as in a book.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from django.utils.html import strip_tags
from django.utils.text import Truncator

from campaigns.views.thread import ToldPost

MOST = 57_000
"""What a page is planned with: names and dates of unusual length have the rest."""
FRAME = 8_500
"""Of a battle's page all but the board, the turn in the making, the warbands and the posts."""
WITH_COMPOSER = 18_000
"""The same of a page to read and write on."""
HEAD = 1_000
"""A post without what it tells."""
SHORT = 600
"""A post of which only the beginning is shown."""
OPENING = 100
ORDERS = re.compile(r'<p class="post__orders">.*?</p>', re.DOTALL)
"""The way to what was ordered: no part of what is told."""
LEAST = 3
"""So many posts are shown whatever else there is, if only in short."""


def fitting(
    posts: Sequence[ToldPost], room: int, *, latest_first: bool, wanted: str = ""
) -> list[ToldPost]:
    """The posts that `room` (in bytes) suffices for, in their order, in full or in short.

    `latest_first`: the latest ones have the room, else the earliest. `wanted`: the id of the one
    that was asked for, which is told in full whatever it takes.
    """
    order = sorted(range(len(posts)), reverse=latest_first)
    order.sort(key=lambda number: posts[number].id != wanted)
    shown = order[: max(LEAST, room // SHORT)]
    left = room - SHORT * len(shown)
    found: dict[int, ToldPost] = {}
    for number in shown:
        post = posts[number]
        more = max(0, _cost(post) - SHORT)
        if more <= left or post.id == wanted:
            found[number] = post
            left -= more
        else:
            found[number] = replace(post, opening=_opening(post))
    return [found[number] for number in sorted(found)]


def wanted_in(text: str | None) -> str:
    """The id of a post in an address; "" where it is none."""
    try:
        return str(UUID(text or ""))
    except ValueError:
        return ""


def size(html: str) -> int:
    return len(html.encode())


def _cost(post: ToldPost) -> int:
    texts = [post.log, post.notice, *[part.html for part in post.parts]]
    return HEAD + size("".join(texts)) + (HEAD if post.report else 0)


def _opening(post: ToldPost) -> str:
    """Its first words; of a turn that nobody put into words those of its log."""
    said = [post.notice, *(part.html for part in post.parts if not part.readers), post.log]
    text = ORDERS.sub("", next((one for one in said if one), ""))
    plain = " ".join(strip_tags(text.replace("<", " <")).split())
    return Truncator(plain).chars(OPENING) or "…"
