"""Whole battles: legal, the same for the same seed, and over in time."""

from __future__ import annotations

import pytest

from rules.board import generate
from rules.catalogue import load_catalogue
from rules.ruleset import load_ruleset
from rules.simulation import battle_setup
from rules.simulation.battles import begin, next_choice, play, secret_of, step


def setup(seed: int, size: int = 5):
    board = generate.ruins(seed)
    kinds = ("reikland", "skaven_eshin")
    return battle_setup(load_ruleset("partida"), load_catalogue(), kinds, size, board)


@pytest.mark.parametrize("level", [1, 2])
def test_a_battle_ends(level):
    game = play(setup(3), seed=3, level=level)
    assert game.state.result is not None
    assert game.state.turn <= 16


def test_the_same_seed_gives_the_same_battle():
    one, two = (play(setup(4, 4), seed=9) for _ in range(2))
    assert one.orders == two.orders
    assert one.events == two.events


def test_another_seed_gives_another_battle():
    assert play(setup(4, 4), seed=9).orders != play(setup(4, 4), seed=10).orders


def test_both_levels_fight():
    """A battle in which each side plays at its own level."""
    game = begin(setup(5), secret_of(5, 0))
    levels = {"red": 1, "blue": 2}
    while game.state.result is None:
        step(game, next_choice(game, 5, levels[game.state.active]))
    kinds = {type(order).__name__ for order in game.orders}
    assert {"Deploy", "EndPhase", "Move", "Charge"} <= kinds
