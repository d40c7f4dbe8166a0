"""Re-adjudication: a battle plays on from an order as if something had been otherwise.

The GM changes what came after an order: leaves one out, puts one of his own in, forces or repeats
a roll. All other orders are given again as they were. Their dice are the recorded ones where
purpose, actor, target and ordinal match; where play has gone another way, the draft's own, sealed
before anybody knew. He looks at the difference, then publishes all of it, or discards it; the
secret of a discarded draft is laid open with the rest when the battle closes.
"""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

import rules
from campaigns.engine import digest, to_json
from campaigns.errors import ServiceError, invalid, not_found
from campaigns.log import REWOUND, note
from campaigns.models import (
    Battle,
    BattleStatus,
    Branch,
    OrderRow,
    PostKind,
    Redo,
    RedoStatus,
)
from campaigns.selectors.access import Access, Id, battle_for
from campaigns.services.battles import new_branch
from campaigns.services.campaigns import audit, require_reason
from campaigns.services.gm import reopen, stretch_of
from campaigns.services.record import append_events, follow_up, lock, store_state
from campaigns.services.redo_course import Course, Done, course_of, later_orders
from campaigns.services.scenes import Part, TurnLink, write_post
from campaigns.services.turns import require_version
from mordheim_site.ids import uuid_of


@transaction.atomic
def redo_draft(
    *,
    user: Any,
    battle_id: Id,
    from_seq: int,
    changes: Sequence[dict[str, Any]],
    reason: str,
    expected_version: int | None,
) -> Redo:
    """Draft another course from the end of an order on; nobody but the GMs sees it.

    `changes`, each one of
    {"drop": N}            leave out the order with that number;
    {"insert": ORDER, "before": N or None}  give an order (native units; gm_adjust for a state of
                           things) before that one, or at the end;
    {"roll": SEQ, "faces": [..] or None}    force the faces of a recorded roll, or throw it anew.

    Errors: gm_only, reason_missing, version_missing, stale, battle_not_started, bad_rewind,
    bad_changes, malformed_order.
    """
    access, battle = _taken(user, battle_id, reason, expected_version)
    draft = _drafted(battle, from_seq, changes, reason, user)
    audit(access, "redo_draft", battle=battle, reason=reason, draft=str(draft.public_id))
    return draft


@transaction.atomic
def gm_roll(
    *,
    user: Any,
    battle_id: Id,
    seq: int,
    reason: str,
    expected_version: int | None,
    faces: Sequence[int] | None = None,
) -> Battle:
    """Set the faces of one recorded roll, or have it thrown again, at once: what came after it is
    given again with its own dice, as far as it still fits.

    Nobody sees the new dice before they count, so none are fished for. Everything else is as if a
    draft of that one change were published.

    Errors: those of redo_draft and redo_publish; not_a_roll where no roll that counts has `seq`.
    """
    access, battle = _taken(user, battle_id, reason, expected_version)
    change = {"roll": seq, "faces": None if faces is None else list(faces)}
    draft = _drafted(battle, _moment_before(battle, seq), [change], reason, user)
    course = _published(draft, battle, user)
    audit(
        access,
        "gm_roll",
        battle=battle,
        reason=reason,
        seq=seq,
        faces=change["faces"],
        fallen=[one.step.was for one in course.fallen],
    )
    return battle


def _moment_before(battle: Battle, seq: int) -> int:
    """The end of the order before the one with this roll."""
    roll = battle.events.filter(seq=seq, type="Rolled").select_related("order").first()
    rows = later_orders(battle, 0)
    numbers = [row.pk for row in rows]
    if roll is None or roll.order_id not in numbers:
        raise invalid("not_a_roll")
    place = numbers.index(roll.order_id)
    return rows[place - 1].last_seq if place else 0


def _taken(
    user: Any, battle_id: Id, reason: str, expected_version: int | None
) -> tuple[Access, Battle]:
    """The battle, locked, for a GM with a reason who has seen how it stands."""
    access, seen = battle_for(user, battle_id)
    access.require_gm()
    require_reason(reason)
    battle = lock(seen.public_id)
    require_version(battle, expected_version)
    if battle.status in (BattleStatus.SETUP, BattleStatus.CANCELLED):
        raise ServiceError("battle_not_started")
    return access, battle


