"""Every kind of hero can receive every row of the serious injuries, and the next battle knows."""

from __future__ import annotations

import pytest

from rules.battle.state import WarriorSetup
from rules.campaign import events as ev
from rules.campaign import fold
from rules.roster.battle import Opponent, warriors
from rules.roster.model import Fighter
from rules.ruleset import load_ruleset
from tests.aftermath.test_injuries import FACES, SECOND_ROLL, row_of
from tests.aftermath.world import CATALOGUE, Play, begin, report, roster
from tests.roster.build import EVERY_FIGHTER

CM = 1_000
HEROES = [(warband, kind) for warband, kind in EVERY_FIGHTER if kind.kind == "hero"]

LOWERED = {
    "leg_wound": ("M", 3 * CM),
    "chest_wound": ("T", 1),
    "blinded_in_one_eye": ("BS", 1),
    "nervous_condition": ("I", 1),
    "hand_injury": ("WS", 1),
}
LEFT = {
    "arm_wound": "one_handed_weapon_only",
    "madness": "stupidity",
    "smashed_leg": "cannot_run",
    "blinded_in_one_eye": "blind_in_one_eye",
    "old_battle_wound": "old_battle_wound",
    "bitter_enmity": "hatred",
    "hardened": "immune_to_fear",
    "horrible_scars": "fear",
}
"""With a 1 on the second roll, where there is one."""
GONE = {"dead": "dead", "captured": "captured", "sold_to_the_pits": "captured"}
AT_HOME = {"deep_wound"}


def in_battle(band) -> WarriorSetup | None:
    """The hero as he comes to the next battle against the same foe, if he does."""
    foe = Opponent("blue", "uuid-blue", "skaven_eshin")
    found = warriors(CATALOGUE, band, side="red", ruleset=load_ruleset("partida"), opponents=(foe,))
    return next((one for one in found if one.id == "hero"), None)


@pytest.mark.parametrize(
    ("warband", "kind"), HEROES, ids=[f"{warband.id}-{kind.id}" for warband, kind in HEROES]
)
def test_every_hero_can_receive_every_row(warband, kind) -> None:
    gear = {"dagger": 1, "sword": 1}
    hero = Fighter(
        key="hero", name="X", type=kind.id, hero=True, experience=kind.experience, equipment=gear
    )
    band = roster(hero, type=warband.id)
    before = in_battle(band)
    assert before is not None
    fallen = begin(band, report(band, out={"hero": "skritt"}))
    for roll in FACES:
        row = row_of(roll)
        play = Play(fallen)
        play.step(serious_injury=[roll // 10, roll % 10, *([1] if row in SECOND_ROLL else [])])
        assert fold(play.state.setup, play.events) == play.state
        assert [one.row for one in play.events if isinstance(one, ev.SeriousInjury)] == [row]
        shows(play, row, before)


def shows(play: Play, row: str, before: WarriorSetup) -> None:
    """What the row says is in his fate, his gear and the numbers of the next battle."""
    hero, after = play.fighter("hero"), in_battle(play.state.roster)
    assert hero.fate == GONE.get(row, "active")
    assert (after is None) is (row in GONE or row in AT_HOME)
    assert bool(hero.equipment) is (row not in ("dead", "robbed"))
    if after is None:
        return
    lowered, loss = LOWERED.get(row, ("", 0))
    for name in before.profile.__struct_fields__:
        was = getattr(before.profile, name)
        least = CM * 3 if name == "M" else min(was, 1)
        now = max(least, was - loss) if name == lowered else was
        assert getattr(after.profile, name) == now, name
    traits = {ref.id for ref in after.traits}
    if row in LEFT:
        assert LEFT[row] in traits
    else:
        assert traits == {ref.id for ref in before.traits}
    assert bool(after.weapons) is (row != "robbed")
    if row == "bitter_enmity":
        hatred = next(ref for ref in after.traits if ref.id == "hatred")
        assert "skritt" in hatred.params["hates"]
