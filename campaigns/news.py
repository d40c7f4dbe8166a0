"""What a whole campaign is told through channels of its own, and the words for it.

`announce` is called in the transaction of what there is to tell. It lets through only what every
member may read, and so does `still_for_all` when it leaves: a scene may have been closed to some.
"""

from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy

from campaigns import outbox
from campaigns.models import (
    Audience,
    BattleSide,
    Campaign,
    CampaignChannel,
    News,
    NewsDelivery,
    NewsKind,
    Post,
    PostPart,
    Scene,
    Visibility,
)
from campaigns.notices import Told

SHARED = (Visibility.PUBLIC, Visibility.MEMBERS)
TEST = "test"
WORDS: dict[str, Any] = {
    NewsKind.TURN: gettext_lazy("“%(scene)s” waits for %(side)s (%(by)s)."),
    NewsKind.BEGUN: gettext_lazy("The battle “%(scene)s” begins."),
    NewsKind.OVER: gettext_lazy("The battle “%(scene)s” is over."),
    NewsKind.POST: gettext_lazy("%(by)s has written in “%(scene)s”."),
    NewsKind.RULING: gettext_lazy("The game master has made a ruling about %(rule)s."),
    TEST: gettext_lazy("This is a test. It works."),
}
TIME_UP: dict[str, Any] = {
    "plan": gettext_lazy("Time is up for %(side)s in “%(scene)s”: standing orders are played."),
    "server": gettext_lazy("Time is up for %(side)s in “%(scene)s”: the server plays cautiously."),
    "deputy": gettext_lazy("Time is up for %(side)s in “%(scene)s”: a deputy plays."),
    "gm": gettext_lazy("Time is up for %(side)s in “%(scene)s”: the game master decides."),
    "skip": gettext_lazy("Time is up for %(side)s in “%(scene)s”: the turn is skipped."),
}


def announce(
    kind: str,
    *,
    key: str,
    scene: Scene | None = None,
    campaign: Campaign | None = None,
    **params: Any,
) -> None:
    """Tell a campaign something once a key, where all of its members may read the scene."""
    if scene is not None and scene.visibility not in SHARED:
        return
    campaign_id = scene.campaign_id if scene is not None else getattr(campaign, "pk", None)
    channels = CampaignChannel.objects.filter(campaign=campaign_id)
    wanted = [one for one in channels if kind in one.kinds]
    if not wanted:
        return
    news, new = News.objects.get_or_create(
        campaign_id=campaign_id, key=key, defaults={"kind": kind, "scene": scene, "params": params}
    )
    if new:
        for channel in wanted:
            send_through(news, channel)


def send_through(news: News, channel: CampaignChannel) -> None:
    delivery = NewsDelivery.objects.create(news=news, channel=channel)
    outbox.enqueue("news", str(delivery.pk), delivery=delivery.pk)


def post_written(post: Post, scene: Scene) -> None:
    """Somebody has written: told where a part of it is for everybody."""
    if PostPart.objects.filter(post=post, audience=Audience.ALL).exists():
        by = post.persona or str(post.author or "")
        place = str(post.public_id)
        announce(NewsKind.POST, key=f"post:{post.pk}", scene=scene, by=by, post=place)


def still_for_all(news: News) -> bool:
    """Whether it is still so, and still for every member."""
    scene = news.scene
    if scene is not None and scene.visibility not in SHARED:
        return False
    if news.kind == NewsKind.TURN:
        name = Q(name=news.params["side"], battle__scene=scene)
        return BattleSide.objects.filter(name, waiting=True).exists()
    if news.kind == NewsKind.POST:
        parts = PostPart.objects.filter(post__public_id=news.params["post"], post__scene=scene)
        return parts.filter(audience=Audience.ALL).exists()
    return True


def in_words(news: News) -> Told:
    """In the active language."""
    facts = {"scene": news.scene.title if news.scene else "", "side": "", "by": "", "rule": ""}
    facts |= {name: str(value) for name, value in news.params.items()}
    timed = news.kind == NewsKind.TIME_UP
    words = TIME_UP[news.params["playing"]] if timed else WORDS[news.kind]
    return Told(news, str(words) % facts, _path(news), news.campaign.name)


def _path(news: News) -> str:
    if news.kind == NewsKind.RULING:
        return reverse("campaigns:rule", args=[news.params["rule"]])
    if news.scene is None:
        return reverse("campaigns:detail", args=[news.campaign.public_id])
    if news.kind == NewsKind.POST:
        place = [news.scene.public_id, news.params["post"]]
        return reverse("campaigns:scene_post", args=place)
    return reverse("campaigns:scene", args=[news.scene.public_id])
