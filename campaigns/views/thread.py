"""Posts as they are read: who speaks, the text, and what a turn's orders led to."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

import rules
from campaigns.models import PostKind
from campaigns.narration import Line, Names, Part, tell, tell_order
from campaigns.selectors.battles import BattleView, LoggedEvent
from campaigns.selectors.scenes import PostView, ScenePage
from rules.errors import IllegalOrder


@dataclass(frozen=True)
class ToldPost:
    """A post with its turn in words. `letter`: A to D, of the side that it speaks for."""

    view: PostView
    speaker: str
    letter: str = ""
    orders: list[tuple[Part, ...]] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    superseded: bool = False
    notice: str = ""

    @property
    def post(self):
        return self.view.post


def posts_told(page: ScenePage) -> list[ToldPost]:
    names = Names.of(page.battle.setup) if page.battle else Names()
    return [_told(view, names, page.battle) for view in page.posts]


def _told(view: PostView, names: Names, battle: BattleView | None) -> ToldPost:
    post = view.post
    return ToldPost(
        view=view,
        speaker=_speaker(view, names),
        letter=names.letter(post.side) if post.side else "",
        orders=_orders(view, names),
        lines=lines_of(view.events, names),
        superseded=bool(view.events) and all(event.superseded for event in view.events),
        notice=_notice(view),
    )


def lines_of(events: Sequence[LoggedEvent], names: Names) -> list[Line]:
    """The log of a stretch in words; the server's own rows have no line."""
    return tell([(one.seq, one.event) for one in events if one.event is not None], names)


def _speaker(view: PostView, names: Names) -> str:
    post = view.post
    if post.persona:
        return post.persona
    if post.kind == PostKind.ORDERS and post.side in names.sides:
        return names.sides[post.side]
    if post.author is not None:
        return str(post.author)
    return _("The campaign")


def _orders(view: PostView, names: Names) -> list[tuple[Part, ...]]:
    told = []
    for raw in view.post.orders:
        try:
            order = rules.order_from_native({**raw, "source": "player"}, names.unit_size)
        except IllegalOrder:
            continue  # an order of a later engine: the log below still says what came of it
        told.append(tell_order(order, names))
    return told


def _notice(view: PostView) -> str:
    """What a notice of the server is about; "" for what somebody wrote."""
    post = view.post
    if post.source == "start":
        return _("The battle begins.")
    if post.source == "rewind":
        return _("The game master takes the battle back. Reason: %(reason)s") % {
            "reason": post.data.get("reason", "")
        }
    return ""
