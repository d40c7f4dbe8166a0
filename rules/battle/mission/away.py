"""Who is in a battle without standing on the table, and what slows who carries."""

from __future__ import annotations

from ...board import contact
from ..queries import body, downed, warriors_of
from ..state import State
from .model import CHEST


def off_table(state: State) -> set[str]:
    """The sides with reserves to come, with warriors who left where the scenario wants it, or with
    some who are below the city."""
    now = state.mission
    away = (*now.reserves, *now.out) if now else ()
    return {state.warriors[id].side for id in (*away, *state.below)}


def slowed(state: State, id: str) -> bool:
    """Whether a warrior carries the chest alone: without a friend in contact who can help."""
    now = state.mission
    chest = now.counter(CHEST) if now is not None else None
    if chest is None or chest.holder != id or state.warriors[id].at is None:
        return False
    me = body(state, id)
    return not any(
        contact.touching(me, body(state, w.id))
        for w in warriors_of(state, state.warriors[id].side)
        if w.id != id and not downed(w) and not w.fleeing and not _is_animal(state, w.id)
    )


def _is_animal(state: State, id: str) -> bool:
    return any(ref.id == "animal" for ref in state.setup.by_id[id].traits)
