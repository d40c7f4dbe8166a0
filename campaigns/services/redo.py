"""Re-adjudication: a battle plays on from an order as if something had been otherwise.

The GM changes what came after an order: leaves one out, puts one of his own in, forces or repeats
a roll. All other orders are given again as they were. Their dice are the recorded ones where
purpose, actor, target and ordinal match; where play has gone another way, the draft's own, sealed
before anybody knew. He looks at the difference, then publishes all of it, or discards it; the
secret of a discarded draft is laid open with the rest when the battle closes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils import timezone

import rules
from campaigns.engine import digest, to_json
from campaigns.errors import ServiceError, invalid, not_found
from campaigns.log import REWOUND, lineage, note, state_at
from campaigns.models import (
    Battle,
    BattleStatus,
    Branch,
    EventRow,
    OrderRow,
    PostKind,
    Redo,
    RedoStatus,
)
from campaigns.selectors.access import Access, Id, battle_for
from campaigns.selectors.battles import BattleView
from campaigns.services.battles import new_branch
from campaigns.services.campaigns import audit, require_reason
from campaigns.services.gm import reopen, stretch_of
from campaigns.services.record import append_events, dice_of, follow_up, lock, store_state
from campaigns.services.scenes import Part, TurnLink, write_post
from campaigns.services.turns import GM_ORDERS, illegal, parse_order, require_version
from mordheim_site.ids import uuid_of
from rules.battle.orders import AnyOrder
from rules.battle.state import State
from rules.errors import IllegalOrder

MOST_CHANGES = 20
MOST_TRIES = 12
MOST_DICE = 40


@dataclass(frozen=True)
class Thrown:
    """A roll as it was recorded: for what, by and at whom, its faces, the event."""

    purpose: str
    actor: str
    target: str
    faces: tuple[int, ...]
    seq: int


@dataclass(frozen=True)
class Step:
    """An order of the new course. `was` is its number in the old one, None where it is new."""

    order: AnyOrder
    was: int | None
    user_id: int | None
    rolls: tuple[Thrown, ...] = ()
    forced: dict[int, tuple[int, ...]] = field(default_factory=dict)
    again: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Done:
    """An order that was carried out: its events, how many faces were sealed ones, the others."""

    step: Step
    sequence: int
    events: tuple[Any, ...]
    drawn: int
    given: list[list[Any]]
    after: State


@dataclass(frozen=True)
class Fallen:
    """An order that can't be given any more, and why."""

    step: Step
    refusal: IllegalOrder


@dataclass(frozen=True)
class Course:
    """Where the battle is, and where it would be."""

    before: State
    now: State
    then: State
    done: list[Done]
    fallen: list[Fallen]

    @property
    def reused(self) -> int:
        return sum(one[1] == "again" for done in self.done for one in done.given)

    @property
    def forced(self) -> int:
        return sum(one[1] == "gm" for done in self.done for one in done.given)

    @property
    def thrown(self) -> int:
        return sum(done.drawn for done in self.done)


class MixedDice:
    """Given faces at given places of an order's rolls, sealed ones at all others."""

    def __init__(self, sealed: Any, faces: dict[int, tuple[int, ...]]) -> None:
        self.sealed = sealed
        self.faces = faces
        self.used: list[int] = []
        self.rolls = 0

    @property
    def drawn(self) -> int:
        return int(self.sealed.drawn)

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        place, self.rolls = self.rolls, self.rolls + 1
        faces = self.faces.get(place)
        if faces is not None and len(faces) == count:
            self.used.append(place)
            return faces
        return tuple(self.sealed.roll(purpose, count))


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
    rows = _later_orders(battle, 0)
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


def course_of(draft: Redo, battle: Battle) -> Course:
    """What the draft leads to; the same whenever it is asked, while the battle stands still."""
    before = state_at(battle, draft.branch.parent, draft.from_seq)
    steps = _steps(battle, draft)
    state, done, fallen = before, [], []
    sequence = battle.orders_count
    for step in steps:
        refusal = rules.refusal(state, step.order)
        if refusal is not None:
            if step.was is None:
                raise illegal(battle, refusal, 0)
            fallen.append(Fallen(step, refusal))
            continue
        sequence += 1
        done.append(_carry_out(draft.branch, sequence, state, step))
        state = done[-1].after
    now = state_at(battle, battle.active_branch)
    return Course(before, now, state, done, fallen)


def _carry_out(branch: Branch, sequence: int, state: State, step: Step) -> Done:
    """Give an order; recorded faces where the roll is the same, until no mismatch is left."""
    barred = set(step.again)
    canonical = rules.encode(step.order)
    for _ in range(MOST_TRIES):
        faces = {n: one.faces for n, one in enumerate(step.rolls) if n not in barred}
        faces |= step.forced
        dice = MixedDice(dice_of(branch, sequence, canonical), faces)
        outcome = rules.submit(state, step.order, dice)
        wrong = _mismatches(step, outcome.events, dice) - set(step.forced)
        if not wrong:
            break
        barred |= set(range(min(wrong), len(step.rolls)))
    given = [
        [place, "gm", None] if place in step.forced else [place, "again", step.rolls[place].seq]
        for place in dice.used
    ]
    return Done(step, sequence, outcome.events, dice.drawn, given, outcome.state)


