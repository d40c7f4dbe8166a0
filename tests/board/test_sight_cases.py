"""What one sees: walls, windows, floors, models, by hand (P-SHO-03, P-COV-01..03)."""

from __future__ import annotations

import pytest

from rules.board import Building, Cover, Ladder, Platform, Prop, Wall, Window, sight
from tests.board.models import box, cm, model, plan, table

ANA, BEA = model("ana", 20, 30), model("bea", 40, 30)


def wall(height: float, line=((30, 20), (30, 40)), **more) -> Wall:
    return Wall(more.pop("id", "w"), plan(*line), cm(height), **more)


def look(*terrain, viewer=ANA, target=BEA, others=(), lean=0):
    board = table(*terrain)
    found = sight.look(board, viewer, target, others, lean=lean)
    assert sight.kind(board, viewer, target, others, lean=lean) == found.kind
    return found


def test_nothing_between_is_clear():
    assert look() == sight.Look("clear")


@pytest.mark.parametrize(
    ("height", "kind"),
    [
        (1.9, "clear"),  # Half way, the lowest line is at (36 + 4) / 2 = 20 mm: above the wall.
        (2, "clear"),  # It touches the rim.
        (2.1, "cover"),
        (3, "cover"),
        (3.6, "cover"),  # Level with both eyes: the line touches the rim.
        (3.7, "none"),
        (10, "none"),
    ],
)
def test_a_wall_half_way_hides_what_is_below_the_line_over_it(height, kind):
    assert look(wall(height)).kind == kind


def test_the_nearer_the_wall_to_the_target_the_more_it_hides():
    assert look(wall(2.1, ((38, 20), (38, 40)))).kind == "cover"
    assert look(wall(2.1, ((22, 20), (22, 40)))).kind == "clear"


def test_a_tall_model_is_seen_over_a_wall_that_hides_a_man():
    ogre = model("ogre", 40, 30, base=4, height=6)
    assert look(wall(4), target=ogre).kind == "cover"


def test_one_that_lies_is_hidden_by_less():
    down = model("bea", 40, 30, height=1)
    assert look(wall(2.5), target=down).kind == "none"
    assert look(wall(2.5)).kind == "cover"


def test_half_a_base_beside_a_wall_is_cover():
    assert look(wall(10, ((30, 30), (30, 40)))).kind == "cover"
    assert look(wall(10, ((30, 31), (30, 40)))).kind == "clear"


def test_through_a_window_one_sees_what_the_opening_shows():
    # From 25 to 35 along y, the window from 27 to 33, 20 to 50 mm above the foot.
    through = (Window(cm(2), cm(8), cm(2), cm(5)),)
    seen = look(wall(8, ((30, 25), (30, 35)), windows=through))
    assert seen == sight.Look("clear")
    assert look(wall(8, ((30, 25), (30, 35)))).kind == "none"
    sill = (Window(cm(2), cm(8), cm(2.5), cm(5)),)
    assert look(wall(8, ((30, 25), (30, 35)), windows=sill)).kind == "cover"


def test_a_door_is_a_window_without_a_sill():
    door = (Window(cm(3), cm(7), 0, cm(6)),)
    assert look(wall(8, ((30, 25), (30, 35)), windows=door)).kind == "clear"
    aside = model("bea", 40, 38)
    assert look(wall(8, ((30, 20), (30, 40)), windows=door), target=aside).kind == "none"


def test_a_thick_wall_hides_like_a_thin_one():
    assert look(wall(10, thickness=cm(1))).kind == "none"
    assert look(wall(3, thickness=cm(1))).kind == "cover"


def test_a_floor_stops_lines_from_below():
    floor = Platform("f", box(35, 20, 60, 40), cm(8))
    above = model("bea", 50, 30, 8)
    assert look(floor, target=above).kind == "none"
    at_edge = model("bea", 35, 30, 8)
    assert look(floor, target=at_edge).kind != "none"
    assert look(floor, target=model("bea", 50, 30)).kind == "clear"


def test_from_above_one_sees_past_the_edge_only():
    floor = Platform("f", box(0, 0, 40, 60), cm(8))
    up = model("ana", 38, 30, 8)
    assert look(floor, viewer=up, target=model("far", 60, 30)).kind == "clear"
    assert look(floor, viewer=up, target=model("foot", 41, 30)).kind == "none"


def test_leaning_over_an_edge_shows_its_foot():
    floor = Platform("f", box(0, 0, 40, 60), cm(8))
    foot = model("foot", 41, 30)
    assert look(floor, viewer=model("ana", 36, 30, 8), target=foot, lean=cm(3)).kind == "clear"
    assert look(floor, viewer=model("ana", 35.9, 30, 8), target=foot, lean=cm(3)).kind == "none"
    parapet = Wall("w", plan((40, 0), (40, 60)), cm(5), base=cm(8))
    assert look(floor, parapet, viewer=model("ana", 38, 30, 8), target=foot, lean=cm(3)).kind == (
        "none"
    )


