"""Generated boards: sound, the same for the same seed, playable from edge to edge."""

from __future__ import annotations

import pytest

from rules.board import Building, Platform, generate, paths, problems
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
