"""The latest posts as Atom (RFC 4287), readable in any feed reader.

There is no link of the feed to itself: its address is a key, and the file may be passed on.
"""

from collections.abc import Callable
from typing import Any

from django.urls import reverse
from django.utils import translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.markup import ROLL_MARK
from campaigns.models import Post, PostKind, PostPart
from campaigns.narration import Names
from campaigns.selectors.feeds import Feed
from campaigns.views.thread import notice_of, speaker_of
from campaigns.written import written
from mordheim_site.text import for_xml

Absolute = Callable[[str], str]


class WholePosts(Atom1Feed):
    """Each entry holds the whole post: content, where a summary would be a part of it."""

    def add_item_elements(self, handler: Any, item: Any) -> None:
        super().add_item_elements(handler, item | {"description": None})
        handler.addQuickElement("content", item["description"], {"type": "html"})


def atom(shown: Feed, absolute: Absolute) -> str:
    """The feed as XML, in the active language; `absolute` makes a whole address of a path."""
    campaign, scene = shown.access.campaign, shown.token.scene
    place = ("campaigns:scene", scene) if scene else ("campaigns:detail", campaign)
    feed = WholePosts(
        title=for_xml(f"{scene.title} · {campaign.name}" if scene else campaign.name),
        link=absolute(reverse(place[0], args=[place[1].public_id])),
        description="",
        language=translation.get_language(),
    )
    for post in shown.posts:
        _entry(feed, shown, post, absolute)
    return feed.writeString("utf-8")


def _entry(feed: Atom1Feed, shown: Feed, post: Post, absolute: Absolute) -> None:
    names = Names(sides=shown.sides.get(post.scene_id, {}))
    speaker = speaker_of(post, names)
    path = reverse("campaigns:scene_post", args=[post.scene.public_id, post.public_id])
    feed.add_item(
        title=for_xml(f"{post.scene.title}: {speaker}"),
        link=absolute(path),
        description=for_xml(_content(shown, post, names)),
        unique_id=f"urn:uuid:{post.public_id}",
        pubdate=post.created_at,
        updateddate=post.edited_at or post.created_at,
        author_name=for_xml(speaker),
    )


def _content(shown: Feed, post: Post, names: Names) -> str:
    """What was written, or what happened where nobody wrote anything."""
    texts = [_part(part, post, gm=shown.access.is_gm) for part in post.visible if part.html]
    return "".join(texts) or format_html("<p>{}</p>", _happened(post, names))


def _part(part: PostPart, post: Post, *, gm: bool) -> SafeString | str:
    html = ROLL_MARK.sub("", written(part, gm=gm))
    if not part.is_note and post.kind != PostKind.OOC:
        return html
    return f"<p><strong>{_('Out of character')}</strong></p><blockquote>{html}</blockquote>"


def _happened(post: Post, names: Names) -> str:
    if post.source == "take_back":
        return _("An order was taken back.")
    if notice := notice_of(post, names):
        return notice
    if post.kind == PostKind.REPORT:
        return _("What came of the battle for this warband is in the thread.")
    return _("A turn: what came of it is in the thread.")
