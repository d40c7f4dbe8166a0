"""Who may see what: decided here once, for pages, REST and every other reader.

A stranger gets the same 404 for what is not there and for what is not meant for him.
"""

from dataclasses import dataclass
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet, Subquery

from campaigns.errors import ServiceError, forbidden, not_found
from campaigns.models import (
    Audience,
    Battle,
    BattleSide,
    Campaign,
    Controller,
    Joining,
    Membership,
    Post,
    PostPart,
    ReadMark,
    Role,
    Scene,
    Visibility,
)
from mordheim_site.ids import uuid_of
from mordheim_site.prepared import Prepared

Id = UUID | str


@dataclass(frozen=True)
class Access:
    """A reader of a campaign: a user (maybe anonymous) and the part that he has in it."""

    user: Any
    campaign: Campaign
    membership: Membership | None

    @property
    def is_member(self) -> bool:
        return self.membership is not None

    @property
    def is_gm(self) -> bool:
        return self.membership is not None and self.membership.is_gm

    @property
    def watched(self) -> bool:
        """Whether a game master looks as this member: what is the member's own isn't shown then."""
        return getattr(self.user, "viewed_by", None) is not None

    @property
    def may_write(self) -> bool:
        return not self.watched and self.membership is not None and self.role != Role.SPECTATOR

    @property
    def role(self) -> str:
        return self.membership.role if self.membership is not None else ""

    def require_gm(self) -> None:
        if not self.is_gm:
            raise self._refusal("gm_only")

    def require_writer(self) -> None:
        self.require_member()
        if not self.may_write:
            raise self._refusal("spectators_read")

    def require_member(self) -> None:
        if not self.is_member:
            raise self._refusal("members_only")

    def _refusal(self, code: str) -> ServiceError:
        return forbidden(code) if self.user.is_authenticated else ServiceError("log_in", 401)


def campaign_for(user: Any, campaign_id: Id) -> Access:
    """The campaign and what the user is in it. One query."""
    campaign = _found(_CAMPAIGNS, user, campaign_id)
    return _access(user, campaign, campaign)


def scene_for(user: Any, scene_id: Id) -> tuple[Access, Scene]:
    """A scene that the user may read. One query, another for a restricted scene.

    `read_to` is the key of the last post that he has read in it, None before the first;
    `has_battle` whether there is one in it; `by_hand` whether one by hand is told of in it.
    """
    scene = _found(_SCENES, user, scene_id)
    access = _access(user, scene.campaign, scene)
    if not _may_read(access, scene):
        raise not_found()
    return access, scene


def battle_for(
    user: Any, battle_id: Id, *, lock: bool = False, by_hand: bool = False
) -> tuple[Access, Battle]:
    """A battle whose scene the user may read; the pinned setup is left in the database.

    One query. With `lock` its row stays locked until the transaction ends. Battles that were
    played on a real table have neither board nor log: only who asks for them `by_hand` too finds
    them.
    """
    battles = Battle.objects.defer("setup").select_related("scene__campaign__pace", "active_branch")
    if not by_hand:
        battles = battles.filter(by_hand=False)
    if lock:
        battles = battles.select_for_update(of=("self",))
    battle = _get(_with_member(battles, user, "scene__campaign__memberships"), battle_id)
    access = _access(user, battle.scene.campaign, battle)
    if not _may_read(access, battle.scene):
        raise not_found()
    return access, battle


def seats_for(user: Any, battle_id: Id, seats: QuerySet[BattleSide]) -> tuple[Access, list[Any]]:
    """The sides of a battle whose scene the user may read, in one query with the battle itself.

    `seats` says with which columns. None of a battle played on a real table.
    """
    rows = seats.filter(battle__public_id=_key(battle_id), battle__by_hand=False).order_by()
    sides = list(_with_member(rows, user, "battle__scene__campaign__memberships"))
    sides.sort(key=attrgetter("position"))
    if not sides:
        raise not_found()
    scene = sides[0].battle.scene
    access = _access(user, scene.campaign, sides[0])
    if not _may_read(access, scene):
        raise not_found()
    return access, sides


