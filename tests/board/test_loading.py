"""Boards from files, their faults in words, and JSON."""

from __future__ import annotations

import msgspec
import pytest

from rules.board import (
    Area,
    Board,
    BoardError,
    Building,
    Ladder,
    Platform,
    Prop,
    Stairs,
    Wall,
    Window,
    board_names,
    from_data,
    load_board,
    paths,
    problems,
)
from rules.units import CM, UM
from tests.board.models import LOW, box, cm, model, plan, table

EVERYTHING = {
    "size": [120, 120],
    "terrain": [
        {"id": "a", "kind": "area", "polygon": [[1, 1], [5, 1], [5, 5]], "effect": "water"},
        {
            "id": "w",
            "kind": "wall",
            "line": [[10, 10], [20, 10]],
            "height": 3,
            "thickness": 0.5,
            "windows": [{"from": 2, "to": 4, "sill": 1, "top": 2.5}],
            "name": {"es": "Tapia", "en": "Wall"},
        },
        {"id": "h", "kind": "building", "polygon": [[30, 30], [50, 30], [50, 50], [30, 50]]},
        {
            "id": "f",
            "kind": "platform",
            "polygon": [[30, 30], [50, 30], [50, 50], [30, 50]],
            "height": 8,
            "building": "h",
        },
        {"id": "s", "kind": "stairs", "line": [[24, 40, 0], [30, 40, 8]], "width": 4},
        {"id": "l", "kind": "ladder", "at": [40, 30], "height": 8},
        {"id": "m", "kind": "ladder", "at": [40, 51, 0], "top": [40, 49, 8]},
        {"id": "p", "kind": "prop", "at": [80, 80], "radius": 1.5, "height": 3},
        {"id": "q", "kind": "prop", "polygon": [[90, 90], [94, 90], [94, 94]], "height": 2},
    ],
}


def test_every_kind_is_read():
    board = from_data(EVERYTHING, CM)
    assert board.size == (120_000, 120_000)
    kinds = [type(piece) for piece in board.terrain]
    assert kinds == [Area, Wall, Building, Platform, Stairs, Ladder, Ladder, Prop, Prop]
    wall, ladder = board.terrain[1], board.terrain[5]
    assert isinstance(wall, Wall)
    assert wall.windows == (Window(2_000, 4_000, 1_000, 2_500),)
    assert wall.thickness == 500
    assert isinstance(ladder, Ladder)
    assert (ladder.at, ladder.top) == ((40_000, 30_000, 0), (40_000, 30_000, 8_000))


def test_lengths_are_in_the_file_s_own_unit():
    board = from_data({"size": [48, 48], "terrain": []}, UM)
    assert board.size == (120_000, 120_000)


def test_json_there_and_back():
    board = from_data(EVERYTHING, CM)
    assert msgspec.json.decode(msgspec.json.encode(board), type=Board) == board
    board.index.size  # noqa: B018 - compiled: it must leave no trace in the data
    assert msgspec.json.decode(msgspec.json.encode(board), type=Board) == board


@pytest.mark.parametrize(
    ("piece", "words"),
    [
        ({"id": "w", "kind": "wal"}, ["terrain[0].kind", "wal", "wall"]),
        ({"id": "w", "kind": "wall", "hight": 3}, ["terrain[0].hight", "height"]),
        ({"id": "w", "kind": "wall", "line": [[0, 0], [1, 1]]}, ["w", "height"]),
        (
            {"id": "w", "kind": "wall", "line": [[0, "x"], [1, 1]], "height": 3},
            ["(w)", "line[0][1]"],
        ),
        ({"id": "w", "kind": "wall", "line": [[0, 0, 0], [1, 1]], "height": 3}, ["w", "line"]),
        ({"id": "a", "kind": "area", "polygon": [[0, 0]], "effect": "lava"}, ["a", "effect"]),
        ({"id": "l", "kind": "ladder", "at": 3}, ["(l)", "at"]),
        ({"id": "l", "kind": "ladder", "at": [1, 2], "height": [3]}, ["(l)", "height"]),
        ({"id": "l", "kind": "ladder", "at": [1, 2, [3]], "height": 3}, ["(l)", "height"]),
        ({"id": "k", "kind": []}, ["terrain[0].kind", "wall"]),
        ({"id": "k", "kind": {"wall": 1}}, ["terrain[0].kind", "wall"]),
        (
            {"id": "w", "kind": "wall", "line": [[0, 0], [200, 0]], "height": 3},
            ["w", "outside table"],
        ),
    ],
)
def test_what_is_wrong_is_named(piece, words):
    with pytest.raises(BoardError) as error:
        from_data({"size": [120, 120], "terrain": [piece]}, CM)
    assert all(word in str(error.value) for word in words), str(error.value)


