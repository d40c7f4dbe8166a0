"""Search over what a reader may read: PostgreSQL's full text in Spanish and English; elsewhere the
words themselves, wherever they stand."""

import re
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_

from django.db import connection
from django.db.models import BooleanField, Case, Field, FloatField, Q, QuerySet, When
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
    shut = Q(pk__in=_shut(access))
    seek = _full_text if connection.vendor == "postgresql" else _plain
    return seek(parts, words, shut)


def _shut(access: Access) -> list[int]:
    """The parts with dice of the GM's: others learn what these are for neither by finding a part,
    nor by missing it, nor by its rank. What is shown of these, their HTML, is all that is searched.

    Ids, not a subquery: so PostgreSQL finds either kind by an index.
    """
    if access.is_gm:
        return []
    rolls = PostRoll.objects.filter(gm_only=True, part__post__scene__campaign=access.campaign)
    if access.user.is_authenticated:
        rolls = rolls.exclude(part__post__author=access.user)
    return list(rolls.values_list("part", flat=True).distinct())


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


def _full_text(parts: QuerySet[PostPart], words: str, shut: Q) -> QuerySet[PostPart]:
    """The vector is written as in the index (migration 0002), or PostgreSQL wouldn't use it."""

    def asked(text: str, kind: Field) -> RawSQL:
        return RawSQL(text, (words, words), kind)  # noqa: S611 - made of the constants above

    holds, shows = (asked(f"(({one}) @@ {ASKED})", BooleanField()) for one in (VECTOR, SHOWN))
    whole, shown = (asked(f"ts_rank({one}, {ASKED})", FloatField()) for one in (VECTOR, SHOWN))
    held = parts.filter((~shut & Q(holds)) | (shut & Q(shows)))
    ranked = held.annotate(rank=Case(When(shut, then=shown), default=whole))
    return ranked.order_by("-rank", "-post_id", "position")


def _plain(parts: QuerySet[PostPart], words: str, shut: Q) -> QuerySet[PostPart]:
    each = re.findall(r"\w+", words)[:12]
    if not each:
        return parts.none()
    # SQLite folds no accents or capitals beyond ASCII: the word is tried as it may be written.
    held = parts.filter((~shut & _all_in("source", each)) | (shut & _all_in("html", each)))
    return held.order_by("-post_id", "position")


def _all_in(column: str, each: list[str]) -> Q:
    holds = (
        reduce(or_, (Q(**{f"{column}__icontains": way}) for way in _ways(word))) for word in each
    )
    return reduce(and_, holds)


def _ways(word: str) -> set[str]:
    return {word, word.lower(), word.upper(), word.capitalize()}
