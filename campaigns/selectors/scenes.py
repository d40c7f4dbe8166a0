"""A scene as its reader sees it, in a fixed number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property, reduce
from operator import or_
from typing import Any

from django.db.models import (
    Count,
    Func,
    IntegerField,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    prefetch_related_objects,
)
from django.utils import timezone

from campaigns.errors import not_found
from campaigns.models import (
    Audience,
    Campaign,
    Draft,
    EventRow,
    Membership,
    PartEdit,
    Post,
    PostPart,
    Scene,
)
from campaigns.selectors.access import (
    Access,
    Id,
    as_reader,
    reader_of,
    scene_for,
    uuid_of,
    visible_parts,
    visible_posts,
)
from campaigns.selectors.battles import (
    BattleView,
    LoggedEvent,
    battle_view_of,
    logged,
    superseded_among,
)
from mordheim_site.prepared import Prepared
from warbands.models import Fighter

POSTS_A_PAGE = 20
TOO_FEW = 5
"""So many posts open no page of their own: they stay on the one before."""
READ = (
    *("public_id", "persona", "kind", "side", "source", "from_seq", "to_seq", "data"),
    *("lost", "created_at", "edited_at", "author__username", "author__display_name"),
)
"""Of a post what its page shows: its orders are told once, the columns of an author are many."""

READ_IN_PARTS = ("post", "position", "audience", "is_note", "html", "rolls")

READERS = Prefetch("members", Membership.objects.select_related("user"))


@dataclass(frozen=True)
class PostView:
    """A post with the parts that this reader may read; its turn's events: see `events_of`.

    `superseded`: a rewind has taken it back; `cut`: its later orders only. `new`: he hasn't read it
    yet. `correctable`: it is his own, and not frozen.
    """

    post: Post
    parts: list[PostPart]
    superseded: bool = False
    cut: bool = False
    new: bool = False
    correctable: bool = False


@dataclass(frozen=True)
class ScenePage:
    """A page of a scene; `page` counts from 1, the oldest posts first."""

    access: Access
    scene: Scene
    campaign: Campaign
    posts: list[PostView]
    page: int
    pages: int
    total: int
    battle: BattleView | None
    drafts: list[Draft]
    may_post: bool

    @property
    def has_unread(self) -> bool:
        """Whether anything waits to be read; behind an earlier page that is taken for granted."""
        if not self.access.is_member:
            return False
        return self.page < self.pages or any(view.new for view in self.posts)

    @cached_property
    def personas(self) -> list[Fighter]:
        """Read when somebody is about to write."""
        return personas_of(self.access)

    @cached_property
    def npcs(self) -> list[str]:
        """The names under which game masters have spoken in this campaign."""
        return npcs_of(self.access)


def scene_page(
    user: Any, scene_id: Id, page: int | None = None, *, per_page: int = POSTS_A_PAGE
) -> ScenePage:
    """A page of the scene, the last one unless named. Errors: not_found.

    Four queries for a visitor, five for a member, however many posts there are; one more for a
    restricted scene and for parts that are for those named, and two after a rewind.
    """
    access, scene = scene_for(user, scene_id)
    posts, number, total = _page(access, scene, page, per_page)
    battle = battle_view_of(access, scene) if scene.has_battle else None
    return ScenePage(
        access=access,
        scene=scene,
        campaign=scene.campaign,
        posts=_views(access, scene, posts, battle),
        page=number,
        pages=pages_for(total, per_page),
        total=total,
        battle=battle,
        drafts=drafts_of(access, scene),
        may_post=access.may_write and scene.status == "open" and scene.campaign.status == "open",
    )


def posts_of(access: Access, scene: Scene, *, after: Id | None = None) -> QuerySet[Post]:
    """The readable posts, oldest first, with their readable parts under `visible`.

    `after`: only those behind this one. Errors: not_found (it isn't one of them).
    """
    posts = visible_posts(access, scene)
    if after is not None:
        last = posts.filter(public_id=uuid_of(after)).first()
        if last is None:
            raise not_found()
        posts = posts.filter(pk__gt=last.pk)
    parts = _parts(access)
    parts = parts.prefetch_related("mentions")
    if access.is_member:
        parts = parts.prefetch_related("members__user")
    return _with_parts(posts.select_related("author", "fighter"), parts)


def edits_of(access: Access, post: Post) -> list[PartEdit]:
    """What the readable parts of a post said before, the latest first. One query."""
    parts = PostPart.objects.filter(visible_parts(access), post=post)
    rows = PartEdit.objects.filter(part__in=parts).select_related("part__post", "replaced_by")
    return list(rows.order_by("-pk"))


def _parts(access: Access) -> QuerySet[PostPart]:
    return PostPart.objects.filter(visible_parts(access)).order_by("position")


def _with_parts(posts: QuerySet[Post], parts: QuerySet[PostPart]) -> QuerySet[Post]:
    return posts.prefetch_related(Prefetch("parts", queryset=parts, to_attr="visible")).order_by(
        "pk"
    )


def drafts_of(access: Access, scene: Scene) -> list[Draft]:
    if not access.may_write:
        return []
    return _DRAFTS(scene=scene.pk, user=access.user.pk)


def personas_of(access: Access) -> list[Fighter]:
    """The fighters in whose name this member may speak, warband by warband."""
    if not access.may_write:
        return []
    fighters = Fighter.objects.filter(warband__enrolment__campaign=access.campaign, fate="active")
    if not access.is_gm:
        fighters = fighters.filter(warband__owner=access.user)
    by_warband = fighters.order_by("warband__enrolment__pk", *Fighter._meta.ordering)
    return list(by_warband.select_related("warband"))


def _page(
    access: Access, scene: Scene, page: int | None, per_page: int
) -> tuple[list[Post], int, int]:
    """The posts of a page, its number and how many posts there are in all. Two queries."""
    kind, reader = reader_of(access)
    if page is None:
        most = slice(0, per_page + TOO_FEW)
        posts = _POSTS((kind, "-pk"), most, scene=scene.pk, **reader)[::-1]
    elif page < 1:
        raise not_found()
    else:
        rows = slice((page - 1) * per_page, page * per_page + TOO_FEW)
        posts = _POSTS((kind, "pk"), rows, scene=scene.pk, **reader)
    if not posts:
        if page not in (None, 1):
            raise not_found()
        return [], 1, 0
    total = posts[0].total
    last = pages_for(total, per_page)
    if page is None:
        page = last
        posts = posts[(page - 1) * per_page - total :]
    elif page > last:
        return _page(access, scene, None, per_page)
    elif page < last:
        posts = posts[:per_page]
    _give_parts(kind, reader, scene, posts)
    return posts, page, total


def pages_for(total: int, per_page: int = POSTS_A_PAGE) -> int:
    """On how many pages so many posts stand; the last one has up to TOO_FEW more than others."""
    return max(1, -(-(total - TOO_FEW) // per_page))


def _give_parts(kind: str, reader: dict[str, int], scene: Scene, posts: list[Post]) -> None:
    """To each of the posts of a page its readable parts, as `visible`. One query; another where
    some of them are for those named."""
    by_pk = {post.pk: post for post in posts}
    for post in posts:
        post.visible = []
    named = []
    for part in _PARTS(kind, scene=scene.pk, first=posts[0].pk, last=posts[-1].pk, **reader):
        post = by_pk.get(part.post_id)
        if post is None:
            continue  # of a post that has come since
        part.post = post
        post.visible.append(part)
        if part.audience == Audience.NAMED:
            named.append(part)
    prefetch_related_objects(named, READERS)


def _posts_for(shape: tuple[str, str], *, scene: int, **reader: int) -> QuerySet[Post]:
    """Each with how many there are in all, as `total`. The shape: kind of reader and order."""
    kind, order = shape
    posts = visible_posts(as_reader(kind, **reader), Scene(pk=scene))
    number = posts.order_by().annotate(n=Func("pk", function="COUNT")).values("n")
    total = Subquery(number, output_field=IntegerField())
    return posts.select_related("author").only(*READ).annotate(total=total).order_by(order)


def _parts_for(
    kind: str, *, scene: int, first: int, last: int, **reader: int
) -> QuerySet[PostPart]:
    """Of the posts of a scene from one to another."""
    parts = _parts(as_reader(kind, **reader)).filter(post__scene=scene)
    return parts.filter(post__gte=first, post__lte=last).only(*READ_IN_PARTS)


def _drafts(_: None, *, scene: int, user: int) -> QuerySet[Draft]:
    return Draft.objects.filter(scene=scene, user=user).order_by("persona")


_POSTS = Prepared(_posts_for)
_PARTS = Prepared(_parts_for)
_DRAFTS = Prepared(_drafts)


def events_of(battle: BattleView, posts: Sequence[Post]) -> dict[int, list[LoggedEvent]]:
    """The events of these posts' turns as the reader may see them, by primary key of the post.

    One query; two more after a rewind; none for those that have been read before.
    """
    every = [post for post in posts if post.from_seq is not None]
    turns = [post for post in every if post.pk not in battle.turns]
    if not turns:
        return {post.pk: battle.turns[post.pk] for post in every}
    stretches = (Q(seq__range=(post.from_seq, post.to_seq)) for post in turns)
    rows = EventRow.objects.filter(reduce(or_, stretches), battle=battle.battle)
    events = {event.seq: event for event in logged(battle, rows.order_by("seq"))}
    for post in turns:
        seqs = range(post.from_seq, post.to_seq + 1)
        battle.turns[post.pk] = [events[seq] for seq in seqs if seq in events]
    return {post.pk: battle.turns[post.pk] for post in every}


def orders_of(posts: Sequence[Post]) -> dict[int, list[dict[str, Any]]]:
    """The orders of these posts' turns in native units, by primary key of the post. One query."""
    rows = Post.objects.filter(pk__in=[post.pk for post in posts]).order_by()
    return dict(rows.values_list("pk", "orders"))


def first_unread(access: Access, scene: Scene, per_page: int = POSTS_A_PAGE) -> tuple[int, Post]:
    """The first post that a member hasn't read, and its page; the last one where he has read all.

    Two queries. Errors: not_found in an empty scene.
    """
    posts = visible_posts(access, scene).order_by("pk")
    unread = posts.filter(pk__gt=scene.read_to or 0)
    if access.is_member:
        unread = unread.exclude(author=access.user)
    post = unread.first() or posts.last()
    if post is None:
        raise not_found()
    return page_of(access, scene, post, per_page), post


def page_of(access: Access, scene: Scene, post: Post, per_page: int = POSTS_A_PAGE) -> int:
    """On which page of its scene a reader finds a post. One query."""
    found = visible_posts(access, scene).aggregate(
        total=Count("pk"), before=Count("pk", filter=Q(pk__lt=post.pk))
    )
    return min(found["before"] // per_page + 1, pages_for(found["total"], per_page))


def npcs_of(access: Access) -> list[str]:
    if not access.is_gm:
        return []
    said = Post.objects.filter(scene__campaign=access.campaign, fighter=None).exclude(persona="")
    return sorted(set(said.order_by().values_list("persona", flat=True).distinct()[:200]))


def _views(
    access: Access, scene: Scene, posts: Sequence[Post], battle: BattleView | None
) -> list[PostView]:
    """A rewind takes back the rest of a branch: a post with its first event is gone altogether, one
    with its last in part."""
    ends = [seq for post in posts for seq in (post.from_seq, post.to_seq) if seq is not None]
    gone = superseded_among(battle, ends) if battle is not None else frozenset()
    since = timezone.now() - timedelta(minutes=scene.campaign.edit_minutes)
    own = access.user.pk if access.may_write and scene.status == "open" else None
    return [
        PostView(
            post,
            post.visible,
            superseded=post.from_seq in gone,
            cut=post.to_seq in gone and post.from_seq not in gone,
            new=access.is_member and post.pk > (scene.read_to or 0) and post.author_id != own,
            correctable=own is not None and post.author_id == own and post.created_at > since,
        )
        for post in posts
    ]
