"""Sight lines against Shapely, and against a plain loop of fractions for heights."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import STRtree
from shapely.geometry import LineString, MultiPoint, Polygon

from benchmarks.scatter import EYE, HIGH, SIZE, lines, scattered
from benchmarks.sight import shape_of
from rules.board import Board, Prop, Wall, Window, sight
from rules.board.faces import faces_of

FULL = {"low": 0, "high": HIGH}


@pytest.mark.parametrize("seed", [11, 12, 13])
def test_ten_thousand_lines_agree_on_three_boards(seed):
    board = scattered(seed)
    tree = STRtree([shape_of(piece) for piece in board.terrain])
    wanted = lines(seed + 1_000, 10_000)
    blocked = set(tree.query([LineString(line) for line in wanted], predicate="intersects")[0])
    wrong = [
        line
        for number, line in enumerate(wanted)
        if _free(board, *line) == (number in blocked) and not _grazes(board, line)
    ]
    assert wrong == []


def _free(board, a, b):
    return sight.free(board, (*a, EYE), (*b, EYE))


def _grazes(board, line):
    """Whether the written rule decides, not Shapely: corners and ends met, lines inside a block."""
    drawn = LineString(line)
    met = [shape for piece in board.terrain if drawn.intersects(shape := shape_of(piece))]
    return all(drawn.touches(shape) or shape.contains(drawn) for shape in met)


small = st.integers(0, 12)
spot = st.tuples(small, small)


@given(st.lists(spot, min_size=3, max_size=7, unique=True), spot, spot)
def test_a_convex_block_stops_exactly_the_lines_through_its_inside(places, a, b):
    hull = MultiPoint(places).convex_hull
    assume(isinstance(hull, Polygon) and a != b)
    drawn = LineString([a, b])
    assume(not hull.covers(MultiPoint([a])) and not hull.covers(MultiPoint([b])))
    corners = tuple((int(x) * 1_000, int(y) * 1_000) for x, y in hull.exterior.coords[:-1])
    board = Board((SIZE, SIZE), (Prop("p", HIGH, polygon=corners),))
    ends = [(x * 1_000, y * 1_000) for x, y in (a, b)]
    assert _free(board, *ends) == (not drawn.relate_pattern(hull, "T********"))


@given(spot, spot, spot, spot)
def test_a_wall_stops_exactly_the_lines_that_cross_it_inside(a, b, c, d):
    assume(a != b and c != d)
    board = Board((SIZE, SIZE), (Wall("w", (_scaled(c), _scaled(d)), HIGH),))
    crossed = LineString([a, b]).relate_pattern(LineString([c, d]), "0********")
    assert _free(board, _scaled(a), _scaled(b)) == (not crossed)


def _scaled(place):
    return place[0] * 1_000, place[1] * 1_000


@given(st.lists(spot, min_size=2, max_size=5, unique=True), spot, spot)
def test_sight_is_mutual(line, a, b):
    board = Board((SIZE, SIZE), (Wall("w", tuple(map(_scaled, line)), HIGH),))
    assert _free(board, _scaled(a), _scaled(b)) == _free(board, _scaled(b), _scaled(a))


@given(st.lists(spot, min_size=3, max_size=3, unique=True), spot, spot)
def test_a_bend_stops_like_two_walls_that_meet(line, a, b):
    a, b, c, p, q = (_scaled(place) for place in (a, b, *line))
    bent = Board((SIZE, SIZE), (Wall("w", (c, p, q), HIGH),))
    two = Board((SIZE, SIZE), (Wall("w", (c, p), HIGH), Wall("v", (p, q), HIGH)))
    assert _free(bent, a, b) == _free(two, a, b)


def _ruins(seed: int) -> Board:
    """Walls of all heights with windows, some on the first floor."""
    chance = random.Random(seed)
    walls = []
    for number, piece in enumerate(scattered(seed, 80, 0).terrain):
        height = chance.randint(1_000, 9_000)
        sill = chance.randint(0, height - 500)
        window = Window(500, chance.randint(1_000, 2_900), sill, chance.randint(sill + 1, height))
        base = chance.choice([0, 0, 2_000])
        walls.append(Wall(f"w{number}", piece.line, height, 0, base, (window,)))
    return Board((SIZE, SIZE), tuple(walls))


def _plainly_free(faces, eye, point):
    return not any(_stops(face, eye, point) for face in faces)


def _stops(face, eye, point):
    (ax, ay), (bx, by) = face.a, face.b
    (ex, ey, ez), (tx, ty, tz) = eye, point
    rx, ry, dx, dy = tx - ex, ty - ey, bx - ax, by - ay
    whole = rx * dy - ry * dx
    if whole == 0:
        return False
    along = Fraction((ax - ex) * dy - (ay - ey) * dx, whole)
    across = Fraction((ax - ex) * ry - (ay - ey) * rx, whole)
    inside = 0 < along < 1 and 0 < across < 1
    return inside and face.low < ez + (tz - ez) * along < face.high


@pytest.mark.parametrize("seed", [21, 22, 23])
def test_heights_and_windows_agree_with_a_plain_loop_of_fractions(seed):
    board = _ruins(seed)
    faces = [face for piece in board.terrain for face in faces_of(piece)]
    chance = random.Random(seed)
    seen = 0
    for a, b in lines(seed, 300):
        eye, point = (*a, chance.randint(400, 12_000)), (*b, chance.randint(400, 12_000))
        expected = _plainly_free(faces, eye, point)
        seen += expected
        assert sight.free(board, eye, point) == expected
    assert 20 < seen < 280  # the boards show both answers
