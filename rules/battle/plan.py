"""Plans: turns ordered ahead, and standing orders for what happens in somebody else's turn.

A `Plan` is its owner's secret and data only, JSON both ways. Nothing here changes anything:
`next_order` looks at the state and says what the plan wants now, the server submits that as an
ordinary order (`source` = plan) and keeps the plan that `after` returns.

**Steps** are taken in order, each once. A step belongs to a phase (and, with `turn`, to one turn)
of its side. It has choices: the first whose conditions all hold and whose order is legal is given;
a choice without conditions is the "else", one without an order means to do nothing. When none can
be given, or its moment is past, the step is `Dropped` with the reason. A plan ends phases by steps
with `end_phase`, like a player. `NEAREST` as the target of a shot, charge, spell or blow stands for
the nearest enemy at whom the order is legal when its moment comes.

**Standing orders** are kept and looked at first: `Stance` for decisions (answer `intercept` with
the first warrior that may), `Onslaught` for splitting attacks in any close combat phase.

Conditions, a closed set: `visible`, `within`, `status`, `engaged`, `wounds_below`. Where a target
is left out, any enemy will do.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from ..errors import IllegalOrder
from ..units import Length
from .engine import check
from .orders import Answer, AnyOrder, Cast, Charge, EndPhase, PhaseName, Shoot, Split, Strike
from .queries import enemies_of, engaged_with, gap, on_table, sees, within
from .state import Decision, State, Status
from .striking import attackable

NEAREST = "nearest"
PHASES: tuple[PhaseName, ...] = ("start", "recovery", "movement", "shooting", "combat")


class Condition(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="if", forbid_unknown_fields=True
):
    """The base of every condition."""

    warrior: str


class Visible(Condition, frozen=True, tag="visible"):
    """`warrior` sees `target` (P-SHO-03, P-HID-07), or any enemy where none is named."""

    target: str = ""


class Within(Condition, frozen=True, tag="within"):
    """The gap to `target`, or to any enemy, is at most `distance` (P-TRN-08)."""

    distance: Length
    target: str = ""


class HasStatus(Condition, frozen=True, tag="status"):
    """`warrior` has one of these statuses."""

    status: tuple[Status, ...]


class Engaged(Condition, frozen=True, tag="engaged"):
    """`warrior` touches `target`, or any enemy where none is named (P-CMB-01)."""

    target: str = ""


class WoundsBelow(Condition, frozen=True, tag="wounds_below"):
    """`warrior` has fewer Wounds left than this."""

    wounds: int


AnyCondition = Visible | Within | HasStatus | Engaged | WoundsBelow


class Choice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An order, or None for doing nothing, and when; `when` empty is "else"."""

    order: AnyOrder | None = None
    when: tuple[AnyCondition, ...] = ()


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to do, once, in that phase of the side's own turn (the turn named, or the next)."""

    phase: PhaseName
    choices: tuple[Choice, ...]
    turn: int | None = None


class Stance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How to answer a kind of decision: the first of `prefer` that is an option."""

    decision: str
    prefer: tuple[str, ...]
    when: tuple[AnyCondition, ...] = ()


class Onslaught(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a warrior splits its attacks, whoever's turn it is (P-CMB-10)."""

    warrior: str
    splits: tuple[Split, ...]
    when: tuple[AnyCondition, ...] = ()


