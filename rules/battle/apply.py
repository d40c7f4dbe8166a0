"""Folding: the only place where a new state comes from an old one.

`state = fold(setup, events)`. How each event changes a state: changes/.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from . import events as ev
from .changes import CHANGES, Changes
from .mission.model import MissionState
from .state import Setup, State, Warrior

MOVING = frozenset(
    {
        ev.Deployed,
        ev.Moved,
        ev.Fell,
        ev.StatusChanged,
        ev.LeftTable,
        ev.LeftByEdge,
        ev.SideLost,
        ev.Adjusted,
        ev.EffectBegun,
        ev.EffectEnded,
        ev.SideChanged,
        ev.Summoned,
        ev.Unsummoned,
        ev.TerrainRemoved,
        ev.TerrainAdjusted,
    }
)
"""Events that can change who touches or sees whom: cached geometry is dropped at them."""


ALONE = frozenset({ev.Deployed, ev.Moved, ev.Fell, ev.StatusChanged, ev.LeftTable, ev.LeftByEdge})
"""Those of them that concern one warrior only: everybody else stands where they stood."""

BRIEF = frozenset({"afraid", "dived", "fell"})
"""The marks that hold only until the next turn begins, whoever's it is."""


def initial(setup: Setup) -> State:
    """The state before the first event."""
    warriors = {
        w.id: Warrior(
            id=w.id,
            side=w.side,
            at=None if w.status == "out_of_action" else w.at,
            facing=90 if w.facing is None else w.facing,
            status=w.status,
            wounds=_wounds_at_start(w),
            hidden=w.hidden,
            fleeing=w.fleeing,
            left_table=w.left_table,
            marks=tuple(sorted({*w.marks} - BRIEF)),
            brief=tuple(sorted(BRIEF.intersection(w.marks))),
        )
        for w in setup.warriors
    }
    sides = tuple(side.id for side in setup.sides)
    return State(
        setup=setup,
        turn=setup.turn,
        active=setup.active or sides[0],
        phase="deployment" if setup.mission and not setup.under_way else setup.phase,
        step="charges" if setup.phase == "movement" else "",
        warriors=warriors,
        order_of_play=sides,
        mission=setup.under_way or (MissionState() if setup.mission else None),
    )


def _wounds_at_start(w: Any) -> int:
    """A model that starts down or out has no Wounds left unless the set-up says otherwise."""
    if w.wounds is not None:
        return int(w.wounds)
    return w.profile.W if w.status == "standing" else 0


def fold(setup: Setup, events: Iterable[ev.Event]) -> State:
    """The state after `events`."""
    state = initial(setup)
    for event in events:
        state = apply(state, event)
    return state


def apply(state: State, event: ev.Event) -> State:
    """The state after one more event."""
    return changed(state, event, CHANGES[type(event)](state, event), 1)


def changed(state: State, event: Any, changes: Changes, steps: int) -> State:
    """The state with these changes, `steps` events on; what nobody's moving touched is kept."""
    kind = type(event)
    new = replace(state, seq=state.seq + steps, **changes)
    if kind not in MOVING:
        new.__dict__.update(state.__dict__)
    elif kind is ev.StatusChanged and "contacts" in state.__dict__:
        new.__dict__["contacts"] = _contacts_after(state.__dict__["contacts"], event)
    elif kind in ALONE and "contacts" in state.__dict__:
        new.__dict__["contacts_before"] = (state.__dict__["contacts"], event.warrior)
    if kind in ALONE and "bodies" in state.__dict__:
        kept = state.__dict__["bodies"].copy()
        kept.pop(event.warrior, None)
        new.__dict__["bodies"] = kept
    return new


def advanced(state: State, steps: int) -> State:
    """The same state, `steps` events on."""
    new = replace(state, seq=state.seq + steps)
    new.__dict__.update(state.__dict__)
    return new


def _contacts_after(contacts: dict[str, tuple[str, ...]], event: Any) -> dict[str, tuple[str, ...]]:
    """A change of status moves nobody; who goes out of action touches nobody any more."""
    gone = event.warrior
    if event.after != "out_of_action" or gone not in contacts:
        return contacts
    left = {id: tuple([o for o in touched if o != gone]) for id, touched in contacts.items()}
    return {id: touched for id, touched in left.items() if touched and id != gone}
