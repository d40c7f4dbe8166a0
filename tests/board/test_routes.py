"""Shortest ways, by hand: into contact, round things, up and down (P-CHG-08..11, P-MOV-02)."""

from __future__ import annotations

import pytest

from rules.board import Area, Building, Ladder, Platform, Prop, Stairs, Wall, contact, paths
from tests.board.models import LOW, box, cm, model, plan, table

ANA, BEA = model("ana", 20, 30), model("bea", 40, 30)
FLOOR = Platform("f", box(30, 20, 60, 40), cm(8))


def route(*terrain, mover=ANA, target=BEA, others=(), **more):
    return paths.route(table(*terrain), mover, target, others, free_height=LOW, **more)


def test_in_the_open_it_is_straight():
    way = route()
    assert way.points == (ANA.at, (cm(38), cm(30), 0))
    assert way.cost == cm(18)


def test_who_touches_already_needn_t_move():
    assert route(target=model("bea", 22, 30)).cost == 0


def test_the_limit_is_included():
    assert route(limit=cm(18)) is not None
    assert route(limit=cm(18) - 1) is None


@pytest.mark.parametrize("x", [31.234, 37.77, 52.345])
@pytest.mark.parametrize("y", [30.5, 41.417, 18.001])
def test_contact_is_a_gap_of_nought_or_one(x, y):
    target = model("bea", x, y, base=2.5)
    there = model("ana", 0, 0)
    way = route(target=target)
    there = type(there)("ana", way.end, ANA.radius, 4_000)
    assert contact.gap(there, target) in (0, 1)
    assert contact.touching(there, target)


def test_round_somebody_in_the_way():
    way = route(others=[model("cid", 30, 30)])
    # Two tangents and an arc round a circle of 2 cm: 18.401 cm.
    assert cm(18.401) <= way.cost <= cm(18.41)


def test_round_the_end_of_a_wall():
    way = route(Wall("w", plan((30, 20), (30, 31)), cm(8)))
    assert cm(18.39) < way.cost < cm(18.42)
    assert max(y for _, y, _ in way.points) > cm(31.9)


def test_over_low_obstacles():
    assert route(Wall("w", plan((30, 20), (30, 40)), cm(3))).cost == cm(18)


def test_slow_ground_counts_and_may_be_gone_round():
    assert route(Area("a", box(25, 0, 35, 60), "difficult")).cost == cm(28)
    around = route(Area("a", box(25, 10, 35, 31), "difficult"))
    assert cm(18) < around.cost < cm(18.5)


def test_no_way_is_none():
    pit = [Wall("w", plan((35, 25), (45, 25), (45, 35), (35, 35), (35, 25)), cm(8))]
    assert route(*pit) is None
    assert route(Building("b", box(36, 26, 44, 34), cm(9)), target=(cm(40), cm(30), cm(9))) is None


def test_a_gap_that_is_too_narrow_is_no_way():
    def walled(gap):
        low, high = (
            Wall("l", plan((30, 0), (30, 30)), cm(8)),
            Wall("h", plan((30, 30 + gap), (30, 120)), cm(8)),
        )
        return route(low, high)

    assert walled(1.99) is None
    assert walled(2.1) is not None


def test_to_a_point():
    assert route(target=(cm(40), cm(30), 0)).cost == cm(20)
    assert route(target=(cm(40), cm(30), 0), others=[BEA]) is None


def test_up_the_stairs():
    stairs = Stairs("s", ((cm(24), cm(30), 0), (cm(30), cm(30), cm(8))), cm(4))
    up = route(FLOOR, stairs, target=model("bea", 45, 30, 8))
    assert up.points == (
        ANA.at,
        (cm(24), cm(30), 0),
        (cm(30), cm(30), cm(8)),
        (cm(43), cm(30), cm(8)),
    )
    assert up.cost == cm(4) + cm(10) + cm(13)
    down = route(FLOOR, stairs, mover=model("bea", 45, 30, 8), target=ANA)
    assert down.cost == cm(15) + cm(10) + cm(2)


def test_up_a_ladder_four_eight_eight():
    ladder = Ladder("l", (cm(30), cm(30), 0), (cm(30), cm(30), cm(8)))
    mover, target = model("ana", 26, 30), model("bea", 40, 30, 8)
    assert route(FLOOR, ladder, mover=mover, target=target, limit=cm(20)).cost == cm(20)
    farther = model("bea", 40.1, 30, 8)
    assert route(FLOOR, ladder, mover=mover, target=farther, limit=cm(20)) is None


def test_contact_on_the_stairs():
    stairs = Stairs("s", ((cm(24), cm(30), 0), (cm(30), cm(30), cm(8))), cm(4))
    target = model("bea", 28.5, 30, 6)
    board = table(FLOOR, stairs)
    way = paths.route(board, ANA, target, free_height=LOW)
    there = type(ANA)("ana", way.end, ANA.radius, ANA.height)
    assert contact.across(board, there, target, LOW)
    assert there.at == (cm(26.5), cm(30), 3_333)


def test_contact_across_a_low_wall_ends_at_it():
    wall = Wall("w", plan((30, 20), (30, 40)), cm(2), thickness=cm(1))
    target = model("bea", 31.5, 30)
    board = table(wall)
    way = paths.route(board, ANA, target, free_height=LOW)
    assert way.end == (cm(28.5), cm(30), 0)
    assert way.cost == cm(8.5)
    there = type(ANA)("ana", way.end, ANA.radius, ANA.height)
    assert contact.across(board, there, target, LOW)


def test_a_low_wall_that_the_target_doesnt_touch_is_passed_over():
    wall = Wall("w", plan((30, 20), (30, 40)), cm(2), thickness=cm(1))
    assert route(wall, target=model("bea", 33, 30)).end == (cm(31), cm(30), 0)


def test_the_same_question_has_the_same_answer():
    terrain = [
        Prop(f"p{n}", cm(5), at=(cm(25 + 3 * n), cm(30 + n)), radius=cm(1)) for n in range(4)
    ]
    found = {route(*terrain, others=[model("cid", 28, 27)]).points for _ in range(3)}
    assert len(found) == 1
