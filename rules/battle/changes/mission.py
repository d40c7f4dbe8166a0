"""How what a scenario adds changes a state."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from .. import events as ev
from ..mission.model import CHEST, Counter, Merit, MissionState, Spoils
from ..state import State
from .base import Changes, Table, nothing, on_warrior


def of(state: State) -> MissionState:
    """The scenario's part of a state."""
    return state.mission or MissionState()


def _with(state: State, **changes: Any) -> Changes:
    return {"mission": replace(of(state), **changes)}


def _counter(state: State, counter: Counter) -> Changes:
    """A counter in a new place; one that wasn't there before (the chest) comes to the others."""
    rest = [one for one in of(state).counters if one.id != counter.id]
    return _with(state, counters=tuple(sorted([*rest, counter], key=lambda one: one.id)))


def _roles_set(state: State, event: ev.RolesSet) -> Changes:
    return _with(state, attacker=event.attacker)


def _objectives_set(state: State, event: ev.ObjectivesSet) -> Changes:
    counters = tuple(Counter(id) for id in event.counters)
    return _with(state, buildings=event.buildings, counters=counters, prepared=True)


def _rolled_off(state: State, event: ev.RolledOff) -> Changes:
    return _with(state, winner=event.winner)


def _order_set(state: State, event: ev.DeployOrderSet) -> Changes:
    return _with(state, order=event.sides)


def _ground_set(state: State, event: ev.GroundSet) -> Changes:
    now = of(state)
    grounds = {**now.grounds, event.side: event.ground}
    edges = {**now.edges, event.side: event.edge} if event.edge else now.edges
    return _with(state, grounds=grounds, edges=edges)


def _counter_placed(state: State, event: ev.CounterPlaced) -> Changes:
    return _counter(state, Counter(event.counter, event.at))


def _left_out(state: State, event: ev.CountersLeftOut) -> Changes:
    kept = tuple(one for one in of(state).counters if one.id not in event.counters)
    return _with(state, counters=kept)


def _shards_brought(state: State, event: ev.ShardsBrought) -> Changes:
    return _with(state, carried={**of(state).carried, event.side: event.shards})


def _reserves_set(state: State, event: ev.ReservesSet) -> Changes:
    known = of(state).reserves
    new = tuple(id for id in event.warriors if id not in known)
    return _with(state, reserves=(*known, *new), drawn=True)


def _reserves_arrived(state: State, event: ev.ReservesArrived) -> Changes:
    now = of(state)
    new = tuple(id for id in event.warriors if id not in now.arriving)
    return _with(state, arriving=(*now.arriving, *new), entry=event.edge)


def _counter_taken(state: State, event: ev.CounterTaken) -> Changes:
    return _counter(state, Counter(event.counter, None, event.warrior))


def _counter_dropped(state: State, event: ev.CounterDropped) -> Changes:
    return _counter(state, Counter(event.counter, event.at))


def _searched(state: State, event: ev.Searched) -> Changes:
    changes = _with(state, searched=(*of(state).searched, event.building))
    if not event.found:
        return changes
    mission = replace(changes["mission"], finder=event.warrior)
    return _counter(replace(state, mission=mission), Counter(CHEST, None, event.warrior))


def _left_by_edge(state: State, event: ev.LeftByEdge) -> Changes:
    gone = on_warrior(state, event.warrior, at=None, hidden=False, rounds=0)
    return gone | _with(state, out=(*of(state).out, event.warrior))


def _broke_through(state: State, event: ev.BrokeThrough) -> Changes:
    return _with(state, through=event.warriors)


def _merit_earned(state: State, event: ev.MeritEarned) -> Changes:
    merit = Merit(event.warrior, event.merit, event.xp)
    return _with(state, merits=(*of(state).merits, merit))


def _spoils_taken(state: State, event: ev.SpoilsTaken) -> Changes:
    spoils = Spoils(event.side, event.wyrdstone, event.gold, event.items)
    return _with(state, spoils=(*of(state).spoils, spoils))


MISSION: Table = {
    ev.RolesSet: _roles_set,
    ev.ObjectivesSet: _objectives_set,
    ev.RolledOff: _rolled_off,
    ev.DeployOrderSet: _order_set,
    ev.GroundSet: _ground_set,
    ev.CounterPlaced: _counter_placed,
    ev.CountersLeftOut: _left_out,
    ev.ShardsBrought: _shards_brought,
    ev.ReservesSet: _reserves_set,
    ev.ReservesArrived: _reserves_arrived,
    ev.CounterTaken: _counter_taken,
    ev.CounterDropped: _counter_dropped,
    ev.Searched: _searched,
    ev.LeftByEdge: _left_by_edge,
    ev.BrokeThrough: _broke_through,
    ev.ObjectiveHeld: nothing,
    ev.MeritEarned: _merit_earned,
    ev.SpoilsTaken: _spoils_taken,
}
