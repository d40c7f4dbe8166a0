"""Learning spells: the table, repeats, gods and gifts (P-MAG-02 to P-MAG-06)."""

from __future__ import annotations

import pytest

from rules.catalogue import load_catalogue
from rules.dice import ScriptedDice
from rules.magic import learning
from rules.roster.casting import first_spells, wants_spells
from rules.roster.change import Refused
from rules.roster.model import Fighter, Roster

CATALOGUE = load_catalogue()


def fighter(type: str, **more: object) -> Fighter:
    return Fighter(key="mage", name="Mage", type=type, hero=True, **more)


def band(type: str, kind: str, **more: object) -> Roster:
    return Roster(id="b", name="B", type=type, fighters=(fighter(kind, **more),))


def kind_of(band: str, type: str):
    return CATALOGUE.warbands[band].fighter(type)


@pytest.mark.parametrize("lore", list(CATALOGUE.lores))
def test_every_lore_has_six_on_its_table(lore: str) -> None:
    assert list(learning.table(CATALOGUE, lore)) == [1, 2, 3, 4, 5, 6]


def test_a_necromancer_begins_with_one() -> None:
    roster = band("undead", "necromancer")
    change = first_spells(CATALOGUE, roster, key="mage", dice=ScriptedDice({"new_spell": [4]}))
    assert change.roster.fighter("mage").spells == ("spell_of_doom",)
    assert not wants_spells(CATALOGUE, change.roster, change.roster.fighter("mage"))


def test_a_magister_has_his_god_and_the_daemon_gate_besides() -> None:
    roster = band("cult_of_the_possessed", "magister")
    dice = ScriptedDice({"new_spell": [6]})
    change = first_spells(CATALOGUE, roster, key="mage", god="nurgle", dice=dice)
    mage = change.roster.fighter("mage")
    assert mage.spells == ("word_of_pain", "daemon_gate_summoning")
    assert learning.god_of(mage) == "nurgle"


@pytest.mark.parametrize("god", ["", "khorne"])
def test_no_magister_without_one_of_the_three_gods(god: str) -> None:
    roster = band("cult_of_the_possessed", "magister")
    with pytest.raises(Refused) as error:
        first_spells(CATALOGUE, roster, key="mage", god=god, dice=ScriptedDice({}))
    assert error.value.code == "god_missing"


def test_only_once_and_only_who_knows_magic() -> None:
    for roster in (band("undead", "necromancer", spells=("lifestealer",)), band("undead", "dreg")):
        with pytest.raises(Refused) as error:
            first_spells(CATALOGUE, roster, key="mage", dice=ScriptedDice({}))
        assert error.value.code == "no_first_spell"


def test_a_new_spell_leaves_nothing_to_choose() -> None:
    kind = kind_of("undead", "necromancer")
    assert learning.roll(CATALOGUE, kind, fighter("necromancer"), 3) == ("death_vision", ())


def test_a_repeat_is_rolled_again_or_made_easier_without_limit() -> None:
    kind = kind_of("undead", "necromancer")
    mage = fighter("necromancer", spells=("death_vision",))
    assert learning.roll(CATALOGUE, kind, mage, 3).options == ("again", "ease")
    mage = learning.ease(learning.ease(mage, "death_vision"), "death_vision")
    assert learning.eased(mage) == {"death_vision": 2}
    assert learning.roll(CATALOGUE, kind, mage, 3).options == ("again", "ease")


def test_what_is_not_rolled_for_cannot_be_made_easier() -> None:
    kind = kind_of("undead", "necromancer")
    mage = fighter("necromancer", spells=("spell_of_awakening",))
    assert learning.roll(CATALOGUE, kind, mage, 6).options == ("again",)


@pytest.mark.parametrize(
    ("god", "gift"),
    [
        ("nurgle", "pestilence_of_nurgle"),
        ("slaanesh", "seduction_of_slaanesh"),
        ("tzeentch", "fires_of_tzeentch"),
    ],
)
def test_a_magister_may_take_the_gift_of_his_god_once(god: str, gift: str) -> None:
    kind = kind_of("cult_of_the_possessed", "magister")
    mage = learning.worship(fighter("magister", spells=("word_of_pain",)), god)
    assert learning.roll(CATALOGUE, kind, mage, 6).options == ("again", "ease", "gift")
    found = learning.gift_of(CATALOGUE, kind, mage)
    assert found is not None
    assert found.id == gift
    mage = learning.learn(mage, [gift])
    assert learning.roll(CATALOGUE, kind, mage, 6).options == ("again", "ease")


def test_a_shaman_of_the_beasts_has_no_gods_of_the_cult() -> None:
    kind = next(f for f in CATALOGUE.warbands["beastmen_raiders"].fighters if f.lore)
    assert not learning.needs_god(kind)
    assert learning.given(CATALOGUE, kind) == ()
