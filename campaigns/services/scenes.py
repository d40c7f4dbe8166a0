"""Scenes, posts and drafts."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from campaigns.errors import ServiceError, forbidden, invalid, not_found
from campaigns.models import (
    Audience,
    Draft,
    Post,
    PostKind,
    ReadMark,
    Scene,
    SceneKind,
    SceneStatus,
    Visibility,
)
from campaigns.news import post_written
from campaigns.selectors.access import Access, Id, campaign_for, scene_for
from campaigns.services import presence
from campaigns.services.campaigns import audit, require_open
from campaigns.services.parts import (
    LONGEST_TEXT,
    Part,
    check_parts,
    named_members,
    write_part,
)
from campaigns.services.rolls import show_dice
from mordheim_site.ids import uuid_of
from mordheim_site.text import one_line
from warbands.models import Fighter

LONGEST_PERSONA = 80
MOST_ORDERS = 200
LONGEST_ORDERS = 500_000  # as JSON: more than 200 of the longest ways
MOST_DRAFTS = 20
# What a player may open; the rest is the game master's.
OPEN_TO_PLAYERS = (SceneKind.FREE, SceneKind.OOC)


@dataclass(frozen=True)
class Voice:
    """Under which name somebody speaks: a fighter's, an NPC's (GM only), or his own (neither)."""

    persona: str = ""
    fighter: Id | None = None


@dataclass(frozen=True)
class TurnLink:
    """What ties a post to a battle: the side, the orders in native units, its events."""

    side: str = ""
    source: str = ""
    orders: list[dict[str, Any]] = field(default_factory=list)
    from_seq: int | None = None
    to_seq: int | None = None
    data: dict[str, Any] = field(default_factory=dict)
    lost: int = 0


@transaction.atomic
def create_scene(
    *,
    user: Any,
    campaign_id: Id,
    title: str,
    kind: str = SceneKind.FREE,
    visibility: str = Visibility.PUBLIC,
    members: Sequence[Id] = (),
) -> Scene:
    """Open a scene. Players open free and out-of-character ones; the GM any.

    Errors: members_only, spectators_read, gm_only, blank_title, bad_kind, bad_visibility,
    unknown_member.
    """
    access = campaign_for(user, campaign_id)
    access.require_writer()
    require_open(access.campaign)
    _check_choices(kind, visibility)
    if kind not in OPEN_TO_PLAYERS:
        access.require_gm()
    scene = Scene.objects.create(
        campaign=access.campaign,
        kind=kind,
        title=_title(title),
        visibility=visibility,
        position=next_position(access),
        created_by=user,
    )
    if visibility == Visibility.RESTRICTED:
        scene.members.set(named_members(access, members))
    return scene


@transaction.atomic
def update_scene(*, user: Any, scene_id: Id, **changes: Any) -> Scene:
    """Change title, status, visibility or members; the GM, or who opened it.

    Position, pinning and the archive are the GM's, and so is who may come in where a battle is
    fought: whoever opened the scene could lock his enemy out of it. A scene that is closed or
    archived shows what its dice were made of. Errors: not_found, gm_only, spectators_read,
    blank_title, bad_status, bad_visibility, unknown_member.
    """
    access, scene = scene_for(user, scene_id)
    if _masters_alone(scene, changes) or scene.created_by_id != getattr(user, "pk", None):
        access.require_gm()
    access.require_writer()
    known = {"title", "status", "visibility", "position", "pinned", "members"}
    if unknown := set(changes) - known:
        raise TypeError(f"no such field: {', '.join(sorted(unknown))}")
    members = changes.pop("members", None)
    if "title" in changes:
        changes["title"] = _title(changes["title"])
    _check_choices(scene.kind, changes.get("visibility", scene.visibility))
    if changes.get("status", scene.status) not in SceneStatus.values:
        raise invalid("bad_status")
    if members is None and changes.get("visibility") == Visibility.RESTRICTED:
        members = [one.public_id for one in scene.members.all()]
    for name, value in changes.items():
        setattr(scene, name, value)
    scene.save(update_fields=list(changes))
    if members is not None:
        scene.members.set(named_members(access, members) if members else [])
    if "status" in changes and scene.status != SceneStatus.OPEN:
        show_dice(scene)
    if access.is_gm:
        audit(access, "update_scene", scene=str(scene.public_id), fields=sorted(changes))
    return scene


def _masters_alone(scene: Scene, changes: Mapping[str, Any]) -> bool:
    """Whether some of these changes are the game master's, whoever opened the scene."""
    fields = {"position", "pinned"}
    if scene.has_battle or scene.by_hand:
        fields |= {"status", "visibility", "members"}
    return bool(fields & set(changes)) or SceneStatus.ARCHIVED in (
        scene.status,
        changes.get("status"),
    )