def _drafted(
    battle: Battle, from_seq: int, changes: Sequence[dict[str, Any]], reason: str, user: Any
) -> Redo:
    stretch = stretch_of(battle, from_seq)
    # Its promise is for all to see from now on, so that nobody fishes for dice; its reason isn't.
    branch = new_branch(battle, parent=stretch.branch, from_seq=from_seq)
    draft = Redo.objects.create(
        battle=battle,
        branch=branch,
        from_seq=from_seq,
        version=battle.version,
        changes=list(changes),
        reason=reason,
        created_by=user,
    )
    course_of(draft, battle)  # what is wrong with it is said now
    return draft


@transaction.atomic
def redo_publish(*, user: Any, draft_id: Id) -> Battle:
    """The draft is what happened. Errors: gm_only, not_found, draft_closed, stale, and those of a
    rewind (a started aftermath is reverted first)."""
    access, draft, battle = _open_draft(user, draft_id)
    course = _published(draft, battle, user)
    audit(
        access,
        "redo_publish",
        battle=battle,
        reason=draft.reason,
        draft=str(draft.public_id),
        from_seq=draft.from_seq,
        fallen=[one.step.was for one in course.fallen],
    )
    return battle


def _published(draft: Redo, battle: Battle, user: Any) -> Course:
    require_version(battle, draft.version)
    course = course_of(draft, battle)
    if battle.status in (BattleStatus.OVER, BattleStatus.CLOSED):
        reopen(battle, user)
    battle.active_branch = draft.branch
    draft.branch.reason = draft.reason
    draft.branch.save(update_fields=["reason"])
    _write(battle, draft, course)
    store_state(battle, course.then)
    _close(draft, RedoStatus.PUBLISHED)
    follow_up(battle, course.then)
    return course


@transaction.atomic
def redo_discard(*, user: Any, draft_id: Id) -> Redo:
    """Nothing of it. Errors: gm_only, not_found, draft_closed."""
    access, draft, battle = _open_draft(user, draft_id)
    _close(draft, RedoStatus.DISCARDED)
    audit(access, "redo_discard", battle=battle, draft=str(draft.public_id))
    return draft


def _write(battle: Battle, draft: Redo, course: Course) -> None:
    """The new course behind the old one, with one notice in the thread for all of it."""
    note(
        battle,
        REWOUND,
        to_seq=draft.from_seq,
        branch=str(draft.branch.public_id),
        commitment=draft.branch.commitment,
        reason=draft.reason,
    )
    first = battle.version
    for done in course.done:
        _store(battle, draft.branch, done)
    turn = TurnLink(
        source="redo",
        from_seq=first,
        to_seq=battle.version,
        data={
            "reason": draft.reason,
            "to_seq": draft.from_seq,
            "fallen": len(course.fallen),
            "reused": course.reused,
            "forced": course.forced,
        },
    )
    write_post(access=None, scene=battle.scene, parts=[Part("")], kind=PostKind.SYSTEM, turn=turn)


def _store(battle: Battle, branch: Branch, done: Done) -> None:
    battle.orders_count += 1
    data = to_json(done.step.order)
    row = OrderRow.objects.create(
        battle=battle,
        branch=branch,
        sequence=battle.orders_count,
        side=data.get("side", ""),
        source=data.get("source", "player"),
        user_id=done.step.user_id,
        order=data,
        order_hash=digest(rules.encode(done.step.order)),
        engine_version=rules.ENGINE_VERSION,
        first_seq=battle.version + 1,
        last_seq=battle.version,
        dice=done.drawn,
        given=done.given,
    )
    append_events(battle, row, done.events)
    row.last_seq = battle.version
    row.save(update_fields=["last_seq"])


def _open_draft(user: Any, draft_id: Id) -> tuple[Access, Redo, Battle]:
    draft = _draft(draft_id)
    access, seen = battle_for(user, draft.battle.public_id)
    if not access.is_gm:
        raise not_found()
    battle = lock(seen.public_id)
    draft.refresh_from_db(fields=["status"])
    if draft.status != RedoStatus.DRAFT:
        raise ServiceError("draft_closed")
    return access, draft, battle


def _draft(draft_id: Id) -> Redo:
    rows = Redo.objects.select_related("battle", "branch__parent").defer(
        "battle__setup", "battle__state"
    )
    draft = rows.filter(public_id=uuid_of(draft_id)).first()
    if draft is None:
        raise not_found()
    return draft


def _close(draft: Redo, status: str) -> None:
    draft.status, draft.closed_at = status, timezone.now()
    draft.save(update_fields=["status", "closed_at"])
