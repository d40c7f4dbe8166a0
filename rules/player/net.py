"""A rough net of places over the table's ground, to find a way for many moves at little cost.

The board's own `route` is exact and slow on a crowded table. A plan only needs the next corner:
whatever comes of it is asked of the engine before it becomes an order.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from ..board import Board, Body, paths
from ..board.sight import free
from ..units import CM, Point

MESH = 3 * CM
STRAIGHT, SLANTED = 5, 7
"""The price of a step along the mesh and of one across it."""

Node = tuple[int, int]
STEPS = tuple(
    (dx, dy, SLANTED if dx and dy else STRAIGHT)
    for dx in (-1, 0, 1)
    for dy in (-1, 0, 1)
    if dx or dy
)


class Net:
    """The places of one board for bases of one size; what it has found out, it remembers."""

    def __init__(self, board: Board, radius: int, free_height: int) -> None:
        self._board = board
        self._radius = radius
        self._free_height = free_height
        self._last = (board.size[0] // MESH - 1, board.size[1] // MESH - 1)
        self._places: dict[Node, bool] = {}
        self._links: dict[tuple[Node, Node], bool] = {}

    def way(self, start: Point, goal: Point) -> list[Point]:
        """Places from near `start` to near `goal`, or to the nearest one that can be reached."""
        nodes, _ = self._search(self._node(start), self._node(goal), None)
        return [_point(node) for node in nodes]

    def length(self, start: Point, goal: Point, most: int) -> int | None:
        """About how long the way is; None where it is longer than `most` or there is none."""
        first, last = self._node(start), self._node(goal)
        nodes, price = self._search(first, last, most * STRAIGHT // MESH)
        return price * MESH // STRAIGHT if nodes[-1] == last else None

    def _search(self, first: Node, last: Node, limit: int | None) -> tuple[list[Node], int]:
        """The cheapest way to `last`, or to the place nearest to it, and its price."""
        came: dict[Node, Node] = {first: first}
        price = {first: 0}
        nearest, least = first, _guess(first, last)
        heap = [(least, first)]
        while heap and nearest != last:
            _, node = heappop(heap)
            for near, cost in self._around(node, last):
                spent = price[node] + cost
                known = price.get(near)
                if known is not None and spent >= known:
                    continue
                left = _guess(near, last)
                if limit is not None and spent + left > limit:
                    continue
                price[near], came[near] = spent, node
                heappush(heap, (spent + left, near))
                if left < least:
                    nearest, least = near, left
        return _back(came, nearest), price[nearest]

    def _node(self, at: Point) -> Node:
        x, y = (min(max(0, at[i] // MESH), self._last[i]) for i in (0, 1))
        return x, y

    def _around(self, node: Node, goal: Node) -> Iterator[tuple[Node, int]]:
        x, y = node
        for dx, dy, cost in STEPS:
            near = (x + dx, y + dy)
            inside = 0 <= near[0] <= self._last[0] and 0 <= near[1] <= self._last[1]
            if inside and (near == goal or self._stands(near)) and self._linked(node, near):
                yield near, cost

    def _stands(self, node: Node) -> bool:
        """Whether a base fits there, models left out of account."""
        known = self._places.get(node)
        if known is None:
            there = Body("", _point(node), self._radius, CM)
            block = paths.blocked_at(self._board, there, free_height=self._free_height)
            known = self._places[node] = block is None
        return known

    def _linked(self, a: Node, b: Node) -> bool:
        """Whether nothing higher than what one just walks over lies between two places."""
        key = (a, b) if a < b else (b, a)
        known = self._links.get(key)
        if known is None:
            height = self._free_height + 1
            (ax, ay, _), (bx, by, _) = _point(a), _point(b)
            known = self._links[key] = free(self._board, (ax, ay, height), (bx, by, height))
        return known


def net_of(board: Board, radius: int, free_height: int) -> Net:
    """The net of a board, kept with it."""
    nets: dict[tuple[int, int], Net] = board.__dict__.setdefault("_player_nets", {})
    key = (radius, free_height)
    if key not in nets:
        nets[key] = Net(board, radius, free_height)
    return nets[key]


def _point(node: Node) -> Point:
    return node[0] * MESH + MESH // 2, node[1] * MESH + MESH // 2, 0


def _guess(a: Node, b: Node) -> int:
    """The price of the way over an empty table."""
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return STRAIGHT * max(dx, dy) + (SLANTED - STRAIGHT) * min(dx, dy)


def _back(came: dict[Node, Node], node: Node) -> list[Node]:
    way = [node]
    while came[node] != node:
        node = came[node]
        way.append(node)
    return way[::-1]