@transaction.atomic
def reveal_dice(*, user: Any, scene_id: Id) -> None:
    """Show what the dice of a scene were made of so far; those to come are sealed anew.

    Errors: not_found, gm_only.
    """
    access, scene = scene_for(user, scene_id)
    access.require_gm()
    if show_dice(scene) is not None:
        audit(access, "reveal_dice", scene=str(scene.public_id))


@transaction.atomic
def post_create(
    *,
    user: Any,
    scene_id: Id,
    parts: Sequence[Part],
    kind: str = PostKind.STORY,
    voice: Voice | None = None,
) -> Post:
    """Say something in a scene; the draft under the same name is gone with it.

    Errors: not_found, members_only, spectators_read, scene_closed, bad_kind, empty_post,
    text_too_long, bad_audience, unknown_member, not_your_fighter, npc_is_gm.
    """
    voice = voice or Voice()
    access, scene = scene_for(user, scene_id)
    access.require_writer()
    require_open_scene(scene)
    if kind not in (PostKind.STORY, PostKind.OOC):
        raise invalid("bad_kind")
    if not any(part.source.strip() for part in parts):
        raise invalid("empty_post")
    post = write_post(access=access, scene=scene, parts=parts, kind=kind, voice=voice)
    Draft.objects.filter(scene=scene, user=user, persona=post.persona).delete()
    post_written(post, scene)
    presence.heard_of(user, scene.campaign_id)
    return post


def write_post(
    *,
    access: Access | None,
    scene: Scene,
    parts: Sequence[Part],
    kind: str,
    voice: Voice | None = None,
    turn: TurnLink | None = None,
) -> Post:
    """The row and its parts; `access` None is the server speaking. Inside a transaction only."""
    turn = turn or TurnLink()
    fighter, persona = speaker(access, voice or Voice())
    post = Post.objects.create(
        scene=scene,
        author=access.user if access else None,
        fighter=fighter,
        persona=persona,
        kind=kind,
        side=turn.side,
        source=turn.source,
        orders=turn.orders,
        from_seq=turn.from_seq,
        to_seq=turn.to_seq,
        data=turn.data,
        lost=turn.lost,
    )
    check_parts(access, parts)
    made = [write_part(access, post, position, part) for position, part in enumerate(parts)]
    if any(row.audience == Audience.ALL for row in made):  # of asides nobody else learns
        Scene.objects.filter(pk=scene.pk).update(last_post_at=post.created_at)
    if access is not None and turn.source != "plan":  # who is away reads nothing
        _mark(access.user, scene, post)
    return post


@transaction.atomic
def draft_save(
    *,
    user: Any,
    scene_id: Id,
    text: str = "",
    orders: Sequence[Any] = (),
    persona: str = "",
    fighter: Id | None = None,
    asides: Mapping[str, Any] | None = None,
    version: int | None = None,
    error: dict[str, Any] | None = None,
) -> Draft:
    """Keep what somebody is writing in a scene; one draft a scene, user and name.

    The name is that of `fighter`, where one is given.
    """
    access, scene = scene_for(user, scene_id)
    access.require_writer()
    if len(text) > LONGEST_TEXT or len(orders) > MOST_ORDERS or len(persona) > LONGEST_PERSONA:
        raise invalid("text_too_long", limit=LONGEST_TEXT)
    require_storable(list(orders))
    require_storable(dict(asides or {}))
    speaks = speaker(access, Voice(fighter=fighter))[0] if fighter else None
    persona = speaks.name if speaks else persona
    others = Draft.objects.filter(scene=scene, user=user).exclude(persona=persona)
    if others.count() >= MOST_DRAFTS:
        raise invalid("too_many_drafts", limit=MOST_DRAFTS)
    values = {
        "fighter": speaks,
        "text": text,
        "asides": dict(asides or {}),
        "orders": list(orders),
        "version": version,
        "error": error or {},
    }
    draft, _ = Draft.objects.update_or_create(
        scene=scene, user=user, persona=persona, defaults=values
    )
    presence.heard_of(user, scene.campaign_id)
    return draft


