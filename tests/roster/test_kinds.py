"""Which words single a fighter out."""

from __future__ import annotations

import pytest

from rules.battle.kinds import is_meant, kinds_of
from rules.catalogue import load_catalogue
from rules.catalogue.kinds import kinds_of_fighter
from tests.battle.world import table, warrior

CATALOGUE = load_catalogue()


@pytest.mark.parametrize(
    ("warband", "fighter", "words"),
    [
        ("beastmen_raiders", "ungor", {"beastmen", "chaos", "evil"}),
        ("skaven_eshin", "assassin_adept", {"skaven", "evil", "slavers"}),
        ("witch_hunters", "warrior_priest", {"human", "sigmarites", "good"}),
        ("dark_elves", "high_born", {"elf", "dark_elves", "evil"}),
    ],
)
def test_race_warband_and_alignment(warband, fighter, words):
    row = CATALOGUE.warbands[warband]
    assert words <= set(kinds_of_fighter(row.fighter(fighter).race, row))


def test_what_traits_and_gear_tell():
    setup = table(
        warrior("ana", "red", 10, 10, weapons=("bow",), kinds=("elf",), large=True),
        warrior("bea", "blue", 20, 20, kinds=("undead",)),
    )
    assert {"ana", "red", "elf", "living", "large", "missile_users"} <= kinds_of(setup, "ana")
    assert not {"living", "missile_users", "large"} & kinds_of(setup, "bea")


def test_who_is_meant():
    assert is_meant({"against": ["elf", "orc"]}, {"elf"})
    assert not is_meant({"against": ["orc"]}, {"elf"})
    assert not is_meant({"not_against": ["elf"]}, {"elf"})
    assert is_meant({}, ())