def test_a_roof_hides_what_is_close_under_its_eaves():
    block = Building("b", box(0, 0, 40, 60), cm(8))
    assert look(block, viewer=model("ana", 30, 30, 8), target=model("x", 42, 30)).kind == "none"
    assert look(block, viewer=model("ana", 30, 30, 8), target=model("x", 90, 30)).kind == "clear"
    assert look(block, viewer=model("ana", 50, 30), target=model("x", 50, 10)).kind == "clear"
    assert look(block, viewer=model("ana", 50, 62), target=model("x", 20, 61.5)).kind == "clear"


def test_upstairs_walls_stand_on_their_floor():
    upper = wall(8, base=cm(8))
    assert look(upper).kind == "clear"
    high = [model(m.id, m.at[0] / 1000, 30, 8) for m in (ANA, BEA)]
    assert look(upper, viewer=high[0], target=high[1]).kind == "none"


def test_a_friend_in_the_way_gives_cover():
    for y in (30, 31):
        friend = model("cid", 30, y)
        assert look(others=[friend]) == sight.Look("cover", (Cover("model", "cid"),))
    assert look(others=[model("cid", 30, 33)]).kind == "clear"
    assert look(others=[model("cid", 30, 30, height=1)]).kind == "clear"


def test_models_alone_never_hide_a_target_wholly():
    row = [model(f"m{n}", 30, 27 + 1.9 * n) for n in range(4)]
    seen = look(others=row)
    assert seen.kind == "cover"
    assert {cover.kind for cover in seen.covers} == {"model"}
    assert look(wall(10), others=row).kind == "none"


def test_viewer_and_target_hide_nothing():
    assert look(others=[ANA, BEA]).kind == "clear"


def test_covers_come_in_the_order_of_the_line():
    barrel = Prop("barrel", cm(3), at=(cm(35), cm(30)), radius=cm(1))
    seen = look(wall(2.5), barrel, others=[model("cid", 25, 30.9)])
    assert seen.kind == "cover"
    assert seen.covers == (
        Cover("model", "cid"),
        Cover("terrain", "w"),
        Cover("terrain", "barrel"),
    )


def test_between_tells_what_hides_one_that_isnt_seen():
    board = table(wall(10), wall(10, ((35, 20), (35, 40)), id="v"))
    found = sight.between(board, BEA, ANA)
    assert [cover.id for cover in found] == ["v", "w"]


def test_round_props_hide_like_cylinders():
    pillar = Prop("p", cm(10), at=(cm(30), cm(30)), radius=cm(2))
    assert look(pillar).kind == "none"
    assert look(Prop("p", cm(10), at=(cm(30), cm(33)), radius=cm(2))).kind == "clear"
    assert look(Prop("p", cm(10), at=(cm(30), cm(32)), radius=cm(2))).kind == "cover"
    low = Prop("p", cm(1), at=(cm(30), cm(30)), radius=cm(2))
    assert look(low).kind == "clear"


def test_ladders_hide_nothing():
    assert look(Ladder("l", (cm(30), cm(30), 0), (cm(30), cm(30), cm(8)))).kind == "clear"


def test_one_above_the_other_sees_nothing_through_the_floor():
    floor = Platform("f", box(0, 0, 60, 60), cm(8))
    assert look(floor, viewer=model("up", 30, 30, 8), target=model("low", 30, 30)).kind == "none"
    assert look(viewer=model("up", 30, 30, 8), target=model("low", 30, 30)).kind == "clear"


class TestGrazing:
    """The written rule: what touches isn't stopped; what passes between two sides is."""

    EYE = cm(3.6)

    def free(self, *walls, a=(20, 30), b=(40, 30)):
        eye, point = ((cm(x), cm(y), self.EYE) for x, y in (a, b))
        return sight.free(table(*walls), eye, point)

    def test_the_end_of_a_wall(self):
        assert self.free(wall(10, ((30, 30), (30, 40))))

    def test_along_a_wall(self):
        assert self.free(wall(10, ((25, 30), (35, 30))))

    def test_a_corner_that_points_at_the_line(self):
        assert self.free(wall(10, ((25, 40), (30, 30), (35, 40))))

    def test_a_bend_through_which_the_line_passes(self):
        assert not self.free(wall(10, ((30, 20), (30, 30), (30, 40))))
        assert not self.free(wall(10, ((28, 20), (30, 30), (28, 40))))

    def test_two_walls_that_meet_on_the_line(self):
        above, below = wall(10, ((30, 30), (30, 40)), id="v"), wall(10, ((30, 20), (30, 30)))
        assert not self.free(above, below)

    def test_a_step_along_the_line(self):
        assert not self.free(wall(10, ((28, 20), (28, 30), (32, 30), (32, 40))))
        assert self.free(wall(10, ((28, 20), (28, 30), (32, 30), (32, 20))))

    def test_walls_of_different_height_that_meet_on_the_line(self):
        above, below = wall(3, ((30, 30), (30, 40)), id="v"), wall(10, ((30, 20), (30, 30)))
        assert self.free(above, below)

    def test_a_line_that_ends_at_a_wall(self):
        assert self.free(wall(10), b=(30, 30))
        assert self.free(wall(10), a=(30, 30))
