"""The chart of ratings: few figures on its axes, however long the campaign and far the ratings."""

from types import SimpleNamespace

import pytest

from campaigns.views.chronicle import (
    BOTTOM,
    LEFT,
    MOST_BATTLES,
    MOST_HEIGHTS,
    TOP,
    WIDTH,
    chart_of,
)


def standing(*ratings: int):
    return SimpleNamespace(ratings=list(ratings), warband=SimpleNamespace(name="Los Cuervos"))


@pytest.mark.parametrize(
    "ratings",
    [(100, 101), (100, 100), (80, 143, 99), tuple(range(90, 600, 10)), (50, 3000), (0, 9000)],
)
def test_the_figures_are_few_and_hold_every_rating(ratings):
    chart = chart_of([standing(*ratings)])
    marks = [mark for _place, mark in chart.heights]
    assert 2 <= len(marks) <= MOST_HEIGHTS + 1
    assert marks[0] <= min(ratings) <= max(ratings) <= marks[-1]
    assert 2 <= len(chart.marks) <= MOST_BATTLES
    assert len(chart.battles) == len(ratings)
    for x, y, _rating in chart.lines[0].dots:
        assert LEFT <= x <= WIDTH
        assert TOP <= y <= BOTTOM


def test_nothing_is_drawn_before_the_first_battle():
    assert chart_of([standing(100)]) is None
    assert chart_of([]) is None
