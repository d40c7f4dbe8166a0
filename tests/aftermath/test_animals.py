"""Animals that fought beside their owner: out of action they are lost on a 1 or 2, as his gear."""

from __future__ import annotations

import msgspec
import pytest

from rules.campaign import Proceed, Setup, SideReport, WarriorReport, start, submit
from rules.campaign.pin import pin
from rules.campaign.report import BattleReport
from rules.campaign.state import Step
from rules.dice import ScriptedDice
from rules.roster.model import companion_of
from tests.aftermath.world import BOSS, CATALOGUE, ENEMIES, GROUP, HERO, roster
from warbands.wording import who

OWNER = msgspec.structs.replace(HERO, key="hero-wulf", equipment={"sword": 1, "wardog": 2})
BAND = roster(BOSS, HERO, OWNER, GROUP)
DOG = "hero-wulf-wardog-2"


def rolled(face: int):
    fought = WarriorReport(id="hero-wulf", side="red", name="Wulf", hero=True)
    dog = WarriorReport(id=DOG, side="red", name="Dog", hero=False, out=True)
    report = BattleReport(
        battle="b1",
        sides=(SideReport(id="red", name="Reds", type="reikland"), SideReport(id="blue", name="B")),
        warriors=(fought, dog, *ENEMIES),
        winner="red",
    )
    setup = Setup(report=report, side="red", roster=BAND, tables=pin(CATALOGUE, BAND, "cm"))
    state = start(setup).state
    order = Proceed(Step(DOG, "serious_injury"))
    return submit(state, order, ScriptedDice({"serious_injury": [face]}))


@pytest.mark.parametrize(("face", "left"), [(1, 1), (2, 1), (3, 2), (6, 2)])
def test_a_dog_is_lost_on_a_1_or_2(face: int, left: int) -> None:
    owner = rolled(face).state.roster.fighter("hero-wulf")
    assert (owner.equipment["wardog"], owner.fate) == (left, "active")


def test_whose_animal_it_is() -> None:
    found = companion_of(BAND, DOG)
    assert found is not None
    assert (found[0].key, found[1]) == ("hero-wulf", "wardog")
    for nobody in ("hero-wulf", "hero", "group.2", "hero-wulf-cat-1"):
        assert companion_of(BAND, nobody) is None


def test_its_name_is_its_owners_and_its_kind() -> None:
    assert who({"hero": "Greta", "hero-wulf": "Wulf"}, DOG).startswith("Wulf: ")
