"""Distances between bases: exact, in three dimensions, limits included (P-TRN-08, P-CHG-09, 10)."""

from __future__ import annotations

import math
from decimal import Decimal, getcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Point as ShapelyPoint

from rules.board import Body, Prop, Stairs, Wall, contact
from rules.board.solids import terrain_within
from tests.board.models import LOW, box, cm, model, plan, table

getcontext().prec = 50

place = st.integers(0, 120_000)
heights = st.sampled_from([0, 0, 0, 1, 2, 900, 8_000])
bodies = st.builds(
    lambda x, y, z, r: Body("m", (x, y, z), r, 4_000),
    place,
    place,
    heights,
    st.integers(500, 4_000),
)


def exact_gap(a: Body, b: Body) -> Decimal:
    dx, dy, dz = (Decimal(p - q) for p, q in zip(a.at, b.at, strict=True))
    flat = max(Decimal(0), (dx * dx + dy * dy).sqrt() - a.radius - b.radius)
    return (flat * flat + dz * dz).sqrt()


@given(bodies, bodies)
def test_the_gap_is_exact_to_the_last_unit(a, b):
    assert contact.gap(a, b) == math.floor(exact_gap(a, b))
    assert contact.touching(a, b) == (exact_gap(a, b) < 2)


@given(bodies, bodies, st.integers(0, 60_000))
def test_within_agrees_with_the_exact_gap(a, b, length):
    assert contact.within(a, b, length) == (exact_gap(a, b) <= length)


@given(bodies, bodies)
def test_on_one_level_shapely_measures_the_same(a, b):
    a, b = (Body("m", (*m.at[:2], 0), m.radius, m.height) for m in (a, b))
    flat = ShapelyPoint(a.at[:2]).distance(ShapelyPoint(b.at[:2])) - a.radius - b.radius
    assert contact.gap(a, b) == pytest.approx(max(0.0, flat), abs=1)


@pytest.mark.parametrize(
    ("gap", "expected"), [(0, True), (0.01, True), (0.02, False), (-0.5, True)]
)
def test_touching_is_a_gap_below_two_units(gap, expected):
    # Gaps in millimetres: 0.01 mm is one unit, 0.02 mm are two.
    assert contact.touching(model("a", 10, 10), model("b", 12 + gap / 10, 10)) is expected


def test_within_x_includes_x():
    a, b = model("a", 10, 10), model("b", 27, 10)
    assert contact.within(a, b, cm(15))
    assert not contact.within(a, model("c", 27.001, 10), cm(15))


def test_a_difference_of_level_is_a_distance():
    below, above = model("a", 10, 10), model("b", 10, 10, 8)
    assert contact.gap(below, above) == cm(8)
    assert not contact.touching(below, above)


def test_nearest_names_all_that_are_equally_near():
    me = model("me", 50, 50)
    near = [model("e", 70, 50), model("n", 50, 70), model("s", 50, 30)]
    assert contact.nearest(me, [*near, model("far", 70.1, 50)]) == near
    assert contact.nearest(me, []) == []


def test_pairs_lists_every_contact_once():
    row = [model("a", 10, 10), model("b", 12, 10), model("c", 14, 10), model("d", 17, 10)]
    assert [(a.id, b.id) for a, b in contact.pairs(row)] == [("a", "b"), ("b", "c")]


def test_the_line_of_a_charge_is_near_within_its_limit():
    line = ((0, 0, 0), (cm(18), 0, 0))
    assert contact.segment_within(model("i", 9, 6), *line, cm(5))
    assert not contact.segment_within(model("i", 9, 6.001), *line, cm(5))
    assert contact.segment_within(model("i", 24, 0), *line, cm(5))


class TestAcross:
    """Both touch something low between them (P-CHG-10)."""

    def pair(self, thickness: float = 1):
        return model("a", 30 - thickness / 2 - 1, 30), model("b", 30 + thickness / 2 + 1, 30)

    def wall(self, height: float, thickness: float = 1) -> Wall:
        return Wall("w", plan((30, 20), (30, 40)), cm(height), thickness=cm(thickness))

    @pytest.mark.parametrize(
        ("height", "expected"), [(2, True), (3, True), (3.1, False), (8, False)]
    )
    def test_a_low_wall_keeps_nobody_apart(self, height, expected):
        assert contact.across(table(self.wall(height)), *self.pair(), LOW) is expected

    def test_both_have_to_touch_it(self):
        a, b = self.pair()
        off = Body("b", (b.at[0] + 2, b.at[1], 0), b.radius, b.height)
        assert not contact.across(table(self.wall(2)), a, off, LOW)

    def test_nothing_else_may_lie_between(self):
        other = Wall("x", plan((29.9, 20), (29.9, 40)), cm(2))
        assert not contact.across(table(self.wall(2), other), *self.pair(), LOW)

    def test_they_stand_roughly_opposite(self):
        a, b = self.pair()
        board = table(self.wall(2))
        along = [Body("b", (b.at[0], b.at[1] + cm(y), 0), b.radius, b.height) for y in (1, 6)]
        assert contact.across(board, a, along[0], LOW)
        assert not contact.across(board, a, along[1], LOW)

    def test_a_barrel_counts_too(self):
        barrel = Prop("p", cm(2), at=(cm(30), cm(30)), radius=cm(1))
        assert contact.across(table(barrel), model("a", 28, 30), model("b", 32, 30), LOW)

    def test_without_an_obstacle_there_is_only_contact(self):
        assert not contact.across(table(), *self.pair(), LOW)

    def test_bases_on_stairs_touch_seen_from_above(self):
        board = table(Stairs("s", ((cm(10), cm(30), 0), (cm(30), cm(30), cm(8))), cm(4)))
        assert contact.across(board, model("a", 10, 30), model("b", 12, 30, 0.8), LOW)


def test_distance_to_a_piece_of_terrain():
    board = table(
        Wall("w", plan((30, 20), (30, 40)), cm(3)),
        Prop("p", cm(2), polygon=box(50, 50, 60, 60)),
        Prop("r", cm(2), at=(cm(80), cm(80)), radius=cm(2)),
    )
    assert terrain_within(board, model("m", 26, 30), "w", cm(3))
    assert not terrain_within(board, model("m", 25.99, 30), "w", cm(3))
    assert terrain_within(board, model("m", 46, 55), "p", cm(3))
    assert not terrain_within(board, model("m", 45.99, 55), "p", cm(3))
    assert terrain_within(board, model("m", 74, 80), "r", cm(3))
    assert not terrain_within(board, model("m", 73.99, 80), "r", cm(3))
