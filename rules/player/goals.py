"""What a scenario wants of each warrior: where to go, whether to go there before fighting."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ..battle.mission.deploying import length_of
from ..battle.mission.model import CHEST, OPPOSITE, Edge, MissionState
from ..battle.mission.places import around, building_of, from_edge, is_inside
from ..battle.mission.settling import end, may_search, unsearched
from ..battle.mission.watching import carries
from ..battle.queries import body, held
from ..battle.state import State, Warrior
from ..board import Body, paths
from ..units import CM, Point


class Goal(NamedTuple):
    """Where a warrior is wanted. `urgent`: rather than charging; `stay`: it is there already."""

    at: Point
    urgent: bool = False
    stay: bool = False


Goals = dict[str, Goal]


def goals_of(state: State, side: str, mine: list[Warrior]) -> Goals:
    """The scenario's goals for those of a side who can walk; none without a scenario."""
    now = state.mission
    if now is None or state.setup.mission is None:
        return {}
    able = [w for w in mine if w.status == "standing" and not w.fleeing and not held(state, w.id)]
    row = state.setup.mission.row
    if row.counters:
        return _counters(state, side, able, now)
    if row.chest:
        return _treasure(state, side, able, now)
    if end(state, "attackers_at_edge"):
        return _break_through(state, side, able, now)
    if end(state, "all_left_by_far_edge"):
        return _through_the_street(state, side, able, now)
    if end(state, "attacker_holds_objective"):
        return _objective(state, side, able, now)
    if end(state, "turns"):
        return _occupy(state, able, now)
    return {}


def _near(a: Point, b: Point) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2


def _at(w: Warrior) -> Point:
    assert w.at is not None
    return w.at


def assigned(able: Iterable[Warrior], places: Iterable[Point]) -> dict[str, Point]:
    """To each place the nearest who has none yet, the shortest way first."""
    pairs = sorted((_near(_at(w), place), w.id, place) for w in able for place in set(places))
    found: dict[str, Point] = {}
    for _, id, place in pairs:
        if id not in found and place not in found.values():
            found[id] = place
    return found


def at_edge(state: State, id: str, edge: Edge, inwards: int = 0) -> Point:
    """The nearest place at a table edge, so many units in from touching it."""
    width, depth = state.setup.board.size
    x, y, _ = _at(state.warriors[id])
    reach = state.setup.by_id[id].base // 2 + inwards
    x, y = min(max(x, reach), width - reach), min(max(y, reach), depth - reach)
    return {
        "south": (x, reach, 0),
        "north": (x, depth - reach, 0),
        "west": (reach, y, 0),
        "east": (width - reach, y, 0),
    }[edge]


def _hold_back(state: State, id: str, side: str, now: MissionState) -> Goal:
    """A carrier keeps near its own edge, away from the fighting."""
    edge = now.edges[side]
    stay = from_edge(state.setup, body(state, id), edge) <= 12 * CM
    return Goal(at_edge(state, id, edge, 8 * CM), urgent=True, stay=stay)


def _counters(state: State, side: str, able: list[Warrior], now: MissionState) -> Goals:
    """Fetch what lies about; who carries something stays out of trouble."""
    bearers = {counter.holder for counter in now.counters if counter.holder}
    found = {w.id: _hold_back(state, w.id, side, now) for w in able if w.id in bearers}
    free = [w for w in able if w.id not in bearers and carries(state, w.id)]
    lying = [counter.at for counter in now.counters if counter.at is not None]
    for id, place in assigned(free, lying).items():
        near = _near(_at(state.warriors[id]), place) <= (20 * CM) ** 2
        found[id] = Goal(place, urgent=near)
    return found


