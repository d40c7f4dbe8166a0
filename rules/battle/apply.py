"""Folding: the only place where a new state comes from an old one.

`state = fold(setup, events)`. How each event changes a state: changes/.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from . import events as ev
from .changes import CHANGES, Changes
from .changes.base import share
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
        ev.WentBelow,
        ev.TerrainRemoved,
        ev.KegBlown,
        ev.DoorTried,
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
    return changed(state, event, CHANGES[type(event)](state, event), state.seq + 1)


def changed(state: State, event: Any, changes: Changes, seq: int) -> State:
    """The state with these changes, after `seq` events; what nobody's moving touched is kept.

    `changes` are used up.
    """
    changes["seq"] = seq
    new = replace(state, **changes)
    if type(event) in MOVING:
        _keep_what_holds(state.__dict__, new.__dict__, event)
    else:
        share(state, new)
    return new


def _keep_what_holds(known: dict[str, Any], now: dict[str, Any], event: Any) -> None:
    """What of the old state's derived values holds after an event that moves somebody."""
    kind = type(event)
    if kind not in ALONE:
        return
    stays = kind in (ev.Moved, ev.Fell) or (
        kind is ev.StatusChanged and event.after != "out_of_action"
    )
    if stays and "lineup" in known:
        now["lineup"] = known["lineup"]
    if "contacts" in known:
        if kind is ev.StatusChanged:
            now["contacts"] = _contacts_after(known["contacts"], event)
        else:
            now["contacts_before"] = (known["contacts"], event.warrior)
    if "bodies" in known:
        kept = known["bodies"].copy()
        kept.pop(event.warrior, None)
        now["bodies"] = kept


def advanced(state: State, seq: int) -> State:
    """The same state after `seq` events."""
    new = replace(state, seq=seq)
    share(state, new)
    return new


def _contacts_after(contacts: dict[str, tuple[str, ...]], event: Any) -> dict[str, tuple[str, ...]]:
    """A change of status moves nobody; who goes out of action touches nobody any more."""
    gone = event.warrior
    if event.after != "out_of_action" or gone not in contacts:
        return contacts
    left = {id: tuple([o for o in touched if o != gone]) for id, touched in contacts.items()}
    return {id: touched for id, touched in left.items() if touched and id != gone}
