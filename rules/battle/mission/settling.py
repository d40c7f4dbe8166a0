"""After each order: buildings are searched, warriors leave by edges, ends are looked for."""

from __future__ import annotations

from typing import Any

from .. import events as ev
from ..flight import touches_edge
from ..play import Play
from ..queries import body, engaged_with, playing, warriors_of
from ..state import State, Warrior
from .deploying import holds, length_of, mission_of, rule_of
from .luck import groups_of, random_edge
from .model import CHEST, OPPOSITE, Edge
from .places import around, building_of, from_edge, inside, is_inside
from .watching import ON_PURPOSE, carries

FOUND = 12
"""What the search for the chest needs on 2D6."""


def ends_of(state: State) -> tuple[dict[str, Any], ...]:
    """The scenario's ends; none without one."""
    return state.setup.mission.row.ends if state.setup.mission else ()


def end(state: State, when: str) -> dict[str, Any] | None:
    """The scenario's end of this kind."""
    return next((row for row in ends_of(state) if row["when"] == when), None)


def settle(play: Play) -> None:
    """What the moves of this order have led to."""
    if play.state.phase in ("deployment", "over") or play.state.mission is None:
        return
    movers = dict.fromkeys(
        event.warrior
        for event in play.events
        if isinstance(event, ev.Moved) and event.mode in ON_PURPOSE
    )
    for id in movers:
        if play.state.result is None:
            _after_move(play, id)
    if play.state.result is None:
        _broken_through(play)


def _after_move(play: Play, id: str) -> None:
    if play.state.warriors[id].at is None:
        return
    if "search" in _special(play.state):
        search(play, id)
    edge = exit_edge(play.state, id)
    if edge is not None and touches(play.state, id, edge):
        _leave(play, id, edge)


def _special(state: State) -> tuple[str, ...]:
    return state.setup.mission.row.special if state.setup.mission else ()


def touches(state: State, id: str, edge: Edge) -> bool:
    """Whether a base touches this edge of the table."""
    return touches_edge(state, id) and from_edge(state.setup, body(state, id), edge) == 0


def exit_edge(state: State, id: str) -> Edge | None:
    """The edge by which this warrior may leave of its own will, if there is one."""
    now = mission_of(state)
    own = now.edges.get(state.warriors[id].side)
    if own is None:
        return None
    if end(state, "all_left_by_far_edge"):
        return OPPOSITE[own]
    chest = now.counter(CHEST)
    carrying = chest is not None and chest.holder == id
    return own if carrying and end(state, "chest_leaves_by_own_edge") else None


def _leave(play: Play, id: str, edge: Edge) -> None:
    side = play.state.warriors[id].side
    play.emit(ev.LeftByEdge(warrior=id, edge=edge, rule=rule_of(play.state.setup)))
    if end(play.state, "chest_leaves_by_own_edge"):
        win(play, side, "chest")
    elif not warriors_of(play.state, side):
        win(play, side, "left_by_edge")


def win(play: Play, winner: str | None, reason: str) -> None:
    """The battle ends by the scenario's own rule."""
    losers = tuple(side for side in play.state.order_of_play if side != winner) if winner else ()
    rule = rule_of(play.state.setup)
    play.emit(ev.BattleEnded(reason=reason, winner=winner, losers=losers, rule=rule))


# --- the hidden treasure -------------------------------------------------------------------------


def unsearched(state: State) -> list[str]:
    """The buildings in which the chest may still be; those in a zone never held it."""
    now = mission_of(state)
    if now.finder:
        return []
    return [id for id in now.buildings if id not in now.searched and not _in_a_zone(state, id)]


def _in_a_zone(state: State, id: str) -> bool:
    """Whether a building lies in a deployment zone: its middle does."""
    corners = building_of(state, id).polygon
    middle = (
        sum(x for x, _ in corners) // len(corners),
        sum(y for _, y in corners) // len(corners),
        0,
    )
    grounds = mission_of(state).grounds.values()
    return any(holds(zone, middle) for ground in grounds for zone in ground.zones)


def search(play: Play, id: str) -> None:
    """Who enters a building that nobody has searched looks through it."""
    at = play.state.warriors[id].at
    assert at is not None
    left = unsearched(play.state)
    here = [one for one in left if is_inside(building_of(play.state, one), at)]
    if not here or not may_search(play.state, play.state.warriors[id]):
        return
    rule = rule_of(play.state.setup)
    found = len(left) == 1
    if not found:
        faces = play.plain("search", 2, rule=rule, actor=id, needed=FOUND, summed=True)
        found = sum(faces) >= FOUND
    play.emit(ev.Searched(warrior=id, building=here[0], found=found, rule=rule))


