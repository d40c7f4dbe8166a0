"""Posts as they are read: who speaks, the text, and what a turn's orders led to."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import ValidationError

import rules
from campaigns.models import Audience, BattleStatus, Post, PostKind, PostPart
from campaigns.moments import ago, exactly
from campaigns.narration import Names, seasons, tell_order
from campaigns.narration.by_hand import SAID
from campaigns.selectors.plans import lost_for
from campaigns.selectors.scenes import PostView, ScenePage
from campaigns.views.log import logs_of, names_of
from campaigns.views.reports import Report, reports_of
from campaigns.written import written


@dataclass(frozen=True)
class ToldPart:
    """A part with its dice in it. `readers`: who reads it, in words; "" for everybody."""

    position: int
    is_note: bool
    html: SafeString
    readers: str = ""


@dataclass(frozen=True)
class TakeBack:
    """The last order may still be taken back: of which battle, and at which version."""

    battle: str
    version: int


@dataclass(frozen=True)
class Lost:
    """So many steps of the reader's own plan came to nothing: in which battle, of which side."""

    n: int
    battle: str
    side: str


@dataclass(frozen=True)
class ToldPost:
    """All that a post's HTML is made of, for one reader: see `includes/post.html`.

    Where all of this is equal, two readers see the same; what one of them may not see isn't in it.
    `letter`: A to D, of the side that it speaks for; `band`: that side's name. `player` is who
    stands behind the speaker, "" where they are one; `written` is the time for machines, `when` and
    `exactly` the same in the reader's language and zone. `new`: he hasn't read it yet.
    `opening`: its first words, where the page has no room for the whole; "" where it has.
    """

    id: str
    kind: str
    source: str
    superseded: bool
    new: bool
    edited: bool
    speaker: str
    player: str
    letter: str
    band: str
    written: str
    when: str
    exactly: str
    notice: str
    log: SafeString | str
    parts: tuple[ToldPart, ...]
    report: Report | None
    take_back: TakeBack | None
    lost: Lost | None
    quotable: bool
    correctable: bool
    reportable: bool
    opening: str = ""


def posts_told(page: ScenePage, *, playing: bool = False) -> list[ToldPost]:
    """`playing`: beside the board, where the last order may be taken back."""
    names = names_of(page.battle) if page.battle else Names()
    posts = [view.post for view in page.posts]
    logs = logs_of(page.battle, page.posts) if page.battle else {}
    reports = reports_of(posts)
    now = timezone.now()
    return [
        _told(
            page,
            view,
            names,
            now,
            log=logs.get(view.post.pk, ""),
            report=reports.get(view.post.data.get("aftermath", "")),
            take_back=_take_back(page, view.post) if playing else None,
        )
        for view in page.posts
    ]


def told_part(part: PostPart, *, gm: bool) -> ToldPart:
    """For a page under the scene's address, which the links to dice are relative to."""
    html = written(part, gm=gm, address=lambda number: f"dice#roll-{number}")
    return ToldPart(part.position, part.is_note, html, readers_in_words(part))


def readers_in_words(part: PostPart) -> str:
    if part.audience == Audience.ALL:
        return ""
    if part.audience == Audience.GM:
        return _("Only for the game master")
    names = ", ".join(str(member.user) for member in part.members.all())
    return _("Only for: %(names)s") % {"names": names}


def _told(
    page: ScenePage,
    view: PostView,
    names: Names,
    now: datetime,
    *,
    log: SafeString | str,
    report: Report | None,
    take_back: TakeBack | None,
) -> ToldPost:
    post = view.post
    speaker = speaker_of(post, names)
    return ToldPost(
        id=str(post.public_id),
        kind=post.kind,
        source=post.source,
        superseded=view.superseded,
        new=view.new,
        edited=post.edited_at is not None,
        speaker=speaker,
        player=player_of(post, speaker),
        letter=names.letter(post.side) if post.side else "",
        band=names.sides.get(post.side, ""),
        written=timezone.localtime(post.created_at).isoformat(timespec="seconds"),
        when=ago(post.created_at, now),
        exactly=exactly(post.created_at),
        notice=notice_of(post, names),
        log=log,
        parts=tuple(told_part(part, gm=page.access.is_gm) for part in view.parts if part.html),
        report=report,
        take_back=take_back,
        lost=_lost(page, post) if post.lost else None,
        quotable=page.may_post,
        correctable=view.correctable,
        reportable=post.author_id != page.access.user.pk,
    )