def _treasure(state: State, side: str, able: list[Warrior], now: MissionState) -> Goals:
    """Search house by house; with the chest straight home."""
    chest = now.counter(CHEST)
    if chest is None:
        search = [w for w in able if may_search(state, w)]
        houses = [_in_house(state, id) for id in unsearched(state)]
        return {id: Goal(place) for id, place in assigned(search, houses).items()}
    if chest.at is not None:
        able = [w for w in able if carries(state, w.id)]
        return {id: Goal(at, urgent=True) for id, at in assigned(able, [chest.at]).items()}
    bearer = state.warriors[chest.holder]
    if bearer.side != side:
        return {w.id: Goal(_at(bearer)) for w in able if bearer.at is not None}
    return {
        w.id: Goal(at_edge(state, w.id, now.edges[side]), urgent=True)
        for w in able
        if w.id == bearer.id
    }


def _break_through(state: State, side: str, able: list[Warrior], now: MissionState) -> Goals:
    """The attackers run for the far edge; those who are there stay. The defenders fight."""
    if side != now.attacker:
        return {}
    edge = OPPOSITE[now.edges[side]]
    row = end(state, "attackers_at_edge") or {}
    within = length_of(state.setup, row["within"])
    return {w.id: _to_edge(state, w, edge, within, CM) for w in able}


def _to_edge(state: State, w: Warrior, edge: Edge, within: int, inwards: int) -> Goal:
    left = from_edge(state.setup, body(state, w.id), edge)
    movement = state.setup.by_id[w.id].profile.M
    at = at_edge(state, w.id, edge, inwards)
    return Goal(at, urgent=left <= 2 * movement, stay=left <= within and within > 0)


def _through_the_street(state: State, side: str, able: list[Warrior], now: MissionState) -> Goals:
    """Everybody through the street; off the table where the enemy came on."""
    edge = OPPOSITE[now.edges[side]]
    return {w.id: _to_edge(state, w, edge, 0, 0) for w in able}


def _objective(state: State, side: str, able: list[Warrior], now: MissionState) -> Goals:
    """Both sides want to be there; the defender already is, and waits."""
    id = now.buildings[0]
    row = end(state, "attacker_holds_objective") or {}
    near = {w.id for w in around(state, id, length_of(state.setup, row["within"]))}
    place = _in_house(state, id)
    if side != now.attacker:
        return {w.id: Goal(place, stay=w.id in near) for w in able}
    return {w.id: Goal(place) for w in able if not _is_in(state, w, id)}


def _occupy(state: State, able: list[Warrior], now: MissionState) -> Goals:
    """One at least for each building; who is in one stays, unless he is one too many."""
    found: Goals = {}
    empty = []
    for id in now.buildings:
        here = [w for w in able if _is_in(state, w, id)]
        for w in here[:2]:
            found[w.id] = Goal(_at(w), stay=True)
        if not here:
            empty.append(_in_house(state, id))
    free = [w for w in able if w.id not in found]
    for id, place in assigned(free, empty).items():
        found[id] = Goal(place)
    return found


def _is_in(state: State, w: Warrior, id: str) -> bool:
    return is_inside(building_of(state, id), _at(w))


def _in_house(state: State, id: str) -> Point:
    """A place in a building where a man can stand, near its middle; remembered with the board."""
    known: dict[str, Point] = state.setup.board.__dict__.setdefault("_player_houses", {})
    if id not in known:
        known[id] = _search(state, id)
    return known[id]


def _search(state: State, id: str) -> Point:
    corners = building_of(state, id).polygon
    xs, ys = zip(*corners, strict=True)
    middle: Point = (sum(xs) // len(xs), sum(ys) // len(ys), 0)
    spots: list[Point] = [
        (x, y, 0)
        for x in range(min(xs) + CM, max(xs), 2 * CM)
        for y in range(min(ys) + CM, max(ys), 2 * CM)
        if is_inside(building_of(state, id), (x, y))
    ]
    key: Callable[[Point], int] = lambda at: _near(at, middle)  # noqa: E731
    free = state.setup.ruleset.length("obstacle.free_height")
    for at in sorted(spots, key=key):
        there = Body("", at, 1_250, 4 * CM)
        if paths.blocked_at(state.setup.board, there, free_height=free) is None:
            return at
    return middle
