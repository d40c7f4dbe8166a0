"""Experience: who earns how much, and the advances of thresholds crossed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import Award, BattleReport, State
from rules.campaign import events as ev
from rules.roster.model import Advance, Fighter, Roster
from tests.aftermath.world import (
    BOSS,
    CATALOGUE,
    ENEMIES,
    GROUP,
    HERO,
    Play,
    begin,
    injured,
    report,
    roster,
    types,
)


def earned(state: State, key: str) -> dict[str, int]:
    """Play until a fighter has had his experience; what he got and for what."""
    play = Play(state)
    while True:
        for event in play.step():
            if isinstance(event, ev.ExperienceGained) and event.fighter == key:
                return {award.id: award.xp for award in event.awards}


def state(band: Roster, **changes: object) -> State:
    return begin(band, report(band, **changes))


def test_everybody_who_lives_has_one_point() -> None:
    band = roster(BOSS, HERO, GROUP)
    for key in ("boss", "hero", "group"):
        assert earned(state(band), key) == {"survives": 1}


def test_the_leader_of_the_winners_has_one_more() -> None:
    band = roster(BOSS, HERO)
    assert earned(state(band, winner="red"), "boss") == {"survives": 1, "winning_leader": 1}
    assert earned(state(band, winner="red"), "hero") == {"survives": 1}
    assert earned(state(band, winner="blue"), "boss") == {"survives": 1}


def beaten(by: str) -> tuple:
    return tuple(replace(enemy, out=True, by=by) for enemy in ENEMIES)


def test_a_hero_earns_for_each_enemy_he_put_out_of_action() -> None:
    band = roster(BOSS, HERO)
    assert earned(state(band, enemies=beaten("hero")), "hero") == {
        "survives": 1,
        "enemy_out_of_action": 2,
    }


def test_henchmen_earn_nothing_for_it_and_nobody_does_for_his_friends() -> None:
    band = roster(BOSS, GROUP)
    assert earned(state(band, enemies=beaten("group.1")), "group") == {"survives": 1}
    play = Play(state(band, out={"group.1": "boss"}))
    play.step(serious_injury=[6])
    assert earned(play.state, "boss") == {"survives": 1}


@pytest.mark.parametrize(
    ("ahead", "bonus"),
    [
        *((0, 0), (50, 0), (51, 1), (75, 1), (76, 2), (100, 2)),
        *((101, 3), (150, 3), (151, 4), (300, 4), (301, 5), (2000, 5)),
    ],
)
def test_the_underdog_bonus(ahead: int, bonus: int) -> None:
    band = roster(HERO)
    outcome = rated(report(band), "blue", 100 + ahead)
    assert earned(begin(band, outcome), "hero").get("underdog", 0) == bonus


def test_the_stronger_side_has_no_bonus() -> None:
    band = roster(HERO)
    assert "underdog" not in earned(begin(band, rated(report(band), "red", 900)), "hero")


def rated(outcome: BattleReport, side: str, rating: int) -> BattleReport:
    sides = tuple(replace(s, rating=rating) if s.id == side else s for s in outcome.sides)
    return replace(outcome, sides=sides)


def test_a_scenario_may_give_more() -> None:
    band = roster(HERO)
    awards = (Award("hero", "chest", 2), Award("somebody", "chest", 2))
    assert earned(state(band, awards=awards), "hero") == {"survives": 1, "chest": 2}


def test_the_dead_earn_nothing() -> None:
    play = Play(injured())
    play.step(serious_injury=[1, 1])
    told = [event for _ in play.state.agenda for event in play.step()]
    assert ev.NoExperience(fighter="hero", reason="no_survivor", rule="campaign.experience") in told


def test_a_group_whose_fighters_all_fell_for_good_earns_nothing() -> None:
    """The one who stayed at home learned nothing."""
    band = roster(GROUP)
    outcome = report(band, out={"group.1": "", "group.2": ""})
    home = tuple(w for w in outcome.warriors if w.id != "group.4")
    play = Play(begin(band, replace(outcome, warriors=home)))
    play.step(serious_injury=[1])
    play.step(serious_injury=[1])
    assert "NoExperience" in types(play.step())
    assert play.fighter("group").members == (4,)


def test_who_was_absent_earns_nothing_and_has_one_battle_less_to_miss() -> None:
    band = roster(BOSS, replace(HERO, misses=2))
    play = Play(begin(band, report(band, absent=("hero",))))
    assert [(s.fighter, s.step) for s in play.state.agenda] == [
        ("hero", "absence"),
        ("boss", "experience"),
    ]
    play.step()
    assert play.fighter("hero").misses == 1


def test_animals_never_learn() -> None:
    rats = Fighter(key="rats", name="R", type="giant_rat", hero=False, members=(1, 2))
    band = roster(rats, type="skaven_eshin")
    assert begin(band, report(band)).closed


@pytest.mark.parametrize(
    ("before", "xp", "advances"),
    [(8, 1, []), (10, 1, [11]), (12, 6, [14, 17]), (1, 8, [2, 4, 6, 8]), (19, 2, [20])],
)
def test_each_threshold_crossed_gives_one_advance(
    before: int, xp: int, advances: list[int]
) -> None:
    band = roster(replace(HERO, experience=before))
    awards = (Award("hero", "chest", xp - 1),) if xp > 1 else ()
    play = Play(state(band, awards=awards))
    play.step()
    assert [(s.step, s.occurrence) for s in play.state.agenda] == [
        ("advance", threshold) for threshold in advances
    ]


def test_starting_experience_gives_no_advance() -> None:
    band = roster(BOSS)
    play = Play(state(band))
    play.step()
    assert play.state.closed


def test_experience_stops_at_its_maximum() -> None:
    band = roster(replace(HERO, experience=90), replace(GROUP, experience=13))
    play = Play(state(band, awards=(Award("group.1", "chest", 5),)))
    assert "NoExperience" in types(play.step())
    play.step()
    assert play.fighter("group").experience == 14


def advancing(fighter: Fighter, *others: Fighter) -> Play:
    band = roster(fighter, *others)
    play = Play(state(band))
    play.step()
    return play


READY = replace(HERO, experience=10)


@pytest.mark.parametrize("dice", [[1, 1], [2, 3], [4, 6], [6, 6]])
def test_a_skill_is_for_the_player_to_choose(dice: list[int]) -> None:
    play = advancing(READY)
    play.step(advance=dice)
    (gain,) = play.fighter("hero").advances
    assert (gain.result, gain.pending, gain.threshold) == ("skill", True, 11)
    assert gain.options == CATALOGUE.warbands["reikland"].fighter("champion").skills
    assert gain.dice == tuple(dice)


def test_a_wizard_may_learn_a_spell_instead() -> None:
    wizard = Fighter(key="hero", name="V", type="eshin_sorcerer", hero=True, experience=10)
    band = roster(wizard, type="skaven_eshin")
    play = Play(state(band))
    play.step()
    play.step(advance=[1, 1])
    assert "spell" in play.fighter("hero").advances[0].options


@pytest.mark.parametrize(
    ("dice", "gained"),
    [
        ([3, 3, 3], "S"),
        ([3, 3, 4], "A"),
        ([4, 4, 1], "I"),
        ([4, 4, 6], "Ld"),
        ([4, 5, 2], "W"),
        ([4, 5, 5], "T"),
    ],
)
def test_what_the_dice_settle_is_taken_at_once(dice: list[int], gained: str) -> None:
    play = advancing(READY)
    (event,) = [e for e in play.step(advance=dice) if isinstance(e, ev.AdvanceGained)]
    assert (event.advance.taken, event.advance.pending) == (gained, False)
    assert event.after == event.before + 1


def test_weapon_or_ballistic_skill_is_for_the_player_to_choose() -> None:
    play = advancing(READY)
    play.step(advance=[3, 4])
    (gain,) = play.fighter("hero").advances
    assert (gain.options, gain.pending) == (("WS", "BS"), True)


def grown(fighter: Fighter, **times: int) -> Fighter:
    """A fighter who has raised characteristics before."""
    taken = tuple(
        Advance(threshold=2, result="characteristic", taken=name)
        for name, n in times.items()
        for _ in range(n)
    )
    return replace(fighter, advances=taken)


def test_at_the_racial_maximum_the_other_one_is_taken() -> None:
    play = advancing(grown(READY, S=1))
    play.step(advance=[3, 3, 1])
    assert play.fighter("hero").advances[-1].taken == "A"


def test_with_both_at_their_maximum_any_other_may_be_chosen() -> None:
    play = advancing(grown(READY, S=1, A=3))
    play.step(advance=[3, 3, 1])
    gain = play.fighter("hero").advances[-1]
    assert gain.pending
    assert set(gain.options) == {"WS", "BS", "T", "W", "I", "Ld"}


LEARNED = replace(GROUP, experience=1)


@pytest.mark.parametrize(
    ("dice", "gained"),
    [([1, 1], "I"), ([2, 2], "I"), ([2, 3], "S"), ([4, 4], "A"), ([4, 5], "Ld")],
)
def test_henchmen_gain_what_their_table_says(dice: list[int], gained: str) -> None:
    play = advancing(LEARNED)
    play.step(advance=dice)
    assert play.fighter("group").advances[0].taken == gained


def test_henchmen_never_raise_the_same_twice() -> None:
    play = advancing(grown(LEARNED, I=1, A=1))
    play.step(advance=[1, 1, 4, 4, 2, 3])
    assert play.fighter("group").advances[-1].taken == "S"


def test_the_lad_has_talent() -> None:
    play = advancing(LEARNED)
    play.step(advance=[5, 5])
    (gain,) = play.fighter("group").advances
    assert (gain.result, gain.pending) == ("lads_got_talent", True)


def test_with_six_heroes_talent_is_rolled_again() -> None:
    heroes = [replace(HERO, key=f"h{n}") for n in range(6)]
    play = Play(state(roster(LEARNED, *heroes)))
    play.step()
    play.step(advance=[6, 6, 2, 3])
    assert play.fighter("group").advances[0].taken == "S"


def test_henchmen_with_nothing_left_to_gain_are_told_so() -> None:
    heroes = [replace(HERO, key=f"h{n}") for n in range(6)]
    full = grown(LEARNED, I=1, S=1, WS=1, BS=1, A=1, Ld=1)
    play = Play(state(roster(full, *heroes)))
    play.step()
    play.step()
    assert play.fighter("group").advances[-1].result == "none"


def test_without_a_known_maximum_nothing_caps_a_characteristic() -> None:
    wulfen = Fighter(key="hero", name="U", type="wulfen", hero=True, experience=13)
    wulfen = grown(wulfen, S=9)
    band = roster(wulfen, type="norse_explorers")
    play = Play(state(band))
    play.step()
    play.step(advance=[3, 3, 1])
    assert play.fighter("hero").advances[-1].taken == "S"
