"""What goes into a book: scenes as chapters, posts with their turns told, maps of battles."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

import rules
from campaigns.board_svg import BoardView, draw
from campaigns.book.xhtml import drawing, fragment
from campaigns.models import Post, PostKind, Scene, Visibility
from campaigns.narration import Names, tell_order
from campaigns.selectors.access import Access, visible_scenes
from campaigns.selectors.battles import BattleView, battle_view_of, superseded_among
from campaigns.selectors.scenes import events_of, posts_of
from campaigns.views.log import lines_of, names_of
from campaigns.views.reports import reports_of
from campaigns.written import written
from rules.errors import IllegalOrder

AT_ONCE = 200  # posts whose turns are read together


@dataclass(frozen=True)
class Passage:
    """A post: who speaks, what he wrote (well-formed XHTML), what he ordered, what came of it."""

    speaker: str
    player: str
    when: str
    texts: list[tuple[str, str]] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)
    lines: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Chapter:
    """A scene. `maps` are drawings with their captions."""

    title: str
    kind: str
    passages: list[Passage]
    maps: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Book:
    id: str
    title: str
    language: str
    made_at: datetime
    chapters: list[Chapter]
    people: list[str]


def book_of(access: Access, scene: Scene | None = None, *, secrets: bool = False) -> Book:
    """A campaign's book, or one scene's, as this member may read it.

    What only some may read is left out, so that the book may be passed on; with `secrets` what he
    himself may read is in it. The queries grow with the scenes, not with their posts.
    """
    access.require_member()
    every = visible_scenes(access).order_by("position", "pk")
    if not secrets:
        every = every.exclude(visibility=Visibility.RESTRICTED)
    scenes: Iterable[Scene] = [scene] if scene else every
    # Passed on, a book says what a passer-by would read: no aside, no sealed event, no GM's dice.
    reader = access if secrets else Access(AnonymousUser(), access.campaign, None)
    chapters = [_chapter(reader, one) for one in scenes]
    row = scene or access.campaign
    members = access.campaign.memberships.select_related("user").exclude(role="spectator")
    return Book(
        id=str(row.public_id),
        title=scene.title if scene else access.campaign.name,
        language=get_language() or access.campaign.language,
        made_at=timezone.now(),
        chapters=[one for one in chapters if one.passages or one.maps],
        people=[str(member.user) for member in members],
    )


def _chapter(access: Access, scene: Scene) -> Chapter:
    scene.campaign = access.campaign
    battle = battle_view_of(access, scene)
    posts = list(posts_of(access, scene))
    passages: list[Passage] = []
    for start in range(0, len(posts), AT_ONCE):
        passages += _passages(access, battle, posts[start : start + AT_ONCE])
    return Chapter(
        title=scene.title,
        kind=str(scene.get_kind_display()),
        passages=passages,
        maps=_maps(battle) if battle else [],
    )


def _passages(access: Access, battle: BattleView | None, posts: list[Post]) -> list[Passage]:
    events = events_of(battle, posts) if battle else {}
    begun = [post.from_seq for post in posts if post.from_seq is not None]
    gone = superseded_among(battle, begun) if battle else frozenset()
    names = names_of(battle) if battle else Names()
    reports = reports_of(posts)
    found = []
    for post in posts:
        if post.from_seq in gone:
            continue  # a rewind took it back: it is in the log, not in the story
        passage = _passage(access, post, names, events.get(post.pk, []))
        if report := reports.get(post.data.get("aftermath", "")):
            passage.lines.extend(("act", line) for line in report.lines)
        if passage.texts or passage.lines:
            found.append(passage)
    return found


def _passage(access: Access, post: Post, names: Names, events: list[Any]) -> Passage:
    speaker = post.persona or names.sides.get(post.side, "") or str(post.author or "")
    player = str(post.author) if post.author else ""
    parts = [part for part in post.visible if part.html.strip()]
    return Passage(
        speaker=speaker or _("The campaign"),
        player=player if player != speaker else "",
        when=date_format(timezone.localtime(post.created_at), "SHORT_DATETIME_FORMAT"),
        texts=[
            ("note" if part.is_note or post.kind == PostKind.OOC else "story", _text(access, part))
            for part in parts
        ],
        orders=_orders(post, names),
        lines=[(line.kind, _line(line)) for line in lines_of(events, names)],
    )


def _text(access: Access, part: Any) -> str:
    return fragment(str(written(part, gm=access.is_gm)))


def _line(line: Any) -> str:
    """A line of the log with its dice behind it."""
    dice = [" ".join(str(die.face) for die in throw.dice) for throw in line.throws]
    return line.text + (f" [{'; '.join(dice)}]" if dice else "")


def _orders(post: Post, names: Names) -> list[str]:
    told = []
    for raw in post.orders:
        try:
            order = rules.order_from_native({**raw, "source": "player"}, names.unit_size)
        except IllegalOrder:
            continue  # an order of a later engine: the lines below say what came of it
        told.append("".join(part.text for part in tell_order(order, names)))
    return told


def _maps(battle: BattleView) -> list[tuple[str, str]]:
    """The board as it was set up, and as it is now."""
    names = names_of(battle)
    view = BoardView(names=names, planner=False)
    shown = [(_("The board at the beginning"), rules.initial(battle.setup))]
    if battle.battle.started_at is not None:
        shown.append((_("The board now"), battle.state))
    maps = []
    for caption, state in shown:
        letter = f"m{battle.battle.pk}-{len(maps)}"
        maps.append((caption, drawing(str(draw(state, view)), caption, letter)))
    return maps
