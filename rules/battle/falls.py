"""Falls: hits without save or critical, and going over an edge when put down (FAL, TER-22)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..board import edges, lips
from ..board.edge import Edge
from ..dice import d3
from ..units import Point
from . import events as ev
from .agility import nimble_test
from .arms import Arm
from .blows import resolve
from .hiding import look_out
from .play import Play
from .queries import body, downed, enemies_of, others
from .state import State
from .volley import Volley

IMPACT = Arm(id="fall", close=False, missile=False, hands=0, no_save=True, critical=False)
"""What hits who falls: no armour save, no critical hit (P-FAL-03, P-FAL-04)."""


def fall_strength(state: State, height: int) -> int:
    """The Strength of a fall's hits; `height` in 1/100 mm (P-FAL-02)."""
    ruleset = state.setup.ruleset
    return int(ruleset.formula("fall.strength", height=Fraction(height, ruleset.unit_size)))


def fall(play: Play, id: str, height: int, landing: Point, rule: str) -> None:
    """A model falls to `landing`: hits, no more moving or hiding in this turn (P-FAL-01, 05).

    It comes down in the nearest free place there, touching no enemy; downed near another edge it
    may fall on.
    """
    at = room_at(play.state, id, landing)
    play.emit(ev.Fell(warrior=id, height=height, at=at, rule=rule))
    look_out(play, id, (at,))
    dice = play.state.setup.ruleset.dice_from("fall.hits", height)
    number = int(dice.split("D")[0] or 1)
    faces = play.plain("fall_hits", number, rule="P-FAL-01", actor=id)
    hits = sum(d3(face) for face in faces)
    strength = fall_strength(play.state, height)
    status = play.warrior(id).status
    teeter(play, resolve(play, [Volley("", id, IMPACT, strength, False, status, hits=[0] * hits)]))


def room_at(state: State, id: str, landing: Point) -> Point:
    """Where somebody who falls comes to lie: beside whatever stands there."""
    foes = enemies_of(state, state.warriors[id].side)
    return lips.room_near(
        state.setup.board,
        body(state, id),
        landing,
        others(state, id),
        free_height=state.setup.ruleset.length("obstacle.free_height"),
        keep_clear=[body(state, foe.id) for foe in foes],
    )


def teeter(play: Play, ids: Sequence[str]) -> None:
    """Who has just been downed near an edge tests Initiative; failed, it goes over (P-TER-22)."""
    for id in ids:
        edge = edge_near(play.state, id)
        if edge is None:
            continue
        if not nimble_test(play, id, "P-TER-22"):
            fall(play, id, edge.drop, edge.landing, "P-TER-22")


def edge_near(state: State, id: str) -> Edge | None:
    """The edge over which a downed model may go, if one is near enough."""
    w = state.warriors[id]
    if w.at is None or not downed(w):
        return None
    ruleset = state.setup.ruleset
    return edges.nearest_edge(
        state.setup.board,
        body(state, id),
        ruleset.length("edge.distance"),
        deeper_than=ruleset.length("obstacle.free_height"),
    )
