"""A way below the city: who takes it is placed at the end of his side's first turn.

The catacombs that a warband has explored (campaign.exploration). Who goes below is his side's to
know; they come up on the ground, clear of every enemy. Whoever isn't placed by order is placed by
itself; whom the table has no room for tries again a turn later.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..board import Body, contact
from ..errors import IllegalOrder
from ..units import CM, Point
from . import events as ev
from .mission import deploying
from .mission.model import Ground
from .orders import Deploy, Descend
from .play import Play
from .queries import body, enemies_of, side_setup, standing_height, warriors_of
from .state import Passage, State

RULE = "campaign.exploration"
MESH = 2 * CM
"""As near to each other as places are tried for whom nobody places."""


def passage_of(state: State, side: str) -> Passage | None:
    """The way that a side knows, if it knows one."""
    return side_setup(state, side).passage


def below(state: State, side: str) -> list[str]:
    """Whom a side has below the city, in roster order."""
    return [id for id in state.warriors if id in state.below and state.warriors[id].side == side]


def may_descend(state: State, side: str) -> list[str]:
    """Whom a side may send below now, in roster order."""
    way = passage_of(state, side)
    if way is None or side != state.active or state.phase != "deployment" or _full(state, way):
        return []
    if state.mission is not None and state.mission.step in ("counters", "rearrange"):
        return []
    return [id for id in _may_place(state, side) if id not in state.below and _fits(state, id, way)]


def _full(state: State, way: Passage) -> bool:
    return len(below(state, state.active)) >= way.models


def _may_place(state: State, side: str) -> list[str]:
    if state.mission is not None:
        return [id for id in deploying.may_place(state, side) if id in state.warriors]
    return [w.id for w in state.warriors.values() if w.side == side and w.status != "out_of_action"]


def _fits(state: State, id: str, way: Passage) -> bool:
    setup = state.setup.by_id[id]
    words = {setup.kind, *(ref.id for ref in setup.traits)}
    return not setup.summoned_by and not words.intersection(way.barred)


def check_descend(state: State, order: Descend) -> None:
    """Raise the reason why the warrior can't go below."""
    way = passage_of(state, order.side)
    if way is None:
        raise IllegalOrder("no_passage", RULE)
    if order.warrior in may_descend(state, order.side):
        return
    if order.warrior in state.below or order.warrior not in _may_place(state, order.side):
        raise IllegalOrder("not_to_deploy", RULE, warrior=order.warrior)
    if not _fits(state, order.warrior, way):
        raise IllegalOrder("not_below", RULE, warrior=order.warrior)
    raise IllegalOrder("passage_full", RULE, most=way.models)


def descend(play: Play, order: Descend) -> None:
    """Only his own side is told."""
    audience = (order.side,)
    play.emit(ev.WentBelow(warrior=order.warrior, side=order.side, rule=RULE, audience=audience))


# The end of the side's first turn.


def is_emerging(state: State) -> bool:
    """Whether the side whose turn ends is placing those who come up."""
    return state.step == "emerging"


def are_due(state: State) -> bool:
    """Whether somebody has to come up before the turn is over."""
    if state.phase == "deployment" or state.active in state.lost or is_emerging(state):
        return False
    return bool(below(state, state.active))


def open_hatch(play: Play) -> None:
    """The side may say where they come up."""
    play.emit(ev.StepStarted(step="emerging", rule=RULE))


def check_emerge(state: State, order: Deploy) -> None:
    """Raise the reason why somebody can't come up there."""
    if order.warrior not in below(state, order.side):
        raise IllegalOrder("not_to_deploy", RULE, warrior=order.warrior)
    if order.at[2]:
        raise IllegalOrder("not_on_ground", RULE, warrior=order.warrior)
    if not _is_clear(state, order.side, order.warrior, order.at):
        raise IllegalOrder("too_near_enemy", RULE, warrior=order.warrior)


def ground_of(state: State, side: str) -> Ground:
    """What the way asks of a place."""
    way = passage_of(state, side)
    return Ground(apart=way.apart if way else 0)


def _is_clear(state: State, side: str, id: str, at: Point) -> bool:
    me, least = _standing_at(state, id, at), ground_of(state, side).apart
    return all(
        contact.gap_squared(me, body(state, foe.id)) >= least * least
        for foe in enemies_of(state, side)
    )


def _standing_at(state: State, id: str, at: Point) -> Body:
    setup = state.setup.by_id[id]
    return Body(id, at, setup.base // 2, standing_height(setup))


def places(state: State, id: str) -> Iterator[Point]:
    """Places of the ground far enough from every enemy, the nearest to his friends first."""
    side = state.warriors[id].side
    width, depth = state.setup.board.size
    mine = [w.at for w in warriors_of(state, side) if w.at is not None]
    home = mine or [(width // 2, depth // 2, 0)]
    mesh = [(x, y, 0) for x in range(MESH, width, MESH) for y in range(MESH, depth, MESH)]
    found = (at for at in mesh if _is_clear(state, side, id, at))
    return iter(sorted(found, key=lambda at: min(_square(at, one) for one in home)))


def _square(a: Point, b: Point) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
