"""A stupid model that shambles: straight ahead, half its M (PSY-17, PSY-18)."""

from __future__ import annotations

from ..board import edges, trig
from . import ways
from .falls import fall
from .play import Play
from .queries import body, enemies_of
from .state import State, Warrior
from .step import moved
from .stride import movement_of


def must_shamble(w: Warrior) -> bool:
    """Whether a compulsory shamble is due."""
    return "shambles" in w.marks and w.status == "standing" and "moved" not in w.marks


def shamble(play: Play, id: str) -> None:
    """Ahead until an obstacle or short of an enemy; over an edge it falls (P-PSY-18)."""
    state = play.state
    w = state.warriors[id]
    assert w.at is not None
    allowed = movement_of(state, id) // 2
    length = min(allowed, room_ahead(state, id, allowed))
    dx, dy = trig.offset(w.facing, length)
    way = ways.straight(state, id, (w.at[0] + dx, w.at[1] + dy, w.at[2]), length)
    moved(
        play,
        id,
        "shamble",
        way.points,
        cost=way.cost,
        allowed=allowed,
        rule="P-PSY-17",
        facing=w.facing,
    )
    if way.blocked_by is not None and way.blocked_by.code == "edge":
        walk_off(play, id, "P-PSY-18")


def walk_off(play: Play, id: str, rule: str) -> None:
    """Over the edge that it has come to; no Initiative test (P-PSY-18)."""
    state = play.state
    low = state.setup.ruleset.length("obstacle.free_height")
    me = body(state, id)
    edge = edges.nearest_edge(state.setup.board, me, me.radius, deeper_than=low)
    if edge is not None:
        fall(play, id, edge.drop, edge.landing, rule)


def room_ahead(state: State, id: str, most: int) -> int:
    """How far it may go: it stops before any enemy whose base lies in its way (P-PSY-17)."""
    w, me = state.warriors[id], body(state, id)
    stop = state.setup.ruleset.length("stupidity.stop_gap")
    ux, uy = trig.offset(w.facing, trig.UNIT)
    room = most
    for foe in enemies_of(state, w.side):
        other = body(state, foe.id)
        dx, dy = other.at[0] - me.at[0], other.at[1] - me.at[1]
        along = (dx * ux + dy * uy) // trig.UNIT
        across_squared = dx * dx + dy * dy - along * along
        touch = me.radius + other.radius
        if along <= 0 or across_squared >= touch * touch:
            continue
        keep = touch + stop
        before = along - trig.isqrt(max(0, keep * keep - across_squared))
        room = min(room, max(0, before))
    return room
