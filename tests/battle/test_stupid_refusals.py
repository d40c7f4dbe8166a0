"""P-PSY-15, 17, 19, 20: a refusal names the rule by which this stupid warrior obeys no order."""

from __future__ import annotations

import pytest

from rules.battle.orders import Move, Shoot
from rules.errors import IllegalOrder
from tests.battle.world import begin, give, table, warrior

BOW = {"weapons": ("bow",)}


@pytest.mark.parametrize(
    ("marks", "rule"),
    [
        (("stupid", "shambles"), "P-PSY-17"),
        (("stupid", "inactive"), "P-PSY-20"),
        (("stupid",), "P-PSY-15"),
    ],
)
def test_a_move_is_refused_by_what_the_die_has_shown(marks: tuple[str, ...], rule: str) -> None:
    ogre = warrior("ogre", "red", 20, 20, marks=marks)
    state = begin(table(ogre, warrior("bea", "blue", 60, 60), phase="movement"))
    with pytest.raises(IllegalOrder) as refused:
        give(state, Move(side="red", warrior="ogre", mode="walk", legs=(), hide=True))
    assert (refused.value.code, refused.value.rule) == ("stupid", rule)


@pytest.mark.parametrize(
    ("marks", "rule"),
    [(("stupid", "shambles"), "P-PSY-19"), (("stupid", "inactive"), "P-PSY-20")],
)
def test_so_is_a_shot(marks: tuple[str, ...], rule: str) -> None:
    ogre = warrior("ogre", "red", 20, 20, marks=marks, **BOW)
    state = begin(table(ogre, warrior("bea", "blue", 60, 60), phase="shooting"))
    with pytest.raises(IllegalOrder) as refused:
        give(state, Shoot(side="red", warrior="ogre", weapon="bow", target="bea"))
    assert (refused.value.code, refused.value.rule) == ("stupid", rule)
