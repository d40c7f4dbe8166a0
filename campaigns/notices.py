"""The one door through which anybody is told anything, and the words for it.

`tell` is called in the transaction of what is to be told. What a notice says is made when it is
read, in its reader's language and zone, from names and from what is so then; it never quotes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from campaigns import outbox
from campaigns.models import (
    Campaign,
    Channel,
    ChannelMode,
    Delivery,
    Membership,
    Notice,
    NoticeKind,
    NoticeSettings,
    Scene,
)
from campaigns.moments import deadline_words
from campaigns.pace import next_strike, quiet_until

WORDS: dict[str, Any] = {
    NoticeKind.YOUR_TURN: gettext_lazy("It is your turn with %(side)s in “%(scene)s”."),
    NoticeKind.REMINDER: gettext_lazy("“%(scene)s” still waits for %(side)s: %(due)s."),
    NoticeKind.NUDGE: gettext_lazy("%(by)s asks you for your turn in “%(scene)s”."),
    NoticeKind.DEPUTY: gettext_lazy("You play for %(side)s in “%(scene)s”: its player is away."),
    NoticeKind.GM_DECIDES: gettext_lazy(
        "The time of %(side)s in “%(scene)s” has run out. Decide what happens."
    ),
    NoticeKind.SET_UP: gettext_lazy("A battle is set up for %(side)s: “%(scene)s”."),
    NoticeKind.DRAW: gettext_lazy("%(side)s offers a draw in “%(scene)s”."),
    NoticeKind.PLAN_LOST: gettext_lazy(
        "Something that you ordered ahead in “%(scene)s” came to nothing."
    ),
    NoticeKind.BATTLE_OVER: gettext_lazy("The battle “%(scene)s” is over."),
    NoticeKind.HAND_REPORT: gettext_lazy("%(by)s reports the battle “%(scene)s”: is it so?"),
    NoticeKind.DISPUTE: gettext_lazy("The report of “%(scene)s” waits for your ruling."),
    NoticeKind.APPEAL: gettext_lazy("%(by)s appeals to you in “%(scene)s”."),
    NoticeKind.RULING: gettext_lazy("Your appeal in “%(scene)s” is answered."),
    NoticeKind.PAIRING: gettext_lazy("The next round: %(mine)s against %(other)s."),
    NoticeKind.JOINING: gettext_lazy("%(by)s would bring %(warband)s in: look at its record."),
    NoticeKind.JOINED: gettext_lazy("%(warband)s has been let in."),
    NoticeKind.CALLED: gettext_lazy(
        "%(by)s asks where you are: play, write, or say in the campaign that you are here."
    ),
    NoticeKind.SEAT: gettext_lazy("From now on you play %(side)s in “%(scene)s”."),
    NoticeKind.MENTION: gettext_lazy("%(by)s mentions you in “%(scene)s”."),
    NoticeKind.TEST: gettext_lazy("This is a test. It works."),
}
UNTIL = gettext_lazy("Deadline: %(due)s.")
"""Behind a call for a turn that leaves the site."""
LEADS: dict[str, Any] = {
    NoticeKind.YOUR_TURN: gettext_lazy("Play your turn"),
    NoticeKind.REMINDER: gettext_lazy("Play your turn"),
    NoticeKind.NUDGE: gettext_lazy("Play your turn"),
    NoticeKind.DEPUTY: gettext_lazy("Play the turn"),
    NoticeKind.GM_DECIDES: gettext_lazy("Decide"),
    NoticeKind.SET_UP: gettext_lazy("Look at the battle"),
    NoticeKind.SEAT: gettext_lazy("Look at the battle"),
    NoticeKind.DRAW: gettext_lazy("Answer it"),
    NoticeKind.PLAN_LOST: gettext_lazy("See why"),
    NoticeKind.BATTLE_OVER: gettext_lazy("See how it ended"),
    NoticeKind.TIME_UP: gettext_lazy("See what happened"),
    NoticeKind.HAND_REPORT: gettext_lazy("Read the report"),
    NoticeKind.DISPUTE: gettext_lazy("Read the report"),
    NoticeKind.APPEAL: gettext_lazy("Answer it"),
    NoticeKind.RULING: gettext_lazy("Read the answer"),
    NoticeKind.PAIRING: gettext_lazy("Look at the round"),
    NoticeKind.JOINING: gettext_lazy("Look at its record"),
    NoticeKind.JOINED: gettext_lazy("To the campaign"),
    NoticeKind.CALLED: gettext_lazy("To the campaign"),
    NoticeKind.MENTION: gettext_lazy("Read it"),
    NoticeKind.TEST: gettext_lazy("Your notices"),
}
"""What the link of a notice says, where it stands below it."""
ASKED = gettext_lazy("“%(scene)s” waits for a decision of %(side)s.")
DECIDE = gettext_lazy("Decide")
NOT_JOINED = gettext_lazy("%(warband)s has not been let in: ask the game master why.")
AFTER_BATTLE = gettext_lazy("After “%(scene)s” something of %(side)s waits for your decision.")
TIME_UP: dict[str, Any] = {
    "plan": gettext_lazy("Your time in “%(scene)s” is over: your standing orders are played."),
    "server": gettext_lazy("Your time in “%(scene)s” is over: the server plays cautiously."),
    "deputy": gettext_lazy("Your time in “%(scene)s” is over: your deputy plays."),
    "gm": gettext_lazy("Your time in “%(scene)s” is over: the game master decides."),
    "defaults": gettext_lazy(
        "Your time to choose after “%(scene)s” is over: what was open for %(side)s went by its "
        "default."
    ),
    "skip": gettext_lazy("Your time in “%(scene)s” is over: the turn is skipped."),
}
MISSED = gettext_lazy(
    "Until you are heard of in this campaign, your turns last %(hours)d h: play, write, or say "
    "there that you are here."
)


def tell(
    kind: str,
    user_ids: Iterable[int | None],
    *,
    key: str,
    scene: Scene | None = None,
    campaign: Campaign | None = None,
    **params: Any,
) -> None:
    """Tell these users something, once a key; their channels follow through the outbox."""
    wanted = dict.fromkeys(one for one in user_ids if one is not None)
    if not wanted:
        return
    rows = [
        Notice(
            user_id=user,
            kind=kind,
            key=key,
            scene=scene,
            campaign_id=scene.campaign_id if scene else getattr(campaign, "pk", None),
            params=params,
        )
        for user in wanted
    ]
    known = set(Notice.objects.filter(user__in=wanted, key=key).values_list("user", flat=True))
    new = Notice.objects.bulk_create([row for row in rows if row.user_id not in known])
    _send(new)


def _send(notices: list[Notice]) -> None:
    """Call for the deliveries of new notices: at once, after the night, or with the digest."""
    channels = Channel.objects.filter(user__in=[one.user_id for one in notices])
    rows = list(channels.exclude(mode=ChannelMode.OFF).select_related("user__notice_settings"))
    for notice in notices:
        for channel in rows:
            if channel.user_id == notice.user_id:
                send_through(notice, channel)


def send_through(notice: Notice, channel: Channel) -> None:
    wishes = getattr(channel.user, "notice_settings", None) or NoticeSettings(user=channel.user)
    if notice.kind in wishes.muted:
        return
    delivery = Delivery.objects.create(notice=notice, channel=channel)
    now, zone = timezone.now(), channel.user.time_zone
    if channel.mode == ChannelMode.DIGEST and notice.kind != NoticeKind.TEST:
        strike = next_strike(now, wishes.digest_time, zone)
        outbox.enqueue(
            "digest",
            f"{channel.pk}:{strike.isoformat()}",
            run_after=strike,
            channel=channel.pk,
        )
        return
    when = now if notice.kind == NoticeKind.TEST else quiet_until(now, wishes.quiet, zone)
    outbox.enqueue("deliver", str(delivery.pk), run_after=when, delivery=delivery.pk)


@dataclass(frozen=True)
class Told:
    """A notice in words. `path` is where it leads on this site."""

    notice: Notice
    text: str
    path: str
    campaign: str

    @property
    def lead(self) -> str:
        """What its link says."""
        return str(DECIDE if "asked" in self.notice.params else LEADS[self.notice.kind])


def in_words(notice: Notice, due: datetime | None = None) -> Told:
    """In the active language and time zone. `due`: when the time for it is over, if that is so."""
    facts = {"scene": notice.scene.title if notice.scene else "", "side": "", "by": ""}
    facts |= {name: str(value) for name, value in notice.params.items()}
    if "due" in notice.params:
        facts["due"] = deadline_words(datetime.fromisoformat(notice.params["due"]))
    words = TIME_UP[notice.params["playing"]] if notice.kind == "time_up" else WORDS[notice.kind]
    if "asked" in notice.params:
        words = ASKED
    if notice.kind == NoticeKind.GM_DECIDES and "aftermath" in notice.params:
        words = AFTER_BATTLE
    if notice.kind == NoticeKind.JOINED and not notice.params["accepted"]:
        words = NOT_JOINED
    campaign = notice.campaign.name if notice.campaign else ""
    text = str(words) % facts
    if due is not None and "due" not in facts:
        text = f"{text} {str(UNTIL) % {'due': deadline_words(due)}}"
    if "grace" in notice.params:
        text = f"{text} {str(MISSED) % {'hours': notice.params['grace']}}"
    return Told(notice, text, _path(notice), campaign)


def _path(notice: Notice) -> str:
    if "aftermath" in notice.params:
        return reverse("campaigns:aftermath_guide", args=[notice.params["aftermath"]])
    if notice.kind == NoticeKind.PLAN_LOST:
        of = urlencode({"side": notice.params["of"]})
        return f"{reverse('campaigns:plan', args=[notice.params['battle']])}?{of}#lost"
    if notice.kind in (NoticeKind.GM_DECIDES, NoticeKind.APPEAL) and notice.campaign:
        return reverse("campaigns:gm_desk", args=[notice.campaign.public_id])
    if notice.scene is not None and "post" in notice.params:
        place = [notice.scene.public_id, notice.params["post"]]
        return reverse("campaigns:scene_post", args=place)
    if notice.scene is not None:
        turn = "#turn" if notice.kind in TURNS else ""
        return reverse("campaigns:scene", args=[notice.scene.public_id]) + turn
    if "request" in notice.params and notice.campaign is not None:
        place = [notice.campaign.public_id, notice.params["request"]]
        return reverse("campaigns:join_request", args=place)
    if notice.kind == NoticeKind.PAIRING and notice.campaign is not None:
        return reverse("campaigns:pairings", args=[notice.campaign.public_id])
    if notice.campaign is not None:
        return reverse("campaigns:detail", args=[notice.campaign.public_id])
    return reverse("campaigns:notices")


TURNS = (NoticeKind.YOUR_TURN, NoticeKind.REMINDER, NoticeKind.NUDGE, NoticeKind.DEPUTY)


def turn_taken(scene: Scene, side: str) -> None:
    """Play no longer waits for this side: what called for its turn has nothing left to ask."""
    calls = Notice.objects.filter(scene=scene, kind__in=TURNS, params__side=side, read_at=None)
    calls.update(read_at=timezone.now())


def readable(user: Any, rows: QuerySet[Notice] | None = None) -> QuerySet[Notice]:
    """A user's notices, without those of scenes that he may no longer read."""
    from campaigns.selectors.access import readable_scenes

    own = (Notice.objects.all() if rows is None else rows).filter(user=user)
    shown = Q(scene=None, campaign=None) | Q(scene__in=readable_scenes(user))
    member = Membership.objects.filter(user=user, campaign=OuterRef("campaign"))
    return own.filter(shown | Q(Exists(member), scene=None)).select_related("scene", "campaign")


def unread_count(user: Any) -> int:
    return readable(user).filter(read_at=None).count()
