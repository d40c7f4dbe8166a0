"""Boards strewn with obstacles, the same for the same seed: for `sight` and the board's tests.

120 x 120 cm, 120 walls (3 to 12 cm), 40 polygons (4 to 8 sides, 1.5 to 5 cm of radius), all of them
higher than any model, and 40 bases of 2.5 cm; everything on the lattice of 1/100 mm.
"""

from __future__ import annotations

import math
import random

from rules.board import Board, Body, Plan, Prop, Terrain, Wall

SIZE = 120_000
HIGH = 10_000
RADIUS = 1_250
HEIGHT = 4_000
EYE = HEIGHT * 9 // 10


def scattered(seed: int, walls: int = 120, polygons: int = 40) -> Board:
    """A board of full-height obstacles."""
    chance = random.Random(seed)
    pieces: list[Terrain] = [_wall(chance, f"w{n}") for n in range(walls)]
    pieces += [_polygon(chance, f"p{n}") for n in range(polygons)]
    return Board((SIZE, SIZE), tuple(pieces))


def _wall(chance: random.Random, id: str) -> Wall:
    while True:
        a = _place(chance, 0)
        turn, length = chance.uniform(0, 2 * math.pi), chance.randint(3_000, 12_000)
        b = (a[0] + round(math.cos(turn) * length), a[1] + round(math.sin(turn) * length))
        if all(0 <= x <= SIZE for x in b):
            return Wall(id, (a, b), HIGH)


def _polygon(chance: random.Random, id: str) -> Prop:
    x, y = _place(chance, 5_000)
    sides, turn = chance.randint(4, 8), chance.uniform(0, 2 * math.pi)
    radius = chance.randint(1_500, 5_000)
    turns = [turn + 2 * math.pi * n / sides for n in range(sides)]
    corners = [(x + round(math.cos(t) * radius), y + round(math.sin(t) * radius)) for t in turns]
    return Prop(id, HIGH, polygon=tuple(corners))


def _place(chance: random.Random, margin: int) -> Plan:
    return chance.randint(margin, SIZE - margin), chance.randint(margin, SIZE - margin)


def models(seed: int, many: int = 40) -> list[Body]:
    """Bases anywhere on the table."""
    chance = random.Random(seed)
    return [Body(f"m{n}", (*_place(chance, RADIUS), 0), RADIUS, HEIGHT) for n in range(many)]


def lines(seed: int, many: int) -> list[tuple[Plan, Plan]]:
    """Random lines on the lattice, none of them a point."""
    chance = random.Random(seed)
    found: list[tuple[Plan, Plan]] = []
    while len(found) < many:
        a, b = _place(chance, 0), _place(chance, 0)
        if a != b:
            found.append((a, b))
    return found


def sweeps(seed: int, many: int, length: int = 30_000) -> list[tuple[Plan, Plan]]:
    """Random straight ways of about a length that stay on the table with their bases."""
    chance = random.Random(seed)
    found: list[tuple[Plan, Plan]] = []
    while len(found) < many:
        a, turn = _place(chance, RADIUS), chance.uniform(0, 2 * math.pi)
        b = (a[0] + round(math.cos(turn) * length), a[1] + round(math.sin(turn) * length))
        if all(RADIUS <= x <= SIZE - RADIUS for x in b):
            found.append((a, b))
    return found
