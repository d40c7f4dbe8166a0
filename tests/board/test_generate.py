"""Generated boards: sound, the same for the same seed, playable from edge to edge."""

from __future__ import annotations

import pytest

from rules.board import Area, Building, Platform, generate, paths, problems
from rules.board.shuffle import Shuffle
from tests.board.models import LOW, cm, model


@pytest.mark.parametrize("seed", range(30))
def test_they_have_no_faults(seed):
    assert problems(generate.ruins(seed)) == []


def test_the_seed_decides():
    assert generate.ruins(7) == generate.ruins(7)
    assert generate.ruins(7) != generate.ruins(8)


def test_chance_is_the_same_everywhere():
    luck = Shuffle(0)
    assert luck.word() == 0xE220A8397B1DCDAF
    assert luck.word() == 0x6E789E6AA1B965F4
    assert sorted(luck.shuffled(range(9))) == list(range(9))


@pytest.mark.parametrize(("density", "ruins"), [(0, 0), (70, 6), (100, 9)])
def test_so_many_of_the_lots_are_ruins(density, ruins):
    board = generate.ruins(1, density=density)
    assert sum(piece.id.endswith("-floor") for piece in board.terrain) == ruins


def test_other_sizes_have_their_own_number_of_lots():
    assert len(generate.ruins(1, (cm(180), cm(120))).terrain) > len(generate.ruins(1).terrain)
    assert generate.ruins(1, (cm(30), cm(30))).terrain == ()


@pytest.mark.parametrize("seed", range(5))
def test_the_strips_along_the_edges_are_free(seed):
    board = generate.ruins(seed)
    for along in range(5, 116, 5):
        for x, y in ((along, 5), (along, 115), (5, along), (115, along)):
            assert paths.blocked_at(board, model("m", x, y, base=4), free_height=LOW) is None


@pytest.mark.parametrize("seed", range(3))
def test_one_gets_across_and_up_on_every_floor(seed):
    board = generate.ruins(seed)
    mover = model("m", 60, 5, base=2.5)
    across = paths.route(board, mover, (cm(60), cm(115), 0), free_height=LOW)
    assert across is not None
    for floor in (piece for piece in board.terrain if isinstance(piece, Platform)):
        xs, ys = zip(*floor.polygon, strict=True)
        middle = (sum(xs) // 4, sum(ys) // 4, floor.height)
        assert paths.route(board, mover, middle, free_height=LOW) is not None, floor.id


def test_buildings_have_names_in_both_languages():
    named = [piece.name for piece in generate.ruins(3).terrain if isinstance(piece, Building)]
    assert named
    assert all(name and set(name) == {"es", "en"} for name in named)


@pytest.mark.parametrize("seed", range(12))
def test_a_street_is_closed_on_both_sides(seed):
    board = generate.ruins(seed, street=True)
    assert problems(board) == []
    houses = [piece for piece in board.terrain if isinstance(piece, Building)]
    rows = {min(x for x, _ in house.polygon) for house in houses}
    assert len(rows) == 2
    behind = [p for p in board.terrain if isinstance(p, Area) and p.effect == "impassable"]
    assert len(behind) == 2


def test_a_table_too_small_for_a_street_gets_a_district():
    assert problems(generate.ruins(3, (cm(60), cm(60)), street=True)) == []


def test_some_floors_are_joined_and_some_houses_have_two():
    pieces = [piece.id for seed in range(8) for piece in generate.ruins(seed).terrain]
    assert any(id.endswith("-walkway") for id in pieces)
    assert any(id.endswith("-top-ladder") for id in pieces)
