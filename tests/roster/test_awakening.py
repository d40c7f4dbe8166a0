"""A dead hero raised as a Zombie (P-NEC-6)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.catalogue import load_catalogue
from rules.roster.awakening import raised
from rules.roster.battle import warriors
from rules.roster.change import Refused
from rules.roster.model import Fighter, Roster
from rules.roster.rating import fighter_rating
from rules.ruleset import load_ruleset

CATALOGUE = load_catalogue()
CAPTAIN = Fighter(
    key="cap",
    name="Otto",
    type="mercenary_captain",
    hero=True,
    leader=True,
    experience=20,
    equipment={"sword": 1, "heavy_armour": 1, "lucky_charm": 1},
    skills=("sprint",),
    fate="dead",
)
MERCENARIES = Roster(id="m", name="M", type="reikland", fighters=(CAPTAIN,))
MAGE = Fighter(key="nec", name="N", type="necromancer", hero=True, spells=("spell_of_awakening",))
UNDEAD = Roster(id="u", name="U", type="undead", fighters=(MAGE,))


def test_he_joins_with_his_profile_sword_and_armour_and_nothing_else() -> None:
    roster = raised(CATALOGUE, UNDEAD, CAPTAIN, MERCENARIES, key="cap-risen").roster
    zombie = roster.fighter("cap-risen")
    assert zombie.equipment == {"sword": 1, "heavy_armour": 1}
    assert (zombie.hero, zombie.skills, zombie.spells) == (False, (), ())
    fighting = warriors(CATALOGUE, roster, side="u", ruleset=load_ruleset("partida"))
    captain = CATALOGUE.warbands["reikland"].fighter("mercenary_captain").profile
    risen = next(w for w in fighting if w.id.startswith("cap-risen"))
    assert (risen.profile.WS, risen.profile.BS, risen.profile.I, risen.profile.Ld) == (
        captain.WS,
        captain.BS,
        captain.I,
        captain.Ld,
    )
    assert {"fear", "undead", "immune_poison"} <= {trait.id for trait in risen.traits}


def test_he_counts_five_and_the_experience_he_had() -> None:
    roster = raised(CATALOGUE, UNDEAD, CAPTAIN, MERCENARIES, key="risen").roster
    assert fighter_rating(CATALOGUE, "undead", roster.fighter("risen")) == 25


@pytest.mark.parametrize("fate", ["active", "captured", "retired"])
def test_only_the_dead_are_raised(fate: str) -> None:
    with pytest.raises(Refused) as error:
        raised(CATALOGUE, UNDEAD, replace(CAPTAIN, fate=fate), MERCENARIES, key="risen")
    assert error.value.code == "not_a_dead_hero"


def test_only_by_who_knows_the_spell() -> None:
    band = Roster(id="u", name="U", type="undead", fighters=(replace(MAGE, spells=()),))
    with pytest.raises(Refused) as error:
        raised(CATALOGUE, band, CAPTAIN, MERCENARIES, key="risen")
    assert error.value.code == "no_awakening"


def test_not_into_a_full_warband() -> None:
    dregs = tuple(Fighter(key=f"d{n}", name="D", type="dreg", hero=True) for n in range(14))
    band = replace(UNDEAD, fighters=(MAGE, *dregs))
    with pytest.raises(Refused) as error:
        raised(CATALOGUE, band, CAPTAIN, MERCENARIES, key="risen")
    assert error.value.code == "warband_full"
