"""Running away, and going on towards what is out of reach (P-LEA-11, P-LEA-13, P-CHG-11)."""

from __future__ import annotations

from collections.abc import Sequence

from .goals import ContactGoal, PointGoal, TableEdge
from .going import Going
from .ground import STANDARD, Rates
from .model import Block, Board, Body, Point, Route, Walk
from .route import find, route_to_edge
from .trig import offset, scaled
from .walk import Way, advance_leg, cut

EDGES: tuple[TableEdge, ...] = ("left", "bottom", "right", "top")
"""x = 0, y = 0, far x, far y: the order among edges that are equally near (P-LEA-13)."""


ASIDE = 15
"""In degrees: in how many directions somebody tries to slip away from who touches him."""


def advance(
    board: Board,
    mover: Body,
    target: Body,
    length: int,
    others: Sequence[Body] = (),
    *,
    keep_clear: Sequence[Body] = (),
    free_height: int,
    rates: Rates = STANDARD,
) -> Walk:
    """Move `length` along the shortest way towards a target that it doesn't reach.

    The mover stops short of touching anybody of `keep_clear`, the target included if it is among
    them, and of what it can't pass.
    """
    away = [body for body in others if body.id != target.id]
    free = [body for body in keep_clear if body.id != target.id]
    finder = Going(board, mover, away, free, free_height, rates)
    finder.hold(target)
    goal = ContactGoal(board, finder, target)
    way = find(finder, mover.at, goal)
    points = way.points if way else (mover.at, (*target.at[:2], mover.at[2]))
    return cut(Going(board, mover, others, keep_clear, free_height, rates), points, length)


def flee_to_edge(
    board: Board,
    mover: Body,
    length: int,
    others: Sequence[Body] = (),
    *,
    keep_clear: Sequence[Body] = (),
    edge: TableEdge | None = None,
    free_height: int,
    rates: Rates = STANDARD,
) -> Walk:
    """Run to the nearest table edge, round whatever is in the way (P-LEA-13).

    Of edges that are equally near `edge` is taken, otherwise the first of x = 0, y = 0, far x,
    far y. The run ends where the base touches the edge.
    """
    going = Going(board, mover, others, keep_clear, free_height, rates)
    nearest = nearest_edges(board, mover)
    chosen = edge if edge in nearest else nearest[0]
    distance = edge_distance(board, mover, chosen)
    if distance <= 0:
        return Way(mover.at).walk()
    way = route_to_edge(going, mover.at, chosen)
    if way is not None:
        return cut(going, way.points, length)
    points = _slipping_away(going, mover, chosen)
    if points is not None:
        return cut(going, points, length)
    return _straight(going, mover.at, _edge_place(board, mover, chosen), length)


def _slipping_away(going: Going, mover: Body, edge: TableEdge) -> tuple[Point, ...] | None:
    """The best way for who is touched by an enemy and finds none: half a base aside first."""
    x, y, z = mover.at
    best: Route | None = None
    aside = mover.at
    for degrees in range(0, 360, ASIDE):
        dx, dy = offset(degrees, mover.radius)
        place = (x + dx, y + dy, z)
        if isinstance(going.leg(mover.at, place), Block):
            continue
        way = route_to_edge(going, place, edge)
        if way is not None and (best is None or way.cost < best.cost):
            best, aside = way, place
    return None if best is None else (mover.at, aside, *best.points[1:])


def nearest_edges(board: Board, mover: Body) -> list[TableEdge]:
    """The table edges nearest to a model: several when they are equally near."""
    distances = {edge: edge_distance(board, mover, edge) for edge in EDGES}
    least = min(distances.values())
    return [edge for edge in EDGES if distances[edge] == least]


def edge_distance(board: Board, mover: Body, edge: TableEdge) -> int:
    """From a base's edge to an edge of the table; negative where it juts out."""
    (x, y, _), (width, depth) = mover.at, board.size
    distance = {"left": x, "bottom": y, "right": width - x, "top": depth - y}[edge]
    return distance - mover.radius


def _edge_place(board: Board, mover: Body, edge: TableEdge) -> Point:
    (x, y, z), (width, depth), r = mover.at, board.size, mover.radius
    return {
        "left": (r, y, z),
        "bottom": (x, r, z),
        "right": (width - r, y, z),
        "top": (x, depth - r, z),
    }[edge]


def flee_along(
    board: Board,
    mover: Body,
    direction: tuple[int, int],
    length: int,
    others: Sequence[Body] = (),
    *,
    keep_clear: Sequence[Body] = (),
    free_height: int,
    rates: Rates = STANDARD,
) -> Walk:
    """Run in a direction: round obstacles, losing distance, up to the table's edge (P-LEA-11)."""
    going = Going(board, mover, others, keep_clear, free_height, rates)
    goal = _within_table(board, mover, direction, length)
    straight = _straight(going, mover.at, goal, length)
    if straight.blocked_by is None or straight.blocked_by.code == "limit":
        return straight
    for tenth in range(10, 0, -1):
        place = _towards(mover.at, goal, tenth)
        way = find(going, mover.at, PointGoal(place))
        if way is not None:
            return max(straight, cut(going, way.points, length), key=lambda w: w.cost)
    return straight


def _straight(going: Going, start: Point, goal: Point, length: int) -> Walk:
    way = Way(start)
    block: Block | None = advance_leg(going, way, goal, length)
    return way.walk(block)


def _towards(start: Point, goal: Point, tenth: int) -> Point:
    """A place some tenths of the way."""
    x, y, z = start
    return x + (goal[0] - x) * tenth // 10, y + (goal[1] - y) * tenth // 10, z


def _within_table(board: Board, mover: Body, direction: tuple[int, int], length: int) -> Point:
    """Where a run in a direction ends, at the latest where the base touches the table's edge."""
    x, y, z = mover.at
    dx, dy = scaled(*direction, length)
    for here, step, size in ((x, dx, board.size[0]), (y, dy, board.size[1])):
        room = size - mover.radius - here if step > 0 else here - mover.radius
        if step and abs(step) > max(0, room):
            size_of_step = abs(step)
            dx, dy = dx * max(0, room) // size_of_step, dy * max(0, room) // size_of_step
    return x + dx, y + dy, z
