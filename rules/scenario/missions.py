"""The `[mission]` of a case: a scenario at its opening, or under way as the case says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..battle.mission.model import Counter, Mission, MissionState
from ..battle.state import State
from ..catalogue import load_catalogue
from ..ruleset import Ruleset
from ..units import from_units
from . import rows

UNDER_WAY = ("edges", "buildings", "searched", "finder", "counters", "carried", "reserves", "out")
"""Keys that say how things stand: they make no sense where the opening is still to come."""


class MissionFault(Exception):
    """A key of the block and what is wrong with it."""

    def __init__(self, key: str, fault: str) -> None:
        super().__init__(f"{key}: {fault}")
        self.key = f"mission.{key}"
        self.fault = fault


def mission_of(row: rows.MissionRow, ids: set[str], sides: set[str]) -> Mission:
    """What is pinned. Raises MissionFault."""
    scenarios = load_catalogue().scenarios
    if row.scenario not in scenarios:
        raise MissionFault("scenario", f"unknown scenario {row.scenario!r}: {', '.join(scenarios)}")
    _known(row, ids, sides)
    if row.opening:
        for key in UNDER_WAY:
            if getattr(row, key):
                raise MissionFault(key, "the opening decides that: leave it out, or `opening`")
    attacker = row.attacker if row.opening else ""
    return Mission(row=scenarios[row.scenario], ratings=row.ratings, attacker=attacker, ask=row.ask)


def _known(row: rows.MissionRow, ids: set[str], sides: set[str]) -> None:
    for key in ("edges", "carried", "ratings"):
        for side in getattr(row, key):
            if side not in sides:
                raise MissionFault(key, f"unknown side {side!r}")
    if row.attacker and row.attacker not in sides:
        raise MissionFault("attacker", f"unknown side {row.attacker!r}")
    named = [*row.reserves, *row.out, row.finder, *(counter.holder for counter in row.counters)]
    for id in named:
        if id and id not in ids:
            raise MissionFault("", f"unknown warrior {id!r}")


def under_way(row: rows.MissionRow, ruleset: Ruleset, order: tuple[str, ...]) -> MissionState:
    """The scenario as the case finds it."""
    counters = tuple(
        Counter(one.id, None if one.at is None else _point(one.at, ruleset), one.holder)
        for one in row.counters
    )
    return MissionState(
        attacker=row.attacker,
        winner=order[0],
        order=order,
        edges=dict(row.edges),
        begun=order,
        prepared=True,
        counters=tuple(sorted(counters, key=lambda one: one.id)),
        buildings=tuple(row.buildings),
        searched=tuple(row.searched),
        finder=row.finder,
        carried=dict(row.carried),
        drawn=True,
        reserves=tuple(row.reserves),
        out=tuple(row.out),
    )


def _point(at: rows.Place, ruleset: Ruleset) -> tuple[int, int, int]:
    x, y, z = (*at, 0)[:3]
    return ruleset.units(x), ruleset.units(y), ruleset.units(z)


def differences(expect: rows.MissionExpect, state: State) -> Iterator[str]:
    """What has come of the scenario otherwise than expected."""
    now = state.mission
    if now is None:
        yield "mission: there is none"
        return
    for name in ("attacker", "edges"):
        yield from _differs(name, getattr(expect, name), getattr(now, name))
    for name in ("buildings", "searched", "reserves", "arriving", "out"):
        yield from _differs(name, getattr(expect, name), list(getattr(now, name)))
    for id, wanted in expect.counters.items():
        yield from _counter(id, wanted, state)
    spoils = {s.side: rows.SpoilsExpect(**_plain(s)) for s in now.spoils}
    yield from _differs("spoils", expect.spoils, spoils)
    merits: dict[str, int] = {}
    for merit in now.merits:
        merits[merit.warrior] = merits.get(merit.warrior, 0) + merit.xp
    yield from _differs("merits", expect.merits, merits)


def _plain(spoils: Any) -> dict[str, Any]:
    return {"wyrdstone": spoils.wyrdstone, "gold": spoils.gold, "items": list(spoils.items)}


def _differs(name: str, expected: Any, got: Any) -> Iterator[str]:
    if isinstance(got, Mapping):
        got = dict(got)
    if expected is not None and expected != got:
        yield f"mission.{name}: expected {expected!r}, got {got!r}"


def _counter(id: str, wanted: rows.CounterExpect, state: State) -> Iterator[str]:
    counter = state.mission.counter(id) if state.mission else None
    if counter is None:
        yield f"mission.counters.{id}: there is none"
        return
    yield from _differs(f"counters.{id}.holder", wanted.holder, counter.holder)
    if wanted.at is not None:
        unit = state.setup.ruleset.unit_size
        got = [from_units(value, unit) for value in counter.at or ()][: len(wanted.at)]
        yield from _differs(f"counters.{id}.at", list(wanted.at), got)
