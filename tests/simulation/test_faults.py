"""The watch over simulations must see what it is there to see."""

from __future__ import annotations

from msgspec.structs import replace

from rules import Outcome, State, submit
from rules.battle.orders import EndPhase
from rules.dice import ScriptedDice
from rules.simulation.faults import after_order, folds, round_trips
from rules.units import CM
from tests.odds.tables import changed, facing, warrior


def table() -> State:
    return facing(warrior("a"), warrior("b"), apart=20 * CM, phase="recovery")


def ended() -> tuple[State, Outcome]:
    before = table()
    return before, submit(before, EndPhase(side="a"), ScriptedDice({}))


def codes(before: State, state: State, events=None) -> set[str]:
    wanted = range(state.seq - before.seq) if events is None else events
    return {code for code, _ in after_order(before, Outcome(state, tuple(wanted)))}


def test_nothing_wrong():
    before, outcome = ended()
    assert list(after_order(before, outcome)) == []
    assert list(round_trips(outcome.state, EndPhase(side="a"), outcome)) == []
    assert list(folds(outcome.state.setup, outcome.state, list(outcome.events))) == []


def test_a_gap_in_the_sequence():
    before, outcome = ended()
    assert codes(before, outcome.state, events=()) == {"seq_gap"}


def test_wounds_out_of_range():
    before = table()
    assert codes(before, changed(before, "a", wounds=9)) == {"bad_wounds"}


def test_an_unheard_of_status():
    before = table()
    assert codes(before, changed(before, "a", status="sleepy")) == {"bad_status"}


def test_out_but_still_there():
    before = table()
    assert codes(before, changed(before, "a", status="out_of_action")) == {"out_but_on_table"}


def test_off_the_table():
    before = table()
    assert codes(before, changed(before, "a", at=(-1, 0, 0))) == {"off_the_table"}


def test_two_in_one_place():
    before = table()
    assert codes(before, changed(before, "a", at=before.warriors["b"].at)) == {"overlap"}


def test_over_without_a_result():
    before = table()
    assert codes(before, replace(before, phase="over")) == {"over_without_result"}


def test_somebody_missing():
    before = table()
    assert codes(before, replace(before, warriors={"a": before.warriors["a"]})) == {
        "roster_changed"
    }


def test_a_state_that_is_not_its_fold():
    _, outcome = ended()
    other = replace(outcome.state, turn=7)
    assert [code for code, _ in folds(other.setup, other, list(outcome.events))] == ["fold_differs"]