class Plan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that a side has ordered ahead."""

    steps: tuple[Step, ...] = ()
    stances: tuple[Stance, ...] = ()
    onslaughts: tuple[Onslaught, ...] = ()


class Dropped(msgspec.Struct, frozen=True, kw_only=True):
    """The first step can't be taken any more. `reason`: phase_over, turn_over, no_condition_met,
    nobody_in_sight, the code of the refusal, or held, where doing nothing is what was chosen."""

    reason: str
    rule: str = ""


Next = AnyOrder | Dropped | None


def next_order(state: State, side: str, plan: Plan) -> Next:
    """What the plan wants now: an order that is legal, a step given up, or nothing at present."""
    if state.result is not None:
        return None
    mine = [d for d in state.awaiting if d.side == side]
    if mine:
        return _answer(state, side, plan, mine[0])
    if state.awaiting:
        return None
    return _onslaught(state, side, plan) or _step(state, side, plan)


def after(plan: Plan, given: Next) -> Plan:
    """The plan that is left once `given` (what `next_order` returned) has been dealt with."""
    if given is None or isinstance(given, Answer) or _stands(plan, given):
        return plan
    return replace(plan, steps=plan.steps[1:])


def ends(step: Step) -> bool:
    """Whether a step does nothing but end its phase: nobody put it in by himself."""
    if len(step.choices) != 1 or step.choices[0].when:
        return False
    order = step.choices[0].order
    return isinstance(order, EndPhase) and order.through is None


def encode_plan(plan: Plan) -> bytes:
    """Canonical JSON."""
    return msgspec.json.encode(plan, order="sorted")


def decode_plan(data: bytes | str | dict[str, Any]) -> Plan:
    """A plan from JSON; msgspec.ValidationError names what is wrong with it."""
    if isinstance(data, dict):
        return msgspec.convert(data, Plan)
    return msgspec.json.decode(data, type=Plan)


def _stands(plan: Plan, given: AnyOrder | Dropped) -> bool:
    """Whether an order came from a standing one."""
    return isinstance(given, Strike) and any(
        o.warrior == given.warrior and _is_meant(o.splits, given.splits) for o in plan.onslaughts
    )


def _is_meant(wished: tuple[Split, ...], given: tuple[Split, ...]) -> bool:
    """Whether attacks are those wished for, where somebody stands for the nearest."""
    return len(wished) == len(given) and all(
        wish == (replace(one, target=NEAREST) if wish.target == NEAREST else one)
        for wish, one in zip(wished, given, strict=True)
    )


def _answer(state: State, side: str, plan: Plan, decision: Decision) -> Answer | None:
    for stance in plan.stances:
        if stance.decision != decision.kind or not _hold(state, stance.when):
            continue
        choice = next((p for p in stance.prefer if p in decision.options), None)
        if choice is not None:
            return Answer(side=side, decision=decision.id, choice=choice, source="plan")
    return None


def _onslaught(state: State, side: str, plan: Plan) -> Strike | None:
    if state.phase != "combat":
        return None
    for wish in plan.onslaughts:
        w = state.warriors.get(wish.warrior)
        if w is None or w.blows or not _hold(state, wish.when):
            continue
        order = Strike(side=side, warrior=wish.warrior, splits=wish.splits, source="plan")
        for aimed in _aimed(state, order):
            if isinstance(aimed, Strike) and _refusal(state, aimed) is None:
                return aimed
    return None


def _step(state: State, side: str, plan: Plan) -> Next:
    if not plan.steps or not _its_turn(state, side):
        return None
    step = plan.steps[0]
    if step.turn is not None and step.turn != state.turn:
        return Dropped(reason="turn_over") if step.turn < state.turn else None
    if step.phase != state.phase:
        return _untimely(state, step)
    return _choose(state, side, step)


def _its_turn(state: State, side: str) -> bool:
    return state.active == side and state.phase in PHASES


def _untimely(state: State, step: Step) -> Dropped | None:
    """A step of a later phase waits; one of an earlier phase is past, or is meant for next turn."""
    if step.phase not in PHASES:
        return Dropped(reason="phase_over", rule="P-TRN-01")
    earlier = PHASES.index(step.phase) < PHASES.index(state.phase)
    if earlier and step.turn is not None:
        return Dropped(reason="phase_over", rule="P-TRN-01")
    return None


def _choose(state: State, side: str, step: Step) -> AnyOrder | Dropped:
    given_up = Dropped(reason="no_condition_met")
    for choice in step.choices:
        if not _hold(state, choice.when):
            continue
        if choice.order is None:
            return Dropped(reason="held")
        orders = _aimed(state, replace(choice.order, side=side, source="plan"))
        given_up = given_up if orders else Dropped(reason="nobody_in_sight", rule="P-SHO-03")
        for order in orders:
            refused = _refusal(state, order)
            if refused is None:
                return order
            given_up = Dropped(reason=refused.code, rule=refused.rule)
    return given_up


def _aimed(state: State, order: AnyOrder) -> list[AnyOrder]:
    """The order; where it is at the nearest enemy, one for each in sight, the nearest first."""
    if isinstance(order, Shoot) and order.target == NEAREST:
        return [replace(order, target=one) for one in _nearest(state, order)]
    if isinstance(order, Charge | Cast) and order.targets == (NEAREST,):
        return [replace(order, targets=(one,)) for one in _nearest(state, order)]
    if isinstance(order, Strike) and any(split.target == NEAREST for split in order.splits):
        touched = attackable(state, order.warrior) if order.warrior in state.warriors else ()
        return [replace(order, splits=_at(one, order.splits)) for one in touched]
    return [order]


def _at(foe: str, splits: tuple[Split, ...]) -> tuple[Split, ...]:
    """Attacks with somebody in place of the nearest."""
    return tuple([Split(s.weapon, foe, s.attacks) if s.target == NEAREST else s for s in splits])


def _nearest(state: State, order: Shoot | Charge | Cast) -> list[str]:
    """The enemies whom the warrior sees, the nearest first; ties in the order of the rosters."""
    w = state.warriors.get(order.warrior)
    if w is None or not on_table(w):
        return []
    seen = [one.id for one in enemies_of(state, w.side) if sees(state, w.id, one.id)]
    return sorted(seen, key=lambda one: gap(state, w.id, one))


def _refusal(state: State, order: AnyOrder) -> IllegalOrder | None:
    try:
        check(state, order)
    except IllegalOrder as refusal:
        return refusal
    return None


def _hold(state: State, conditions: tuple[AnyCondition, ...]) -> bool:
    return all(_holds(state, condition) for condition in conditions)


def _holds(state: State, condition: AnyCondition) -> bool:
    """Whether a condition holds; one about somebody who isn't in the battle never does."""
    w = state.warriors.get(condition.warrior)
    if w is None:
        return False
    match condition:
        case HasStatus():
            return w.status in condition.status
        case WoundsBelow():
            return w.wounds < condition.wounds
        case Engaged():
            touched = engaged_with(state, w.id)
            return condition.target in touched if condition.target else bool(touched)
        case _:
            return _near(state, condition)


def _near(state: State, condition: Visible | Within) -> bool:
    if condition.target:
        return _near_to(state, condition, condition.target)
    enemies = enemies_of(state, state.warriors[condition.warrior].side)
    return any(_near_to(state, condition, one.id) for one in enemies)


def _near_to(state: State, condition: Visible | Within, target: str) -> bool:
    pair = [state.warriors.get(id) for id in (condition.warrior, target)]
    if any(w is None or not on_table(w) for w in pair):
        return False
    if isinstance(condition, Within):
        return within(state, condition.warrior, target, condition.distance)
    return sees(state, condition.warrior, target)
