"""Every event of an aftermath is told, in both languages, whatever it holds."""

from __future__ import annotations

import random
from typing import get_args

import pytest
from django.utils import translation

from rules.battle.events import Rolled
from rules.campaign import events as ev
from tests.aftermath.test_play import random_aftermath
from warbands import names, wording
from warbands.narration import TELLERS, describe
from warbands.sentences import SENTENCES, sentence

SILENT = {ev.Scheduled, ev.StepDone, ev.Looked}
RARE = {
    *(ev.BattleMissed, ev.NotAutomated, ev.Synced, ev.Promoted, ev.NoteUsed, ev.SkillLearned),
    ev.SpellLearned,
    ev.Corrected,
    *(ev.GiftGained, ev.Joined, ev.Noted, ev.LeaderChanged, ev.PitFought, ev.AdvanceTaken),
    ev.Parted,
    *(ev.ItemsFound, ev.TestTaken, ev.MarketOpened, ev.RareSought, ev.RareBought),
    *(ev.UsedUp, ev.WeaponBlessed),
}
"""What few aftermaths bring; each is told by a test of its own."""
NAMES = {"boss": "Otto", "hero": "Greta", "group": "Trupp", "second": "Klaus"}


def test_every_kind_of_event_has_a_teller() -> None:
    assert set(get_args(ev.AnyEvent)) - SILENT == set(TELLERS)
    assert Rolled in TELLERS


@pytest.mark.parametrize("language", ["es", "en"])
def test_whatever_happens_is_told(language: str) -> None:
    told: set[type] = set()
    with translation.override(language):
        for seed in random.Random(7).sample(range(10_000), 150):
            play, _setup = random_aftermath(seed)
            for event in play.events:
                line = describe(event, NAMES)
                assert bool(line) is (type(event) not in SILENT), event
                assert "%(" not in line
                told.add(type(event))
    assert set(TELLERS) - told <= RARE


def test_a_roll_of_the_whole_warband_names_nobody() -> None:
    roll = Rolled(purpose="exploration", dice=(4, 2))
    with translation.override("en"):
        assert describe(roll, NAMES) == "Exploration: 4, 2."
    with translation.override("es"):
        assert describe(roll, NAMES) == "Exploración: 4, 2."


@pytest.mark.parametrize("left", [0, 1, 3])
def test_an_absence_is_told(left: int) -> None:
    with translation.override("es"):
        line = describe(ev.BattleMissed(fighter="hero", left=left), NAMES)
    assert "Greta" in line
    assert (str(left) in line) is (left > 0)


@pytest.mark.parametrize(("kind", "told"), [("rare", "no busca nada"), ("veterans", "a nadie")])
def test_who_looks_for_nothing_is_told_so(kind: str, told: str) -> None:
    hero = "hero" if kind == "rare" else ""
    event = ev.Resolved(decision=kind, fighter=hero, kind=kind, choice="none", by="clock")
    with translation.override("es"):
        assert told in describe(event, NAMES)


@pytest.mark.parametrize("fighter", ["hero", ""])
def test_a_blessing_is_told(fighter: str) -> None:
    event = ev.WeaponBlessed(fighter=fighter, item="sword", into="blessed_sword")
    with translation.override("es"):
        line = describe(event, NAMES)
    assert "espada" in line.lower()
    assert ("Greta" in line) is bool(fighter)


def test_what_is_left_to_the_game_master_is_told() -> None:
    with translation.override("en"):
        line = describe(ev.NotAutomated(fighter="hero", ids=("zombie",)), NAMES)
    assert "zombie" in line


PARAMS = {
    "n": 3,
    "pool": 2,
    "what": "x",
    "least": 3,
    "most": 5,
    "gold": 7,
    "needed": 9,
    "treasury": 4,
    "type": "champion",
    "types": ["champion", "warrior"],
    "needs": ["wulfen"],
    "item": "sword",
    "items": ["sword", "axe"],
    "mutation": "spines",
    "kit": "orc_style",
    "game": "Gorkamorka",
    "kind": "Squats",
    "warband": "Rojos",
}


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("code", SENTENCES)
def test_every_refusal_has_a_sentence(code: str, language: str) -> None:
    with translation.override(language):
        text = sentence(code, PARAMS)
    assert text
    assert "%(" not in text


