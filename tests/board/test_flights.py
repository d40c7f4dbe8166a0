"""Running away and failed charges (P-LEA-11, P-LEA-13, P-LEA-14, P-CHG-11)."""

from __future__ import annotations

import pytest

from rules.board import Platform, Stairs, Wall, paths
from tests.board.models import LOW, box, cm, model, plan, table


def at(x: float, y: float, z: float = 0):
    return cm(x), cm(y), cm(z)


def to_edge(*terrain, mover, length, others=(), **more):
    return paths.flee_to_edge(table(*terrain), mover, cm(length), others, free_height=LOW, **more)


def along(*terrain, mover, direction, length, others=(), **more):
    return paths.flee_along(
        table(*terrain), mover, direction, cm(length), others, free_height=LOW, **more
    )


def test_straight_to_the_nearest_edge():
    way = to_edge(mover=model("ana", 31, 60), length=15)
    assert way.end == at(16, 60)
    assert way.cost == cm(15)


def test_the_edge_is_reached_when_the_base_touches_it():
    assert to_edge(mover=model("ana", 13, 60), length=12).end == at(1, 60)
    assert to_edge(mover=model("ana", 13, 60), length=30).end == at(1, 60)
    assert to_edge(mover=model("ana", 13, 60), length=11).end == at(2, 60)


@pytest.mark.parametrize(
    ("place", "edge", "end"),
    [
        ((60, 60), None, (50, 60)),
        ((60, 60), "top", (60, 70)),
        ((60, 60), "right", (70, 60)),
        ((61, 61), "top", (61, 71)),
        ((61, 60), None, (71, 60)),
        ((60, 59), None, (60, 49)),
    ],
)
def test_equal_edges_have_an_order_and_a_choice(place, edge, end):
    assert to_edge(mover=model("ana", *place), length=10, edge=edge).end == at(*end)


def test_round_what_is_in_the_way():
    wall = Wall("w", plan((25, 57), (25, 63)), cm(8))
    way = to_edge(wall, mover=model("ana", 31, 60), length=15)
    assert way.cost == cm(15)
    assert cm(16) < way.end[0] < cm(18)


def test_enemies_are_not_even_touched():
    foe = model("foe", 25, 60)
    way = to_edge(mover=model("ana", 31, 60), length=15, keep_clear=[foe])
    assert way.cost == cm(15)
    assert way.end[0] < cm(17)


def test_who_touches_an_enemy_can_get_away():
    foe = model("foe", 33, 60)
    assert to_edge(mover=model("ana", 31, 60), length=15, keep_clear=[foe]).end == at(16, 60)


def test_from_a_floor_by_the_stairs():
    floor = Platform("f", box(30, 50, 50, 70), cm(8))
    stairs = Stairs("s", ((cm(24), cm(60), 0), (cm(30), cm(60), cm(8))), cm(4))
    way = to_edge(floor, stairs, mover=model("ana", 35, 60, 8), length=19)
    assert way.cost == cm(19)
    assert way.end == at(20, 60)


def test_without_a_way_it_stops_where_it_can_t_go_on():
    floor = Platform("f", box(30, 50, 50, 70), cm(8))
    way = to_edge(floor, mover=model("ana", 35, 60, 8), length=19)
    assert way.end == at(30, 60, 8)


def test_away_in_a_direction():
    assert along(mover=model("ana", 60, 60), direction=(3, 4), length=15).end == at(69, 72)


def test_up_to_the_table_edge():
    assert along(mover=model("ana", 110, 60), direction=(1, 0), length=15).end == at(119, 60)


def test_obstacles_cost_distance():
    wall = Wall("w", plan((70, 57), (70, 63)), cm(8))
    way = along(wall, mover=model("ana", 60, 60), direction=(1, 0), length=15)
    assert cm(14) < way.cost <= cm(15)
    assert cm(71) < way.end[0] < cm(75)


def test_in_a_dead_end_it_stops():
    pen = Wall("w", plan((50, 55), (65, 55), (65, 65), (50, 65), (50, 55)), cm(8))
    way = along(pen, mover=model("ana", 60, 60), direction=(1, 0), length=15)
    assert way.end == at(64, 60)


def test_a_failed_charge_moves_on_towards_its_target():
    target = model("bea", 45, 30)
    way = paths.advance(
        table(), model("ana", 20, 30), target, cm(10), keep_clear=[target], free_height=LOW
    )
    assert way.end == at(30, 30)
    assert way.cost == cm(10)


def test_it_stops_short_of_another_enemy():
    target, other = model("bea", 45, 30), model("cid", 27, 32.0)
    way = paths.advance(
        table(), model("ana", 20, 30), target, cm(10), keep_clear=[target, other], free_height=LOW
    )
    assert way.cost <= cm(10)
    assert all(
        (way.end[0] - m.at[0]) ** 2 + (way.end[1] - m.at[1]) ** 2 >= cm(2) ** 2
        for m in (target, other)
    )


def test_without_a_way_it_goes_as_far_as_it_can():
    pen = Wall("w", plan((40, 25), (50, 25), (50, 35), (40, 35), (40, 25)), cm(8))
    way = paths.advance(
        table(pen), model("ana", 32, 30), model("bea", 45, 30), cm(10), free_height=LOW
    )
    assert way.end == at(39, 30)