def may_search(state: State, w: Warrior) -> bool:
    """Standing, not in a fight, and no animal."""
    return w.status == "standing" and carries(state, w.id) and not engaged_with(state, w.id)


# --- ends ----------------------------------------------------------------------------------------


def _broken_through(play: Play) -> None:
    """Two attackers at the defender's edge."""
    row = end(play.state, "attackers_at_edge")
    if row is None:
        return
    through = at_far_edge(play.state, length_of(play.state.setup, row["within"]))
    if len(through) < row["count"]:
        return
    play.emit(ev.BrokeThrough(warriors=through, rule=rule_of(play.state.setup)))
    win(play, mission_of(play.state).attacker, "broke_through")


def at_far_edge(state: State, within: int) -> tuple[str, ...]:
    """The attackers who stand near the edge that the defender holds."""
    now = mission_of(state)
    edge = OPPOSITE[now.edges[now.attacker]]
    return tuple(
        w.id
        for w in warriors_of(state, now.attacker)
        if _stands(w) and from_edge(state.setup, body(state, w.id), edge) <= within
    )


def _stands(w: Warrior) -> bool:
    return w.status == "standing" and not w.fleeing


def end_of_turn(play: Play) -> None:
    """At the end of a side's turn: is the objective in the attacker's hands?"""
    row = end(play.state, "attacker_holds_objective")
    now = play.state.mission
    if row is None or now is None or play.state.active == now.attacker:
        return
    near = strength_near(play.state, now.buildings[0], length_of(play.state.setup, row["within"]))
    if near.get(now.attacker, 0) > sum(n for side, n in near.items() if side != now.attacker):
        rule = rule_of(play.state.setup)
        play.emit(ev.ObjectiveHeld(building=now.buildings[0], side=now.attacker, rule=rule))
        win(play, now.attacker, "objective")


def strength_near(state: State, id: str, within: int) -> dict[str, int]:
    """How many of each side stand in or near a building."""
    near: dict[str, int] = {}
    for w in around(state, id, within):
        if _stands(w):
            near[w.side] = near.get(w.side, 0) + 1
    return near


def turn_limit(state: State) -> int | None:
    """After how many turns the battle is over."""
    row = end(state, "turns") if state.mission is not None else None
    return int(row["count"]) if row else state.setup.turn_limit


def out_of_turns(play: Play) -> None:
    """The last turn is over: whoever holds more buildings has won, if that is the scenario."""
    if end(play.state, "turns") is None:
        losers = play.state.lost
        play.emit(ev.BattleEnded(reason="turn_limit", winner=None, losers=losers))
        return
    count: dict[str, int] = dict.fromkeys(playing(play.state), 0)
    for id in mission_of(play.state).buildings:
        side = holder(play.state, id)
        play.emit(ev.ObjectiveHeld(building=id, side=side, rule=rule_of(play.state.setup)))
        if side:
            count[side] += 1
    most = [side for side, n in count.items() if n == max(count.values())]
    win(play, most[0] if len(most) == 1 else None, "buildings")


def holder(state: State, id: str) -> str:
    """The side that occupies a building: a standing model inside and no enemy."""
    there = inside(state, id)
    sides = {w.side for w in there}
    return next(iter(sides)) if len(sides) == 1 and any(_stands(w) for w in there) else ""


def rout_tests(state: State) -> bool:
    """Whether rout tests are taken at all."""
    return state.setup.mission is None or state.setup.mission.row.rout_tests


def reserves_come(play: Play) -> None:
    """From the defender's second turn on a die for each who waits: with a 4 he may come in."""
    now, setup = play.state.mission, play.state.setup
    if now is None or not now.reserves or play.state.turn < SECOND:
        return
    side = play.state.active
    waiting = set(now.reserves) - set(now.arriving)
    coming: list[str] = []
    for group in groups_of(play.state, side):
        left = [id for id in group if id in waiting]
        if left:
            faces = play.batch("reserves", 1, ARRIVES, rule=rule_of(setup), actor=left[0])
            coming += left if faces[0] >= ARRIVES else []
    if coming or any(play.state.warriors[id].side == side for id in now.arriving):
        edge = random_edge(play, side)
        event = ev.ReservesArrived(
            side=side, warriors=tuple(coming), edge=edge, rule=rule_of(setup)
        )
        play.emit(event)


SECOND, ARRIVES = 2, 4
