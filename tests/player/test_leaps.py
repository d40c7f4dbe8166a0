"""When the server player jumps down, leaps a gap, or falls upon somebody: exact odds first."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules import check
from rules.battle import falls
from rules.battle.orders import Charge, Move
from rules.battle.play import Play
from rules.battle.travel import journey_of
from rules.board import Board, Building
from rules.odds.ways import arrives, fall_of
from rules.player import choose, leaps
from rules.player.mind import Mind
from rules.units import CM
from tests.player.test_choices import battle, blue, red


def house(id: str, x: int, far: int, height: int) -> Building:
    corners = ((x, 40), (far, 40), (far, 60), (x, 60))
    polygon = tuple((a * CM, b * CM) for a, b in corners)
    return Building(id=id, polygon=polygon, height=height * CM)


def roofs(gap: int, height: int = 6) -> Board:
    """Two houses of one height, so far apart."""
    terrain = (house("near", 20, 40, height), house("far", 40 + gap, 60 + gap, height))
    return Board(size=(120 * CM, 120 * CM), terrain=terrain)


def up(w, height: int = 6):
    return replace(w, at=(*w.at[:2], height * CM))


def over(gap: int, *, height: int = 6, level: int = 2, **profile):
    """What the server orders for somebody at the edge of the near roof; the enemy is beyond."""
    me = up(red("r", 35, 50, "sword", **profile), height)
    foe = up(blue("b", 75, 50, "sword", WS=8, S=6, T=6, W=3), height)
    state = battle(me, foe, turn=6, board=roofs(gap, height))
    order = choose(state, "red", level=level)
    check(state, order)
    return order


def by(order) -> tuple[str, ...]:
    return tuple(leg.by for leg in order.legs) if isinstance(order, Move) else ()


def test_it_leaps_a_narrow_gap_with_a_sure_foot():
    assert "leap" in by(over(4, I=5))


def test_it_does_not_leap_high_up_with_a_poor_chance():
    assert "leap" not in by(over(4, height=14, I=1))


def test_it_never_begins_a_leap_that_cannot_succeed():
    assert "leap" not in by(over(16, I=6))


def test_level_1_leaves_it():
    assert "leap" not in by(over(4, level=1, I=5))


@pytest.mark.parametrize(("initiative", "jumps"), [(5, True), (1, False)])
def test_it_jumps_down_towards_an_enemy_below(initiative, jumps):
    me = up(red("r", 35, 50, "sword", I=initiative), 9)
    state = battle(me, blue("b", 90, 50, WS=8, S=6, T=6, W=3), turn=6, board=roofs(40, 9))
    order = choose(state, "red", level=2)
    check(state, order)
    assert ("jump" in by(order)) is jumps


def test_it_falls_upon_the_weak_and_lets_the_strong_be():
    me = up(red("r", 37, 50, "sword", I=5, WS=5, S=4))
    weak, strong = blue("b", 45, 50, WS=2, T=2), blue("b", 45, 50, WS=9, S=8, T=8, W=4, A=4)
    board = Board(size=(120 * CM, 120 * CM), terrain=(house("near", 20, 40, 6),))
    for foe, charges in ((weak, True), (strong, False)):
        state = battle(me, foe, board=board)
        assert list(leaps.dives(Mind(state, "red", 2, 0), state.warriors["r"]))
        order = choose(state, "red", level=2)
        check(state, order)
        assert (isinstance(order, Charge) and order.path != ()) is charges


def test_the_odds_of_a_way_are_those_of_its_tests():
    state = battle(up(red("r", 38, 50, I=3), 10), blue("b", 90, 50), board=roofs(4, 10))
    mind = Mind(state, "red", 2, 0)
    ways = leaps.scalings(state, state.warriors["r"], "run", 20 * CM)
    seen = set()
    for way in ways:
        legs = leaps.legs_of(state.warriors["r"], way)
        parts = journey_of(state, state.warriors["r"], legs, "run", 20 * CM).parts
        assert arrives(mind.state, "r", parts) == (
            Fraction(1, 4) if way.by == "jump" else Fraction(1, 2)
        )
        seen.add(way.by)
    assert seen == {"jump", "leap"}


class _Luck:
    def __init__(self) -> None:
        self._random = random.Random(7)

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        return tuple(self._random.choices(range(1, 7), k=count))


@pytest.mark.parametrize("height", [6, 15])
def test_falls_come_out_as_foretold(height):
    state = battle(up(red("r", 38, 50, W=2), height), blue("b", 90, 50), board=roofs(4, height))
    foretold, luck, falls_made = fall_of(state, "r", height * CM), _Luck(), 4_000
    ends: Counter[str] = Counter()
    for _ in range(falls_made):
        play = Play(state, luck)
        falls.fall(play, "r", height * CM, (50 * CM, 10 * CM, 0), "P-TER-10")
        ends[play.state.warriors["r"].status] += 1
    for status in ("knocked_down", "stunned", "out_of_action"):
        chance = float(getattr(foretold, status))
        spread = (chance * (1 - chance) / falls_made) ** 0.5
        assert abs(ends[status] / falls_made - chance) < 4 * spread
