"""Placing warriors and counters as a scenario and the `deploy` hook say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from ...board import Body, Building, contact, sight
from ...catalogue import Effect
from ...errors import IllegalOrder
from ...units import Length, Point
from ..orders import Deploy
from ..queries import body, enemies_of, others, standing_height, warriors_of
from ..standing import lies
from ..state import Setup, State
from .model import COUNTER_RADIUS, Ground, MissionState, Zone
from .places import building, is_inside, near_building, strip


def mission_of(state: State) -> MissionState:
    """The scenario's part of a state that has one."""
    assert state.mission is not None
    return state.mission


def rule_of(setup: Setup) -> str:
    """What the events of a scenario name as their rule."""
    return f"scenario.{setup.mission.row.id}" if setup.mission else ""


def length_of(setup: Setup, value: Any) -> Length:
    """A length of the catalogue, written for both units."""
    return setup.ruleset.units(value[setup.ruleset.unit.lower()]) if value else 0


def deploy_effects(setup: Setup, id: str) -> Iterator[Effect]:
    """How a warrior deploys otherwise than the scenario says (the `deploy` hook)."""
    w = setup.by_id[id]
    rows: list[Any] = [setup.catalogue.skills.get(skill) for skill in w.skills]
    rows += [setup.catalogue.traits.get(ref.id) for ref in w.traits]
    for row in rows:
        if row is not None:
            yield from (effect for effect in row.effects if effect["hook"] == "deploy")


def is_late(setup: Setup, id: str) -> bool:
    """Whether it deploys after everybody else, out of sight."""
    return any(effect.get("where") == "out_of_sight" for effect in deploy_effects(setup, id))


def rearranges(setup: Setup, side: str) -> Effect | None:
    """The effect that lets a side be moved about once the enemy has deployed."""
    for w in setup.warriors:
        if w.side == side and w.leader:
            for effect in deploy_effects(setup, w.id):
                if effect.get("after") and "where" not in effect:
                    return effect
    return None


def _in_buildings(setup: Setup, side: str) -> Effect | None:
    for w in setup.warriors:
        if w.side == side and w.leader:
            for effect in deploy_effects(setup, w.id):
                if effect.get("where") == "building":
                    return effect
    return None


def waiting(state: State, side: str) -> list[str]:
    """Whom a side has still to place in this step, in roster order."""
    now = mission_of(state)
    if now.step == "counters":
        return [counter.id for counter in now.counters if counter.at is None][:1]
    if now.step == "rearrange":
        return []
    late = now.step == "late"
    away = {*now.reserves, *now.out}
    return [
        w.id
        for w in state.warriors.values()
        if w.side == side and w.at is None and w.status != "out_of_action"
        if w.id not in away and w.id not in state.below
        if late or not is_late(state.setup, w.id)
    ]


def may_place(state: State, side: str) -> list[str]:
    """Whom (or which counter) a `deploy` order of this side may name now."""
    now = mission_of(state)
    if state.phase == "movement":
        return [id for id in now.arriving if state.warriors[id].side == side]
    if now.step == "counters":
        return waiting(state, side)
    if now.step == "late":
        mine = [w for w in state.warriors.values() if is_late(state.setup, w.id)]
    else:
        mine = list(state.warriors.values())
    away = {*now.reserves, *now.out}
    return [
        w.id for w in mine if w.side == side and w.status != "out_of_action" and w.id not in away
    ]


def ground_for(state: State, side: str, id: str) -> Ground:
    """Where this one may be placed now."""
    setup, now = state.setup, mission_of(state)
    if state.phase == "movement":
        return Ground(zones=(strip(setup, now.entry, setup.by_id[id].base),))
    if now.step == "counters":
        assert setup.mission is not None
        rule = setup.mission.row.counters
        return Ground(
            from_edge=length_of(setup, rule["from_edge"]), apart_own=length_of(setup, rule["apart"])
        )
    ground = now.grounds.get(side, Ground())
    if now.step == "rearrange":
        effect = rearranges(setup, side)
        edge = now.edges.get(side)
        if effect is not None and edge:
            return replace(ground, zones=(strip(setup, edge, length_of(setup, effect["depth"])),))
    return ground


