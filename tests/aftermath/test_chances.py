"""Twenty thousand tables rolled without battles: the dice are as fair as dice are (chi-squared).

Everything hangs on fixed secrets, so that a table comes out the same each time; the bars are the
values that fair dice pass once in a thousand times.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from rules.campaign import Proceed, Step
from rules.campaign.pin import pin, rows
from rules.campaign.sealed import sealed_dice
from rules.catalogue import load_catalogue
from rules.dice import faces_needed, total
from tests.aftermath.world import BOSS, roster

CATALOGUE = load_catalogue()
TABLES = 20_000
D66 = [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]


def secret(seed: str, number: int) -> bytes:
    return hashlib.sha256(f"{seed}:{number}".encode()).digest()


def thrown(seed: str, step: str, text: str) -> Counter[int]:
    """How often each reading of these dice came up as the dice of such a step."""
    order, needed = Proceed(Step("otto", step)), faces_needed(text)
    found: Counter[int] = Counter()
    for number in range(TABLES):
        dice = sealed_dice(secret(seed, number), ["luna"], "b1", "w1", order)
        found[total(text, dice.roll("random_pick", needed))] += 1
    return found


def chi_squared(found: Mapping[object, int], chances: Mapping[object, Fraction]) -> float:
    assert set(found) <= set(chances)
    expected = {value: float(chance * TABLES) for value, chance in chances.items()}
    return sum((found.get(v, 0) - n) ** 2 / n for v, n in expected.items())


def sums_of(dice: int) -> dict[int, Fraction]:
    """The chance of each sum of so many dice."""
    ways = Counter(sum(faces) for faces in product(range(1, 7), repeat=dice))
    return {value: Fraction(n, 6**dice) for value, n in ways.items()}


@pytest.mark.parametrize("seed", ["enero", "febrero", "marzo"])
def test_each_result_of_a_d66(seed: str) -> None:
    found = thrown(seed, "serious_injury", "D66")
    assert chi_squared(found, dict.fromkeys(D66, Fraction(1, 36))) < 66.62  # 35 degrees


@pytest.mark.parametrize("seed", ["abril", "mayo"])
def test_each_row_of_the_serious_injuries(seed: str) -> None:
    table = rows(CATALOGUE.tables["serious_injury"]["rows"], "cm")
    row_of = {roll: next(row.id for row in table if row.holds(roll)) for roll in D66}
    ways = Counter(row_of.values())
    found: Counter[object] = Counter()
    for roll, n in thrown(seed, "serious_injury", "D66").items():
        found[row_of[roll]] += n
    chances = {row: Fraction(n, 36) for row, n in ways.items()}
    assert len(chances) == 20  # 19 degrees
    assert chi_squared(found, chances) < 43.82


@pytest.mark.parametrize(("dice", "bar"), [(2, 29.59), (3, 37.70), (4, 45.31), (5, 52.62)])
def test_each_total_of_exploration(dice: int, bar: float) -> None:
    found = thrown(f"junio-{dice}", "exploration", f"{dice}D6")
    assert chi_squared(found, sums_of(dice)) < bar  # 5 * dice degrees


def test_how_many_shards_exploration_finds() -> None:
    exploration = pin(CATALOGUE, roster(BOSS), "cm").exploration
    assert exploration is not None

    def shards(sum: int) -> int:
        return max(band.shards for band in exploration.shards if band.low <= sum)

    chances: dict[object, Fraction] = {}
    for value, chance in sums_of(4).items():
        chances[shards(value)] = chances.get(shards(value), Fraction()) + chance
    found: Counter[object] = Counter()
    for value, n in thrown("julio", "exploration", "4D6").items():
        found[shards(value)] += n
    assert chi_squared(found, chances) < 16.27  # at most 3 degrees


def test_a_loaded_die_would_be_found() -> None:
    """The test itself: one face in thirty-six that comes up a sixth more often."""
    found = thrown("enero", "serious_injury", "D66")
    moved = found[11] // 3
    loaded = Counter(found)
    loaded[11] -= moved
    loaded[66] += moved
    assert chi_squared(loaded, dict.fromkeys(D66, Fraction(1, 36))) > 66.62
