"""What spells leave behind after a battle, and spells in place of skills (P-CHA, P-NEC, P-MAG)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import Resolve, State, fold
from rules.campaign import events as ev
from rules.campaign.books import entries
from rules.campaign.questions import open_questions
from rules.campaign.report import Award, Mark
from rules.catalogue import load_catalogue
from rules.magic import learning
from rules.roster.battle import traits
from rules.roster.model import Advance, Fighter, Lasting, Roster
from rules.roster.rating import rating
from tests.aftermath.world import BOSS, GROUP, HERO, Play, begin, report, roster, types

MAGE = Fighter(
    key="mage",
    name="Mage",
    type="magister",
    hero=True,
    experience=8,
    spells=("word_of_pain",),
    gifts=(Lasting("god", "tzeentch"),),
)


def after(band: Roster, *marks: Mark, **changes: object) -> State:
    return begin(band, report(band, marks=marks, **changes))


def played(state: State, **dice: list[int]) -> Play:
    """The first step, which is the magical one where nobody is out of action."""
    play = Play(state)
    play.step(**dice)
    return play


def test_whom_the_eye_of_god_took_makes_no_injury_roll() -> None:
    band = roster(BOSS, HERO)
    outcome = report(band, out={"hero": "skritt"})
    spared = tuple(replace(w, spared=w.id == "hero") for w in outcome.warriors)
    state = begin(band, replace(outcome, warriors=spared))
    assert "serious_injury" not in [step.step for step in state.agenda]


def test_a_five_changes_who_was_burnt_and_makes_him_one_of_the_possessed() -> None:
    band = roster(BOSS, HERO)
    play = played(after(band, Mark("hero", "mutation", "mage")), mutation=[5], random_pick=[1, 2])
    names = [gift.name for gift in play.fighter("hero").gifts]
    assert names == ["great_claw", "possessed"]
    catalogue = load_catalogue()
    row = catalogue.warbands["reikland"]
    found = traits(catalogue, row, row.fighter("champion"), play.fighter("hero"), ())
    assert {"great_claw", "possessed"} <= {trait.id for trait in found}


def test_a_four_changes_nobody() -> None:
    play = played(after(roster(BOSS, HERO), Mark("hero", "mutation", "mage")), mutation=[4])
    assert play.fighter("hero").gifts == ()


def test_one_of_a_group_that_is_changed_stands_alone_from_then_on() -> None:
    group = replace(GROUP, equipment={"dagger": 1, "bow": 1}, experience=1)
    state = after(roster(BOSS, group), Mark("group.2", "mutation", "mage"))
    play = played(state, mutation=[6], random_pick=[1, 2])
    one, rest = play.fighter("group-2"), play.fighter("group")
    assert [gift.name for gift in one.gifts] == ["great_claw", "possessed"]
    assert (one.members, rest.members, rest.gifts) == ((1,), (1, 4), ())
    assert (one.equipment, one.experience, one.type) == (group.equipment, 1, group.type)
    catalogue = load_catalogue()
    assert rating(catalogue, play.state.roster) == rating(catalogue, state.roster)


def test_who_stands_alone_earns_the_experience_of_the_battle_as_the_rest() -> None:
    band = roster(BOSS, GROUP)
    awards = (Award("group.2", "held_the_gate", 2),)
    state = after(band, Mark("group.2", "mutation", "mage"), awards=awards)
    play = played(state, mutation=[6], random_pick=[1, 2])
    earned = {}
    while play.state.agenda:
        step = play.state.agenda[0]
        if step.step == "advance":
            break
        for event in play.step():
            if isinstance(event, ev.ExperienceGained):
                earned[event.fighter] = event.after - event.before
    assert earned["group"] == 1
    assert earned["group-2"] == 3


def test_two_of_a_group_who_are_changed_stand_alone_each() -> None:
    marks = (Mark("group.1", "mutation", "mage"), Mark("group.4", "mutation", "mage"))
    play = played(after(roster(BOSS, GROUP), *marks), mutation=[5], random_pick=[1, 2])
    play.step(mutation=[5], random_pick=[1, 1])
    assert [play.fighter(key).size for key in ("group", "group-1", "group-4")] == [1, 1, 1]
    gifts = {key: play.fighter(key).gifts[0].name for key in ("group-1", "group-4")}
    assert gifts["group-1"] != gifts["group-4"]


def test_the_last_of_a_group_is_changed_as_he_stands() -> None:
    marks = (Mark("group.1", "mutation", "mage"), Mark("group.2", "mutation", "mage"))
    pair = replace(GROUP, members=(1, 2), next_member=3)
    play = played(after(roster(BOSS, pair), *marks), mutation=[5], random_pick=[1, 2])
    play.step(mutation=[5], random_pick=[1, 2])
    assert [f.key for f in play.state.roster.fighters] == ["boss", "group", "group-1"]
    assert play.fighter("group").gifts


def test_who_is_changed_and_then_infected_misses_alone() -> None:
    marks = (Mark("group.2", "mutation", "mage"), Mark("group.2", "infection", "mage"))
    play = played(after(roster(BOSS, GROUP), *marks), mutation=[5], random_pick=[1, 2])
    play.step(infection=[5, 1])
    assert {f.key: f.misses for f in play.state.roster.fighters} == {
        "boss": 0,
        "group": 0,
        "group-2": 1,
    }


def test_who_is_infected_with_others_and_then_changed_leaves_them() -> None:
    marks = (
        Mark("group.1", "infection", "mage"),
        Mark("group.2", "infection", "mage"),
        Mark("group.2", "mutation", "mage"),
    )
    play = played(after(roster(BOSS, GROUP), *marks), infection=[5, 1])
    play.step(infection=[6, 1])
    assert play.fighter("group-1").size == 2
    play.step(mutation=[5], random_pick=[1, 2])
    changed = play.fighter("group-1-2")
    assert (changed.size, changed.misses, len(changed.gifts)) == (1, 1, 2)
    assert (play.fighter("group-1").size, play.fighter("group-1").gifts) == (1, ())
    assert fold(play.state.setup, play.events) == play.state


def test_who_is_changed_never_joins_those_who_are_only_sick() -> None:
    marks = (Mark("group.1", "infection", "mage"), Mark("group.2", "mutation", "mage"))
    play = played(after(roster(BOSS, GROUP), *marks), infection=[5, 1])
    play.step(mutation=[5], random_pick=[1, 2])
    assert (play.fighter("group-1").size, play.fighter("group-1").gifts) == (1, ())
    assert (play.fighter("group-2").misses, len(play.fighter("group-2").gifts)) == (0, 2)


def test_who_misses_a_battle_anyway_misses_no_more_for_being_infected() -> None:
    marks = (Mark("hero", "infection", "mage"), Mark("boss", "infection", "mage"))
    state = after(roster(BOSS, HERO), *marks)
    play = played(state, infection=[5, 6, 2], random_pick=[1, 1])
    play.step(infection=[5, 2])
    assert {f.key: f.misses for f in play.state.roster.fighters} == {"boss": 1, "hero": 1}


def test_the_pestilence_goes_round_while_sixes_fall() -> None:
    band = roster(BOSS, HERO, replace(HERO, key="third"), replace(HERO, key="fourth"))
    state = after(band, Mark("hero", "infection", "mage"))
    play = played(state, infection=[5, 6, 6, 2], random_pick=[1, 1, 1, 1])
    misses = {f.key: f.misses for f in play.state.roster.fighters}
    assert misses == {"boss": 1, "hero": 1, "third": 1, "fourth": 0}


def test_a_four_infects_nobody_and_begins_no_chain() -> None:
    play = played(after(roster(BOSS, HERO), Mark("hero", "infection", "mage")), infection=[4])
    assert not any(f.misses for f in play.state.roster.fighters)


def test_a_dead_man_catches_nothing() -> None:
    band = roster(BOSS, HERO)
    state = after(band, Mark("hero", "infection", "mage"), out={"hero": "skritt"})
    play = Play(state)
    play.step(serious_injury=[1, 1])
    assert "Rolled" not in types(play.step())


def test_the_first_daemon_is_worth_thirty_once() -> None:
    band = roster(BOSS, HERO)
    before = rating(load_catalogue(), band)
    play = played(after(band, Mark("boss", "summoner_rating", "boss")))
    assert rating(load_catalogue(), play.state.roster) == before + 30
    again = played(after(play.state.roster, Mark("boss", "summoner_rating", "boss")))
    assert rating(load_catalogue(), again.state.roster) == before + 30


def test_the_books_have_a_line_for_it() -> None:
    state = after(roster(BOSS, HERO), Mark("boss", "summoner_rating", "boss"))
    play = Play(state)
    events = play.step()
    _, lines = entries(load_catalogue(), state, events)
    assert [line.rating for line in lines] == [30]


def test_the_awakening_is_the_game_masters_to_see_to() -> None:
    play = played(after(roster(BOSS, HERO), Mark("boss", "awakening", "boss")))
    assert "NotAutomated" in types(play.events)


def test_the_fold_of_its_events_is_the_aftermath_with_what_spells_left() -> None:
    state = after(roster(BOSS, HERO), Mark("hero", "infection", "mage"))
    play = played(state, infection=[5, 2])
    assert fold(state.setup, play.events) == play.state


def test_one_of_a_group_who_is_dead_changes_nobody() -> None:
    """The other of the two lives on as a group of one: the mark was not his."""
    pair = replace(GROUP, members=(1, 2), next_member=3)
    play = Play(after(roster(BOSS, pair), Mark("group.1", "mutation", "mage"), out={"group.1": ""}))
    play.step(serious_injury=[1])
    assert "Rolled" not in types(play.step())
    assert play.fighter("group").gifts == ()


def test_each_man_of_a_group_may_be_the_next_to_be_infected() -> None:
    """Three of the four healthy ones are the group's: 3 of 36 falls on its second man."""
    play = played(
        after(roster(BOSS, HERO, GROUP), Mark("hero", "infection", "mage")),
        infection=[5, 6, 2],
        random_pick=[1, 3],
    )
    assert (play.fighter("group").misses, play.fighter("group").members) == (0, (1, 4))
    assert (play.fighter("group-2").misses, play.fighter("group-2").size) == (1, 1)
    assert fold(play.state.setup, play.events) == play.state


