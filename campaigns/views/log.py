"""The log under a post: told once for all who may see the same, its details when asked for."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_GET

import rules
from campaigns import kept
from campaigns.engine import pinned
from campaigns.errors import not_found
from campaigns.models import Appeal, BattleStatus, OrderRow, Post
from campaigns.narration import Line, Names, Part, tell, tell_order
from campaigns.selectors.access import Access, scene_for, visible_posts
from campaigns.selectors.battles import (
    EVENTS_A_PAGE,
    BattleView,
    LoggedEvent,
    battle_view,
    battle_view_of,
    events_between,
)
from campaigns.selectors.rulings import appeals_of, rulings_of
from campaigns.selectors.scenes import PostView, events_of
from campaigns.selectors.scenes import orders_of as stored_orders
from campaigns.views.http import page
from rules.errors import IllegalOrder

_INDENTED = re.compile(r"(?<=>)\s*\n\s*|\s*\n\s*(?=<)")


def names_of(view: BattleView) -> Names:
    """What everything is called in a battle; a process gathers it once."""
    return _names(view.battle.pk, view.battle.setup_hash)


@lru_cache(maxsize=64)
def _names(battle_pk: int, setup_hash: str) -> Names:
    return Names.of(pinned(battle_pk, setup_hash))


def lines_of(events: Sequence[LoggedEvent], names: Names) -> list[Line]:
    """The log of a stretch in words; the server's own rows have no line."""
    return tell([(one.seq, one.event) for one in events if one.event is not None], names)


def orders_of(post: Post, names: Names) -> list[tuple[Part, ...]]:
    told = []
    for raw in post.orders:
        try:
            order = rules.order_from_native({**raw, "source": "player"}, names.unit_size)
        except IllegalOrder:
            continue  # an order of a later engine: the log below still says what came of it
        told.append(tell_order(order, names))
    return told


def logs_of(battle: BattleView, views: Iterable[PostView]) -> dict[int, SafeString]:
    """What came of these posts' turns, as HTML, by primary key of the post.

    Kept by stretch of the log, language and what the reader may see: an event has an audience.
    Whether a rewind took the turn back isn't told here but by the post around it; where it took
    its later orders only, it is told here, and kept by the branch that is played on.
    """
    keys = {_key(battle, one): one.post for one in views if one.post.from_seq is not None}
    told = kept.get_many(keys)
    missing = {name: post for name, post in keys.items() if name not in told}
    if missing:
        made = _tell(battle, missing)
        kept.set_many(made)
        told |= made
    # What is kept is what templates made: a cache gives plain text back.
    return {post.pk: mark_safe(told[name]) for name, post in keys.items()}  # noqa: S308


def _key(battle: BattleView, view: PostView) -> str:
    post = view.post
    stretch = (post.from_seq, post.to_seq)  # a turn that goes on has more orders, and more events
    facts = (str(post.public_id), battle.battle.setup_hash, stretch, battle.reader)
    cut = (battle.battle.active_branch_id,) if view.cut else ()
    return kept.key("log", *facts, *cut)


def _tell(battle: BattleView, posts: dict[str, Post]) -> dict[str, str]:
    names = names_of(battle)
    events = events_of(battle, list(posts.values()))
    orders = stored_orders(list(posts.values()))
    told = {}
    for name, post in posts.items():
        standing, gone = _parted(events[post.pk])
        context = {
            "post": post,
            "orders": len(orders[post.pk]),
            "names": names,
            "parts": [lines_of(part, names) for part in (standing, gone) if part],
        }
        told[name] = dense(render_to_string("campaigns/includes/turn_log.html", context))
    return told


def _parted(
    events: Sequence[LoggedEvent],
) -> tuple[Sequence[LoggedEvent], Sequence[LoggedEvent]]:
    """A turn's events, and those behind them that a rewind has taken back: none where it took the
    whole turn, which its post says."""
    standing = [event for event in events if not event.superseded]
    if not standing:
        return events, []
    return standing, [event for event in events if event.superseded]


def dense(html: str) -> SafeString:
    """HTML of a template without its line breaks. Not for text that somebody wrote."""
    return mark_safe(_INDENTED.sub("", html))  # noqa: S308 - what the template made


