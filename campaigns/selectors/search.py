"""Search over what a reader may read: PostgreSQL's full text in Spanish and English; elsewhere the
words themselves, wherever they stand."""

import re
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
from typing import Any

from django.db import connection
from django.db.models import (
    BooleanField,
    Case,
    Exists,
    FloatField,
    OuterRef,
    Q,
    QuerySet,
    Value,
    When,
)
from django.db.models.expressions import RawSQL

from campaigns.markup import THROW
from campaigns.models import PostPart, PostRoll, Scene
from campaigns.selectors.access import Access, visible_parts, visible_scenes
from campaigns.written import source_for

FOUND_A_PAGE = 20
LONGEST_QUERY = 200
EXCERPT = 220  # letters
MARKS = re.compile(r"[*_~>#`«»\[\]()\\]+")


@dataclass(frozen=True)
class Found:
    """A part of a post that holds what was asked for; `excerpt` is plain text around it."""

    part: PostPart
    excerpt: str


def search(access: Access, words: str, scene: Scene | None = None) -> QuerySet[PostPart]:
    """The readable parts that hold these words, the best or the latest first.

    In PostgreSQL "quotes", or and -not are understood. An empty question finds nothing.
    """
    words = words.replace("\x00", " ").strip()[:LONGEST_QUERY]
    if not words:
        return PostPart.objects.none()
    parts = PostPart.objects.filter(
        visible_parts(access), post__scene__in=visible_scenes(access)
    ).exclude(source="")
    if scene is not None:
        parts = parts.filter(post__scene=scene)
    parts = parts.select_related("post__scene", "post__author")
    parts = parts.annotate(shut=_shut(access))
    return _full_text(parts, words) if connection.vendor == "postgresql" else _plain(parts, words)


def _shut(access: Access) -> Any:
    """Whether a part holds dice of the GM's: what they are for may not be found by others either,
    so that what is shown of it, its HTML, must hold the words too."""
    if access.is_gm:
        return Value(False)
    dice = Exists(PostRoll.objects.filter(part=OuterRef("pk"), gm_only=True))
    own = {"post__author": access.user} if access.user.is_authenticated else {"pk": None}
    return Case(When(**own, then=Value(False)), default=dice, output_field=BooleanField())


def found(access: Access, parts: list[PostPart], words: str) -> list[Found]:
    return [Found(part, excerpt(source_for(part, access), words)) for part in parts]


def excerpt(source: str, words: str) -> str:
    """Some plain text around the first of the words that stands in it."""
    text = THROW.sub(lambda throw: throw.group("rest").split("#")[0], source)
    text = " ".join(MARKS.sub(" ", text).split())
    low = text.lower()
    places = [low.find(word.lower()) for word in re.findall(r"\w+", words)]
    first = min((place for place in places if place >= 0), default=0)
    start = max(0, first - EXCERPT // 3)
    if start:
        start = text.find(" ", start) + 1 or start
    cut = text[start : start + EXCERPT]
    if start + EXCERPT < len(text):
        cut = cut.rsplit(" ", 1)[0] + " …"
    return ("… " if start else "") + cut


VECTOR = (
    "to_tsvector('spanish'::regconfig, campaigns_postpart.source)"
    " || to_tsvector('english'::regconfig, campaigns_postpart.source)"
)
SHOWN = VECTOR.replace(".source", ".html")
ASKED = (
    "(websearch_to_tsquery('spanish'::regconfig, %s)"
    " || websearch_to_tsquery('english'::regconfig, %s))"
)


def _full_text(parts: QuerySet[PostPart], words: str) -> QuerySet[PostPart]:
    """The vector is written as in the index (migration 0002), or PostgreSQL wouldn't use it."""
    holds = RawSQL(f"(({VECTOR}) @@ {ASKED})", (words, words), BooleanField())  # noqa: S611 - ours
    rank = RawSQL(f"ts_rank({VECTOR}, {ASKED})", (words, words), FloatField())  # noqa: S611 - ours
    shows = RawSQL(f"(({SHOWN}) @@ {ASKED})", (words, words), BooleanField())  # noqa: S611 - ours
    held = parts.filter(Q(shut=False) | Q(shows), holds)
    return held.annotate(rank=rank).order_by("-rank", "-post_id", "position")


def _plain(parts: QuerySet[PostPart], words: str) -> QuerySet[PostPart]:
    each = re.findall(r"\w+", words)[:12]
    if not each:
        return parts.none()
    # SQLite folds no accents or capitals beyond ASCII: the word is tried as it may be written.
    held = parts.filter(Q(shut=False) | _all_in("html", each), _all_in("source", each))
    return held.order_by("-post_id", "position")


def _all_in(column: str, each: list[str]) -> Q:
    holds = (
        reduce(or_, (Q(**{f"{column}__icontains": way}) for way in _ways(word))) for word in each
    )
    return reduce(and_, holds)


def _ways(word: str) -> set[str]:
    return {word, word.lower(), word.upper(), word.capitalize()}
