"""Before the first turn: each side puts its warriors into its zone, one side after the other."""

from __future__ import annotations

from ..board import Body, levels
from ..errors import IllegalOrder
from ..units import Point
from . import events as ev
from . import ways
from .checks import in_phase, known_warrior, your_turn
from .orders import Deploy
from .play import Play
from .queries import STANDING_HEIGHT, body, in_contact, models, side_setup
from .state import State, WarriorSetup, Zone


def to_deploy(state: State, side: str) -> list[str]:
    """The side's warriors that have no place yet, in roster order."""
    return [
        w.id
        for w in state.warriors.values()
        if w.side == side and w.at is None and w.status != "out_of_action"
    ]


def check_deploy(state: State, order: Deploy) -> None:
    """Raise the reason why the warrior can't stand there."""
    in_phase(state, "deployment")
    your_turn(state, order.side)
    w = known_warrior(state, order.warrior)
    if w.side != order.side or w.status == "out_of_action":
        raise IllegalOrder("not_your_warrior", "P-TRN-02", warrior=w.id)
    zone = side_setup(state, order.side).zone
    if zone is not None and not in_zone(zone, order.at):
        raise IllegalOrder("outside_zone", "", warrior=w.id)
    stands(state, state.setup.by_id[w.id], order.at)


def in_zone(zone: Zone, at: Point) -> bool:
    """Whether a centre lies in the zone, its border included."""
    return zone.low[0] <= at[0] <= zone.high[0] and zone.low[1] <= at[1] <= zone.high[1]


def stands(state: State, setup: WarriorSetup, at: Point) -> None:
    """Raise when a base can't stand at this point: no floor, an obstacle, another model."""
    there = Body(setup.id, at, setup.base // 2, STANDING_HEIGHT)
    board = state.setup.board
    if not levels.stands(board, at):
        raise IllegalOrder("no_floor", "P-MOV-01", warrior=setup.id)
    foes = [body(state, w.id) for w in models(state) if w.side != setup.side]
    friends = [body(state, w.id) for w in models(state) if w.id != setup.id]
    if not ways.fits(state, there, friends):
        raise IllegalOrder("path_blocked", "P-MOV-01", by="", what="place")
    for foe in foes:
        if in_contact(state, there, foe):
            raise IllegalOrder("contact_only_by_charge", "P-MOV-04", enemy=foe.id)


def deploy(play: Play, order: Deploy) -> None:
    """Put the warrior down, facing the opposite edge unless told otherwise (P-PSY-17, Gaps b)."""
    facing = order.facing if order.facing is not None else _inwards(play.state, order.at)
    play.emit(ev.Deployed(warrior=order.warrior, at=order.at, facing=facing % 360))


def _inwards(state: State, at: Point) -> int:
    width, depth = state.setup.board.size
    x, y, _ = at
    edges = {0: x, 180: width - x, 90: y, 270: depth - y}
    return min(edges, key=edges.__getitem__)


def check_end_deployment(state: State) -> None:
    """Nobody is left behind by oversight."""
    missing = to_deploy(state, state.active)
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
