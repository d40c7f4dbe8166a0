"""Where a base comes within reach of a trap: whole numbers, to the last hundredth."""

from __future__ import annotations

import pytest

from rules.battle.trapping import comes_near
from rules.units import CM

REACH, RADIUS = 5 * CM, 1_250
TRAP = (30 * CM, 30 * CM, 0)
EDGE = REACH + RADIUS


@pytest.mark.parametrize(
    ("path", "near"),
    [
        (((0, 30 * CM + EDGE, 0), (60 * CM, 30 * CM + EDGE, 0)), True),
        (((0, 30 * CM + EDGE + 1, 0), (60 * CM, 30 * CM + EDGE + 1, 0)), False),
        (((0, 30 * CM, 0), (30 * CM - EDGE, 30 * CM, 0)), True),
        (((0, 30 * CM, 0), (30 * CM - EDGE - 1, 30 * CM, 0)), False),
        (((30 * CM + EDGE, 30 * CM, 0), (60 * CM, 30 * CM, 0)), True),
        (((0, 30 * CM, REACH + 1), (60 * CM, 30 * CM, REACH + 1)), False),
        (((0, 30 * CM + RADIUS, REACH), (60 * CM, 30 * CM + RADIUS, REACH)), True),
        (((30 * CM, 30 * CM, 3 * CM), (30 * CM, 30 * CM, 20 * CM)), True),
        (((30 * CM, 30 * CM, 6 * CM), (30 * CM, 30 * CM, 20 * CM)), False),
    ],
)
def test_a_way_past_a_trap(path: tuple[tuple[int, int, int], ...], near: bool) -> None:
    assert comes_near(path, TRAP, REACH, RADIUS) is near


def test_who_stands_still_springs_nothing() -> None:
    assert not comes_near((TRAP,), TRAP, REACH, RADIUS)
