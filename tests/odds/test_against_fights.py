"""The duel's chain against whole fights of the engine, for pairs with much in them."""

from __future__ import annotations

import hashlib
import math
import random

import pytest
from msgspec.structs import replace

from benchmarks.pairs import anyone
from rules import Setup, State, encode, initial, odds, submit
from rules.battle.orders import EndPhase
from rules.battle.recovery import LAST_WILL
from rules.battle.state import SideSetup, TraitRef, WarriorSetup
from rules.board import Board
from rules.catalogue import load_catalogue
from rules.dice import SealedDice
from rules.ruleset import load_ruleset
from rules.units import CM
from tests.odds.tables import warrior

FIGHTS = 1_500


def with_traits(w: WarriorSetup, *traits: str) -> WarriorSetup:
    return replace(w, traits=tuple(TraitRef(id) for id in traits))


def willed(w: WarriorSetup) -> WarriorSetup:
    return replace(w, skills=("force_of_will",))


PAIRS = {
    "somebody whose will holds him up, against two blows": (
        willed(warrior("a", "axe")),
        warrior("b", "sword", S=4, A=2),
    ),
    "two whose wills hold them up": (
        willed(warrior("a", "axe", "dagger", T=4, A=2, W=2)),
        willed(warrior("b", "sword", armour=("helmet",), S=4, A=2)),
    ),
    "two weapons against a helmet and a buckler": (
        warrior("a", "mace", "axe", A=2, WS=4),
        warrior("b", "sword", armour=("helmet", "buckler", "light_armour"), W=2),
    ),
    "frenzy against hatred": (
        with_traits(warrior("a", "axe", "dagger"), "frenzy"),
        with_traits(warrior("b", "spear", armour=("shield",), WS=4, A=2), "hatred"),
    ),
    "a flail that tires against fear": (
        warrior("a", "flail", Ld=6, I=4),
        with_traits(warrior("b", "halberd", W=2, S=4, T=4), "fear"),
    ),
    "a bite that comes last against claws that parry once": (
        with_traits(warrior("a", A=2, I=4), "poison_glands"),
        warrior("b", "fighting_claws", "sigmarite_warhammer", T=4),
    ),
    "one weapon of two beside a shield, the other parries until it has struck": (
        warrior("a", "ithilmar_weapon", "dwarf_axe", armour=("shield",), T=4, I=2),
        warrior("b", WS=4, I=2),
    ),
    "a great weapon against three wounds": (
        warrior("a", "double_handed_weapon", A=3, S=4),
        warrior("b", "sword", "dagger", A=4, W=3, T=4, WS=5, I=5),
    ),
}


def beginning(a: WarriorSetup, b: WarriorSetup, charger: str, marks=("charged",)) -> State:
    """Both in contact in the combat phase of the charger's turn, nobody frightened."""
    placed = [
        replace(w, at=(x, 10 * CM, 0), marks=marks if w.id == charger else ())
        for w, x in ((a, 10 * CM), (b, 10 * CM + a.base))
    ]
    items = {i for w in placed for i in (*w.weapons, *w.armour, *w.equipment)} | {"fist"}
    traits = {trait.id for w in placed for trait in w.traits}
    skills = {skill for w in placed for skill in w.skills}
    return initial(
        Setup(
            ruleset=load_ruleset("partida"),
            catalogue=load_catalogue().pin(items, traits=traits, skills=skills),
            board=Board(size=(20 * CM, 20 * CM)),
            sides=(SideSetup(id="a"), SideSetup(id="b")),
            warriors=tuple(placed),
            active=charger,
            phase="combat",
        )
    )


def fight(state: State, number: int) -> tuple[bool, int]:
    """Whether a wins, and after how many phases of blows; a will may fail before there are any."""
    secret = hashlib.sha256(f"fight:{number}".encode()).digest()
    phases = 0
    while state.result is None:
        order = EndPhase(side=state.active, through="combat")
        dice = SealedDice(secret, (), "main", state.seq, encode(order))
        state, events = submit(state, order, dice)
        phases += not any(getattr(event, "cause", "") == LAST_WILL for event in events)
    return state.result.winner == "a", phases


@pytest.mark.parametrize("name", PAIRS)
def test_fights_come_out_as_the_chain_says(name):
    a, b = PAIRS[name]
    state = beginning(a, b, "a")
    found = [fight(state, number) for number in range(FIGHTS)]
    setup = state.setup
    known = odds.duel_of(setup.ruleset, setup.catalogue, a, b, 0)
    assert known.phases is not None
    chance = float(known.a)
    spread = math.sqrt(chance * (1 - chance) / FIGHTS)
    assert abs(sum(won for won, _ in found) / FIGHTS - chance) < 4 * spread
    phases = sum(phases for _, phases in found) / FIGHTS
    assert abs(phases / float(known.phases) - 1) < 0.08


def test_who_is_charged_by_fear_may_strike_in_vain():
    """The chain's first phase holds the fear test, the fight above begins after it."""
    bold, fearful = warrior("b", "axe", Ld=12), warrior("b", "axe", Ld=2)
    terror = with_traits(warrior("a", "axe"), "fear")
    setup = beginning(terror, bold, "a").setup
    against = [
        odds.duel_of(setup.ruleset, setup.catalogue, terror, foe, 0).a for foe in (bold, fearful)
    ]
    assert against[0] < against[1]


PAIRS_AT_RANDOM = 200
EACH = 30


def test_two_hundred_pairs_with_any_gifts_come_out_as_the_chain_says():
    """Few fights each; over all of them what was won adds up to what was foretold."""
    won = foretold = spread = 0.0
    for seed in range(PAIRS_AT_RANDOM):
        rng = random.Random(seed)
        a, b = anyone(rng, "a"), anyone(rng, "b")
        state = beginning(a, b, "a")
        known = odds.duel_of(state.setup.ruleset, state.setup.catalogue, a, b, 0)
        if known.phases is None or known.phases > 40:
            continue
        chance = float(known.a)
        got = sum(fight(state, EACH * seed + number)[0] for number in range(EACH))
        least = max(chance * (1 - chance), 1 / EACH)
        assert abs(got - EACH * chance) < 4.5 * math.sqrt(EACH * least), seed
        won, foretold = won + got, foretold + EACH * chance
        spread += EACH * chance * (1 - chance)
    assert abs(won - foretold) < 4 * math.sqrt(spread)
