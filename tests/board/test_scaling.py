"""Lips, feet, climbs: where one gets up and down without stairs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board import Body, from_data, levels, paths
from rules.board.lips import foot, landings, lip_ahead, lips, room_near
from rules.board.raised import apart, clearance, passes
from rules.board.scaling import climb, climbs
from rules.board.trig import UNIT, offset
from rules.units import CM

FREE = 3 * CM
RADIUS = 1_250


def box(left: float, low: float, right: float, high: float) -> list[list[float]]:
    return [[left, low], [right, low], [right, high], [left, high]]


BOARD = from_data(
    {
        "size": [120, 120],
        "terrain": [
            {"id": "house", "kind": "building", "polygon": box(30, 30, 50, 50), "height": 8},
            {"id": "tower", "kind": "platform", "polygon": box(55, 30, 65, 50), "height": 9},
            {"id": "step", "kind": "platform", "polygon": box(65, 30, 70, 50), "height": 7},
            {"id": "ledge", "kind": "platform", "polygon": box(29, 44, 30, 50), "height": 4},
            {"id": "fence", "kind": "wall", "line": [[80, 30], [80, 60]], "height": 4},
            {
                "id": "front",
                "kind": "wall",
                "line": [[90, 30], [90, 60]],
                "height": 12,
                "thickness": 1,
            },
            {"id": "floor", "kind": "platform", "polygon": box(90, 30, 100, 60), "height": 8},
        ],
    },
    CM,
)


def at(x: float, y: float, z: float = 0) -> tuple[int, int, int]:
    return round(x * CM), round(y * CM), round(z * CM)


def man(x: float, y: float, z: float = 0) -> Body:
    return Body("man", at(x, y, z), RADIUS, 4 * CM)


def up(x: float, y: float, goal: tuple[int, int, int], z: float = 0):
    mover = man(x, y, z)
    return climb(BOARD, mover, mover.at, goal, FREE)


# ---------------------------------------------------------------------------------- lips


def test_every_side_of_a_floor_has_a_lip() -> None:
    found = lips(BOARD, at(32, 40, 8), FREE)[:4]  # then those of the other floor at 8
    assert [lip.at for lip in found] == [at(30, 40, 8), at(32, 30, 8), at(32, 50, 8), at(50, 40, 8)]
    assert found[0].out == (-UNIT, 0)


def test_floors_that_go_on_have_no_lip_between_them() -> None:
    found = {lip.at for lip in lips(BOARD, at(60, 40, 9), FREE)}
    assert at(65, 40, 9) not in found
    assert at(55, 40, 9) in found
    assert at(65, 40, 9) in {lip.at for lip in lips(BOARD, at(60, 40, 9), 1_900)}


def test_the_ground_has_none() -> None:
    assert lips(BOARD, at(10, 10), FREE) == []


@pytest.mark.parametrize(
    ("goal", "edge"),
    [
        (at(60, 40), at(50, 40, 8)),
        (at(40, 20), at(40, 30, 8)),
        (at(60, 60), at(50, 50, 8)),
        (at(45, 45), None),
    ],
)
def test_the_lip_ahead(goal: tuple[int, int, int], edge: tuple[int, int, int] | None) -> None:
    lip = lip_ahead(BOARD, at(40, 40, 8), goal, FREE)
    assert (lip and lip.at) == edge


def test_standing_on_the_very_edge_one_leaves_over_it() -> None:
    lip = lip_ahead(BOARD, at(50, 40, 8), at(60, 40), FREE)
    assert lip is not None
    assert lip.at == at(50, 40, 8)
    assert lip_ahead(BOARD, at(50, 40, 8), at(20, 40), FREE).at == at(30, 40, 8)


@given(st.integers(31_000, 49_000), st.integers(31_000, 49_000), st.integers(0, 359))
def test_the_lip_ahead_lies_on_the_floor_and_on_the_way(x: int, y: int, degrees: int) -> None:
    dx, dy = offset(degrees, 40 * CM)
    start, goal = (x, y, 8 * CM), (x + dx, y + dy, 0)
    lip = lip_ahead(BOARD, start, goal, FREE)
    assert lip is not None
    assert levels.stands(BOARD, lip.at)
    way = apart(start, lip.at) + apart(lip.at, goal)
    assert way - apart(start, goal) <= 3
    beyond = (lip.at[0] + lip.out[0] * 400 // UNIT, lip.at[1] + lip.out[1] * 400 // UNIT, 8 * CM)
    assert levels.support(BOARD, beyond) < 8 * CM - FREE


# ---------------------------------------------------------------------------------- feet


def test_the_foot_of_a_wall_touches_it() -> None:
    lip = lips(BOARD, at(49, 40, 8), FREE)[0]
    assert foot(BOARD, man(49, 40, 8), lip, FREE) == at(51.25, 40)


def test_a_foot_keeps_clear_of_what_juts_out() -> None:
    lip = next(p for p in lips(BOARD, at(31, 47, 8), FREE) if p.at == at(30, 47, 8))
    below = foot(BOARD, man(31, 47, 8), lip, FREE)
    assert below is not None
    # On the ledge, which is 1 wide, the wall is nearer than the radius.
    assert below == at(29 - 1.25, 47)


def test_a_gap_narrower_than_the_base_has_no_foot() -> None:
    lip = next(p for p in lips(BOARD, at(60, 40, 9), FREE) if p.at == at(55, 40, 9))
    assert foot(BOARD, man(60, 40, 9), lip, FREE) == at(53.75, 40)
    wide = Body("ogre", at(58, 40, 9), 2_600, 6 * CM)
    assert foot(BOARD, wide, lip, FREE) is None


def test_one_lands_at_the_goal_if_it_is_near_the_foot() -> None:
    lip = lips(BOARD, at(49, 40, 8), FREE)[0]
    mover = man(49, 40, 8)
    assert list(landings(BOARD, mover, lip, at(52, 41), FREE)) == [at(52, 41), at(51.25, 40)]
    assert list(landings(BOARD, mover, lip, at(53.6, 40), FREE)) == [at(51.25, 40)]


def test_room_for_who_falls() -> None:
    mover, foe = man(45, 40, 8), Body("foe", at(51.25, 40), RADIUS, 4 * CM)
    assert room_near(BOARD, mover, at(51.25, 40), free_height=FREE) == at(51.25, 40)
    place = room_near(BOARD, mover, at(51.25, 40), [foe], free_height=FREE, keep_clear=[foe])
    assert paths.blocked_at(BOARD, Body("man", place, RADIUS, 4 * CM), free_height=FREE) is None
    assert apart(place, foe.at) >= 2 * RADIUS + 2


# -------------------------------------------------------------------------------- passing


def test_passing_over_a_fence() -> None:
    mover = man(77, 40)
    assert not passes(BOARD, mover, at(77, 40), at(83, 40), 0, FREE)
    assert passes(BOARD, mover, at(77, 40), at(83, 40), 1 * CM, FREE)
    assert clearance(BOARD, mover, at(77, 40), at(83, 40), FREE) == 4 * CM


def test_nothing_bars_the_open() -> None:
    assert clearance(BOARD, man(10, 10), at(10, 10), at(20, 10), FREE) == 0


# -------------------------------------------------------------------------------- climbing


def test_up_a_wall() -> None:
    way = up(28.75, 40, at(31.25, 40, 8))
    assert way is not None
    assert (way.height, way.end, way.down) == (8 * CM, at(31.25, 40, 8), False)
    assert way.points == (at(28.75, 40), at(28.75, 40, 8), at(31.25, 40, 8))


@pytest.mark.parametrize(("x", "touches"), [(28.75, True), (28.749, True), (28.748, False)])
def test_only_what_the_base_touches(x: float, touches: bool) -> None:
    assert (up(x, 40, at(31.25, 40, 8)) is not None) is touches


def test_only_what_it_touched_at_the_start() -> None:
    here, before = man(28.75, 40), at(20, 40)
    assert climb(BOARD, here, before, at(31.25, 40, 8), FREE) is None
    assert climb(BOARD, here, at(28.75, 36), at(31.25, 40, 8), FREE) is not None


def test_a_goal_farther_off_is_climbed_towards() -> None:
    way = up(28.75, 40, at(40, 40, 8))
    assert way is not None
    assert way.end == at(31.25, 40, 8)


def test_a_floor_without_a_wall_under_it_is_climbed_at_its_edge() -> None:
    way = up(53.75, 40, at(56.25, 40, 9))
    assert way is not None
    assert way.height == 9 * CM
    assert up(56, 40, at(57, 40, 9)) is None  # from under the floor


def test_down_again() -> None:
    way = up(31.25, 40, at(28.75, 40), z=8)
    assert way is not None
    assert way.down
    assert (way.height, way.end) == (8 * CM, at(28.75, 40))
    assert up(31.26, 40, at(28.75, 40), z=8) is None
    assert up(30, 40, at(28.75, 40), z=8) is not None  # half over the edge


def test_over_a_fence_costs_twice_its_height() -> None:
    way = up(78.75, 40, at(81.25, 40))
    assert way is not None
    assert (way.height, way.end) == (8 * CM, at(81.25, 40))


def test_over_a_front_that_rises_above_the_floor() -> None:
    """12 up to its top and 4 down to the floor behind it."""
    way = up(88.25, 45, at(92, 45, 8))
    assert way is not None
    assert way.height == 16 * CM


def test_a_floor_overhead_bars_a_climb() -> None:
    assert up(28.75, 47, at(31.25, 47, 8)) is None


def test_all_climbs_from_a_place() -> None:
    assert [way.end for way in climbs(BOARD, man(28.75, 40), FREE)] == [at(31.25, 40, 8)]
    assert [way.end for way in climbs(BOARD, man(31.25, 40, 8), FREE)] == [at(28.75, 40)]
    assert [way.end for way in climbs(BOARD, man(78.75, 40), FREE)] == [at(81.25, 40)]
    assert climbs(BOARD, man(40, 40, 8), FREE) == []
    assert climbs(BOARD, man(10, 10), FREE) == []


@given(st.integers(24_000, 56_000), st.integers(24_000, 56_000))
def test_a_climb_ends_where_one_can_stand(x: int, y: int) -> None:
    """From every place beside the house or on it."""
    for z in {level for level in levels.heights(BOARD.index, x, y) if level <= 9 * CM}:
        mover = Body("man", (x, y, z), RADIUS, 4 * CM)
        if paths.blocked_at(BOARD, mover, free_height=FREE) is not None:
            continue
        for way in climbs(BOARD, mover, FREE):
            there = Body("man", way.end, RADIUS, 4 * CM)
            assert levels.stands(BOARD, way.end)
            assert paths.blocked_at(BOARD, there, free_height=FREE) is None
            assert way.points[0] == mover.at
            rises = [abs(b[2] - a[2]) for a, b in zip(way.points, way.points[1:], strict=False)]
            assert way.height == sum(rises)