def post_for(user: Any, post_id: Id) -> tuple[Access, Post]:
    """A post of which the user may read at least a part. Three queries at most."""
    key = uuid_of(post_id)
    post = Post.objects.select_related("scene__campaign", "author").filter(public_id=key).first()
    if key is None or post is None:
        raise not_found()
    access, scene = scene_for(user, post.scene.public_id)
    if not visible_posts(access, scene).filter(pk=post.pk).exists():
        raise not_found()
    post.scene = scene
    return access, post


def quotable_part(access: Access, post_id: Id, position: str) -> PostPart:
    """A part of a post of this campaign that the reader may read, to quote it."""
    key = uuid_of(post_id)
    if key is None or not position.isdecimal() or len(position) > 4:
        raise not_found()
    part = (
        PostPart.objects.filter(visible_parts(access), post__public_id=key, position=int(position))
        .filter(post__scene__in=visible_scenes(access))
        .select_related("post__scene", "post__author")
        .first()
    )
    if part is None:
        raise not_found()
    return part


def reads_battle(user: Any, battle: str) -> bool:
    """Whether a user may read a battle's scene; a battle of nobody's campaign hides nothing."""
    key = uuid_of(battle)
    if key is None or not Battle.objects.filter(public_id=key).exists():
        return True
    try:
        battle_for(user, key, by_hand=True)
    except ServiceError:
        return False
    return True


def visible_scenes(access: Access) -> QuerySet[Scene]:
    """The scenes of the campaign that this reader may read."""
    return Scene.objects.filter(_readable(access), campaign=access.campaign)


def readable_scenes(user: Any) -> QuerySet[Scene]:
    """The scenes of all campaigns that this user may read, in one query."""
    public = Q(visibility=Visibility.PUBLIC, campaign__is_public=True)
    if not user.is_authenticated:
        return Scene.objects.filter(public)
    own = Membership.objects.filter(user=user, campaign=OuterRef("campaign"))
    named = Scene.members.through.objects.filter(scene=OuterRef("pk"), membership__user=user)
    unrestricted = ~Q(visibility=Visibility.RESTRICTED) | Q(created_by=user) | Exists(named)
    return Scene.objects.filter(
        public | Exists(own.filter(role=Role.GM)) | (Exists(own) & unrestricted)
    )


def enrolled_warbands(user: Any) -> Q:
    """Which warbands a user may look at for a campaign's sake: of his own, of open ones, and as a
    game master those that ask to join."""
    public = Q(enrolment__campaign__is_public=True)
    if not user.is_authenticated:
        return public
    asked = Q(
        join_requests__state=Joining.PENDING,
        join_requests__campaign__memberships__user=user,
        join_requests__campaign__memberships__role=Role.GM,
    )
    return public | Q(enrolment__campaign__memberships__user=user) | asked


def visible_parts(access: Access) -> Q:
    """Which parts of posts this reader may read, as a filter on PostPart."""
    if access.is_gm:
        return Q()
    open_to_all = Q(audience=Audience.ALL)
    if access.membership is None:
        return open_to_all
    named = PostPart.members.through.objects.filter(
        postpart=OuterRef("pk"), membership=access.membership
    )
    return open_to_all | Q(post__author=access.user) | (Q(audience=Audience.NAMED) & Exists(named))


def visible_posts(access: Access, scene: Scene) -> QuerySet[Post]:
    """The posts of a scene with at least one part that this reader may read."""
    posts = Post.objects.filter(scene=scene)
    if access.is_gm:
        return posts
    return posts.filter(Exists(PostPart.objects.filter(visible_parts(access), post=OuterRef("pk"))))


def reader_of(access: Access) -> tuple[str, dict[str, int]]:
    """What decides which posts and parts he may see: his kind, and who he is where that counts.

    `as_reader` makes of both a reader for whom the filters above are the same.
    """
    if access.is_gm:
        return "gm", {}
    if access.membership is None:
        return "stranger", {}
    return "member", {"user": access.user.pk, "membership": access.membership.pk}


def as_reader(kind: str, *, user: int | None = None, membership: int | None = None) -> Access:
    role = {"gm": Role.GM, "member": Role.PLAYER}.get(kind)
    member = Membership(pk=membership, role=role) if role else None
    return Access(_person(user), Campaign(), member)