def _take_back(page: ScenePage, post: Post) -> TakeBack | None:
    """The reader's own last order, while nothing has come of it but that it was given."""
    battle = page.battle.battle if page.battle else None
    mine = post.author_id is not None and post.author_id == page.access.user.pk
    if battle is None or not mine or not post.data.get("quiet"):
        return None
    last = post.to_seq == battle.version and battle.status == BattleStatus.OPEN
    return TakeBack(str(battle.public_id), battle.version) if last else None


def _lost(page: ScenePage, post: Post) -> Lost | None:
    """A plan is its maker's secret, and so is what came to nothing of it."""
    lost = lost_for(page.access, post)
    if not lost or page.battle is None:
        return None
    return Lost(lost, str(page.battle.battle.public_id), post.side)


def speaker_of(post: Post, names: Names) -> str:
    """Under which name a post is shown."""
    if post.persona:
        return post.persona
    if post.kind == PostKind.ORDERS and post.side in names.sides:
        return names.sides[post.side]
    if post.author is not None:
        return str(post.author)
    return _("After the battle") if post.kind == PostKind.REPORT else _("The campaign")


def player_of(post: Post, speaker: str) -> str:
    """Who stands behind the speaker; "" where they are one."""
    if post.author is not None:
        return str(post.author) if post.author.get_short_name() != speaker else ""
    # A deployment that was sealed is shown by the server, yet somebody has made it.
    by_server = post.kind == PostKind.ORDERS and post.source != "player"
    return _("played by the server") if by_server else ""


TIME_IS_UP = {
    "plan": gettext_lazy("The time of %(side)s is over: standing orders are played."),
    "server": gettext_lazy("The time of %(side)s is over: the server plays it cautiously."),
    "deputy": gettext_lazy("The time of %(side)s is over: a deputy plays it."),
    "gm": gettext_lazy("The time of %(side)s is over: the game master decides."),
    "skip": gettext_lazy("The time of %(side)s is over: its turn is skipped."),
}

PLAYS = {
    "own": gettext_lazy("The game master takes %(side)s over: from now on he is its player."),
    "member": gettext_lazy("From now on another player plays %(side)s."),
    "gm": gettext_lazy("From now on the game master plays %(side)s."),
    "server": gettext_lazy("From now on the server plays %(side)s."),
}


def notice_of(post: Post, names: Names) -> str:
    """What a notice of the server is about; "" for what somebody wrote."""
    if post.source == "start":
        return _("The battle begins.")
    if post.source == "rewind":
        return _("The game master takes the battle back. Reason: %(reason)s") % {
            "reason": post.data.get("reason", "")
        }
    if post.source == "redo":
        return _("The game master has this played another way. Reason: %(reason)s") % {
            "reason": post.data.get("reason", "")
        }
    if post.source == "clock":
        words = TIME_IS_UP[post.data.get("playing", "gm")]
        return str(words) % {"side": names.sides.get(post.side, post.side)}
    if post.source == "seat":
        return str(PLAYS[post.data["plays"]]) % {"side": names.sides.get(post.side, post.side)}
    if post.source == "take_back":
        return _("Taken back: %(order)s") % {"order": _order(post, names)}
    if season := seasons.told(post.source, post.data):
        return season
    if post.source in SAID:
        return str(SAID[post.source]) % post.data
    if post.source == "draw":
        side = names.sides.get(post.side, post.side)
        told = (
            _("A draw is offered by %(side)s.")
            if post.data["offered"]
            else _("No draw any more: %(side)s would play on.")
        )
        return told % {"side": side}
    return ""


def _order(post: Post, names: Names) -> str:
    try:
        order = rules.decode_order(post.data["order"])
    except ValidationError:
        return str(post.data["order"].get("order", ""))  # of a later engine
    return "".join(part.text for part in tell_order(order, names))
