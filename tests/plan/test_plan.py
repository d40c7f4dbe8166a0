"""Plans: what they want, when they give up, and how they are stored."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from rules import State, initial, submit
from rules.battle.orders import Answer, Charge, EndPhase, Leg, Move, Shoot, Split, Strike
from rules.battle.plan import (
    NEAREST,
    Choice,
    Dropped,
    Engaged,
    HasStatus,
    Onslaught,
    Plan,
    Stance,
    Step,
    Visible,
    Within,
    WoundsBelow,
    after,
    decode_plan,
    encode_plan,
    next_order,
)
from rules.battle.state import Decision
from rules.dice import ScriptedDice
from rules.units import CM
from tests.odds.tables import changed, facing, warrior

ANA, BEA = warrior("ana", "bow"), warrior("bea")
APART = 30 * CM


def table(phase: str = "shooting", apart: int = APART) -> State:
    return facing(ANA, BEA, apart=apart, phase=phase)


def shot(target: str = "bea", *when) -> Choice:
    order = Shoot(side="ana", warrior="ana", weapon="bow", target=target)
    return Choice(order=order, when=when)


def walk(x: int, *when) -> Choice:
    order = Move(side="ana", warrior="ana", mode="walk", legs=(Leg(to=(x, 10 * CM, 0)),))
    return Choice(order=order, when=when)


def charge(*when) -> Choice:
    return Choice(order=Charge(side="ana", warrior="ana", targets=("bea",)), when=when)


def step(phase: str, *choices: Choice, turn: int | None = None) -> Step:
    return Step(phase=phase, choices=choices, turn=turn)


def plan(*steps: Step, **standing) -> Plan:
    return Plan(steps=steps, **standing)


def test_an_order_comes_from_the_plan_of_its_side():
    wanted = next_order(table(), "ana", plan(step("shooting", shot())))
    assert wanted == Shoot(side="ana", source="plan", warrior="ana", weapon="bow", target="bea")


def test_the_other_side_has_nothing_to_do_with_it():
    assert next_order(table(), "bea", plan(step("shooting", shot()))) is None


def test_a_step_of_a_later_phase_waits():
    assert next_order(table("movement"), "ana", plan(step("shooting", shot()))) is None


def test_a_step_of_a_phase_that_is_over_waits_for_the_next_turn_unless_it_names_this_one():
    later = plan(step("movement", walk(12 * CM)))
    assert next_order(table(), "ana", later) is None
    missed = plan(step("movement", walk(12 * CM), turn=1))
    assert next_order(table(), "ana", missed) == Dropped(reason="phase_over", rule="P-TRN-01")


def test_a_step_of_another_turn():
    assert next_order(table(), "ana", plan(step("shooting", shot(), turn=2))) is None
    late = replace(table(), turn=3)
    assert next_order(late, "ana", plan(step("shooting", shot(), turn=2))) == Dropped(
        reason="turn_over"
    )


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (Visible(warrior="ana", target="bea"), True),
        (Within(warrior="ana", target="bea", distance=APART), True),
        (Within(warrior="ana", target="bea", distance=APART - 1), False),
        (HasStatus(warrior="bea", status=("standing",)), True),
        (HasStatus(warrior="bea", status=("stunned", "knocked_down")), False),
        (Engaged(warrior="ana"), False),
        (WoundsBelow(warrior="bea", wounds=1), False),
        (WoundsBelow(warrior="bea", wounds=2), True),
        (Visible(warrior="ana", target="nobody"), False),
        (HasStatus(warrior="nobody", status=("standing",)), False),
    ],
)
def test_conditions(condition, holds):
    wanted = next_order(table(), "ana", plan(step("shooting", shot("bea", condition))))
    assert isinstance(wanted, Shoot) is holds
    if not holds:
        assert wanted == Dropped(reason="no_condition_met")


def test_engaged_with_somebody():
    near = table("combat", apart=0)
    strike = Choice(
        order=Strike(side="ana", warrior="ana", splits=(Split("fist", "bea", 1),)),
        when=(Engaged(warrior="ana", target="bea"),),
    )
    assert isinstance(next_order(near, "ana", plan(step("combat", strike))), Strike)


def test_hidden_is_not_visible():
    hidden = changed(table(), "bea", hidden=True)
    seen = Visible(warrior="ana", target="bea")
    assert next_order(hidden, "ana", plan(step("shooting", shot("bea", seen)))) == Dropped(
        reason="no_condition_met"
    )


def test_else_is_a_choice_without_conditions():
    near = Within(warrior="ana", target="bea", distance=10 * CM)
    both = step("movement", charge(near), walk(12 * CM))
    assert isinstance(next_order(table("movement"), "ana", plan(both)), Move)


def test_an_illegal_choice_gives_way_to_the_next_legal_one():
    wanted = next_order(table(), "ana", plan(step("shooting", shot("ana"), shot("bea"))))
    assert isinstance(wanted, Shoot)
    assert wanted.target == "bea"


def test_a_step_with_no_legal_choice_is_dropped_with_the_refusal():
    dropped = next_order(table(), "ana", plan(step("shooting", shot("nobody"))))
    assert dropped == Dropped(reason="unknown_warrior")


def test_a_plan_plays_a_turn():
    """Walk, end the phase, shoot: the server's loop over a plan."""
    state = table("movement")
    left = plan(
        step("movement", walk(12 * CM)),
        step("movement", Choice(order=EndPhase(side="ana"))),
        step("shooting", shot()),
    )
    given = []
    while (wanted := next_order(state, "ana", left)) is not None:
        left = after(left, wanted)
        given.append(type(wanted).__name__)
        state = submit(state, wanted, ScriptedDice({"to_hit": [1]})).state
    assert given == ["Move", "EndPhase", "Shoot"]
    assert left == Plan()


