"""Odds against the engine itself: every die, one by one, for one warrior's blows or shot."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules import odds
from rules.battle import combat, shooting
from rules.battle.orders import Shoot
from rules.ruleset import with_house_rules
from rules.units import CM
from tests.odds.tables import changed, every_outcome, facing, gifted, warrior

ZERO = Fraction(0)

BLOWS = {
    "sword on light armour": (warrior("a", "sword"), warrior("b", "axe", armour=("light_armour",))),
    "axe on a swordsman": (warrior("a", "axe"), warrior("b", "sword")),
    "mace on a helmet": (warrior("a", "mace"), warrior("b", "axe", armour=("helmet",))),
    "sword and buckler parry twice": (
        warrior("a", "axe"),
        warrior("b", "sword", armour=("buckler",)),
    ),
    "strong on weak": (warrior("a", "axe", S=5, WS=5), warrior("b", "plain", T=2, WS=2)),
    "weak on strong": (warrior("a", "dagger"), warrior("b", "plain", T=5, WS=7)),
    "no dent": (warrior("a", "plain", S=1), warrior("b", "plain", T=6)),
    "two wounds": (warrior("a", "mace"), warrior("b", "axe", W=2)),
    "a great weapon": (
        warrior("a", "double_handed_weapon"),
        warrior("b", "sword", armour=("heavy_armour", "shield")),
    ),
}


GIFTS = {
    "venom and mighty blows": (
        gifted(warrior("a", "axe"), skills=("mighty_blow",), equipment=("dark_venom",)),
        warrior("b", armour=("light_armour",)),
    ),
    "black lotus": (gifted(warrior("a", "sword"), equipment=("black_lotus",)), warrior("b", W=2)),
    "body blows of a 5": (
        gifted(warrior("a", A=1, S=4), skills=("web_of_steel",)),
        warrior("b", armour=("helmet",)),
    ),
    "step aside": (warrior("a", "mace"), gifted(warrior("b"), skills=("step_aside",))),
    "hard to kill by one who strikes to injure": (
        gifted(warrior("a"), skills=("strike_to_injure",)),
        gifted(warrior("b"), traits=("hard_to_kill",), skills=("jump_up",)),
    ),
    "a swordsman who parries an equal": (
        warrior("a", "axe"),
        gifted(warrior("b", "sword"), traits=("swordmaster",)),
    ),
    "eadbasher on no pain": (
        gifted(warrior("a"), skills=("eadbasher",)),
        gifted(warrior("b"), traits=("no_pain", "cloud_of_flies")),
    ),
    "scales that Strength doesn't wear down": (
        warrior("a", S=5),
        gifted(warrior("b", T=4), traits=("scaly_skin", "regeneration")),
    ),
}


@pytest.mark.parametrize("name", GIFTS)
def test_one_blow_with_gifts(name):
    check_blow(facing(*GIFTS[name]))


@pytest.mark.parametrize("name", BLOWS)
@pytest.mark.parametrize("status", ["standing", "knocked_down", "stunned"])
def test_one_blow(name, status):
    state = changed(facing(*BLOWS[name]), "b", status=status)
    check_blow(state)


def test_two_attacks_that_only_a_six_may_wound():
    check_blow(facing(warrior("a", "plain", A=2, WS=1), warrior("b", "plain", T=5, WS=3)))


def test_a_bite_counts_with_the_blows():
    """It comes last: the sword's parry may be gone by then, who is down counts as standing."""
    biter = gifted(warrior("a", "axe"), traits=("bite",))
    state = facing(biter, warrior("b", "sword", W=2))

    def strike(play):
        combat.strike(play, "a")
        downed = play.state.warriors["b"].status != "standing"
        combat.strike(play, "a", "last", {"b"} if downed else set())

    ends = every_outcome(
        state, strike, lambda after: (after.warriors["b"].status, after.warriors["b"].wounds)
    )
    found = odds.blow(state, "a", "b")
    compare(ends, found, state)
    alone = odds.blow(facing(warrior("a", "axe"), warrior("b", "sword", W=2)), "a", "b")
    assert found.hit > alone.hit


BEARS = {
    "as strong": (warrior("a", A=2, S=4), warrior("b", S=4)),
    "stronger, on a helmet": (warrior("a", A=2, S=5), warrior("b", armour=("helmet",))),
    "on a swordsman": (warrior("a", A=2, S=4), warrior("b", "sword")),
    "on two wounds": (warrior("a", A=2, S=3), warrior("b", S=4, W=2)),
}


@pytest.mark.parametrize("name", BEARS)
@pytest.mark.parametrize("told", ["crush", "wound"])
def test_a_bear_that_is_told_to_crush(name, told):
    bear, foe = BEARS[name]
    state = facing(gifted(bear, traits=("bear_hug",)), foe)
    check_blow(changed(state, "a", prefers={"crush": told}))


