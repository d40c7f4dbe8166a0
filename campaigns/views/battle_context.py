"""A battle's page as its templates want it: for whoever acts made anew, for readers kept."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from campaigns import kept
from campaigns.board_svg import Ghost
from campaigns.models import Draft
from campaigns.selectors.battles import LoggedEvent
from campaigns.selectors.scenes import ScenePage, events_of
from campaigns.templatetags.thin import thinned
from campaigns.views.battle_page import BattlePage
from campaigns.views.log import dense
from rules.battle import events as ev
from rules.battle.state import State


def ghosts_of(events: Sequence[LoggedEvent], state: State) -> list[Ghost]:
    """How everybody on the table came to where it stands, in the events given."""
    found: dict[str, tuple[Any, ...]] = {}
    for one in events:
        if isinstance(one.event, ev.Moved) and one.event.cost:
            found[one.event.warrior] = one.event.path
    return [Ghost(id, path) for id, path in found.items() if state.warriors[id].at == path[-1]]


def battle_context(
    request: HttpRequest, shown: ScenePage, draft: Draft | None, context: dict[str, Any]
) -> dict[str, Any]:
    """`play`, `bands` and `thumb` are parts of the page as HTML: `thumb` where everybody sees the
    same, the others always, as the thread has the room that they leave. `context`: the page's own.
    """
    page = BattlePage(request, shown.battle, draft)
    if page.reading:
        last = shown.posts[-1].post if shown.posts else None
        facts = (*page.facts, (last.from_seq, last.to_seq) if last else ())
        return {
            "b": page,
            **kept.get_or_make(kept.key("battle", *facts), lambda: _read(page, shown)),
        }
    own = context | {"b": page, "board": _board(page, shown)}
    return {
        "b": page,
        "play": thinned(render_to_string("campaigns/battle/play.html", own, request)),
        "bands": dense(render_to_string("campaigns/battle/bands.html", {"b": page})),
    }


def _board(page: BattlePage, shown: ScenePage) -> SafeString:
    """The board with the ways of the last turn shown."""
    last = [view.post for view in shown.posts[-1:]]
    events = [event for turn in events_of(shown.battle, last).values() for event in turn]
    return page.board(ghosts_of(events, page.state))


def _read(page: BattlePage, shown: ScenePage) -> dict[str, SafeString]:
    context = {"b": page, "scene": shown.scene, "access": shown.access}
    context["board"] = _board(page, shown)
    return {
        part: dense(render_to_string(f"campaigns/battle/{part}.html", context))
        for part in ("play", "bands", "thumb")
    }