@pytest.mark.parametrize("code", SENTENCES)
def test_every_refusal_is_translated(code: str) -> None:
    with translation.override("en"):
        english = sentence(code, PARAMS)
    with translation.override("es"):
        assert sentence(code, PARAMS) != english


def rare() -> list[ev.AnyEvent]:
    """One of each of those, as they come."""
    from rules.roster.model import Lasting, Note, Roster

    return [
        ev.Synced(roster=Roster(id="w", name="W", type="reikland")),
        ev.Parted(fighter="group", warrior="group.2", number=2, into="group-2"),
        ev.Promoted(fighter="group", number=4, hero="group-4", lists=("combat", "speed")),
        ev.NoteUsed(id="one_die_more_next_time"),
        ev.Noted(note=Note("misericordia")),
        ev.SkillLearned(fighter="hero", skill="haggle", cause="merchants_house"),
        ev.SpellLearned(fighter="hero", spell="word_of_pain", cause="advance"),
        ev.GiftGained(fighter="hero", gift=Lasting("eased", "word_of_pain", 1), cause="x"),
        ev.GiftGained(fighter="hero", gift=Lasting("rule", "great_claw"), cause="x"),
        ev.GiftGained(fighter="hero", gift=Lasting("skill_list", "academic"), cause="x"),
        ev.GiftGained(fighter="hero", gift=Lasting("maximum", "WS", 1), cause="x"),
        ev.Joined(fighter="z", type="zombie", numbers=(1, 2), cause="straggler", new=True),
        ev.LeaderChanged(fighter="hero", before="boss", by="leadership"),
        ev.PitFought(fighter="hero", opponent="pit_fighter", winner="hero", turns=3),
        ev.PitFought(fighter="hero", opponent="pit_fighter", winner="pit_fighter", turns=3),
        ev.PitFought(fighter="hero", opponent="pit_fighter", winner="", turns=30),
        ev.AdvanceTaken(fighter="hero", threshold=8, taken="none", kind="none"),
        ev.AdvanceTaken(fighter="hero", threshold=8, taken="sprint", kind="skill"),
        ev.AdvanceTaken(
            fighter="hero", threshold=8, taken="WS", kind="characteristic", before=3, after=4
        ),
        ev.ItemsFound(item="sword", n=2, cause="smithy"),
        ev.TestTaken(fighter="hero", characteristic="T", passed=True),
        ev.TestTaken(fighter="boss", characteristic="Ld", passed=False),
        ev.NotAutomated(fighter="", ids=("bless",)),
        ev.MarketOpened(),
        ev.Corrected(number=3, reason="Cayó de lado", dice=(4, 1)),
        ev.Corrected(number=3, reason="Cayó de lado", dice=(4, 1), undone=("sell",)),
        ev.RareSought(fighter="hero", item="net", rarity=9, roll=8, bonus=2, found=True),
        ev.RareSought(fighter="hero", item="net", rarity=9, roll=8, bonus=0, found=False),
        ev.RareBought(fighter="hero", item="elven_cloak", gold=120),
    ]


@pytest.mark.parametrize("event", rare(), ids=lambda event: type(event).__name__)
def test_what_comes_rarely_is_told_in_both_languages(event: ev.AnyEvent) -> None:
    with translation.override("es"):
        spanish = describe(event, NAMES)
    with translation.override("en"):
        english = describe(event, NAMES)
    assert spanish
    assert english
    assert spanish != english
    assert "%(" not in spanish + english


def test_a_hired_sword_to_choose_is_named_with_his_arms() -> None:
    with translation.override("es"):
        assert wording.option("hired:pit_fighter") == names.fighter_type("hired:pit_fighter")
        slayer = wording.option("hired:dwarf_troll_slayer#1")
        first = wording.option("hired:dwarf_troll_slayer")
    kind, _colon, arms = slayer.partition(": ")
    assert arms
    assert first.startswith(f"{kind}: ")
    assert first != slayer


def test_what_is_used_up_is_told() -> None:
    event = ev.UsedUp(fighter="hero", items={"lucky_charm": 1}, rule="campaign.items")
    with translation.override("es"):
        assert names.item("lucky_charm") in describe(event, NAMES)