@pytest.mark.parametrize("status", ["knocked_down", "stunned"])
def test_a_bear_does_not_crush_the_fallen(status):
    state = facing(gifted(warrior("a", A=2, S=4), traits=("bear_hug",)), warrior("b"))
    check_blow(changed(changed(state, "b", status=status), "a", prefers={"crush": "crush"}))


@pytest.mark.parametrize("before", [0, 1, 3])
def test_somebody_who_may_fight_on(before):
    state = facing(warrior("a", "axe", S=4), gifted(warrior("b"), skills=("force_of_will",)))
    check_blow(changed(state, "b", gained=(f"will:{before}",) if before else ()))


def test_somebody_who_may_fight_on_under_fire():
    fighter = gifted(warrior("b"), skills=("force_of_will",))
    state = facing(warrior("a", "bow", BS=4), fighter, apart=20 * CM, phase="shooting")
    check_shot(state, "bow")


HEARTS = {
    "an ogre": warrior("b", T=4, W=2),
    "in armour": warrior("b", T=4, W=2, armour=("heavy_armour", "helmet")),
    "too tough": warrior("b", T=8, W=2),
    "hard to wound": warrior("b", T=5, W=1),
}


@pytest.mark.parametrize(
    ("name", "saved", "traits"),
    [
        ("an ogre", False, ()),
        ("in armour", False, ()),
        ("in armour", True, ()),
        ("too tough", False, ("regeneration",)),
        ("hard to wound", False, ()),
    ],
)
def test_a_shot_to_the_heart(name, saved, traits):
    ranger = gifted(warrior("a", "bow", BS=4), traits=("heart_strike",))
    large = replace(gifted(HEARTS[name], traits=traits), large=True)
    state = facing(ranger, large, apart=20 * CM, phase="shooting")
    ruleset = with_house_rules(state.setup.ruleset, {"heart_strike.save": saved})
    state = replace(state, setup=replace(state.setup, ruleset=ruleset))
    check_shot(state, "bow")


def check_shot(state, weapon):
    order = Shoot(side="a", warrior="a", weapon=weapon, target="b")
    ends = every_outcome(
        state,
        lambda play: shooting.shoot(play, order),
        lambda after: (after.warriors["b"].status, after.warriors["b"].wounds),
    )
    compare(ends, odds.shot(state, "a", weapon, "b"), state)


def check_blow(state):
    ends = every_outcome(
        state,
        lambda play: combat.strike(play, "a"),
        lambda after: (after.warriors["b"].status, after.warriors["b"].wounds),
    )
    compare(ends, odds.blow(state, "a", "b"), state)


def compare(ends, found, state):
    before = state.warriors["b"]
    same = sum((p for (status, _), p in ends.items() if status == before.status), ZERO)
    unhurt = ends.get((before.status, before.wounds), ZERO)
    got = dict.fromkeys(("knocked_down", "stunned", "out_of_action"), ZERO)
    for (status, _), p in ends.items():
        if status != before.status:
            got[status] += p
    assert found.none == same
    assert {name: getattr(found, name) for name in got} == got
    assert found.wound >= 1 - unhurt


SHOTS = {
    "bow": (warrior("a", "bow", BS=4), warrior("b", armour=("light_armour",)), 20 * CM),
    "far away": (warrior("a", "bow"), warrior("b", armour=("helmet",)), 40 * CM),
    "out of range": (warrior("a", "short_bow"), warrior("b"), 60 * CM),
    "crossbow on two wounds": (warrior("a", "crossbow"), warrior("b", W=2), 30 * CM),
    "a dart": (warrior("a", "blowpipe"), gifted(warrior("b"), skills=("dodge",)), 8 * CM),
    "a strip": (warrior("a", "blunderbuss"), warrior("b", T=4), 20 * CM),
}
THROWS = {
    "net": gifted(warrior("a"), equipment=("net",)),
    "blessed_water": gifted(warrior("a"), equipment=("blessed_water",)),
}


@pytest.mark.parametrize("name", THROWS)
def test_one_throw(name):
    b = gifted(warrior("b", W=2, armour=("light_armour",)), traits=("undead",))
    state = facing(THROWS[name], b, apart=8 * CM, phase="shooting")
    order = Shoot(side="a", warrior="a", weapon=name, target="b")
    ends = every_outcome(
        state,
        lambda play: shooting.shoot(play, order),
        lambda after: (after.warriors["b"].status, after.warriors["b"].wounds),
    )
    compare(ends, odds.shot(state, "a", name, "b"), state)


@pytest.mark.parametrize("name", SHOTS)
@pytest.mark.parametrize("status", ["standing", "knocked_down", "stunned"])
def test_one_shot(name, status):
    a, b, apart = SHOTS[name]
    state = changed(facing(a, b, apart=apart, phase="shooting"), "b", status=status)
    check_shot(state, a.weapons[0])