@require_GET
@page
def battle_log(request: HttpRequest, battle_id: str, first: int, last: int) -> HttpResponse:
    """A stretch of a battle's log with its dice tables and rules."""
    return _log(request, battle_view(request.user, battle_id), first, last)


@require_GET
@page
def scene_log(request: HttpRequest, scene_id: str, first: int, last: int) -> HttpResponse:
    """The same under the scene's address, which the links of its page are relative to."""
    return _log(request, _of_scene(request, scene_id), first, last)


@require_GET
@page
def battle_orders(request: HttpRequest, battle_id: str, first: int, last: int) -> HttpResponse:
    """The orders of the post whose turn begins with an event."""
    return _orders(request, battle_view(request.user, battle_id), first)


@require_GET
@page
def scene_orders(request: HttpRequest, scene_id: str, first: int, last: int) -> HttpResponse:
    return _orders(request, _of_scene(request, scene_id), first)


def _of_scene(request: HttpRequest, scene_id: str) -> BattleView:
    access, scene = scene_for(request.user, scene_id)
    view = battle_view_of(access, scene)
    if view is None:
        raise not_found()
    return view


def _log(request: HttpRequest, view: BattleView, first: int, last: int) -> HttpResponse:
    end = min(last, first + EVENTS_A_PAGE - 1)
    events = events_between(view, _beginning(view, first), end)
    if not any(event.seq >= first for event in events):
        raise not_found()
    names = names_of(view)
    # A line that began before is told whole: who acts in it is named at its beginning only.
    lines = [line for line in lines_of(events, names) if line.seqs[-1] >= first]
    events = [event for event in events if event.seq >= first]
    told = {rule for line in lines for rule in line.rules}
    context = {
        "names": names,
        **_with_appeals(lines, list(appeals_of(view, [event.seq for event in events]))),
        "rulings": list(rulings_of(view.access, told)),
        "may_appeal": view.access.may_write,
        "may_judge": view.access.is_gm and view.battle.status != BattleStatus.CANCELLED,
        "version": view.battle.version,
        "next": end + 1 if end < min(last, view.battle.version) else None,
        "last": last,
    }
    return _answer(request, view, "log_more", context)


def _beginning(view: BattleView, first: int) -> int:
    """Where the order begins in which an event fell; a page before it at most."""
    first = min(first, view.battle.version + 1)  # no number that no database takes
    rows = OrderRow.objects.filter(battle=view.battle, first_seq__lte=first, last_seq__gte=first)
    begun = rows.order_by("-first_seq").values_list("first_seq", flat=True).first()
    return first if begun is None else max(begun, first - EVENTS_A_PAGE)


def _with_appeals(lines: Sequence[Line], appeals: Sequence[Appeal]) -> dict[str, Any]:
    """Each line with the appeals about its events; what no line tells comes behind them all."""
    starts = [line.seqs[0] for line in lines]
    told: list[tuple[Line, list[Appeal]]] = [(line, []) for line in lines]
    rest: list[Appeal] = []
    for appeal in appeals:
        place = bisect_right(starts, appeal.seq) - 1
        (told[place][1] if place >= 0 else rest).append(appeal)
    return {"told": told, "rest": rest}


def _orders(request: HttpRequest, view: BattleView, first: int) -> HttpResponse:
    post = _post_of(view.access, view, first)
    names = names_of(view)
    context = {"post": post, "orders": orders_of(post, names), "names": names}
    return _answer(request, view, "orders_more", context)


def _post_of(access: Access, view: BattleView, first: int) -> Post:
    post = visible_posts(access, view.battle.scene).filter(from_seq=first).first()
    if post is None:
        raise not_found()
    return post


def _answer(request: HttpRequest, view: BattleView, what: str, context: dict) -> HttpResponse:
    """For the script what goes under the line; without one a page."""
    scene = view.battle.scene
    context |= {
        "what": f"campaigns/includes/{what}.html",
        "scene": scene,
        "campaign": scene.campaign,
        "battle_id": view.battle.public_id,
    }
    template = context["what"] if request.htmx else "campaigns/battle/log_page.html"
    return render(request, template, context)
