"""A scene's posts as passages: story, orders, and what came of them with its dice."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count, groupby
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

import rules
from campaigns.book.model import Passage, Told, Words
from campaigns.book.xhtml import fragment
from campaigns.models import OrderRow, Post, PostKind
from campaigns.narration import Line, Names, Part, tell_order
from campaigns.selectors.access import Access
from campaigns.selectors.battles import BattleView, LoggedEvent, superseded_among
from campaigns.selectors.scenes import events_of
from campaigns.views.log import lines_of, names_of
from campaigns.views.reports import Report, reports_of
from campaigns.views.thread import notice_of, player_of, readers_in_words, speaker_of
from campaigns.written import written
from rules.battle.orders import EndPhase
from rules.errors import IllegalOrder

UNTOLD = "notes"
"""What the server leaves to the game master is for the table, not for a reader."""
HEADINGS = ("turn", "phase")


def passages_of(
    access: Access, battle: BattleView | None, posts: list[Post], battles: Mapping[str, str]
) -> list[Passage]:
    """Posts as their book tells them; `battles` are the titles of the campaign's, by id."""
    events = events_of(battle, posts) if battle else {}
    begun = [post.from_seq for post in posts if post.from_seq is not None]
    gone = superseded_among(battle, begun) if battle else frozenset()
    names = names_of(battle) if battle else Names()
    reports = reports_of(posts)
    # What a rewind took back is in the log, not in the story.
    kept = [post for post in posts if post.from_seq is None or post.from_seq not in gone]
    standing = {post.pk: _standing(battle, post, events.get(post.pk, [])) for post in kept}
    told = (_passage(access, post, names, standing[post.pk], reports, battles) for post in kept)
    return [one for one in told if one.says_anything]


def _standing(
    battle: BattleView | None, post: Post, events: list[LoggedEvent]
) -> list[LoggedEvent]:
    """The events of a turn that count; where a rewind has taken its later part, the post is left
    with the orders before that."""
    standing = [one for one in events if not one.superseded]
    if battle is not None and standing and len(standing) < len(events):
        behind = {"first_seq__gt": standing[-1].seq, "first_seq__lte": post.to_seq}
        taken_back = OrderRow.objects.filter(battle=battle.battle, **behind).count()
        post.orders = post.orders[: max(0, len(post.orders) - taken_back)]
    return standing


def _passage(
    access: Access,
    post: Post,
    names: Names,
    events: list[LoggedEvent],
    reports: Mapping[str, Report],
    battles: Mapping[str, str],
) -> Passage:
    speaker = _speaker(post, names, battles)
    lines = [_told(line) for line in lines_of(events, names) if line.kind != UNTOLD]
    if report := reports.get(post.data.get("aftermath", "")):
        lines += [Told("act", line) for line in report.lines]
    return Passage(
        speaker=speaker,
        player=player_of(post, speaker),
        when=date_format(timezone.localtime(post.created_at), "DATETIME_FORMAT"),
        notice=notice_of(post, names),
        texts=[
            Words(_kind(part, post), _text(access, part), readers_in_words(part))
            for part in post.visible
            if part.html.strip()
        ],
        orders=list(_orders(post, names)),
        lines=lines,
    )


def _speaker(post: Post, names: Names, battles: Mapping[str, str]) -> str:
    """A camp's report is headed by the battle that it came after."""
    battle = battles.get(post.data.get("battle", "")) if post.kind == PostKind.REPORT else None
    return _("After “%(battle)s”") % {"battle": battle} if battle else speaker_of(post, names)


def headed(passages: list[Passage], chapter: str) -> list[Passage]:
    """The turn and the phase that a post ends with are the heading of the next."""
    found: list[Passage] = []
    opens: list[Told] = []
    turns = count(1)
    for one in passages:
        lines, behind = _headings_behind(one.lines)
        found.append(replace(one, lines=lines, opens=opens))
        opens = [_named(line, chapter, turns) for line in behind]
    if opens:
        found.append(Passage("", "", "", opens=opens))
    return [one for one in found if one.says_anything or one.opens]


def _named(line: Told, chapter: str, turns: Iterator[int]) -> Told:
    return replace(line, id=f"{chapter}-turn-{next(turns)}") if line.kind == "turn" else line


def _headings_behind(lines: list[Told]) -> tuple[list[Told], list[Told]]:
    end = len(lines)
    while end and lines[end - 1].kind in HEADINGS:
        end -= 1
    return lines[:end], lines[end:]


def _kind(part: Any, post: Post) -> str:
    return "note" if part.is_note or post.kind == PostKind.OOC else "story"


def _text(access: Access, part: Any) -> str:
    return fragment(str(written(part, gm=access.is_gm)))


def _told(line: Line) -> Told:
    throws = tuple(tuple(die.face for die in throw.dice) for throw in line.throws)
    return Told(line.kind, line.text, tuple(one for one in throws if one))


def _orders(post: Post, names: Names) -> Iterator[str]:
    """In the order given; what several are told one after the other is told once."""
    for what, same in groupby(_given(post, names), lambda one: one[1]):
        who = ", ".join(name for name, _what in same if name)
        yield who + what


def _given(post: Post, names: Names) -> Iterator[tuple[str, str]]:
    """(name of the warrior, what he is told) of each order; ends of phases go without saying."""
    for raw in post.orders:
        try:
            order = rules.order_from_native({**raw, "source": "player"}, names.unit_size)
        except IllegalOrder:
            continue  # an order of a later engine: the lines below say what came of it
        if not isinstance(order, EndPhase):
            yield _split(tell_order(order, names))


def _split(parts: tuple[Part, ...]) -> tuple[str, str]:
    named = parts[0].text if parts and parts[0].warrior else ""
    return named, "".join(part.text for part in parts)[len(named) :]
