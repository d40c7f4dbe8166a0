"""What exact odds leave out, so that whoever shows them can say so.

Luck goes to the next roll that fails, whichever of many that is; odds are those without it.
"""

from __future__ import annotations

from ..battle.luck import lucky_rows
from ..battle.state import State

LUCK = "luck"


def without(state: State, *ids: str) -> tuple[str, ...]:
    """`luck` where one of these warriors has some at hand, or may still trust in some."""
    return (LUCK,) if any(_is_lucky(state, id) for id in ids) else ()


def at_hand(state: State, *ids: str) -> tuple[str, ...]:
    """`luck` where one of them has been told to trust in it: his next failed roll is another."""
    return (LUCK,) if any(state.warriors[id].luck for id in ids) else ()


def _is_lucky(state: State, id: str) -> bool:
    w = state.warriors[id]
    return bool(w.luck) or any(row.of not in w.used for row in lucky_rows(state, w))
