"""Walking, by hand: obstacles, ground, levels, stairs, ladders, edges (P-MOV-01, 02, 12)."""

from __future__ import annotations

import pytest

from rules.board import Area, Building, Ladder, Platform, Prop, Stairs, Wall, Window, paths
from tests.board.models import LOW, box, cm, model, plan, table

ANA = model("ana", 20, 30)


def at(x: float, y: float, z: float = 0):
    return cm(x), cm(y), cm(z)


def walk(*terrain, mover=ANA, to=((40, 30),), others=(), **more):
    points = [at(*place) for place in to]
    return paths.walk(table(*terrain), mover, points, others, free_height=LOW, **more)


def stopped_by(*terrain, **more):
    block = walk(*terrain, **more).blocked_by
    return block and (block.code, block.id)


def test_legs_cost_their_length():
    way = walk(to=[(26, 30), (26, 34)])
    assert way.points == (at(20, 30), at(26, 30), at(26, 34))
    assert way.costs == (cm(6), cm(4))
    assert way.cost == cm(10)
    assert way.blocked_by is None


def test_a_length_is_rounded_down():
    assert walk(to=[(21, 31)]).cost == 1_414


def test_standing_still_costs_nothing():
    assert walk(to=[]).cost == 0
    assert walk(to=[(20, 30)]).cost == 0


@pytest.mark.parametrize(("height", "stops"), [(2, None), (3, None), (3.1, ("wall", "w"))])
def test_low_obstacles_are_free_and_higher_ones_bar(height, stops):
    barrier = Wall("w", plan((30, 20), (30, 40)), cm(height))
    assert stopped_by(barrier) == stops


def test_the_base_may_touch_a_wall():
    beside = Wall("w", plan((20, 31), (60, 31)), cm(8))
    assert stopped_by(beside) is None
    nearer = Wall("w", plan((20, 30.999), (60, 30.999)), cm(8))
    assert stopped_by(nearer, mover=model("ana", 20, 29), to=[(40, 30)]) == ("wall", "w")


def test_a_base_that_overlaps_something_may_move_away_from_it():
    wall = Wall("w", plan((19.5, 20), (19.5, 40)), cm(8))
    assert stopped_by(wall) is None
    assert stopped_by(wall, to=[(20, 35)]) is None
    assert stopped_by(wall, to=[(10, 30)]) == ("wall", "w")