def check_place(state: State, order: Deploy) -> None:
    """Raise the reason why the scenario doesn't let one be placed there."""
    if order.warrior not in may_place(state, order.side):
        raise IllegalOrder("not_to_deploy", rule_of(state.setup), warrior=order.warrior)
    if mission_of(state).step == "counters" and state.phase == "deployment":
        _check_counter(state, order)
        return
    setup = state.setup.by_id[order.warrior]
    me = Body(setup.id, order.at, setup.base // 2, standing_height(setup))
    problem = _misplaced(state, order.side, me, ground_for(state, order.side, setup.id))
    if problem is None or _by_hook(state, order.side, me):
        return
    raise IllegalOrder(problem, rule_of(state.setup), warrior=setup.id)


def _misplaced(state: State, side: str, me: Body, ground: Ground) -> str | None:
    """The code of what is wrong with a place, None where it will do."""
    if not on_ground(state.setup, me, ground):
        return "outside_zone"
    if near_table_edge(state.setup, me, ground.from_edge):
        return "too_near_edge"
    foes = [body(state, foe.id) for foe in enemies_of(state, side)]
    if too_near(me, foes, ground.apart):
        return "too_near_enemy"
    friends = [body(state, w.id) for w in warriors_of(state, side) if w.id != me.id]
    return "too_near_own" if too_near(me, friends, ground.apart_own) else None


def on_ground(setup: Setup, me: Body, ground: Ground) -> bool:
    """Whether a base stands in one of the zones, or in or near the building."""
    if not ground.zones and not ground.building:
        return True
    if any(holds(zone, me.at) for zone in ground.zones):
        return True
    return bool(ground.building) and near_building(
        building(setup, ground.building), me, ground.depth
    )


def holds(zone: Zone, at: Point) -> bool:
    """Whether a centre lies in a zone, its border included."""
    return zone.low[0] <= at[0] <= zone.high[0] and zone.low[1] <= at[1] <= zone.high[1]


def near_table_edge(setup: Setup, me: Body, least: Length) -> bool:
    """Whether a base is nearer to the table's edge than it may be."""
    width, depth = setup.board.size
    x, y, _ = me.at
    return min(x, y, width - x, depth - y) - me.radius < least


def too_near(me: Body, bodies: list[Body], least: Length) -> bool:
    """Whether any of these bases is nearer than `least`."""
    return least > 0 and any(contact.gap_squared(me, one) < least * least for one in bodies)


def _by_hook(state: State, side: str, me: Body) -> bool:
    """Whether the `deploy` hook allows the place: out of sight, or in a building."""
    setup = state.setup
    foes = [body(state, foe.id) for foe in enemies_of(state, side)]
    if mission_of(state).step == "late":
        for effect in deploy_effects(setup, me.id):
            if effect.get("where") != "out_of_sight":
                continue
            apart = length_of(setup, effect.get("apart"))
            if not too_near(me, foes, apart) and not _seen(state, me, foes):
                return True
    indoors = _in_buildings(setup, side)
    if indoors is None or not _in_any(setup, me.at):
        return False
    clear = not too_near(me, foes, length_of(setup, indoors.get("apart")))
    return clear and _room(state, side, me.id, int(indoors["models"]))


def _seen(state: State, me: Body, foes: list[Body]) -> bool:
    """Whether an enemy sees that place."""
    board = state.setup.board
    return any(
        sight.kind(board, foe, me, others(state, foe.id, me.id), lean=0) != "none" for foe in foes
    )


def _in_any(setup: Setup, at: Point) -> bool:
    return any(is_inside(piece, at) for piece in setup.board.terrain if isinstance(piece, Building))


def _room(state: State, side: str, id: str, most: int) -> bool:
    """Whether fewer than `most` others of the side stand where only that skill lets them."""
    ground = mission_of(state).grounds.get(side, Ground())
    outside = [
        w.id
        for w in warriors_of(state, side)
        if w.id != id and _misplaced(state, side, body(state, w.id), replace(ground, apart_own=0))
    ]
    return len(outside) < most


MESH = 2_000
"""As near to each other as places are tried for a counter (1/100 mm)."""


def room_for_counter(state: State, side: str) -> bool:
    """Whether the next counter has a place anywhere, on a mesh of 2 cm."""
    assert state.setup.mission is not None
    id = next(c.id for c in mission_of(state).counters if c.at is None)
    edge = length_of(state.setup, state.setup.mission.row.counters["from_edge"])
    width, depth = state.setup.board.size
    return any(
        counter_fault(state, Body(id, (x, y, 0), COUNTER_RADIUS, COUNTER_RADIUS)) is None
        for x in range(edge + COUNTER_RADIUS, width - edge, MESH)
        for y in range(edge + COUNTER_RADIUS, depth - edge, MESH)
    )


def counter_fault(state: State, me: Body) -> IllegalOrder | None:
    """Why a counter can't lie there; None where it can."""
    try:
        _judge_counter(state, me)
    except IllegalOrder as fault:
        return fault
    return None


def _check_counter(state: State, order: Deploy) -> None:
    """A counter lies on the table's ground or a floor, away from edges and other counters."""
    _judge_counter(state, Body(order.warrior, order.at, COUNTER_RADIUS, COUNTER_RADIUS))


def _judge_counter(state: State, me: Body) -> None:
    setup, now = state.setup, mission_of(state)
    assert setup.mission is not None
    rule = setup.mission.row.counters
    if near_table_edge(setup, me, length_of(setup, rule["from_edge"])):
        raise IllegalOrder("too_near_edge", rule_of(setup), warrior=me.id)
    placed = [Body(c.id, c.at, COUNTER_RADIUS, COUNTER_RADIUS) for c in now.counters if c.at]
    if too_near(me, placed, length_of(setup, rule["apart"])):
        raise IllegalOrder("too_near_own", rule_of(setup), warrior=me.id)
    lies(state, me)
