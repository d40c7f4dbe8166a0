"""Directions: the table against the machine's own functions."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board import trig

step = st.integers(-120_000, 120_000)


@pytest.mark.parametrize("degrees", range(-360, 721, 7))
def test_sines_are_right_to_a_millionth(degrees):
    assert abs(trig.sine(degrees) - math.sin(math.radians(degrees)) * trig.UNIT) <= 0.5
    assert abs(trig.cosine(degrees) - math.cos(math.radians(degrees)) * trig.UNIT) <= 0.5


@given(st.integers(0, 359), st.integers(0, 120_000))
def test_offset_leads_in_its_direction(degrees, length):
    dx, dy = trig.offset(degrees, length)
    assert abs(dx - math.cos(math.radians(degrees)) * length) < 0.6
    assert abs(dy - math.sin(math.radians(degrees)) * length) < 0.6


@given(step, step)
def test_bearing_is_the_nearest_whole_degree(dx, dy):
    if (dx, dy) == (0, 0):
        assert trig.bearing(0, 0) == 0
        return
    off = abs(trig.bearing(dx, dy) - math.degrees(math.atan2(dy, dx)) % 360)
    assert min(off, 360 - off) < 0.5001


@given(step, step, st.integers(0, 120_000))
def test_scaled_keeps_direction_and_gives_the_length(dx, dy, length):
    x, y = trig.scaled(dx, dy, length)
    whole = math.hypot(dx, dy)
    if whole:
        assert abs(x - dx / whole * length) < 0.51
        assert abs(y - dy / whole * length) < 0.51
    assert (x, y) == tuple(-part for part in trig.scaled(-dx, -dy, length))


def test_quarters_are_exact():
    assert [trig.bearing(*d) for d in ((1, 0), (0, 1), (-1, 0), (0, -1))] == [0, 90, 180, 270]
    assert trig.unit(0, -7) == (0, -trig.UNIT)
    assert trig.unit(0, 0) == (0, 0)