@pytest.mark.parametrize(
    ("terrain", "code", "where"),
    [
        ({}, "no_list", "terrain"),
        ([7], "no_table", "terrain[0]"),
        ([{"kind": "ladder", "id": "l"}], "no_point", "terrain[0] (l).at"),
        ([{"kind": "ladder", "at": [1, 1], "height": None, "top": "x"}], "no_length", "top"),
        ([{"kind": "prop", "height": "x"}], "no_length", "terrain[0].height"),
        ([{"kind": "tower"}], "no_kind", "terrain[0].kind"),
        ([{"kind": ["wall"]}], "no_kind", "terrain[0].kind"),
        ([{"kind": "wall", "colour": "red"}], "no_such_key", "terrain[0].colour"),
        ([{"kind": "wall", "id": "w", "line": 7, "height": 3}], "unreadable", "terrain[0].line"),
        ([{"kind": "wall", "id": 9, "line": [], "height": 3}], "unreadable", "terrain[0].id"),
    ],
)
def test_what_cant_be_read_has_a_code_and_a_place(terrain, code, where):
    with pytest.raises(BoardError) as error:
        from_data({"size": [120, 120], "terrain": terrain}, CM)
    ((found, params),) = error.value.problems
    assert found == code
    assert where in params["where"]


def codes(*terrain):
    return [code for code, _ in problems(table(*terrain))]


@pytest.mark.parametrize(
    ("terrain", "found"),
    [
        ([Prop("p", cm(1), polygon=box(1, 1, 2, 2))] * 2, ["duplicate_id"]),
        ([Area("a", plan((1, 1), (2, 2)))], ["degenerate_polygon"]),
        ([Area("a", plan((1, 1), (2, 2), (3, 3)))], ["degenerate_polygon"]),
        ([Area("a", plan((1, 1), (5, 5), (5, 1), (1, 4)))], ["crossed_polygon"]),
        ([Wall("w", plan((1, 1)), cm(1))], ["degenerate_line"]),
        ([Wall("w", plan((1, 1), (1, 1)), cm(1))], ["degenerate_line"]),
        ([Wall("w", plan((1, 1), (1, 200)), cm(1))], ["outside_table"]),
        ([Wall("w", plan((1, 1), (1, 9)), 0)], ["bad_height"]),
        ([Wall("w", plan((1, 1), (1, 9)), cm(1), base=-1)], ["bad_height"]),
        ([Wall("w", plan((1, 1), (1, 9)), cm(1), thickness=-1)], ["bad_width"]),
        (
            [Wall("w", plan((1, 1), (1, 9)), cm(3), windows=(Window(1, 9_000, 0, 5),))],
            ["bad_window"],
        ),
        (
            [Wall("w", plan((1, 1), (1, 9)), cm(3), windows=(Window(1, 5, 0, 4_000),))],
            ["bad_window"],
        ),
        ([Prop("p", cm(1))], ["no_shape"]),
        ([Platform("f", box(1, 1, 9, 9), cm(8), building="x")], ["unknown_building"]),
        ([Stairs("s", ((1, 1, 0), (1, 1, 8)), 4)], ["degenerate_line"]),
        ([Stairs("s", ((1, 1, 0), (5, 1, 8_000)), 4)], ["hangs"]),
        ([Ladder("l", (1, 1, 0), (1, 1, 8_000))], ["hangs"]),
        ([Ladder("l", (1, 1, 0), (1, 1, 0))], ["bad_height"]),
    ],
)
def test_faults_of_a_board(terrain, found):
    assert codes(*terrain) == found


def test_all_faults_at_once():
    assert codes(Prop("p", 0), Wall("p", plan((1, 1), (1, 200)), cm(1))) == [
        "duplicate_id",
        "no_shape",
        "bad_height",
        "outside_table",
    ]
    assert problems(Board((0, 5))) == [("table_size", {"size": [0, 5]})]


def test_boards_that_come_with_the_rules():
    assert "plaza" in board_names()
    for name in board_names():
        assert problems(load_board(name)) == []
    with pytest.raises(BoardError, match="plaza"):
        load_board("nowhere")


def test_on_the_square_every_floor_can_be_reached_from_every_edge():
    board = load_board("plaza")
    floors = [piece for piece in board.terrain if isinstance(piece, Platform)]
    assert len(floors) == 3
    for floor in floors:
        xs, ys = zip(*floor.polygon, strict=True)
        middle = ((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2, floor.height)
        for x, y in ((60, 5), (60, 115), (5, 60), (115, 60)):
            mover = model("m", x, y, base=2.5)
            assert paths.route(board, mover, middle, free_height=LOW) is not None, (floor.id, x, y)
