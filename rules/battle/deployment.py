"""Before the first turn: each side puts its warriors into its zone, one side after the other."""

from __future__ import annotations

from ..board import Body
from ..errors import IllegalOrder
from ..units import Point
from . import events as ev
from . import passage, ways
from .checks import in_phase, known_warrior, your_turn
from .mission import deploying, opening
from .orders import Deploy
from .play import Play
from .queries import body, in_contact, models, side_setup, standing_height
from .standing import on_a_floor
from .state import State, WarriorSetup, Zone


def to_deploy(state: State, side: str) -> list[str]:
    """The side's warriors that have no place yet, in roster order (a scenario's: deploying.py)."""
    if state.mission is not None:
        return deploying.waiting(state, side) if side == state.active else []
    return [
        w.id
        for w in state.warriors.values()
        if w.side == side and w.at is None and w.status != "out_of_action"
        if w.id not in state.below
    ]


def check_deploy(state: State, order: Deploy) -> None:
    """Raise the reason why the warrior can't stand there."""
    if passage.is_emerging(state):
        your_turn(state, order.side)
        passage.check_emerge(state, order)
        stands(state, state.setup.by_id[order.warrior], order.at)
        return
    in_phase(state, *deployed_in(state))
    your_turn(state, order.side)
    if state.mission is not None and order.warrior not in state.warriors:
        deploying.check_place(state, order)
        return
    w = known_warrior(state, order.warrior)
    if w.side != order.side or w.status == "out_of_action":
        raise IllegalOrder("not_your_warrior", "P-TRN-02", warrior=w.id)
    if state.mission is not None:
        deploying.check_place(state, order)
        stands(state, state.setup.by_id[w.id], order.at)
        return
    zone = side_setup(state, order.side).zone
    if zone is not None and not in_zone(zone, order.at):
        raise IllegalOrder("outside_zone", "", warrior=w.id)
    stands(state, state.setup.by_id[w.id], order.at)


def deployed_in(state: State) -> tuple[str, ...]:
    """The phases in which somebody may be placed: reserves come in the movement phase."""
    arriving = state.mission is not None and state.mission.arriving
    return ("deployment", "movement") if arriving else ("deployment",)


def in_zone(zone: Zone, at: Point) -> bool:
    """Whether a centre lies in the zone, its border included."""
    return zone.low[0] <= at[0] <= zone.high[0] and zone.low[1] <= at[1] <= zone.high[1]


def stands(state: State, setup: WarriorSetup, at: Point) -> None:
    """Raise when a base can't stand at this point: no floor, an obstacle, another model."""
    there = Body(setup.id, at, setup.base // 2, standing_height(setup))
    on_a_floor(state, there)
    foes = [body(state, w.id) for w in models(state) if w.side != setup.side]
    friends = [body(state, w.id) for w in models(state) if w.id != setup.id]
    if not ways.fits(state, there, friends):
        raise IllegalOrder("path_blocked", "P-MOV-01", by="", what="place")
    for foe in foes:
        if in_contact(state, there, foe):
            raise IllegalOrder("contact_only_by_charge", "P-MOV-04", enemy=foe.id)


def deploy(play: Play, order: Deploy) -> None:
    """Put the warrior down, facing the opposite edge unless told otherwise (P-PSY-17, Gaps b).

    Of a scenario's counters each is put down in turn, then play goes on by itself.
    """
    if order.warrior not in play.state.warriors:
        rule = deploying.rule_of(play.state.setup)
        play.emit(ev.CounterPlaced(counter=order.warrior, side=order.side, at=order.at, rule=rule))
        opening.advance(play)
        return
    facing = order.facing if order.facing is not None else _inwards(play.state, order.at)
    play.emit(ev.Deployed(warrior=order.warrior, at=order.at, facing=facing % 360))


def come_up(play: Play) -> None:
    """Whoever is still below at the end of his side's turn comes up where there is room."""
    for id in passage.below(play.state, play.state.active):
        at = next((at for at in passage.places(play.state, id) if _holds(play.state, id, at)), None)
        if at is None:
            play.emit(ev.StayedBelow(warrior=id, rule=passage.RULE))
            continue
        facing = _inwards(play.state, at)
        play.emit(ev.Deployed(warrior=id, at=at, facing=facing, rule=passage.RULE))


def _holds(state: State, id: str, at: Point) -> bool:
    try:
        stands(state, state.setup.by_id[id], at)
    except IllegalOrder:
        return False
    return True


def _inwards(state: State, at: Point) -> int:
    width, depth = state.setup.board.size
    x, y, _ = at
    edges = {0: x, 180: width - x, 90: y, 270: depth - y}
    return min(edges, key=edges.__getitem__)


def check_end_deployment(state: State) -> None:
    """Nobody is left behind by oversight."""
    missing = to_deploy(state, state.active)
    if state.mission is not None:
        missing = opening.unplaced(state)
    if missing:
        raise IllegalOrder("not_deployed", "", warriors=missing)


__all__ = [
    "check_deploy",
    "check_end_deployment",
    "deploy",
    "in_zone",
    "stands",
    "to_deploy",
]
