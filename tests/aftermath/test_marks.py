"""What the report of a battle says of whom a spell has put out of action."""

from __future__ import annotations

from msgspec.structs import replace

from rules.battle import events as ev
from rules.battle.state import Result, State
from rules.campaign.report import BattleReport, report_of
from tests.battle.world import begin, table, warrior


def over() -> State:
    """The zombie lies out of action."""
    state = begin(table(warrior("nec", "red", 30, 30), warrior("zom", "blue", 60, 30)))
    fallen = replace(state.warriors["zom"], status="out_of_action", at=None)
    return replace(
        state, result=Result("gm", "red"), warriors={**state.warriors, "zom": fallen}, phase="over"
    )


def fall(by: str) -> ev.StatusChanged:
    return ev.StatusChanged(
        warrior="zom", before="standing", after="out_of_action", cause="spell", by=by
    )


def mark(hook: str) -> ev.PostMark:
    return ev.PostMark(warrior="zom", hook=hook, spell="eye_of_god", by="nec")


RAISED = ev.Summoned(
    warrior="zom", by="nec", spell="re_animation", at=(1, 1, 0), facing=0, wounds=1
)


def report(state: State, *events: ev.AnyEvent) -> BattleReport:
    return report_of(state, events, battle="b", sides=())


def test_whom_a_one_took_is_spared() -> None:
    (zombie,) = report(over(), fall("nec"), mark("spared")).of_side("blue")
    assert (zombie.out, zombie.spared) == (True, True)


def test_raised_and_hurt_anew_he_is_spared_no_more() -> None:
    events = (fall("nec"), mark("spared"), RAISED, fall("nec"))
    (zombie,) = report(over(), *events).of_side("blue")
    assert (zombie.out, zombie.spared) == (True, False)


def test_who_was_raised_again_is_not_changed_by_the_fires() -> None:
    state = over()
    up = replace(state.warriors["zom"], status="standing", at=(1, 1, 0))
    state = replace(state, warriors={**state.warriors, "zom": up})
    assert report(state, fall("nec"), mark("mutation"), RAISED).marks == ()


def test_an_infection_stays_whatever_becomes_of_him() -> None:
    found = report(over(), mark("infection"), fall("nec"), RAISED, fall("nec")).marks
    assert [one.hook for one in found] == ["infection"]
