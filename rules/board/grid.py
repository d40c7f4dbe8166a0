"""A uniform grid over the table: which pieces lie near which cell.

Every piece is in each cell that it touches, borders included; a line or a box is looked up in
cells whose union covers it. So a look-up may give too much, never too little. One row of cells
lies outside the table all round; what is farther out is counted into these border cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeAlias, TypeVar

CELL = 8_000
"""The side of a cell, 8 cm."""

T = TypeVar("T")
Strip: TypeAlias = tuple[int, int, int, int]
"""A straight leg seen from above: px, py, qx, qy."""


class Grid(Generic[T]):
    """Cells column by column: the cell (i, j) is `cells[i * rows + j]`."""

    __slots__ = ("cells", "columns", "rows")

    def __init__(self, size: tuple[int, int]) -> None:
        self.columns = size[0] // CELL + 3
        self.rows = size[1] // CELL + 3
        self.cells: list[tuple[T, ...]] = [()] * (self.columns * self.rows)

    def column(self, x: int) -> int:
        """The column of an x, counted into the border where it lies outside."""
        i = x // CELL + 1
        if i < 0:
            return 0
        return i if i < self.columns else self.columns - 1

    def row(self, y: int) -> int:
        """The row of a y."""
        j = y // CELL + 1
        if j < 0:
            return 0
        return j if j < self.rows else self.rows - 1

    def add(self, item: T, left: int, low: int, right: int, high: int) -> None:
        """File a piece under every cell that its box touches."""
        rows = self.rows
        first, last = self.row(low - 1), self.row(high)
        for i in range(self.column(left - 1), self.column(right) + 1):
            self.file(item, range(i * rows + first, i * rows + last + 1))

    def at(self, x: int, y: int) -> tuple[T, ...]:
        """The pieces near a place: all those of a box that holds it, and perhaps more."""
        return self.cells[self.column(x) * self.rows + self.row(y)]

    def on_segment(self, ax: int, ay: int, bx: int, by: int) -> Sequence[int]:
        """The numbers of the cells that a segment touches."""
        left, right = (ax, bx) if ax < bx else (bx, ax)
        low, high = (ay, by) if ay < by else (by, ay)
        rows = self.rows
        i, last = (left - 1) // CELL + 1, right // CELL + 1
        j, end = (low - 1) // CELL + 1, high // CELL + 1
        if i < 0 or j < 0 or last >= self.columns or end >= rows:
            i, last = self.column(left - 1), self.column(right)
            j, end = self.row(low - 1), self.row(high)
        if i == last or j == end:  # within one row or column it touches every cell of its box
            step = rows if j == end else 1
            return range(i * rows + j, last * rows + end + 1, step)
        return [
            k * rows + m
            for k in range(i, last + 1)
            for m in range(j, end + 1)
            if self._crossed(k, m, ax, ay, bx - ax, by - ay)
        ]

    def _crossed(self, i: int, j: int, ax: int, ay: int, dx: int, dy: int) -> bool:
        """Whether the line through (ax, ay) touches a cell; a border cell has no end."""
        if i in (0, self.columns - 1) or j in (0, self.rows - 1):
            return True
        left, low = (i - 1) * CELL - ax, (j - 1) * CELL - ay
        side = dx * low - dy * left
        sides = (side, side + dx * CELL, side - dy * CELL, side + (dx - dy) * CELL)
        return min(sides) <= 0 <= max(sides)

    def file(self, item: T, cells: Iterable[int]) -> None:
        """File a piece under some cells, by their numbers."""
        filed = self.cells
        for cell in cells:
            filed[cell] += (item,)

    def strip(self, leg: Strip, margin: int) -> list[int]:
        """The numbers of the cells that a strip touches: a straight leg and a margin round it."""
        px, py, qx, qy = leg
        if qx < px:
            px, py, qx, qy = qx, qy, px, py
        rows = self.rows
        dx, dy = qx - px, qy - py
        rising = dy > 0
        found: list[int] = []
        most = self.columns - 1
        begin, last = (px - margin) // CELL + 1, (qx + margin) // CELL + 1
        if begin < 0 or last > most:
            begin, last = min(max(begin, 0), most), max(min(last, most), 0)
        for i in range(begin, last + 1):
            # The part of the leg within the margin of this column; at least one of its ends.
            start, end = (i - 1) * CELL - margin, i * CELL + margin
            y = py if start <= px else (py + (start - px) * dy // dx if start < qx else qy)
            z = qy if end >= qx else (py + (end - px) * dy // dx if end > px else py)
            near, far = (y, z) if rising else (z, y)
            j, k = (near - margin) // CELL + 1, (far + margin + 1) // CELL + 1
            if j < 0 or k >= rows:
                j, k = min(max(j, 0), rows - 1), max(min(k, rows - 1), 0)
            first = i * rows
            found += range(first + j, first + k + 1)
        return found

    def line(self, ax: int, ay: int, bx: int, by: int) -> Iterator[tuple[T, ...]]:
        """The filled cells that a line touches, column by column from a to b."""
        i, last = self.column(ax), self.column(bx)
        j = self.row(ay)
        step = 1 if bx > ax else -1
        border = i * CELL if step > 0 else (i - 1) * CELL
        while True:
            k = self.row(by if i == last else ay + (border - ax) * (by - ay) // (bx - ax))
            start = i * self.rows
            near, far = (j, k) if j <= k else (k, j)
            for cell in self.cells[start + near : start + far + 1]:
                if cell:
                    yield cell
            if i == last:
                return
            j = k
            i += step
            border += step * CELL
