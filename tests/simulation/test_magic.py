"""Battles with casters of every lore break nothing."""

from __future__ import annotations

import pytest

from rules.board import generate
from rules.catalogue import load_catalogue
from rules.ruleset import load_ruleset
from rules.simulation import battle_setup
from rules.simulation.report import Tally

PAIRS = (
    ("sisters_of_sigmar", "undead"),
    ("cult_of_the_possessed", "shadow_warriors"),
    ("skaven_eshin", "orc_mob"),
    ("ostlanders", "reikland"),
)


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_every_lore_is_cast_without_a_fault(pair: tuple[str, str]) -> None:
    tally = Tally(level=1)
    board = generate.ruins(31)
    setup = battle_setup(load_ruleset("partida"), load_catalogue(), pair, 6, board, magic=True)
    tally.run(setup, seed=31, number=0)
    document = tally.document()
    assert document["violations"] == []
    assert any(name.startswith("cast ") for name in document["results"])


def test_spells_and_henchmen_may_be_chosen() -> None:
    wanted = ("call_of_vanhel", "re_animation")
    setup = battle_setup(
        load_ruleset("partida"),
        load_catalogue(),
        ("undead", "reikland"),
        8,
        generate.ruins(31),
        magic=True,
        spells=wanted,
        henchmen=("zombie",),
    )
    undead = [w for w in setup.warriors if w.side == "red"]
    assert {w.spells for w in undead if w.hero} == {("re_animation", "call_of_vanhel")}
    assert {w.kind for w in undead if not w.hero} == {"zombie"}
    others = [w for w in setup.warriors if w.side == "blue"]
    assert all(len(w.spells) == 6 for w in others if w.hero)
    assert len({w.kind for w in others if not w.hero}) > 1


def test_without_it_nobody_knows_a_spell() -> None:
    board = generate.ruins(31)
    pair = ("undead", "orc_mob")
    setup = battle_setup(load_ruleset("partida"), load_catalogue(), pair, 6, board)
    assert not any(w.spells for w in setup.warriors)
    assert setup.catalogue.spells == {}
