"""Bases on their way against Shapely: straight sweeps, and routes against a finer search."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import STRtree
from shapely.geometry import LineString
from shapely.geometry import Point as ShapelyPoint

from benchmarks.scatter import HEIGHT, HIGH, RADIUS, SIZE, scattered, sweeps
from benchmarks.sight import shape_of
from rules.board import Board, Body, Wall, contact, paths
from rules.board.sweep import segments_apart
from tests.board.models import LOW


@pytest.mark.parametrize("seed", [31, 32, 33])
def test_ten_thousand_ways_agree_on_three_boards(seed):
    board = scattered(seed, 60, 20)
    shapes = [shape_of(piece) for piece in board.terrain]
    tree = STRtree(shapes)
    ways = _clear_starts(tree, sweeps(seed + 1_000, 25_000, 12_000))[:10_000]
    assert len(ways) == 10_000
    drawn = [LineString(way) for way in ways]
    near = set(tree.query(drawn, predicate="dwithin", distance=RADIUS)[0].tolist())
    wrong = [way for n, way in enumerate(ways) if _walkable(board, *way) == (n in near)]
    assert wrong == []
    assert 0.1 < len(near) / len(ways) < 0.9


def _clear_starts(tree, ways):
    """Ways that don't begin in or against something: from there a base may always move away."""
    starts = [ShapelyPoint(a) for a, _ in ways]
    inside = set(tree.query(starts, predicate="dwithin", distance=RADIUS)[0].tolist())
    return [way for n, way in enumerate(ways) if n not in inside]


def _walkable(board, a, b):
    mover = Body("m", (*a, 0), RADIUS, HEIGHT)
    return paths.walk(board, mover, [(*b, 0)], free_height=LOW).blocked_by is None


small = st.integers(0, 15)
spot = st.tuples(small, small)


@given(spot, spot, spot, spot)
def test_the_distance_of_two_segments_is_exact(a, b, c, d):
    assume(a != b and c != d)
    top, bottom = segments_apart(*a, *b, *c, *d)
    assert float(Fraction(top, bottom)) ** 0.5 == pytest.approx(
        LineString([a, b]).distance(LineString([c, d])), abs=1e-9
    )


@given(spot, spot, spot, spot)
def test_a_base_may_touch_a_wall_and_not_cross_it(a, b, c, d):
    """On a coarse lattice with a radius of one step: exact touches are common."""
    assume(a != b and c != d)
    a, b, c, d = (tuple(20_000 + 1_000 * part for part in place) for place in (a, b, c, d))
    board = Board((SIZE, SIZE), (Wall("w", (c, d), HIGH),))
    mover = Body("m", (*a, 0), 1_000, HEIGHT)
    assume(paths.blocked_at(board, mover, free_height=LOW) is None)
    way = paths.walk(board, mover, [(*b, 0)], free_height=LOW)
    top, bottom = segments_apart(*a, *b, *c, *d)
    assert (way.blocked_by is None) == (top >= 1_000_000 * bottom)


@given(spot, spot, st.lists(spot, min_size=1, max_size=4))
def test_a_walk_ends_clear_of_every_other_base(a, b, others):
    a, b = (tuple(20_000 + 1_000 * part for part in place) for place in (a, b))
    bodies = [
        Body(f"o{n}", (20_000 + 1_000 * x, 20_000 + 1_000 * y, 0), 1_000, HEIGHT)
        for n, (x, y) in enumerate(others)
    ]
    mover = Body("m", (*a, 0), 1_000, HEIGHT)
    assume(not any(contact.overlapping(mover, body) for body in bodies))
    board = Board((SIZE, SIZE))
    way = paths.walk(board, mover, [(*b, 0)], bodies, free_height=LOW)
    apart = min(LineString([a, b]).distance(ShapelyPoint(o.at[:2])) for o in bodies)
    assume(abs(apart - 2_000) > 1e-6 or apart == 2_000)
    assert (way.blocked_by is None) == (apart >= 2_000)


class _Fine:
    """The shortest way over a lattice of 5 mm with 16 directions: an upper bound."""

    STEP = 500
    MOVES = tuple(
        (dx, dy)
        for dx in range(-2, 3)
        for dy in range(-2, 3)
        if (abs(dx), abs(dy)) in ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1))
    )

    def __init__(self, board, mover, target):
        from rules.board.terms import terms_for

        self.terms = terms_for(board, mover, LOW)
        self.reach = mover.radius + target.radius
        self.start, self.end = mover.at[:2], target.at[:2]

    def length(self, most):
        from heapq import heappop, heappush

        best, queue = {self.start: 0.0}, [(0.0, self.start)]
        found = most
        while queue:
            cost, place = heappop(queue)
            rest = ShapelyPoint(place).distance(ShapelyPoint(self.end)) - self.reach
            if cost > best[place] or cost + max(0, rest) >= found:
                continue
            if rest < 4 * self.STEP and self._free(place, self._touch(place)):
                found = min(found, cost + max(0, rest))
            for dx, dy in self.MOVES:
                other = place[0] + dx * self.STEP, place[1] + dy * self.STEP
                total = cost + self.STEP * (dx * dx + dy * dy) ** 0.5
                if total < best.get(other, found) and self._free(place, other):
                    best[other] = total
                    heappush(queue, (total, other))
        return found

    def _touch(self, place):
        (x, y), (tx, ty) = place, self.end
        whole = ((tx - x) ** 2 + (ty - y) ** 2) ** 0.5
        share = max(0, whole - self.reach - 1) / whole
        return round(x + (tx - x) * share), round(y + (ty - y) * share)

    def _free(self, a, b):
        from rules.board import Block

        return not isinstance(self.terms.known_leg((*a, 0), (*b, 0)), Block)


@pytest.mark.parametrize("seed", range(40, 48))
def test_routes_are_hardly_longer_than_the_best_of_a_fine_lattice(seed):
    """Obstacles all over: the route is at most 1 % longer than what brute force finds."""
    chance = random.Random(seed)
    board = scattered(seed, 40, 12)
    mover, target = _free_bodies(board, chance)
    route = paths.route(board, mover, target, free_height=LOW)
    assert route is not None
    _sound(board, mover, target, route)
    assert route.cost <= _Fine(board, mover, target).length(1.2 * route.cost) * 1.01


def _free_bodies(board, chance):
    """Two bases that fit, some 20 cm apart."""
    while True:
        x, y = chance.randint(20_000, 80_000), chance.randint(20_000, 80_000)
        bodies = [
            Body(name, (x + shift, y + chance.randint(-9_000, 9_000), 0), RADIUS, HEIGHT)
            for name, shift in (("a", 0), ("b", 18_000))
        ]
        fit = [paths.blocked_at(board, body, free_height=LOW) is None for body in bodies]
        barred = paths.walk(board, bodies[0], [bodies[1].at], free_height=LOW).blocked_by
        if all(fit) and barred is not None:
            return bodies


def _sound(board, mover, target, route):
    """The route can be walked, costs what it says, and ends in contact."""
    walk = paths.walk(board, mover, route.points[1:], [target], free_height=LOW)
    assert walk.blocked_by is None
    assert walk.cost == route.cost
    there = Body("a", route.end, mover.radius, mover.height)
    assert contact.gap(there, target) in (0, 1)
    assert contact.touching(there, target)
