"""How the course of a battle changes a state: turns, phases, decisions, sides, the GM."""

from __future__ import annotations

from msgspec.structs import replace

from .. import events as ev
from ..orders import ProfileChanges
from ..removal import changed_ground, mission_now, placed_now
from ..state import Result, State
from .base import Changes, Table, altered, in_bout, nothing, on_warrior


def _order_of_play(state: State, event: ev.OrderOfPlay) -> Changes:
    return {"order_of_play": event.sides, "active": event.sides[0]}


def _deployment_started(state: State, event: ev.DeploymentStarted) -> Changes:
    changes: Changes = {"active": event.side, "phase": "deployment"}
    if state.mission is not None:
        step = f"{event.side}:{event.what}" if event.what else event.side
        begun = (*state.mission.begun, step)
        changes["mission"] = replace(state.mission, begun=begun, step=event.what)
    return changes


def _deployed(state: State, event: ev.Deployed) -> Changes:
    changes = on_warrior(state, event.warrior, at=event.at, facing=event.facing)
    changes |= _up(state, event.warrior)
    now = state.mission
    if now is not None and event.warrior in now.reserves + now.arriving:
        changes["mission"] = replace(
            now,
            reserves=tuple(id for id in now.reserves if id != event.warrior),
            arriving=tuple(id for id in now.arriving if id != event.warrior),
        )
    return changes


def _up(state: State, warrior: str) -> Changes:
    """Nobody who stands on the table is below."""
    if warrior not in state.below:
        return {}
    return {"below": tuple(id for id in state.below if id != warrior)}


def _went_below(state: State, event: ev.WentBelow) -> Changes:
    return {**on_warrior(state, event.warrior, at=None), "below": (*state.below, event.warrior)}


def _turn_started(state: State, event: ev.TurnStarted) -> Changes:
    warriors, side = state.warriors.copy(), event.side
    for id, w in state.warriors.items():
        if w.brief or (w.marks and w.side == side):
            marks = () if w.side == side else w.marks
            warriors[id] = altered(w, {"marks": marks, "brief": ()})
    return {
        "active": event.side,
        "turn": event.turn,
        "phase": "start",
        "step": "",
        "warriors": warriors,
    }


def _phase_started(state: State, event: ev.PhaseStarted) -> Changes:
    changes: Changes = {
        "phase": event.phase,
        "step": "charges" if event.phase == "movement" else "",
    }
    if event.phase == "combat":
        warriors = changes["warriors"] = state.warriors.copy()
        for id, w in state.warriors.items():
            if w.bout or w.blows:
                warriors[id] = altered(w, {"bout": (), "blows": ()} if w.blows else {"bout": ()})
    return changes


def _step_started(state: State, event: ev.StepStarted) -> Changes:
    return {"step": event.step}


TELLING = frozenset({"parry"})
"""The purposes of rolls that change a state by themselves; all others only count as events."""


def _rolled(state: State, event: ev.Rolled) -> Changes:
    return in_bout(state, event.actor, "parry_used") if event.purpose in TELLING else {}


def _awaited(state: State, event: ev.Awaited) -> Changes:
    return {"awaiting": event.decisions, "agenda": event.agenda}


def _decided(state: State, event: ev.Decided) -> Changes:
    left = tuple(d for d in state.awaiting if d.id != event.decision)
    return {"awaiting": left} if left else {"awaiting": (), "agenda": ()}


def _side_lost(state: State, event: ev.SideLost) -> Changes:
    """The survivors leave: off the table, but nothing has happened to them (P-LEA-04)."""
    warriors = {
        id: replace(w, at=None, fleeing=False, hidden=False, rounds=0)
        if state.setup.by_id[id].side == event.side
        else w
        for id, w in state.warriors.items()
    }
    return {"lost": (*state.lost, event.side), "warriors": warriors}


def _battle_ended(state: State, event: ev.BattleEnded) -> Changes:
    return {
        "phase": "over",
        "step": "",
        "awaiting": (),
        "agenda": (),
        "result": Result(event.reason, event.winner, event.losers),
    }


def _merged(old: ProfileChanges | None, new: ProfileChanges) -> ProfileChanges:
    fields = {name: getattr(new, name) for name in new.__struct_fields__}
    return replace(old or new, **{name: v for name, v in fields.items() if v is not None})


def _adjusted(state: State, event: ev.Adjusted) -> Changes:
    w, c = state.warriors[event.warrior], event.changes
    changes: Changes = {
        name: value
        for name in ("at", "facing", "status", "wounds", "hidden", "fleeing")
        if (value := getattr(c, name)) is not None
    }
    if c.profile:
        changes["profile"] = _merged(w.profile, c.profile)
    if changes.get("status") == "out_of_action":
        changes.update(at=None, fleeing=False, hidden=False, rounds=0)
    elif w.status == "out_of_action" and c.status is not None:
        changes["left_table"] = False
    return {**on_warrior(state, w.id, **changes), **_up(state, w.id)}


def _terrain_adjusted(state: State, event: ev.TerrainAdjusted) -> Changes:
    return {
        "removed": tuple(sorted({*state.removed, *event.removed})),
        "placed": placed_now(state.placed, event.removed, event.placed),
        "mission": mission_now(state, event.removed),
        "setup": changed_ground(state.setup, event.removed, event.placed),
    }


COURSE: Table = {
    ev.OrderOfPlay: _order_of_play,
    ev.DeploymentStarted: _deployment_started,
    ev.Deployed: _deployed,
    ev.WentBelow: _went_below,
    ev.StayedBelow: nothing,
    ev.TurnStarted: _turn_started,
    ev.PhaseStarted: _phase_started,
    ev.StepStarted: _step_started,
    ev.Rolled: _rolled,
    ev.Awaited: _awaited,
    ev.Decided: _decided,
    ev.SideLost: _side_lost,
    ev.BattleEnded: _battle_ended,
    ev.Adjusted: _adjusted,
    ev.TerrainAdjusted: _terrain_adjusted,
}
