"""The steps of a scenario's opening: what each decides, by dice or by somebody's choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...dice import d3
from .. import events as ev
from ..play import Play
from ..state import Decision, OpeningTask, State
from .deploying import length_of, mission_of, room_for_counter, rule_of
from .luck import first_by_roll, groups_of, how_many, random_edge, roll_off
from .model import EDGES, OPPOSITE, Edge, Ground, Step
from .places import QUARTERS, buildings, from_centre, quarter, strip


def _roles(play: Play, _: str) -> None:
    """Who attacks (scenario: roles)."""
    setup = play.state.setup
    assert setup.mission is not None
    a, b = (side.id for side in setup.sides)
    if setup.mission.attacker:
        _set_roles(play, setup.mission.attacker, "set_up")
    elif setup.mission.row.roles == "fewer_defend":
        many = {side: len(warriors_of_setup(play.state, side)) for side in (a, b)}
        if many[a] == many[b]:
            _set_roles(play, roll_off(play), "roll")
        else:
            _set_roles(play, max((a, b), key=many.__getitem__), "fewer")
    else:
        _ask(play, "role", _lower_rated(play), ("attacker", "defender"))


def warriors_of_setup(state: State, side: str) -> list[str]:
    """Everybody whom a side brings."""
    return [w.id for w in state.setup.warriors if w.side == side]


def _lower_rated(play: Play) -> str:
    """The side with the lower rating; by a roll where they are equal."""
    setup = play.state.setup
    assert setup.mission is not None
    a, b = (side.id for side in setup.sides)
    ratings = setup.mission.ratings
    if ratings.get(a, 0) == ratings.get(b, 0):
        return roll_off(play)
    return min((a, b), key=lambda side: ratings.get(side, 0))


def _set_roles(play: Play, attacker: str, reason: str) -> None:
    defender = _other(play.state, attacker)
    rule = rule_of(play.state.setup)
    play.emit(ev.RolesSet(attacker=attacker, defender=defender, reason=reason, rule=rule))


def _other(state: State, side: str) -> str:
    return next(one.id for one in state.setup.sides if one.id != side)


def _objectives(play: Play, _: str) -> None:
    """Which buildings matter, how many counters there are."""
    setup = play.state.setup
    assert setup.mission is not None
    row, rule = setup.mission.row, rule_of(setup)
    found: tuple[str, ...] = ()
    counters: tuple[str, ...] = ()
    if row.objectives:
        many = how_many(play, row.objectives["count"])
        found = tuple(piece.id for piece in from_centre(setup)[:many])
    elif row.chest:
        found = tuple(piece.id for piece in buildings(setup))
    if row.counters:
        many = how_many(play, row.counters["count"])
        counters = tuple(f"counter-{number}" for number in range(1, many + 1))
    play.emit(ev.ObjectivesSet(buildings=found, counters=counters, rule=rule))


def _roll_off_step(play: Play, _: str) -> None:
    winner = roll_off(play)
    play.emit(ev.RolledOff(winner=winner, rule=rule_of(play.state.setup)))


def _order(play: Play, side: str) -> None:
    """Who deploys first: as the scenario says, else as the winner of the roll chooses."""
    setup, now = play.state.setup, mission_of(play.state)
    assert setup.mission is not None
    first = setup.mission.row.deployment[0]["who"]
    if first == "attacker":
        _set_order(play, now.attacker)
    elif first == "defender":
        _set_order(play, _other(play.state, now.attacker))
    else:
        _ask(play, "deploys", side, ("second", "first"))


def _set_order(play: Play, first: str) -> None:
    sides = (first, _other(play.state, first))
    play.emit(ev.DeployOrderSet(sides=sides, rule=rule_of(play.state.setup)))


def _ground(play: Play, side: str) -> None:
    """Where a side deploys."""
    row = _row(play.state, side)
    zone = row["zone"]
    if zone == "edge":
        _ask(play, "edge", _names_edge(play.state, side), EDGES, side)
    elif zone == "street_end":
        _ask(play, "edge", side, ("south", "north"))
    elif zone == "quarter":
        _ask(play, "quarter", side, QUARTERS)
    elif zone == "random_edge":
        _set_ground(play, side, random_edge(play, side))
    else:
        _set_ground(play, side, _opposite(play.state, side))


def _row(state: State, side: str) -> dict[str, Any]:
    """The scenario's row about a side's deployment."""
    assert state.setup.mission is not None
    return state.setup.mission.row.deployment[mission_of(state).order.index(side)]


def _names_edge(state: State, side: str) -> str:
    """An attacker's edge is named by the winner of the roll, everybody else names his own."""
    now = mission_of(state)
    return now.winner if now.attacker else side


def _opposite(state: State, side: str) -> Edge | None:
    """The edge across from the other side's, where that has one."""
    theirs = mission_of(state).edges.get(_other(state, side))
    return OPPOSITE[theirs] if theirs else None


