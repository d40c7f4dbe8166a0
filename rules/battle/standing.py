"""Whether a thing can stand or lie at a place, whoever else is about."""

from __future__ import annotations

from ..board import Body, levels
from ..errors import IllegalOrder
from . import ways
from .state import State


def on_a_floor(state: State, there: Body) -> None:
    """Raise when there is nothing to stand on at a place."""
    if not levels.stands(state.setup.board, there.at):
        raise IllegalOrder("no_floor", "P-MOV-01", warrior=there.id)


def lies(state: State, there: Body) -> None:
    """Raise when a thing can't lie at a place: no floor, an obstacle."""
    on_a_floor(state, there)
    if not ways.fits(state, there, []):
        raise IllegalOrder("path_blocked", "P-MOV-01", by="", what="place")