def sides_of(access: Access, sides: list[Any]) -> tuple[str, ...]:
    """The sides of a battle that this member plays; who has left has none any more."""
    if not access.is_member:
        return ()
    return tuple(side.side for side in sides if plays(access.user, side))


def plays(user: Any, side: Any) -> bool:
    """Whether a user sits on a side, or is the deputy of who does and has let his time run out."""
    if side.controller != Controller.MEMBER:
        return False
    if side.user_id == user.pk:
        return True
    clock = getattr(side, "clock", None)
    return clock is not None and clock.running and clock.deputy_id == user.pk


def _readable(access: Access) -> Q:
    if access.is_gm:
        return Q()
    if access.membership is None:
        return Q(visibility=Visibility.PUBLIC)
    named = Scene.members.through.objects.filter(scene=OuterRef("pk"), membership=access.membership)
    return ~Q(visibility=Visibility.RESTRICTED) | Q(created_by=access.user) | Exists(named)


def _may_read(access: Access, scene: Scene) -> bool:
    if scene.visibility == Visibility.RESTRICTED and not access.is_gm:
        return visible_scenes(access).filter(pk=scene.pk).exists()
    return access.is_member or scene.visibility == Visibility.PUBLIC


def _campaigns(signed_in: bool, *, key: UUID, user: int | None = None) -> QuerySet[Campaign]:
    campaigns = Campaign.objects.filter(public_id=key).order_by()
    return _with_member(campaigns, _person(user), "memberships")


def _scenes(signed_in: bool, *, key: UUID, user: int | None = None) -> QuerySet[Scene]:
    marks = ReadMark.objects.filter(scene=OuterRef("pk"), user=user)
    scenes = Scene.objects.filter(public_id=key).select_related("campaign").order_by()
    scenes = scenes.annotate(
        read_to=Subquery(marks.values("post_id")[:1]),
        has_battle=Exists(Battle.objects.filter(scene=OuterRef("pk"), by_hand=False)),
        by_hand=Exists(Battle.objects.filter(scene=OuterRef("pk"), by_hand=True)),
    )
    return _with_member(scenes, _person(user), "campaign__memberships")


_CAMPAIGNS = Prepared(_campaigns)
_SCENES = Prepared(_scenes)


def _found(rows: Prepared[Any], user: Any, public_id: Id) -> Any:
    """The row of this id, for a user with his own membership beside it."""
    signed_in = user.is_authenticated
    own = {"user": user.pk} if signed_in else {}
    found = rows(signed_in, key=_key(public_id), **own)
    if not found:
        raise not_found()
    return found[0]


def _person(pk: int | None) -> Any:
    """A user who is known by his key alone; a visitor without one."""
    return AnonymousUser() if pk is None else get_user_model()(pk=pk)


def _with_member(rows: QuerySet[Any], user: Any, path: str) -> QuerySet[Any]:
    """The rows, for a user with his own membership beside them, as `mine_id` and `mine_role`."""
    if not user.is_authenticated:
        return rows
    own = FilteredRelation(path, condition=Q(**{f"{path}__user": user}))
    return rows.annotate(
        mine=own, mine_pk=F("mine__pk"), mine_id=F("mine__public_id"), mine_role=F("mine__role")
    )


def _access(user: Any, campaign: Campaign, row: Any) -> Access:
    """A reader's access; 404 where the campaign is not his to see."""
    membership = None
    if user.is_authenticated and row.mine_pk is not None:
        membership = Membership(
            pk=row.mine_pk,
            public_id=row.mine_id,
            campaign=campaign,
            user=user,
            role=row.mine_role,
        )
    if membership is None and not campaign.is_public:
        raise not_found()
    return Access(user, campaign, membership)


def _get(rows: Any, public_id: Id) -> Any:
    found = list(rows.filter(public_id=_key(public_id)).order_by())
    if not found:
        raise not_found()
    return found[0]


def _key(public_id: Id) -> UUID:
    try:
        return public_id if isinstance(public_id, UUID) else UUID(str(public_id))
    except ValueError:
        raise not_found() from None