@transaction.atomic
def draft_discard(*, user: Any, scene_id: Id, persona: str = "") -> None:
    access, scene = scene_for(user, scene_id)
    access.require_writer()
    Draft.objects.filter(scene=scene, user=user, persona=persona).delete()


@transaction.atomic
def mark_read(*, user: Any, scene_id: Id, up_to: Id | None = None) -> None:
    """Remember that a member has read the scene up to a post, or to its last one.

    Never back: who looks at an old page has still read what came after it.
    """
    access, scene = scene_for(user, scene_id)
    access.require_member()
    posts = scene.posts.order_by("-pk")
    last = (posts.filter(public_id=uuid_of(up_to)) if up_to else posts).first()
    if last is not None and last.pk > (scene.read_to or 0):
        _mark(user, scene, last)
        presence.heard_of(user, scene.campaign_id)


def require_storable(value: Any) -> None:
    """Refuse JSON that no database keeps: NUL, half of a surrogate pair, infinity, too much.

    Errors: unreadable, too_many_orders.
    """
    try:
        text = json.dumps(value, allow_nan=False, ensure_ascii=False)
        text.encode()
    except ValueError:
        raise invalid("unreadable") from None
    if "\\u0000" in text:
        raise invalid("unreadable")
    if len(text) > LONGEST_ORDERS:
        raise invalid("too_many_orders", limit=MOST_ORDERS)


def require_open_scene(scene: Scene) -> None:
    require_open(scene.campaign)
    if scene.status != SceneStatus.OPEN:
        raise ServiceError("scene_closed")


def next_position(access: Access) -> int:
    last = access.campaign.scenes.aggregate(last=Max("position"))["last"]
    return (last or 0) + 1


def speaker(access: Access | None, voice: Voice) -> tuple[Fighter | None, str]:
    """Whose voice it is, and the name. Errors: not_found, not_your_fighter, npc_is_gm."""
    persona = one_line(voice.persona)
    if len(persona) > LONGEST_PERSONA:
        raise invalid("text_too_long", limit=LONGEST_PERSONA)
    if voice.fighter is not None:
        fighter = _own_fighter(access, voice.fighter)
        return fighter, fighter.name
    if persona and access is not None and not access.is_gm:
        raise forbidden("npc_is_gm")
    return None, persona


def _own_fighter(access: Access | None, fighter_id: Id) -> Fighter:
    fighters = Fighter.objects.select_related("warband")
    if access is not None:
        fighters = fighters.filter(warband__enrolment__campaign=access.campaign)
    fighter = fighters.filter(pk=uuid_of(fighter_id)).first()
    if fighter is None:
        raise not_found()
    if access is not None and not access.is_gm and fighter.warband.owner_id != access.user.pk:
        raise forbidden("not_your_fighter")
    return fighter


def _mark(user: Any, scene: Scene, post: Post) -> None:
    ReadMark.objects.update_or_create(
        scene=scene, user=user, defaults={"post": post, "read_at": timezone.now()}
    )


def _check_choices(kind: str, visibility: str) -> None:
    if kind not in SceneKind.values:
        raise invalid("bad_kind")
    if visibility not in Visibility.values:
        raise invalid("bad_visibility")


def _title(title: str) -> str:
    title = one_line(title)
    if not title or len(title) > 120:
        raise invalid("blank_title")
    return title
