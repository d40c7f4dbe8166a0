"""The parts of a post: who reads each, whom it calls, what dice fall in it, what it quotes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from campaigns.errors import invalid
from campaigns.markup import mentioned, render
from campaigns.models import (
    Audience,
    Block,
    Membership,
    NoticeKind,
    Post,
    PostPart,
    Scene,
    Visibility,
)
from campaigns.notices import tell
from campaigns.selectors.access import Access, Id, quotable_part
from campaigns.services.rolls import throw_all, throws_in

LONGEST_TEXT = 40_000
MOST_PARTS = 20


@dataclass(frozen=True)
class Part:
    """A stretch of a post: Markdown, who may read it, and `members` (public ids) where named.

    `is_note`: out of character, apart from the story. `quotes` ("post:position") names the part
    that it quotes, whose readers it then shares.
    """

    source: str
    audience: str = Audience.ALL
    members: Sequence[Id] = ()
    is_note: bool = False
    quotes: str = ""


def check_parts(access: Access | None, parts: Sequence[Part]) -> None:
    """Everything about a text that can be wrong, before anything else happens."""
    if len(parts) > MOST_PARTS or sum(len(part.source) for part in parts) > LONGEST_TEXT:
        raise invalid("text_too_long", limit=LONGEST_TEXT)
    for part in parts:
        throws_in(part.source)
        if part.audience not in Audience.values:
            raise invalid("bad_audience")
        if part.audience == Audience.NAMED and access is not None:
            named_members(access, part.members)


def write_part(access: Access | None, post: Post, position: int, part: Part) -> PostPart:
    """The row of a part with its dice thrown and its HTML made."""
    quoted = _quoted(access, part)
    part = _inherited(part, quoted)
    row = PostPart.objects.create(
        post=post,
        position=position,
        audience=part.audience,
        is_note=part.is_note,
        quotes=quoted,
    )
    if part.audience == Audience.NAMED and access is not None:
        row.members.set(named_members(access, part.members))
    if part.source:
        dress(access, post.scene, row, part.source)
    return row


def dress(access: Access | None, scene: Scene, row: PostPart, source: str) -> None:
    """Give a part its text: dice that are due fall, mentions are found, HTML is made and stored."""
    readers = readers_of(access, scene, row) if "@" in source else {}
    row.source = throw_all(row, scene, source)
    names = {name: str(member.user) for name, member in readers.items()}
    numbers = [roll["number"] for roll in row.rolls]
    row.html = render(row.source, members=names, rolls=numbers)
    row.save(update_fields=["source", "html", "rolls"])
    if readers or row.mentions.exists():
        called = {readers[name] for name in mentioned(row.source, names)}
        row.mentions.set(called)
        _call(row, scene, called)


def _call(part: PostPart, scene: Scene, members: Iterable[Membership]) -> None:
    """Tell who is mentioned, once a part however often it is corrected; who writes knows, and
    who wants nothing to do with him hears nothing."""
    post = part.post
    deaf = set(Block.objects.filter(blocked=post.author_id).values_list("user", flat=True))
    deaf.add(post.author_id)
    users = [member.user_id for member in members if member.user_id not in deaf]
    by = post.persona or str(post.author or "")
    place = str(post.public_id)
    tell(NoticeKind.MENTION, users, key=f"mention:{part.pk}", scene=scene, by=by, post=place)


def readers_of(access: Access | None, scene: Scene, part: PostPart) -> dict[str, Membership]:
    """The members who may read a part, by the names in lower case that one may call them by.

    A user name is one person's alone and comes first: who shows himself under another's hears
    nothing that is meant for that one.
    """
    if access is None:
        return {}
    members: Iterable[Membership] = access.campaign.memberships.select_related("user")
    if scene.visibility == Visibility.RESTRICTED:
        inside = set(scene.members.values_list("pk", flat=True))
        members = [one for one in members if one.pk in inside or one.is_gm]
    if part.audience != Audience.ALL:
        named = set(part.members.values_list("pk", flat=True))
        members = [one for one in members if one.pk in named or one.is_gm]
    known = list(members)
    found = {one.user.username.lower(): one for one in known}
    for one in known:
        found.setdefault(one.user.get_short_name().lower().replace(" ", "_"), one)
    for one in known:
        for name in (one.user.get_short_name(), one.user.username):
            found.setdefault(name.lower().split(" ")[0], one)
    return found


def named_members(access: Access, ids: Sequence[Id]) -> list[Membership]:
    wanted = {str(one) for one in ids}
    members = [
        member for member in access.campaign.memberships.all() if str(member.public_id) in wanted
    ]
    if not wanted or len(members) != len(wanted):
        raise invalid("unknown_member")
    return members


def _quoted(access: Access | None, part: Part) -> PostPart | None:
    """The part that is quoted; one that the writer can't read isn't there. Errors: not_found."""
    if not part.quotes or access is None:
        return None
    post, _, position = part.quotes.partition(":")
    return quotable_part(access, post, position)


def _inherited(part: Part, quoted: PostPart | None) -> Part:
    """A quote of something that only some may read is for nobody else.

    Who wrote it may read it, too, or an answer to him would not reach him.
    """
    if quoted is None or quoted.audience == Audience.ALL:
        return part
    if quoted.audience == Audience.GM:
        author = _author_of(quoted)
        if not author:
            return replace(part, audience=Audience.GM, members=())
        return replace(part, audience=Audience.NAMED, members=author)
    members = [*(str(one.public_id) for one in quoted.members.all()), *_author_of(quoted)]
    return replace(part, audience=Audience.NAMED, members=list(dict.fromkeys(members)))


def _author_of(part: PostPart) -> list[str]:
    """The author of a part as a member, unless he has left."""
    rows = Membership.objects.filter(campaign=part.post.scene.campaign_id, user=part.post.author_id)
    return [str(id) for id in rows.values_list("public_id", flat=True)]
