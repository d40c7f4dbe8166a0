"""Who never leaves a fight of his own will, whatever has become of his opponents.

Asked wherever somebody would move, so it reads the rows itself and imports nobody who moves.
"""

from __future__ import annotations

from .state import Setup

HOOK = "headsman"


def never_leaves(setup: Setup, id: str) -> bool:
    """Whether a warrior carries what holds him in every fight; remembered on the set-up."""
    known: frozenset[str] | None = setup.__dict__.get("_stayers")
    if known is None:
        holding = {
            row.id
            for row in setup.catalogue.equipment.values()
            if any(effect["hook"] == HOOK for effect in row.effects)
        }
        known = frozenset(w.id for w in setup.warriors if not holding.isdisjoint(w.equipment))
        setup.__dict__["_stayers"] = known
    return id in known
