"""Gear after a battle: what the battle saw in use, and what an earlier setup knows nothing of."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules.battle.state import Result
from rules.campaign import Setup, fold, next_step, start
from rules.campaign.books import entries
from rules.campaign.report import Mark, report_of
from rules.campaign.state import initial
from rules.catalogue import load_catalogue
from rules.roster.model import Lasting, Note
from rules.roster.rating import rating
from rules.scenario.case import load_case
from rules.scenario.playing import play
from tests.aftermath.world import BOSS, GROUP, HERO, Play, begin, report, roster, setup_of
from warbands.codec import decode_setup, encode

CASES = Path(__file__).parents[1] / "scenarios" / "catalogue"


def marks_of(name: str) -> tuple[Mark, ...]:
    """What a battle leaves that ends after the orders of a scenario file."""
    state = play(load_case(CASES / f"{name}.toml")).state
    assert state is not None
    over = replace(state, result=Result("gm", "red"), phase="over")
    return report_of(over, (), battle="b", sides=()).marks


@pytest.mark.parametrize(
    ("name", "mark"),
    [
        ("P-WND-01-a-fire-bomb", Mark("ana", "item_used", "fire_bomb")),
        ("P-TRN-04-caltrops-shorten-a-charge", Mark("bea", "item_used", "caltrops")),
        (
            "P-TRN-04-luck-throws-the-next-failure-again",
            Mark("ana", "item_used", "rabbits_foot"),
        ),
    ],
)
def test_the_report_says_what_was_used(name: str, mark: Mark) -> None:
    assert marks_of(name) == (mark,)


def test_luck_that_nobody_called_upon_is_left() -> None:
    assert marks_of("P-TRN-04-luck-not-called-upon") == ()


def test_an_aftermath_of_an_earlier_time_has_no_such_steps() -> None:
    """Its tables know no gear: its agenda is what it was when it was stored."""
    hero = replace(HERO, equipment={"crimson_shade": 1})
    setup = setup_of(roster(BOSS, hero), report(roster(BOSS, hero)))
    stored = json.loads(json.dumps(encode(setup)))
    for name in ("gear", "leaders_rarity"):
        del stored["tables"][name]
    steps = [step.step for step in initial(decode_setup(stored)).agenda]
    assert steps == ["experience", "experience"]


def taken_by(group):
    """Three men with mushrooms, at the moment when it shows what these have done."""
    play = Play(begin(roster(BOSS, group), report(roster(BOSS, group))))
    play.step()
    return play


def test_of_a_group_that_takes_a_drug_each_has_his_own_roll() -> None:
    play = taken_by(replace(GROUP, equipment={"mad_cap_mushrooms": 1}))
    play.step(side_effect=[2, 1, 6])
    assert play.state.awaiting == ()
    assert (play.fighter("group").members, play.fighter("group").gifts) == ((1, 4), ())
    assert play.fighter("group-2").gifts == (Lasting("rule", "stupidity"),)
    steps = [step.fighter for step in play.state.agenda if step.step == "experience"]
    assert steps == ["boss", "group", "group-2"]


def test_in_an_aftermath_that_began_before_that_the_game_master_sees_to_them() -> None:
    group = replace(GROUP, equipment={"mad_cap_mushrooms": 1})
    setup = setup_of(roster(BOSS, group), report(roster(BOSS, group)))
    older = replace(setup, tables=replace(setup.tables, understood=()))
    play = Play(start(older).state)
    play.step()
    play.step(side_effect=[1])
    assert [question.kind for question in play.state.awaiting] == ["ruling"]
    assert play.fighter("group").gifts == ()


def test_a_captive_feels_his_drug_and_keeps_none_of_it_for_his_captors() -> None:
    hero = replace(HERO, equipment={"mandrake_root": 1, "sword": 1})
    play = Play(begin(roster(BOSS, hero), report(roster(BOSS, hero), out={"hero": "skritt"})))
    play.step()
    play.step(serious_injury=[6, 1])
    play.step(side_effect=[1, 1])
    assert play.fighter("hero").fate == "captured"
    assert play.fighter("hero").equipment == {"sword": 1}
    assert play.fighter("hero").gifts == (Lasting("characteristic", "T", -1),)


def test_nothing_is_lowered_below_one() -> None:
    weak = tuple(Lasting("characteristic", "T", -1) for _ in range(2))
    hero = replace(HERO, equipment={"mandrake_root": 1}, gifts=weak)
    play = Play(begin(roster(BOSS, hero), report(roster(BOSS, hero))))
    play.step()
    play.step(side_effect=[1, 2])
    assert play.fighter("hero").gifts == weak


def test_nothing_is_raised_beyond_the_maximum() -> None:
    quick = (Lasting("characteristic", "I", 3),)
    hero = replace(HERO, equipment={"crimson_shade": 1}, gifts=quick)
    play = Play(begin(roster(BOSS, hero), report(roster(BOSS, hero))))
    play.step()
    play.step(side_effect=[6, 6])
    assert play.fighter("hero").gifts == quick


def explored(*, winner: str | None = None) -> Setup:
    """A vague map in the stash."""
    band = replace(
        roster(BOSS),
        stash={"mordheim_map": 1},
        finds=(Note("map_vague", "b0"),),
    )
    return setup_of(band, report(band, winner=winner), exploring=True)


def test_the_books_follow_what_leaves_the_stash() -> None:
    setup = explored()
    play = Play(initial(setup))
    while (step := next_step(play.state)) is not None:
        play.step(**({"exploration": [3]} if step.step == "exploration" else {}))
    made = entries(load_catalogue(), initial(setup), play.events)
    lines = [line for line in made.lines if line.item == "mordheim_map"]
    assert [(line.kind, line.n, line.stash, line.fighter) for line in lines] == [
        ("lose", 1, -1, "")
    ]
    assert made.state.roster == play.state.roster
    gained = rating(load_catalogue(), play.state.roster) - rating(load_catalogue(), setup.roster)
    assert sum(line.rating for line in made.lines) == gained
    assert play.state.roster.stash == {}
    assert fold(setup, play.events) == play.state