def _set_ground(play: Play, side: str, edge: Edge | None, corner: str = "") -> None:
    setup, row = play.state.setup, _row(play.state, side)
    depth = length_of(setup, row.get("depth"))
    zone = row["zone"]
    ground = Ground(
        apart=length_of(setup, row.get("apart")),
        apart_own=length_of(setup, row.get("apart_own")),
        from_edge=length_of(setup, row.get("from_edge")),
    )
    if zone == "around_objective":
        ground = Ground(building=mission_of(play.state).buildings[0], depth=depth)
    elif zone == "any_edges":
        ground = Ground(zones=tuple(strip(setup, one, depth) for one in EDGES))
    elif zone == "quarter":
        ground = Ground(zones=(quarter(setup, corner),))
    elif zone != "anywhere" and edge:
        ground = Ground(zones=(strip(setup, edge, depth),))
    rule = rule_of(setup)
    play.emit(ev.GroundSet(side=side, zone=zone, ground=ground, edge=edge or "", rule=rule))


def _ask(play: Play, kind: str, side: str, options: tuple[str, ...], about: str = "") -> None:
    """Let a side choose; the first option is the default, and taken where nobody is asked."""
    setup = play.state.setup
    assert setup.mission is not None
    if not setup.mission.ask:
        choose(play, OpeningTask(kind, about or side, options[0]), side)
        return
    play.agenda.insert(0, OpeningTask(kind, about or side))
    play.await_(
        Decision(
            id=f"{kind}:{side}",
            kind=kind,
            side=side,
            options=options,
            default=options[0],
            rule=rule_of(setup),
        )
    )


def choose(play: Play, task: OpeningTask, by: str) -> None:
    """What a choice means."""
    state = play.state
    if task.kind == "role":
        attacker = task.side if task.choice == "attacker" else _other(state, task.side)
        _set_roles(play, attacker, "chosen")
    elif task.kind == "deploys":
        first = task.side if task.choice == "first" else _other(state, task.side)
        _set_order(play, first)
    elif task.kind == "edge":
        _set_ground(play, task.side, _edge(task.choice))
    else:
        _set_ground(play, task.side, None, task.choice)


def _edge(text: str) -> Edge:
    return next(edge for edge in EDGES if edge == text)


def _carried(play: Play, _: str) -> None:
    """What each warband carries, rolled before the battle."""
    rule = rule_of(play.state.setup)
    for side in play.state.setup.sides:
        (face,) = play.plain("carried", 1, rule=rule, actor=side.id)
        play.emit(ev.ShardsBrought(side=side.id, shards=d3(face), rule=rule))


def reserve_faces(deployment: tuple[dict[str, Any], ...]) -> tuple[int, int] | None:
    for row in deployment:
        if "reserve_on" in row:
            low, high = row["reserve_on"]
            return low, high
    return None


def _reserves(play: Play, _: str) -> None:
    """A die for each Hero and each group; the last one is on the table whatever it shows."""
    setup = play.state.setup
    assert setup.mission is not None
    faces = reserve_faces(setup.mission.row.deployment)
    assert faces is not None
    side = _other(play.state, mission_of(play.state).attacker)
    groups = groups_of(play.state, side)
    kept: list[str] = []
    for number, group in enumerate(groups):
        if number == len(groups) - 1 and len(kept) == sum(map(len, groups[:-1])):
            break
        (face,) = play.plain("reserves", 1, rule=rule_of(setup), actor=group[0])
        if faces[0] <= face <= faces[1]:
            kept += group
    play.emit(ev.ReservesSet(side=side, warriors=tuple(kept), rule=rule_of(setup)))


def _place_counter(play: Play, side: str) -> None:
    """The next counter; where the table has no room for it, the rest is left out."""
    if room_for_counter(play.state, side):
        _start_placing("counters")(play, side)
        return
    left = tuple(one.id for one in mission_of(play.state).counters if one.at is None)
    play.emit(ev.CountersLeftOut(counters=left, rule=rule_of(play.state.setup)))


def _start_placing(what: Step) -> Callable[[Play, str], None]:
    def run(play: Play, side: str) -> None:
        play.emit(ev.DeploymentStarted(side=side, what=what, rule=rule_of(play.state.setup)))

    return run


def _begin(play: Play, _: str) -> None:
    """Who has the first turn, and that it begins."""
    setup = play.state.setup
    assert setup.mission is not None
    if setup.mission.row.first_turn == "attacker":
        attacker = mission_of(play.state).attacker
        sides: tuple[str, ...] = (attacker, _other(play.state, attacker))
    else:
        sides = first_by_roll(play, initiative="leader" in setup.mission.row.first_turn)
    rule = rule_of(setup)
    play.emit(ev.OrderOfPlay(sides=sides, rule=rule))
    play.emit(ev.TurnStarted(side=sides[0], turn=play.state.turn, rule="P-TRN-02"))


STEPS: Mapping[str, Callable[[Play, str], None]] = {
    "roles": _roles,
    "objectives": _objectives,
    "roll_off": _roll_off_step,
    "order": _order,
    "ground": _ground,
    "carried": _carried,
    "reserves": _reserves,
    "counters": _place_counter,
    "deploy": _start_placing(""),
    "late": _start_placing("late"),
    "rearrange": _start_placing("rearrange"),
    "begin": _begin,
}