def test_a_stance_answers_decisions_and_stays():
    decision = Decision(
        id="intercept:bea:ana",
        kind="intercept",
        side="ana",
        options=("ana", "none"),
        default="none",
        rule="P-INT-01",
        warrior="bea",
    )
    asked = replace(table("movement"), awaiting=(decision,))
    standing = plan(stances=(Stance(decision="intercept", prefer=("eva", "ana")),))
    wanted = next_order(asked, "ana", standing)
    assert wanted == Answer(side="ana", source="plan", decision=decision.id, choice="ana")
    assert after(standing, wanted) == standing
    assert next_order(asked, "bea", standing) is None
    assert next_order(asked, "ana", plan()) is None


def test_an_onslaught_is_declared_once_a_phase_whosever_turn_it_is():
    state = replace(table("combat", apart=0), active="bea")
    standing = plan(onslaughts=(Onslaught(warrior="ana", splits=(Split("fist", "bea", 1),)),))
    wanted = next_order(state, "ana", standing)
    assert isinstance(wanted, Strike)
    assert after(standing, wanted) == standing
    declared = submit(state, wanted, ScriptedDice({})).state
    assert next_order(declared, "ana", standing) is None


def test_blows_at_the_nearest_are_at_whom_one_fights():
    near = table("combat", apart=0)
    blow = Strike(side="ana", warrior="ana", splits=(Split("fist", NEAREST, 1),))
    wanted = next_order(near, "ana", plan(step("combat", Choice(order=blow))))
    assert isinstance(wanted, Strike)
    assert wanted.splits == (Split("fist", "bea", 1),)
    alone = next_order(table("combat"), "ana", plan(step("combat", Choice(order=blow))))
    assert isinstance(alone, Dropped)


def test_an_onslaught_at_the_nearest_stays():
    near = table("combat", apart=0)
    wish = Onslaught(warrior="ana", splits=(Split("fist", NEAREST, 1),))
    standing = plan(step("combat", Choice(order=EndPhase(side="ana"))), onslaughts=(wish,))
    wanted = next_order(near, "ana", standing)
    assert isinstance(wanted, Strike)
    assert after(standing, wanted) == standing
    declared = submit(near, wanted, ScriptedDice({})).state
    assert isinstance(next_order(declared, "ana", standing), EndPhase)


def test_nothing_once_the_battle_is_over():
    alone = changed(table("start"), "bea", status="out_of_action", at=None)
    over = submit(alone, EndPhase(side="ana"), ScriptedDice({})).state
    assert over.result is not None
    assert next_order(over, "ana", plan(step("shooting", shot()))) is None


def test_plans_are_data():
    full = plan(
        step("shooting", shot("bea", Within(warrior="ana", target="bea", distance=5)), shot()),
        stances=(Stance(decision="intercept", prefer=("none",)),),
        onslaughts=(Onslaught(warrior="ana", splits=(Split("fist", "bea", 1),)),),
    )
    data = encode_plan(full)
    assert decode_plan(data) == full
    assert decode_plan(msgspec.json.decode(data)) == full


@pytest.mark.parametrize(
    "data",
    [
        b'{"steps": [{"phase": "lunch", "choices": []}]}',
        b'{"wishes": []}',
        b'{"steps": [{"phase": "combat", "choices": [{"order": {"order": "dance"}}]}]}',
        b'{"stances": [{"decision": "intercept", "prefer": [], "when": [{"if": "raining"}]}]}',
    ],
)
def test_what_is_no_plan_is_refused(data):
    with pytest.raises(msgspec.ValidationError):
        decode_plan(data)


def three() -> State:
    """Ana with two enemies."""
    setup = table().setup
    cid = replace(setup.by_id["bea"], id="cid", at=(60 * CM, 15 * CM, 0))
    return initial(replace(setup, warriors=(*setup.warriors, cid)))


def test_the_nearest_is_whoever_is_nearest_then():
    wanted = plan(step("shooting", shot(NEAREST)))
    for place, nearest in ((20, "cid"), (60, "bea")):
        state = changed(three(), "cid", at=(place * CM, 15 * CM, 0))
        assert next_order(state, "ana", wanted).target == nearest


def test_nobody_in_sight_is_nearest_to_nobody():
    gone = changed(table(), "bea", status="out_of_action", at=None)
    wanted = next_order(gone, "ana", plan(step("shooting", shot(NEAREST))))
    assert wanted == Dropped(reason="nobody_in_sight", rule="P-SHO-03")


def test_a_condition_without_a_target_is_about_any_enemy():
    stays = Choice(when=(Visible(warrior="ana"),))
    hides = Choice(order=Move(side="ana", warrior="ana", mode="walk", legs=(), hide=True))
    wanted = plan(step("movement", stays, hides))
    assert next_order(table("movement"), "ana", wanted) == Dropped(reason="held")
    near = Within(warrior="ana", distance=APART - 1)
    assert not _holding(table(), near)
    assert _holding(table(), replace(near, distance=APART))


def _holding(state: State, condition) -> bool:
    wanted = next_order(state, "ana", plan(step("shooting", Choice(when=(condition,)))))
    return wanted == Dropped(reason="held")
