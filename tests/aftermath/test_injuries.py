"""Serious injuries: every row of the heroes' table leaves its mark or asks a question."""

from __future__ import annotations

import pytest

from rules.campaign import fold
from rules.campaign.injuries import find
from rules.roster.model import Fighter, Injury, Lasting
from rules.roster.profile import current
from tests.aftermath.world import CATALOGUE, GROUP, HERO, Play, injured, types

FACES = [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]
SECOND_ROLL = {"arm_wound", "madness", "smashed_leg", "blinded_in_one_eye", "bitter_enmity"}
SECOND_ROLL |= {"deep_wound", "multiple_injuries"}
BASE = CATALOGUE.warbands["reikland"].fighter("champion").profile.native("cm")


def suffer(roll: int, *more: int, fighter: Fighter = HERO) -> Play:
    play = Play(injured(fighter))
    play.step(serious_injury=[roll // 10, roll % 10, *more])
    return play


def row_of(roll: int) -> str:
    return find(injured().setup.tables.serious_injuries, roll).id


@pytest.mark.parametrize("roll", FACES)
def test_every_face_has_an_effect_or_asks_the_game_master(roll: int) -> None:
    """The fighter differs afterwards, or it is told that he recovers; never a silent nothing."""
    more = [1] if row_of(roll) in SECOND_ROLL else []
    play = suffer(roll, *more)
    told = types(play.events)
    changed = play.fighter("hero") != HERO
    more_to_come = "Scheduled" in told
    asked = bool(play.state.awaiting)
    assert changed or asked or more_to_come or told[-2:] == ["Recovered", "StepDone"]
    assert "SeriousInjury" in told
    assert fold(play.state.setup, play.events) == play.state


@pytest.mark.parametrize("roll", range(11, 16))
def test_dead(roll: int) -> None:
    play = suffer(roll)
    assert (play.fighter("hero").fate, play.fighter("hero").equipment) == ("dead", {})
    assert "GearLost" in types(play.events)


@pytest.mark.parametrize(
    ("roll", "characteristic", "loss"),
    [(22, "M", 3), (26, "T", 1), (33, "I", 1), (34, "WS", 1)],
)
def test_a_wound_that_costs_a_number(roll: int, characteristic: str, loss: int) -> None:
    now = current(BASE, suffer(roll).fighter("hero"))
    assert now[characteristic] == BASE[characteristic] - loss
    assert sum(now[c] != BASE[c] for c in now) == 1


@pytest.mark.parametrize(
    ("roll", "die", "rule"),
    [
        (23, 1, "one_handed_weapon_only"),
        (24, 1, "stupidity"),
        (24, 3, "stupidity"),
        (24, 4, "frenzy"),
        (25, 1, "cannot_run"),
    ],
)
def test_a_wound_with_a_second_roll_may_leave_a_rule(roll: int, die: int, rule: str) -> None:
    (effect,) = suffer(roll, die).fighter("hero").effects
    assert effect == Lasting("rule", rule)


@pytest.mark.parametrize(
    ("roll", "rule"), [(32, "old_battle_wound"), (62, "immune_to_fear"), (64, "fear")]
)
def test_a_wound_that_leaves_a_rule(roll: int, rule: str) -> None:
    (injury,) = suffer(roll).fighter("hero").injuries
    assert injury.effects == (Lasting("rule", rule),)
    assert (injury.row, injury.battle) == (row_of(roll), "b1")


@pytest.mark.parametrize(
    ("roll", "die", "battles"),
    [(23, 2, 1), (25, 6, 1), (35, 1, 1), (35, 3, 2), (35, 6, 3)],
)
def test_a_wound_that_costs_battles(roll: int, die: int, battles: int) -> None:
    assert suffer(roll, die).fighter("hero").misses == battles


def test_battles_to_miss_add_up() -> None:
    from msgspec.structs import replace

    assert suffer(35, 4, fighter=replace(HERO, misses=1)).fighter("hero").misses == 3


def test_robbed_of_everything() -> None:
    play = suffer(36)
    assert (play.fighter("hero").equipment, play.fighter("hero").active) == ({}, True)


@pytest.mark.parametrize(("die", "eye"), [(1, "left"), (3, "left"), (4, "right"), (6, "right")])
def test_blinded_in_one_eye(die: int, eye: str) -> None:
    hero = suffer(31, die).fighter("hero")
    assert current(BASE, hero)["BS"] == BASE["BS"] - 1
    assert Lasting("rule", "blind_in_one_eye", params={"eye": eye}) in hero.effects


def half_blind() -> Fighter:
    from msgspec.structs import replace

    lost = Lasting("rule", "blind_in_one_eye", params={"eye": "left"})
    return replace(HERO, injuries=(Injury("blinded_in_one_eye", effects=(lost,)),))


def test_whoever_loses_the_other_eye_retires() -> None:
    assert suffer(31, 6, fighter=half_blind()).fighter("hero").fate == "retired"


def test_the_same_eye_can_not_be_lost_twice() -> None:
    hero = suffer(31, 1, fighter=half_blind()).fighter("hero")
    assert hero.active
    assert [effect.name for effect in hero.effects].count("blind_in_one_eye") == 1


@pytest.mark.parametrize(
    ("die", "hated"),
    [
        (1, {"warrior": "skritt", "name": "Skritt"}),
        (4, {"warrior": "skritt", "name": "Skritt"}),
        (5, {"warband": "uuid-blue", "name": "Rats"}),
        (6, {"type": "skaven_eshin"}),
    ],
)
def test_bitter_enmity(die: int, hated: dict[str, str]) -> None:
    (effect,) = suffer(56, die).fighter("hero").effects
    assert (effect.name, effect.params) == ("hatred", hated)


@pytest.mark.parametrize("by", ["rats.1", ""])
def test_whoever_a_henchman_felled_hates_his_leader(by: str) -> None:
    play = Play(injured(by=by))
    play.step(serious_injury=[5, 6, 1])
    (effect,) = play.fighter("hero").effects
    assert effect.params["warrior"] == "skritt"


def finish(play: Play, **dice: list[int]) -> None:
    """All steps but the last without dice, the last with these."""
    while len(play.state.agenda) > 1:
        play.step()
    play.step(**dice)


@pytest.mark.parametrize(("die", "misses"), [(1, 1), (2, 0), (6, 0)])
def test_an_old_battle_wound_may_keep_him_from_the_next_battle(die: int, misses: int) -> None:
    play = suffer(32)
    finish(play, serious_injury=[die])
    assert play.fighter("hero").misses == misses
    assert play.state.closed


def old_wounds(**changes: object) -> Fighter:
    from msgspec.structs import replace

    wound = Injury("old_battle_wound", effects=(Lasting("rule", "old_battle_wound"),))
    return replace(HERO, injuries=(wound,), **changes)


def test_an_old_battle_wound_is_rolled_after_every_battle_and_once() -> None:
    play = suffer(32, fighter=old_wounds())
    assert [step.step for step in play.state.agenda].count("old_wound") == 1
    finish(play, serious_injury=[1])
    assert play.fighter("hero").misses == 1


def test_who_sits_out_the_next_battle_anyway_does_not_roll_for_it() -> None:
    play = suffer(35, 1, fighter=old_wounds())
    finish(play)
    assert play.fighter("hero").misses == 1


def test_full_recovery_leaves_nothing() -> None:
    play = suffer(41)
    assert play.fighter("hero") == HERO
    assert "Recovered" in types(play.events)


def test_survives_against_the_odds() -> None:
    assert suffer(66).fighter("hero").experience == HERO.experience + 1


def test_multiple_injuries_are_rolled_one_by_one() -> None:
    play = suffer(16, 2)
    assert [(s.step, s.occurrence) for s in play.state.agenda[:2]] == [
        ("serious_injury", 2),
        ("serious_injury", 3),
    ]
    play.step(serious_injury=[2, 6])
    play.step(serious_injury=[3, 4])
    hero = play.fighter("hero")
    assert [injury.row for injury in hero.injuries] == ["chest_wound", "hand_injury"]


def test_of_multiple_injuries_nobody_dies() -> None:
    """Dead, captured and further multiple injuries are rolled again."""
    play = suffer(21, 1)
    play.step(serious_injury=[1, 1, 6, 1, 1, 6, 2, 1, 2, 6])
    assert play.fighter("hero").active
    assert [injury.row for injury in play.fighter("hero").injuries] == ["chest_wound"]


@pytest.mark.parametrize(("die", "left"), [(1, 2), (2, 2), (3, 3), (6, 3)])
def test_henchmen_die_or_return(die: int, left: int) -> None:
    from tests.aftermath.world import begin, report, roster

    band = roster(GROUP)
    play = Play(begin(band, report(band, out={"group.2": "skritt"})))
    play.step(serious_injury=[die])
    assert play.fighter("group").size == left
    assert (2 in play.fighter("group").members) is (left == 3)


def test_a_group_that_has_lost_its_last_member_is_gone() -> None:
    play = Play(injured(GROUP))
    for _ in GROUP.members:
        play.step(serious_injury=[1])
    assert play.fighter("group").fate == "dead"