def test_those_of_a_group_who_are_infected_miss_the_battle_together() -> None:
    play = played(
        after(roster(BOSS, HERO, GROUP), Mark("hero", "infection", "mage")),
        infection=[5, 6, 6, 2],
        random_pick=[1, 3, 1, 3],
    )
    assert (play.fighter("group").misses, play.fighter("group").members) == (0, (1,))
    assert (play.fighter("group-2").misses, play.fighter("group-2").size) == (1, 2)


def test_the_kit_of_a_circle_is_gone() -> None:
    hero = replace(HERO, equipment={"dagger": 1, "summoning_candles": 2})
    state = after(roster(BOSS, hero), Mark("hero", "kit_used", "summoning_candles"))
    play = played(state)
    assert play.fighter("hero").equipment == {"dagger": 1, "summoning_candles": 1}


def waiting() -> Play:
    """A Magister with an advance in which he may seek a spell, nothing else left to do."""
    gain = Advance(threshold=2, result="skill", options=("academic", "spell"))
    thug = Fighter(key="thug", name="Thug", type="brethren", hero=False)
    band = roster(replace(MAGE, advances=(gain,)), thug, type="cult_of_the_possessed")
    play = Play(begin(band, report(band, absent=("mage",))))
    while play.state.agenda:
        play.step()
    return play


