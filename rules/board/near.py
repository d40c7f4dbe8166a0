"""What stands near a model: terrain that one could hide behind (P-HID-01)."""

from __future__ import annotations

from .model import Board, Body
from .sweep import faces_at, rounds_at


def terrain_near(board: Board, body: Body, length: int) -> frozenset[str]:
    """The ids of everything solid within `length` of a base, at the height of the model."""
    index = board.index
    (x, y, z), reach = body.at, body.radius + length + 1
    head = z + body.height
    cells = index.move_faces.strip((x, y, x, y), reach)
    numbers = {
        *faces_at(index.move_faces, cells, x, y, reach, z, head),
        *rounds_at(index.move_rounds, cells, x, y, reach, z, head),
    }
    return frozenset(index.terrain[number].id for number in numbers)
