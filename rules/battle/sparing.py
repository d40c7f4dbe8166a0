"""Whom some kinds never attack: a friend of animals (hook `spared`)."""

from __future__ import annotations

from .brought import Brought, brought
from .kinds import is_meant, kinds_of
from .state import State


def spared_by(state: State, id: str, foe: str) -> Brought | None:
    """The row by which `id` neither charges nor strikes `foe`; None where nothing says so."""
    rows = brought(state.setup, foe, "spared")
    if not rows:
        return None
    kinds = kinds_of(state.setup, id)
    return next((row for row in rows if is_meant(row.effect, kinds)), None)
