"""The server player casts: what helps, by what it does, and not what is at work already."""

from __future__ import annotations

import pytest

from rules.battle.orders import Cast, EndPhase
from rules.battle.state import State
from rules.player import choose
from rules.player.mind import Mind
from tests.battle.world import CM, begin, give, table, warrior


def with_spells(*spells: str, x: float = 40, **more: object) -> State:
    caster = warrior("pri", "red", 30, 30, spells=spells, **more)
    friend, foe = (
        warrior("fri", "red", 34, 30, status="knocked_down"),
        warrior("foe", "blue", x, 30),
    )
    return begin(table(caster, friend, foe, phase="shooting"))


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("spell", ["soulfire", "healing_hand", "spell_of_doom", "fires_of_uzhul"])
def test_it_casts_what_helps(spell: str, level: int) -> None:
    order = choose(with_spells(spell), "red", level=level)
    assert isinstance(order, Cast)
    assert order.spell == spell


def test_it_harms_enemies_and_helps_friends() -> None:
    doom = choose(with_spells("spell_of_doom"), "red", level=3)
    paw = choose(with_spells("bears_paw"), "red", level=3)
    assert isinstance(doom, Cast)
    assert isinstance(paw, Cast)
    assert doom.targets == ("foe",)
    assert set(paw.targets) <= {"pri", "fri"}


def test_once_cast_the_turn_goes_on() -> None:
    state = with_spells("soulfire", x=100)
    order = choose(state, "red", level=2)
    if isinstance(order, Cast):
        state = give(state, order, cast=[1, 1]).state
        order = choose(state, "red", level=2)
    assert isinstance(order, EndPhase)


def test_the_same_moment_gives_the_same_spell() -> None:
    state = with_spells("soulfire", "hammer_of_sigmar", "healing_hand")
    assert choose(state, "red", seed=4) == choose(state, "red", seed=4)


def test_a_zombie_out_of_reach_is_sent_nearer() -> None:
    caster = warrior("nec", "red", 30, 30, spells=("call_of_vanhel",))
    zombie = warrior("zom", "red", 40, 30, kinds=("zombie",))
    foe = warrior("foe", "blue", 80, 30)
    order = choose(begin(table(caster, zombie, foe, phase="shooting")), "red", level=3)
    assert isinstance(order, Cast)
    assert order.targets == ("zom",)
    assert order.point == (50 * CM, 30 * CM, 0)


def test_a_zombie_that_reaches_somebody_is_sent_to_charge() -> None:
    caster = warrior("nec", "red", 30, 30, spells=("call_of_vanhel",))
    zombie = warrior("zom", "red", 40, 30, kinds=("zombie",), WS=5, A=3)
    foe = warrior("foe", "blue", 50, 30)
    order = choose(begin(table(caster, zombie, foe, phase="shooting")), "red", level=3)
    assert isinstance(order, Cast)
    assert (order.targets, order.point) == (("zom", "foe"), None)


def test_what_a_spell_adds_to_its_charge_counts() -> None:
    """He would lose this fight (20 %) as he is; with the two Attacks of Black Fury he may win."""
    sorcerer = warrior("sor", "red", 30, 30, spells=("black_fury",), WS=2)
    foe = warrior("foe", "blue", 50, 30, WS=4, I=4, A=2)
    state = begin(table(sorcerer, foe, phase="shooting"))
    assert Mind(state, "red", 3, 0).wins("sor", "foe") < 0.3
    order = choose(state, "red", level=3)
    assert isinstance(order, Cast)
    assert order.targets == ("foe",)
