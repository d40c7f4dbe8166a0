"""Sight and paths against Shapely in the same run: ratios, and the count of disagreements.

The yardsticks are a plain loop over Shapely's geometries and its best vectorised ways (the union
prepared; an STRtree). Bars: docs/performance.md.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import shapely
from shapely import STRtree
from shapely.geometry import LineString, Polygon

from benchmarks.scatter import EYE, HEIGHT, RADIUS, lines, models, scattered, sweeps
from rules.board import Board, Body, Plan, Prop, Wall, contact, paths, sight

SEED = 1
OTHER = 1_001
"""Lines and ways from another seed than the board's: the same one would draw the same places."""
SHORT = 40_000
FREE_HEIGHT = 3_000
RUNS = 5


def run() -> dict[str, Any]:
    """Rates a second, ratios to Shapely, disagreements."""
    board = scattered(SEED)
    board.index  # noqa: B018 - compiled before the clock starts
    bodies = models(OTHER)
    pairs = [(a.at[:2], b.at[:2]) for a, b in combinations(bodies, 2)]
    yardstick = _Yardstick(board)
    return {
        "sight": _sight(board, yardstick, pairs),
        "look": _looks(board, bodies),
        "path": _paths(board, yardstick),
        "contact": {"boards_per_s": _rate(lambda: contact.pairs(bodies), 1)},
        "agreement": _agreement(board, yardstick, pairs),
    }


class _Yardstick:
    """Shapely's view of a board."""

    def __init__(self, board: Board) -> None:
        self.shapes = [shape_of(piece) for piece in board.terrain if isinstance(piece, Wall | Prop)]
        self.union = shapely.union_all(self.shapes)
        shapely.prepare(self.union)
        self.tree = STRtree(self.shapes)

    def naive(self, line: LineString) -> bool:
        """A plain loop."""
        return any(line.intersects(shape) for shape in self.shapes)

    def union_hits(self, many: Sequence[LineString]) -> Any:
        """Vectorised against the prepared union."""
        return shapely.intersects(self.union, many)

    def tree_hits(self, many: Sequence[LineString]) -> set[int]:
        """Vectorised by the tree."""
        return set(self.tree.query(many, predicate="intersects")[0].tolist())

    def naive_path(self, line: LineString) -> bool:
        """A plain loop over what the base sweeps."""
        swept = line.buffer(RADIUS)
        return any(swept.intersects(shape) for shape in self.shapes)

    def distances(self, line: LineString) -> bool:
        """A plain loop over distances: exact, and cheaper than the swept area."""
        return any(line.distance(shape) < RADIUS for shape in self.shapes)

    def tree_path(self, many: Sequence[LineString]) -> set[int]:
        """Vectorised by the tree."""
        return set(self.tree.query(many, predicate="dwithin", distance=RADIUS)[0].tolist())


def shape_of(piece: Wall | Prop) -> Any:
    """A wall as a line, a polygon as a polygon."""
    if isinstance(piece, Wall):
        return LineString(piece.line)
    return Polygon(piece.polygon)


def free(board: Board, a: Plan, b: Plan) -> bool:
    """A level sight line between two places."""
    return sight.free(board, (*a, EYE), (*b, EYE))


def walkable(board: Board, a: Plan, b: Plan) -> bool:
    """A straight way for a base."""
    mover = Body("m", (*a, 0), RADIUS, HEIGHT)
    return paths.walk(board, mover, [(*b, 0)], free_height=FREE_HEIGHT).blocked_by is None


def _free_starts(board: Board, ways: list[tuple[Plan, Plan]]) -> list[tuple[Plan, Plan]]:
    """The ways that don't begin inside something: from there a base may always move away."""
    return [way for way in ways if _fits(board, way[0])]


def _fits(board: Board, a: Plan) -> bool:
    body = Body("m", (*a, 0), RADIUS, HEIGHT)
    return paths.blocked_at(board, body, free_height=FREE_HEIGHT) is None


def _sight(board: Board, yardstick: _Yardstick, pairs: list[tuple[Plan, Plan]]) -> dict[str, Any]:
    unblocked = [pair for pair in pairs if free(board, *pair)]
    short = [pair for pair in pairs if _squared(*pair) <= SHORT * SHORT]
    sets = {"pairs": pairs, "unblocked": unblocked, "short": short}
    found = {name: _sight_set(board, yardstick, chosen) for name, chosen in sets.items()}
    return {"one_a_call": _one_a_call(board, yardstick, pairs), **found}


