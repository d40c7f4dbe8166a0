"""What only people can settle: prisoners and fights in the pits."""

from __future__ import annotations

import pytest

from rules.campaign import Resolve, fold, submit
from rules.campaign import events as ev
from rules.dice import ScriptedDice
from rules.errors import IllegalOrder
from tests.aftermath.world import Play, injured, types


def captured(type: str = "skaven_eshin") -> Play:
    play = Play(injured(type=type))
    play.step(serious_injury=[6, 1])
    return play


def in_the_pits() -> Play:
    play = Play(injured())
    play.step(serious_injury=[6, 5])
    return play


def test_a_prisoner_is_out_of_hands_and_the_game_master_is_asked() -> None:
    play = captured()
    (question,) = play.state.awaiting
    assert play.fighter("hero").fate == "captured"
    assert (question.kind, question.fighter, question.captor) == ("captured", "hero", "blue")
    assert question.options == ("ransom", "exchange", "sell")


def test_the_undead_make_a_zombie_of_him() -> None:
    play = captured("undead")
    assert "zombie" in play.state.awaiting[0].options
    gained = [event for event in play.answer("zombie") if isinstance(event, ev.CaptorsGained)]
    assert play.fighter("hero").fate == "sold"
    assert [event.recruit for event in gained] == ["zombie"]


def test_a_sacrifice_teaches_the_captors_leader() -> None:
    play = captured("cult_of_the_possessed")
    assert "sacrifice" in play.state.awaiting[0].options
    gained = [event for event in play.answer("sacrifice") if isinstance(event, ev.CaptorsGained)]
    assert play.fighter("hero").fate == "sold"
    assert [event.experience for event in gained] == [1]
    assert all(pending.kind != "ruling" for pending in play.state.awaiting)


def test_a_ransom_frees_him_with_his_gear_and_goes_to_the_captors() -> None:
    play = captured()
    events = play.answer("ransom", gold=40)
    hero = play.fighter("hero")
    assert (hero.fate, hero.equipment) == ("active", {"dagger": 1, "sword": 1})
    assert play.state.roster.treasury == 60
    (gain,) = [event for event in events if isinstance(event, ev.CaptorsGained)]
    assert (gain.warband, gain.gold, gain.items) == ("uuid-blue", 40, {})


def test_an_exchange_costs_nothing() -> None:
    play = captured()
    play.answer("exchange")
    assert (play.fighter("hero").fate, play.state.roster.treasury) == ("active", 100)


def test_whoever_is_sold_is_gone_with_his_gear() -> None:
    play = captured()
    events = play.answer("sell", loot=[4])
    assert (play.fighter("hero").fate, play.fighter("hero").equipment) == ("sold", {})
    (gain,) = [event for event in events if isinstance(event, ev.CaptorsGained)]
    assert (gain.gold, gain.items) == (20, {"dagger": 1, "sword": 1})


def test_who_wins_in_the_pits_comes_home_with_gold() -> None:
    play = in_the_pits()
    assert play.fighter("hero").fate == "captured"
    play.answer("won")
    hero = play.fighter("hero")
    assert (hero.fate, hero.experience, play.state.roster.treasury) == ("active", 10, 150)
    assert hero.equipment


def test_who_loses_in_the_pits_rolls_and_comes_home_with_nothing() -> None:
    play = in_the_pits()
    play.answer("lost")
    play.step(serious_injury=[4, 1, 6, 6, 2, 6])
    hero = play.fighter("hero")
    assert (hero.fate, hero.equipment) == ("active", {})
    assert [injury.row for injury in hero.injuries] == ["chest_wound"]


def test_who_loses_in_the_pits_may_die() -> None:
    play = in_the_pits()
    play.answer("lost")
    play.step(serious_injury=[1, 1])
    assert play.fighter("hero").fate == "dead"


def test_multiple_injuries_in_the_pits_are_rolls_of_their_own() -> None:
    """However many rolls there were before: no roll has the dice of another."""
    play = Play(injured())
    play.step(serious_injury=[1, 6, 3])
    play.step(serious_injury=[6, 5])
    play.answer("lost")
    play.step(serious_injury=[2, 1, 1])
    assert [(s.step, s.occurrence) for s in play.state.agenda[:3]] == [
        ("serious_injury", 5),
        ("serious_injury", 3),
        ("serious_injury", 4),
    ]


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (Resolve("captured:nobody:1", "ransom"), "unknown_decision"),
        (Resolve("captured:hero:1", "kiss"), "unknown_choice"),
        (Resolve("captured:hero:1", "zombie"), "unknown_choice"),
        (Resolve("captured:hero:1", "exchange", 10, 100), "no_ransom"),
        (Resolve("captured:hero:1", "ransom", -5, 100), "no_ransom"),
        (Resolve("captured:hero:1", "ransom", 101, 100), "not_enough_gold"),
    ],
)
def test_an_answer_that_does_not_fit_is_refused(order: Resolve, code: str) -> None:
    play = captured()
    with pytest.raises(IllegalOrder) as refused:
        submit(play.state, order, ScriptedDice({}))
    assert refused.value.code == code


def test_an_aftermath_stays_open_until_the_question_is_answered() -> None:
    play = captured()
    while play.state.agenda:
        play.step()
    assert not play.state.closed
    assert types(play.answer("exchange"))[-1] == "AftermathClosed"
    assert play.state.closed
    assert fold(play.state.setup, play.events) == play.state