def choose(play: Play, choice: str, **dice: list[int]) -> None:
    question = open_questions(play.state)[0]
    play._submit(Resolve(question.id, choice, 0, play.state.roster.treasury), dice)


def test_a_wizards_advance_may_be_a_spell() -> None:
    play = waiting()
    assert "spell" in open_questions(play.state)[0].options
    choose(play, "spell", new_spell=[1])
    assert play.fighter("mage").spells == ("word_of_pain", "vision_of_torment")


def test_a_known_spell_may_be_made_easier() -> None:
    play = waiting()
    choose(play, "spell", new_spell=[6])
    assert open_questions(play.state)[0].options == ("again", "ease", "gift")
    choose(play, "ease")
    assert learning.eased(play.fighter("mage")) == {"word_of_pain": 1}
    assert play.state.closed


def test_or_the_table_rolled_again() -> None:
    play = waiting()
    choose(play, "spell", new_spell=[6])
    choose(play, "again", new_spell=[3])
    assert play.fighter("mage").spells == ("word_of_pain", "dark_blood")


def test_or_the_gift_of_his_god() -> None:
    play = waiting()
    choose(play, "spell", new_spell=[6])
    choose(play, "gift")
    assert play.fighter("mage").spells == ("word_of_pain", "fires_of_tzeentch")


@pytest.mark.parametrize("hook", ["mutation", "infection", "awakening", "summoner_rating"])
def test_marks_of_the_other_side_are_theirs(hook: str) -> None:
    state = after(roster(BOSS), Mark("skritt", hook, "boss"))
    assert hook not in [step.step for step in state.agenda]
