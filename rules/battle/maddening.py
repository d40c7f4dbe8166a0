"""Who drives some kinds mad: a frenzy towards one warrior alone (hook `maddens`).

As any frenzy it is over for whoever has been knocked down or stunned (P-PSY-10). Until then he
charges the bearer where he must charge (P-PSY-06), has his attacks doubled while he fights him
(P-PSY-07), and doesn't test for fear of him (P-PSY-09).
"""

from __future__ import annotations

from .brought import brings, brought
from .kinds import is_meant, kinds_of
from .queries import DOWNED, enemies_of, engaged_with
from .state import State, Warrior

HOOK = "maddens"


def maddens(state: State, id: str, bearer: str) -> bool:
    """Whether `bearer` drives `id` mad."""
    rows = brought(state.setup, bearer, HOOK)
    if not rows or _has_been_down(state, id):
        return False
    kinds = kinds_of(state.setup, id)
    return any(is_meant(row.effect, kinds) for row in rows)


def fights_its_bane(state: State, id: str) -> bool:
    """Whether he is in contact with somebody who drives him mad."""
    if not brings(state.setup, HOOK):
        return False
    return any(maddens(state, id, foe) for foe in engaged_with(state, id))


def banes(state: State, w: Warrior) -> frozenset[str]:
    """The enemies on the table that drive him mad."""
    if not brings(state.setup, HOOK):
        return frozenset()
    return frozenset(f.id for f in enemies_of(state, w.side) if maddens(state, w.id, f.id))


def _has_been_down(state: State, id: str) -> bool:
    return state.warriors[id].been_down or state.setup.by_id[id].status in DOWNED