def test_a_door_lets_a_base_through_that_fits():
    def house(width):
        door = Window(cm(10) - cm(width) // 2, cm(10) + cm(width) // 2, 0, cm(6))
        return Wall("w", plan((30, 20), (30, 40)), cm(8), windows=(door,))

    assert stopped_by(house(2)) is None
    assert stopped_by(house(1.9)) == ("wall", "w")


def test_a_window_with_a_high_sill_or_a_low_lintel_bars():
    def house(sill, top):
        window = Window(cm(5), cm(15), cm(sill), cm(top))
        return Wall("w", plan((30, 20), (30, 40)), cm(8), windows=(window,))

    assert stopped_by(house(3, 7)) is None
    assert stopped_by(house(3.1, 8)) == ("wall", "w")
    assert stopped_by(house(0, 4)) is None
    assert stopped_by(house(0, 3.9)) == ("wall", "w")


def test_solid_things_bar():
    assert stopped_by(Prop("p", cm(4), at=(cm(30), cm(30)), radius=cm(1))) == ("prop", "p")
    assert stopped_by(Prop("p", cm(4), at=(cm(30), cm(32)), radius=cm(1))) is None
    assert stopped_by(Prop("p", cm(4), at=(cm(30), cm(31.9)), radius=cm(1))) == ("prop", "p")
    assert stopped_by(Prop("p", cm(2), at=(cm(30), cm(30)), radius=cm(1))) is None
    assert stopped_by(Building("b", box(30, 20, 50, 40), cm(9))) == ("building", "b")
    assert stopped_by(Building("b", box(30, 20, 50, 40))) is None


def test_nobody_walks_through_anybody():
    assert stopped_by(others=[model("cid", 30, 30)]) == ("model", "cid")
    assert stopped_by(others=[model("cid", 30, 32)]) is None
    assert stopped_by(others=[model("cid", 41, 30)]) == ("model", "cid")
    assert stopped_by(others=[model("cid", 42, 30)]) is None
    assert stopped_by(others=[model("cid", 30, 30, 8)]) is None


def test_some_may_not_even_be_touched():
    foe = model("foe", 42, 30)
    assert stopped_by(keep_clear=[foe]) == ("enemy", "foe")
    assert stopped_by(keep_clear=[foe], to=[(39.998, 30)]) is None
    assert stopped_by(keep_clear=[foe], to=[(39.999, 30)]) == ("enemy", "foe")


def test_who_touches_one_of_them_may_leave():
    foe = model("foe", 18, 30)
    assert stopped_by(keep_clear=[foe]) is None


def test_the_table_ends_where_the_base_would_jut_out():
    assert stopped_by(to=[(1, 30)]) is None
    assert stopped_by(to=[(0.999, 30)]) == ("table", "")
    assert stopped_by(mover=model("ana", 0.5, 30), to=[(0.5, 40)]) is None


class TestGround:
    def test_difficult_ground_costs_double(self):
        marsh = Area("a", box(25, 20, 35, 40), "difficult")
        assert walk(marsh).cost == cm(30)
        assert walk(Area("a", box(25, 20, 35, 40), "very_difficult")).cost == cm(50)

    def test_it_counts_where_the_centre_is(self):
        marsh = Area("a", box(10, 10, 60, 30), "difficult")
        assert walk(marsh).cost == cm(20)
        assert walk(marsh, mover=model("ana", 20, 29.99), to=[(40, 29.99)]).cost == cm(40)

    def test_the_last_area_listed_counts(self):
        marsh, road = Area("a", box(25, 20, 35, 40), "difficult"), Area("r", box(0, 28, 60, 32))
        assert walk(marsh, road).cost == cm(20)
        assert walk(road, marsh).cost == cm(30)

    def test_other_rates_can_be_given(self):
        marsh = Area("a", box(25, 20, 35, 40), "difficult")
        assert walk(marsh, rates={"difficult": (5, 3)}).cost == cm(10) + 16_666

    def test_impassable_ground_bars_the_whole_base(self):
        pit = Area("a", box(30, 20, 40, 40), "impassable")
        assert stopped_by(pit) == ("area", "a")
        assert stopped_by(pit, to=[(29, 30)]) is None
        assert stopped_by(pit, to=[(29.001, 30)]) == ("area", "a")
        assert stopped_by(Area("a", box(30, 20, 40, 40), "water")) is None
        assert (
            stopped_by(Area("a", box(30, 20, 40, 40), "water"), rates={"water": None}) is not None
        )

    def test_floors_lie_above_it(self):
        floor = Platform("f", box(10, 10, 60, 60), cm(8))
        marsh = Area("a", box(25, 20, 35, 40), "difficult")
        assert walk(floor, marsh, mover=model("ana", 20, 30, 8), to=[(40, 30, 8)]).cost == cm(20)


class TestLevels:
    FLOOR = Platform("f", box(30, 20, 60, 40), cm(8), building="h")
    UP = model("ana", 40, 30, 8)

    def test_nobody_walks_off_a_floor(self):
        assert stopped_by(self.FLOOR, mover=self.UP, to=[(50, 30, 8)]) is None
        assert stopped_by(self.FLOOR, mover=self.UP, to=[(30, 30, 8)]) is None
        assert stopped_by(self.FLOOR, mover=self.UP, to=[(29, 30, 8)]) == ("edge", "")
        assert stopped_by(self.FLOOR, mover=self.UP, to=[(29, 30, 0)]) == ("level", "")
        assert stopped_by(self.FLOOR, mover=self.UP, to=[(50, 30, 0)]) == ("level", "")

    def test_nor_out_and_in_again(self):
        notched = Platform(
            "f",
            plan((20, 20), (60, 20), (60, 40), (45, 40), (45, 30), (35, 30), (35, 40), (20, 40)),
            cm(8),
        )
        mover = model("ana", 25, 35, 8)
        assert stopped_by(notched, mover=mover, to=[(55, 35, 8)]) == ("edge", "")
        assert stopped_by(notched, mover=mover, to=[(25, 30, 8), (55, 30, 8), (55, 35, 8)]) is None

    def test_floors_side_by_side_are_one(self):
        other = Platform("g", box(60, 20, 80, 40), cm(8))
        assert stopped_by(self.FLOOR, other, mover=self.UP, to=[(70, 30, 8)]) is None

    def test_steps_are_free(self):
        step = Platform("s", box(25, 20, 30, 40), cm(3))
        dais = Platform("d", box(30, 20, 60, 40), cm(5))
        way = walk(step, dais, to=[(27, 30, 3), (40, 30, 5)])
        assert way.blocked_by is None
        assert way.cost == cm(20)
        assert stopped_by(dais, to=[(40, 30, 5)]) == ("level", "")

    def test_a_low_ceiling_bars(self):
        low = Platform("f", box(30, 20, 60, 40), cm(3.5))
        assert stopped_by(low) == ("floor", "f")
        assert stopped_by(self.FLOOR) is None

    def test_walls_upstairs_bar_only_there(self):
        upper = Wall("u", plan((45, 20), (45, 40)), cm(5), base=cm(8))
        assert stopped_by(self.FLOOR, upper, to=[(55, 30)]) is None
        assert stopped_by(self.FLOOR, upper, mover=self.UP, to=[(55, 30, 8)]) == ("wall", "u")


class TestStairs:
    """One centimetre of movement for each centimetre of way (P-MOV-02)."""

    FLOOR = Platform("f", box(30, 20, 60, 40), cm(8))
    STAIRS = Stairs("s", ((cm(24), cm(30), 0), (cm(30), cm(30), cm(8))), cm(4))

    def test_up_and_down(self):
        up = walk(self.FLOOR, self.STAIRS, to=[(24, 30), (30, 30, 8), (35, 30, 8)])
        assert up.blocked_by is None
        assert up.costs == (cm(4), cm(10), cm(5))
        down = walk(self.FLOOR, self.STAIRS, mover=model("ana", 35, 30, 8), to=[(20, 30)])
        assert down.blocked_by is None
        assert down.costs == (cm(5), cm(10), cm(4))

    def test_one_leg_may_lead_over_them(self):
        way = walk(self.FLOOR, self.STAIRS, to=[(35, 30, 8)])
        assert way.points == (at(20, 30), at(24, 30), at(30, 30, 8), at(35, 30, 8))

    def test_one_may_stop_on_them(self):
        way = walk(self.FLOOR, self.STAIRS, to=[(27, 30, 4)])
        assert way.blocked_by is None
        assert way.cost == cm(4) + cm(5)
        on = model("ana", 27, 30, 4)
        assert stopped_by(self.FLOOR, self.STAIRS, mover=on, to=[(24, 30)]) is None
        assert stopped_by(self.FLOOR, self.STAIRS, mover=on, to=[(35, 30, 8)]) is None

    def test_they_are_entered_at_their_ends(self):
        beside = model("ana", 27, 20)
        assert stopped_by(self.FLOOR, self.STAIRS, mover=beside, to=[(27, 30, 4)]) == ("level", "")
        assert stopped_by(self.FLOOR, self.STAIRS, mover=beside, to=[(27, 40)]) is None

    def test_inside_the_floors_outline_they_work_as_well(self):
        inside = Stairs("s", ((cm(34), cm(30), 0), (cm(40), cm(30), cm(8))), cm(4))
        up = walk(self.FLOOR, inside, to=[(34, 30), (40, 30, 8), (50, 30, 8)])
        assert up.blocked_by is None
        assert up.costs == (cm(14), cm(10), cm(10))

    def test_models_on_them_are_in_the_way(self):
        there = model("cid", 27, 30, 4)
        assert stopped_by(self.FLOOR, self.STAIRS, to=[(35, 30, 8)], others=[there]) == (
            "model",
            "cid",
        )


class TestLadders:
    FLOOR = Platform("f", box(30, 20, 60, 40), cm(8))
    LADDER = Ladder("l", (cm(30), cm(30), 0), (cm(30), cm(30), cm(8)))

    def test_four_there_eight_up_eight_on(self):
        mover = model("ana", 26, 30)
        way = walk(self.FLOOR, self.LADDER, mover=mover, to=[(30, 30), (30, 30, 8), (38, 30, 8)])
        assert way.costs == (cm(4), cm(8), cm(8))

    def test_one_leg_may_lead_up(self):
        way = walk(self.FLOOR, self.LADDER, mover=model("ana", 26, 30), to=[(38, 30, 8)])
        assert way.cost == cm(20)
        assert stopped_by(self.FLOOR, self.LADDER, mover=self_up(), to=[(26, 30)]) is None

    def test_only_where_it_stands(self):
        assert stopped_by(
            self.FLOOR, self.LADDER, mover=model("ana", 26, 35), to=[(38, 35, 8)]
        ) == (
            "level",
            "",
        )

    def test_outside_a_wall_it_leads_over_it(self):
        wall = Wall("w", plan((30, 20), (30, 40)), cm(8))
        outside = Ladder("l", (cm(28.5), cm(30), 0), (cm(31.5), cm(30), cm(8)))
        way = walk(self.FLOOR, wall, outside, to=[(40, 30, 8)])
        assert way.blocked_by is None
        assert way.cost == cm(20) + cm(8)

    def test_not_onto_somebody(self):
        there = model("cid", 30.5, 30, 8)
        blocked = stopped_by(
            self.FLOOR, self.LADDER, mover=model("ana", 26, 30), to=[(38, 30, 8)], others=[there]
        )
        assert blocked is not None


def self_up():
    return model("ana", 38, 30, 8)


class TestStraight:
    def straight(self, *terrain, mover=ANA, goal=(60, 30), **more):
        return paths.straight(table(*terrain), mover, at(*goal), free_height=LOW, **more)

    def test_as_far_as_the_length_allows(self):
        way = self.straight(length=cm(10))
        assert (way.end, way.cost) == (at(30, 30), cm(10))
        assert way.blocked_by is not None
        assert way.blocked_by.code == "limit"

    def test_up_to_a_wall(self):
        way = self.straight(Wall("w", plan((40, 20), (40, 40)), cm(8)))
        assert way.end == at(39, 30)
        assert way.blocked_by is not None
        assert way.blocked_by.id == "w"

    def test_up_to_a_model(self):
        assert self.straight(others=[model("cid", 40, 30)]).end == at(38, 30)
        assert self.straight(keep_clear=[model("cid", 40, 30)]).end == at(37.998, 30)

    def test_up_to_the_edge_of_a_floor(self):
        floor = Platform("f", box(10, 20, 45, 40), cm(8))
        way = self.straight(floor, mover=model("ana", 20, 30, 8), goal=(60, 30, 8))
        assert way.end == at(45, 30, 8)
        assert way.blocked_by is not None
        assert way.blocked_by.code == "edge"

    def test_slow_ground_shortens_it(self):
        marsh = Area("a", box(25, 20, 60, 40), "difficult")
        assert self.straight(marsh, length=cm(10)).end == at(22.5 + 5, 30)


class TestBlockedAt:
    def test_places_where_nobody_can_stand(self):
        board = table(
            Building("b", box(30, 30, 60, 60), cm(9)),
            Wall("low", plan((10, 10), (20, 10)), cm(2)),
            Area("pit", box(80, 80, 90, 90), "impassable"),
        )

        def blocked(x, y, z=0):
            block = paths.blocked_at(board, model("m", x, y, z), free_height=LOW)
            return block and block.code

        assert blocked(45, 45) == "building"
        assert blocked(29.5, 45) == "building"
        assert blocked(45, 45, 9) is None
        assert blocked(29, 45) is None
        assert blocked(15, 10) is None
        assert blocked(79.5, 85) == "area"
        assert blocked(0.5, 50) == "table"

    def test_on_somebody_else(self):
        board, cid = table(), model("cid", 30, 30)
        assert paths.blocked_at(board, model("m", 31.9, 30), [cid], free_height=LOW) is not None
        assert paths.blocked_at(board, model("m", 32, 30), [cid], free_height=LOW) is None
        assert paths.blocked_at(board, cid, [cid], free_height=LOW) is None
