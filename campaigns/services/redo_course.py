"""What a draft leads to: the old orders once more, with the GM's changes among them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import rules
from campaigns.errors import invalid
from campaigns.log import lineage, state_at
from campaigns.models import Battle, Branch, OrderRow, Redo
from campaigns.selectors.battles import BattleView
from campaigns.services.gm import stretch_of
from campaigns.services.record import dice_of
from campaigns.services.redo_dice import MixedDice, Thrown, rolls_of
from campaigns.services.turns import GM_ORDERS, illegal, parse_order
from rules.battle.orders import AnyOrder
from rules.battle.state import State
from rules.errors import IllegalOrder

MOST_CHANGES = 20
MOST_TRIES = 12
MOST_DICE = 40


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
    rows = later_orders(battle, draft.from_seq)
    by_number = {row.sequence: row for row in rows}
    rolls = rolls_of(rows)
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


def later_orders(battle: Battle, from_seq: int) -> list[OrderRow]:
    """The orders that count on the active branch after an event."""
    stretches = lineage(battle.active_branch)
    rows = battle.orders.filter(last_seq__gt=from_seq).order_by("sequence")
    return [
        row
        for row in rows
        if any(one.branch.pk == row.branch_id and one.holds(row.last_seq) for one in stretches)
    ]


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
    rows = later_orders(view.battle, from_seq)
    rolls = rolls_of(rows)
    return [Later(row, rules.decode_order(row.order), rolls[row.pk]) for row in rows]
