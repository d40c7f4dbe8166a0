"""The trading post: rare things, their prices, and veterans."""

from __future__ import annotations

import msgspec
import pytest

from rules.campaign import events as ev
from rules.campaign import open_questions, start
from rules.errors import IllegalOrder
from rules.roster.model import Fighter, Note
from tests.aftermath.world import BOSS, GROUP, HERO, Play, report, roster, setup_of, types


def at_market(
    *fighters: Fighter, out: dict[str, str] | None = None, treasury: int = 500, **changes: object
) -> Play:
    """A warband that has explored and sold nothing; the market is open."""
    band = msgspec.structs.replace(roster(*fighters, treasury=treasury), **changes)
    play = Play(start(setup_of(band, report(band, out=out), exploring=True)).state)
    while play.state.agenda:
        step = play.state.agenda[0].step
        searching = sum(f.hero for f in fighters) - len(out or {})
        dice = {"exploration": [1, 3, 5][:searching]} if step == "exploration" else {}
        dice |= {"serious_injury": [4, 1]} if step == "serious_injury" else {}
        play.step(**dice)
    play.answer("0")
    return play


def asked(play: Play) -> list[str]:
    return [question.id for question in open_questions(play.state)]


def test_each_hero_on_his_feet_may_look_for_one_thing() -> None:
    play = at_market(BOSS, HERO, GROUP, out={"hero": "skritt"})
    assert asked(play) == ["rare:boss", "veterans"]


def test_equal_to_the_rarity_is_found_and_its_price_rolled() -> None:
    play = at_market(BOSS)
    facts = play.state.setup.tables.rare["elven_cloak"]
    assert (facts.rarity, facts.price) == (12, "100+D6x10")
    play.ask("rare:boss", "elven_cloak", rarity=[6, 6], price=[3])
    (offer,) = open_questions(play.state)
    assert offer.data == {"item": "elven_cloak", "gold": 130}
    events = play.ask("offer:boss", "buy")
    assert "RareBought" in types(events)
    assert (play.state.roster.treasury, play.state.roster.stash) == (370, {"elven_cloak": 1})
    assert play.state.closed


def test_one_below_is_not_found_and_nobody_looks_twice() -> None:
    play = at_market(BOSS)
    play.ask("rare:boss", "elven_cloak", rarity=[6, 5])
    assert play.state.closed
    assert asked(play) == []


@pytest.mark.parametrize(
    ("changes", "hero"),
    [
        ({}, msgspec.structs.replace(BOSS, skills=("streetwise",))),
        ({"finds": (Note("gems"), Note("gems"))}, BOSS),
    ],
)
def test_skills_and_gems_help(changes: dict[str, object], hero: Fighter) -> None:
    play = at_market(hero, **changes)
    events = play.ask("rare:boss", "elven_cloak", rarity=[6, 5], price=[1])
    (sought,) = [event for event in events if isinstance(event, ev.RareSought)]
    assert sought.found
    assert sought.bonus in (1, 2)


def test_who_haggles_pays_two_dice_less() -> None:
    play = at_market(msgspec.structs.replace(BOSS, skills=("haggle",)))
    play.ask("rare:boss", "elven_cloak", rarity=[6, 6], price=[3, 4, 5])
    assert open_questions(play.state)[0].data["gold"] == 121


def test_what_the_treasury_does_not_hold_is_not_bought() -> None:
    play = at_market(BOSS, treasury=100)
    play.ask("rare:boss", "elven_cloak", rarity=[6, 6], price=[3])
    with pytest.raises(IllegalOrder, match="not_enough_gold"):
        play.ask("offer:boss", "buy")


def test_common_things_are_not_looked_for() -> None:
    with pytest.raises(IllegalOrder, match="unknown_choice"):
        at_market(BOSS).ask("rare:boss", "sword")


def test_veterans_are_asked_for_once_and_are_gone_after_the_next_battle() -> None:
    play = at_market(BOSS, GROUP)
    play.ask("veterans", "look", random_pick=[3, 4])
    (note,) = play.state.roster.finds
    assert (note.id, note.data) == ("veterans", {"experience": 7})
    later = at_market(BOSS, GROUP, finds=(note,))
    assert later.state.roster.finds == ()
