"""When it matters which way a model faces: nothing but a shamble asks it (P-PSY-17, C-TOC-35)."""

from __future__ import annotations

from .nature import ever_subject_to
from .state import Setup, State


def looks_ahead(setup: Setup, id: str) -> bool:
    """Whether stupidity may make it walk straight ahead some day (P-PSY-17)."""
    return ever_subject_to(setup, id, "stupidity")


def facing_of(state: State, id: str) -> int | None:
    """Where it faces, in degrees; None where that means nothing to it, now or later.

    One who has just rallied is turned as his player likes (P-REC-02).
    """
    w = state.warriors[id]
    if w.at is None:
        return None
    return w.facing if "rallied" in w.marks or looks_ahead(state.setup, id) else None
