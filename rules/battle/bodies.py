"""The space that models take up: the lowest layer of what the phases ask of a state."""

from __future__ import annotations

from ..board import Body
from .state import State, Warrior, WarriorSetup

STANDING_HEIGHT = 4_000
LARGE_HEIGHT = 6_000
DOWNED_HEIGHT = 1_000
DOWNED = frozenset({"knocked_down", "stunned"})


def downed(w: Warrior) -> bool:
    """Knocked down or stunned."""
    return w.status in DOWNED


def standing_height(setup: WarriorSetup) -> int:
    """How tall a model stands."""
    return setup.height or (LARGE_HEIGHT if setup.large else STANDING_HEIGHT)


def body(state: State, id: str) -> Body:
    """A model's volume: the disc of its base and its height (DESIGN: 40, 60 or 10 mm).

    Remembered on the state until the model moves or changes (apply.py).
    """
    known: dict[str, Body] | None = state.__dict__.get("bodies")
    if known is None:
        known = state.__dict__["bodies"] = {}
    found = known.get(id)
    if found is None:
        found = known[id] = _body(state, id)
    return found


def _body(state: State, id: str) -> Body:
    w, setup = state.warriors[id], state.setup.by_id[id]
    assert w.at is not None
    height = DOWNED_HEIGHT if w.status in DOWNED else standing_height(setup)
    return Body(id, w.at, setup.base // 2, height)
