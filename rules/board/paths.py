"""Ways over the board: all that other modules ask, under one name.

`walk` checks a given way, `straight` goes on as far as it can, `route` finds the shortest one,
`advance`, `flee_to_edge` and `flee_along` move as charges that fail and models that flee do.
"""

from __future__ import annotations

from collections.abc import Sequence

from .flight import advance, edge_distance, flee_along, flee_to_edge, nearest_edges
from .going import Going
from .ground import STANDARD, Rates
from .model import Block, Board, Body
from .route import route
from .walk import straight, walk

__all__ = [
    "STANDARD",
    "Rates",
    "advance",
    "blocked_at",
    "edge_distance",
    "flee_along",
    "flee_to_edge",
    "nearest_edges",
    "route",
    "straight",
    "walk",
]


def blocked_at(
    board: Board,
    body: Body,
    others: Sequence[Body] = (),
    *,
    free_height: int,
    rates: Rates = STANDARD,
) -> Block | None:
    """What keeps a base from standing where it is; None where it fits."""
    return Going(board, body, others, (), free_height, rates).blocked_at(body.at)