def _one_a_call(board: Board, yardstick: _Yardstick, pairs: list[tuple[Plan, Plan]]) -> Any:
    def ours() -> None:
        for a, b in pairs:
            sight.free(board, (*a, EYE), (*b, EYE))

    def theirs() -> None:
        for a, b in pairs:
            yardstick.naive(LineString((a, b)))

    return _compared(ours, theirs, len(pairs), "naive")


def _sight_set(board: Board, yardstick: _Yardstick, chosen: list[tuple[Plan, Plan]]) -> Any:
    """One call for many lines: Shapely's geometries are made within the clock, as ours are."""
    ends = [((*a, EYE), (*b, EYE)) for a, b in chosen]

    def ours() -> None:
        for eye, point in ends:
            sight.free(board, eye, point)

    def union() -> None:
        yardstick.union_hits(shapely.linestrings(chosen))

    def tree() -> None:
        yardstick.tree_hits(shapely.linestrings(chosen))

    many = len(chosen)
    rates = [(_once(ours, many), max(_once(union, many), _once(tree, many))) for _ in range(RUNS)]
    rate, best = (round(statistics.median(side)) for side in zip(*rates, strict=True))
    ratio = statistics.median(a / b for a, b in rates)
    return {
        "lines": many,
        "per_s": rate,
        "shapely_best_per_s": best,
        "ratio_to_best": round(ratio, 2),
    }


def _looks(board: Board, bodies: list[Body]) -> Any:
    """The whole answer for a pair of models: nine lines past terrain and all other models."""

    def ours() -> None:
        for a, b in combinations(bodies, 2):
            sight.look(board, a, b, bodies)

    def kinds() -> None:
        for a, b in combinations(bodies, 2):
            sight.kind(board, a, b, bodies)

    many = len(bodies) * (len(bodies) - 1) // 2
    return {"per_s": _rate(ours, many), "kinds_per_s": _rate(kinds, many)}


def _paths(board: Board, yardstick: _Yardstick) -> dict[str, Any]:
    ways = _free_starts(board, sweeps(OTHER, 300))
    starts = [Body("m", (*a, 0), RADIUS, HEIGHT) for a, _ in ways]
    ends = [[(*b, 0)] for _, b in ways]

    def ours() -> None:
        for mover, end in zip(starts, ends, strict=True):
            paths.walk(board, mover, end, free_height=FREE_HEIGHT)

    def naive() -> None:
        for way in ways:
            yardstick.naive_path(LineString(way))

    def tree() -> None:
        for way in ways:
            yardstick.tree_path([LineString(way)])

    def distances() -> None:
        for way in ways:
            yardstick.distances(LineString(way))

    found = _compared(ours, naive, len(ways), "naive")
    found |= _compared(ours, distances, len(ways), "distances")
    found["shapely_tree_per_s"] = _rate(tree, len(ways))
    return found


def _agreement(board: Board, yardstick: _Yardstick, pairs: list[tuple[Plan, Plan]]) -> Any:
    seen = [*pairs, *lines(OTHER, 2_000)]
    ways = _free_starts(board, sweeps(OTHER, 1_000))
    return {
        "lines": len(seen),
        "line_disagreements": sum(
            free(board, *line) == yardstick.naive(LineString(line)) for line in seen
        ),
        "ways": len(ways),
        "way_disagreements": sum(
            walkable(board, *way) == yardstick.distances(LineString(way)) for way in ways
        ),
    }


def _compared(ours: Callable[[], Any], theirs: Callable[[], Any], many: int, name: str) -> Any:
    """Both in turn, so that a busy machine slows both."""
    rates = [(_once(ours, many), _once(theirs, many)) for _ in range(RUNS)]
    rate, other = (round(statistics.median(side)) for side in zip(*rates, strict=True))
    ratio = statistics.median(a / b for a, b in rates)
    return {"per_s": rate, f"shapely_{name}_per_s": other, f"ratio_to_{name}": round(ratio, 2)}


def _rate(work: Callable[[], Any], many: int) -> int:
    return round(statistics.median(_once(work, many) for _ in range(RUNS)))


def _once(work: Callable[[], Any], many: int) -> float:
    """Items a second of processor time, over at least a twentieth of a second."""
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < 0.05:
        work()
        done += many
    return done / spent


def _squared(a: Plan, b: Plan) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
