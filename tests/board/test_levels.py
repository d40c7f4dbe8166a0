"""Where one stands, in which building, how near to an edge (P-TGT-08, P-TGT-09, P-TER-22)."""

from __future__ import annotations

from rules.board import Building, Platform, Prop, Stairs, edges, levels
from tests.board.models import box, cm, model, table

FLOOR = Platform("f", box(30, 20, 60, 40), cm(8), building="h")
HOUSE = Building("h", box(30, 20, 60, 60))


def at(x: float, y: float, z: float = 0):
    return cm(x), cm(y), cm(z)


def test_support_is_the_highest_thing_underfoot():
    board = table(FLOOR, Building("b", box(80, 80, 90, 90), cm(9)))
    assert levels.support(board, at(40, 30)) == 0
    assert levels.support(board, at(40, 30, 8)) == cm(8)
    assert levels.support(board, at(40, 30, 20)) == cm(8)
    assert levels.support(board, at(30, 20, 8)) == cm(8)
    assert levels.support(board, at(29.999, 20, 8)) == 0
    assert levels.support(board, at(85, 85, 9)) == cm(9)


def test_heights_lists_every_level():
    stairs = Stairs("s", ((cm(24), cm(30), 0), (cm(30), cm(30), cm(8))), cm(4))
    crate = Prop("p", cm(3), polygon=box(40, 25, 45, 30))
    barrel = Prop("r", cm(2), at=(cm(50), cm(30)), radius=cm(1), base=cm(8))
    board = table(FLOOR, stairs, crate, barrel)
    assert levels.heights(board.index, cm(27), cm(30)) == [0, cm(4)]
    assert levels.heights(board.index, cm(42), cm(27)) == [0, cm(3), cm(8)]
    assert levels.heights(board.index, cm(51), cm(30)) == [0, cm(8), cm(10)]
    assert levels.stands(board, at(27, 30, 4))
    assert not levels.stands(board, at(27, 30, 5))


def test_the_building_of_a_place():
    board = table(FLOOR, HOUSE, Building("b", box(80, 80, 90, 90), cm(9)))
    assert levels.building_at(board, at(40, 30, 8)) == "h"
    assert levels.building_at(board, at(40, 50)) == "h"
    assert levels.building_at(board, at(85, 85, 9)) == "b"
    assert levels.building_at(board, at(10, 10)) is None


class TestEdges:
    def nearest(self, x, y, *terrain, within=3, **more):
        board = table(FLOOR, *terrain)
        return edges.nearest_edge(board, model("m", x, y, 8), cm(within), **more)

    def test_the_distance_is_that_of_the_base(self):
        edge = self.nearest(34, 30)
        assert edge is not None
        assert (edge.distance, edge.drop) == (cm(3), cm(8))
        assert edge.at == at(30, 30, 8)
        assert edge.landing == (cm(30) - 100, cm(30), 0)
        assert self.nearest(34.001, 30) is None

    def test_on_the_edge_it_is_nought(self):
        edge = self.nearest(30.5, 30)
        assert edge is not None
        assert edge.distance == 0

    def test_where_the_floor_goes_on_there_is_none(self):
        assert self.nearest(58, 30, Platform("g", box(60, 20, 80, 40), cm(8))) is None

    def test_a_low_step_is_an_edge_only_if_asked_for(self):
        lower = Platform("g", box(60, 20, 80, 40), cm(6))
        edge = self.nearest(58, 30, lower)
        assert edge is not None
        assert edge.drop == cm(2)
        assert self.nearest(58, 30, lower, deeper_than=cm(3)) is None

    def test_railings_and_the_ground_have_none(self):
        railed = Platform("r", box(80, 80, 100, 100), cm(8), railing=True)
        board = table(railed)
        assert edges.nearest_edge(board, model("m", 81, 90, 8), cm(3)) is None
        assert edges.nearest_edge(board, model("m", 10, 10), cm(3)) is None