def _mismatches(step: Step, events: Sequence[Any], dice: MixedDice) -> set[int]:
    """Places at which a recorded roll was taken for what is another roll now."""
    rolled = [event for event in events if type(event).__name__ == "Rolled"]
    wrong = set()
    for place in dice.used:
        if place >= len(step.rolls) or place >= len(rolled):
            continue
        was, event = step.rolls[place], rolled[place]
        if (was.purpose, was.actor, was.target) != (event.purpose, event.actor, event.target):
            wrong.add(place)
    return wrong


def _steps(battle: Battle, draft: Redo) -> list[Step]:
    """The old orders after the draft's beginning, with its changes. Errors: bad_changes."""
    if not 1 <= len(draft.changes) <= MOST_CHANGES:
        raise invalid("bad_changes")
    rows = _later_orders(battle, draft.from_seq)
    by_number = {row.sequence: row for row in rows}
    rolls = _rolls_of(rows)
    places = {one.seq: (row.sequence, n) for row in rows for n, one in enumerate(rolls[row.pk])}
    dropped, forced, again = set(), {}, {}
    inserts: dict[int | None, list[Step]] = {}
    for change in draft.changes:
        kind = _kind(change)
        if kind == "drop" and change["drop"] in by_number:
            dropped.add(change["drop"])
        elif kind == "roll" and change["roll"] in places:
            number, place = places[change["roll"]]
            faces = _faces(change.get("faces"), rolls[by_number[number].pk][place])
            if faces is None:
                again.setdefault(number, set()).add(place)
            else:
                forced.setdefault(number, {})[place] = faces
        elif kind == "insert" and (change.get("before") is None or change["before"] in by_number):
            order = _own_order(battle, change["insert"], draft)
            step = Step(order, None, draft.created_by_id)
            inserts.setdefault(change.get("before"), []).append(step)
        else:
            raise invalid("bad_changes")
    steps = []
    for row in rows:
        steps += inserts.get(row.sequence, [])
        if row.sequence not in dropped:
            steps.append(
                Step(
                    rules.decode_order(row.order),
                    row.sequence,
                    row.user_id,
                    tuple(rolls[row.pk]),
                    forced.get(row.sequence, {}),
                    frozenset(again.get(row.sequence, ())),
                )
            )
    return [*steps, *inserts.get(None, [])]


def _kind(change: Any) -> str:
    if not isinstance(change, dict):
        raise invalid("bad_changes")
    kinds = [name for name in ("drop", "insert", "roll") if name in change]
    if len(kinds) != 1:
        raise invalid("bad_changes")
    if kinds[0] != "insert" and not isinstance(change[kinds[0]], int):
        raise invalid("bad_changes")
    if not isinstance(change.get("before"), int | None):
        raise invalid("bad_changes")
    return kinds[0]


def _faces(faces: Any, was: Thrown) -> tuple[int, ...] | None:
    if faces is None:
        return None
    good = isinstance(faces, list) and len(faces) == len(was.faces) <= MOST_DICE
    if not good or not all(type(one) is int and 1 <= one <= 6 for one in faces):
        raise invalid("bad_changes")
    return tuple(faces)


def _own_order(battle: Battle, raw: Any, draft: Redo) -> AnyOrder:
    seats = tuple(side.side for side in battle.seats)
    if isinstance(raw, dict) and raw.get("order") in GM_ORDERS:
        raw = {"reason": draft.reason, **raw}
    return parse_order(battle, raw, seats=seats, source="gm")


def _later_orders(battle: Battle, from_seq: int) -> list[OrderRow]:
    """The orders that count on the active branch after an event."""
    stretches = lineage(battle.active_branch)
    rows = battle.orders.filter(last_seq__gt=from_seq).order_by("sequence")
    return [
        row
        for row in rows
        if any(one.branch.pk == row.branch_id and one.holds(row.last_seq) for one in stretches)
    ]


def _rolls_of(rows: Sequence[OrderRow]) -> dict[int, list[Thrown]]:
    found: dict[int, list[Thrown]] = {row.pk: [] for row in rows}
    events = EventRow.objects.filter(order__in=rows, type="Rolled").order_by("seq")
    for row in events:
        told = row.payload
        faces = tuple(told["dice"])
        actor, target = told.get("actor", ""), told.get("target", "")
        found[row.order_id].append(Thrown(told["purpose"], actor, target, faces, row.seq))
    return found


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


def given_faces(row: OrderRow, rolled: Sequence[Sequence[int]]) -> dict[int, tuple[int, ...]]:
    """The faces of an order that its seal didn't give, by the place of their roll."""
    return {place: tuple(rolled[place]) for place, *_ in row.given if place < len(rolled)}


@dataclass(frozen=True)
class Later:
    """An order after the moment from which another course is drafted, with its rolls."""

    row: OrderRow
    order: AnyOrder
    rolls: list[Thrown]


def later_told(view: BattleView, from_seq: int) -> list[Later]:
    """What came after an event, for the form in which it is changed. Errors: bad_rewind."""
    view.access.require_gm()
    stretch_of(view.battle, from_seq)
    rows = _later_orders(view.battle, from_seq)
    rolls = _rolls_of(rows)
    return [Later(row, rules.decode_order(row.order), rolls[row.pk]) for row in rows]
