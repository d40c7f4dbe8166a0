"""Over gaps and down from roofs, where that is worth the risk of a fall.

Level 1 leaves it. The others weigh the exact odds of every test on the way and of the fall behind
it against the way that is saved, and never begin what can't succeed.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..battle.charge_path import charge_journey
from ..battle.journey import Journey, Mode
from ..battle.jumping import dives_at
from ..battle.orders import Charge, Leg, Move, MoveMode
from ..battle.queries import body
from ..battle.reach import reach
from ..battle.scalings import Scaling, scalings
from ..battle.state import State, Warrior
from ..battle.travel import journey_of
from ..board.levels import surface_under
from ..board.trig import isqrt
from ..errors import IllegalOrder
from ..odds.ways import Fall, arrives, fall_of
from ..units import CM, Point
from .mind import Mind

OUT_COSTS = 5
"""To be out of action costs as much as so many turns of walking; the rest in proportion."""
STUNNED_COSTS = 2
DOWN_COSTS = 1
TURN_LOST = 0.5
"""A fall ends the move, hurt or not."""
CUT_OFF = 0.5
"""On foot nobody gets off a roof."""
WORTH_IT = 0.15
"""Less than this much of a turn gained isn't worth a jump."""
CLIMB_LEFT = 10 * CM
"""What being on another level than the goal counts as, on top of the distance."""


def across(mind: Mind, w: Warrior, goal: Point, mode: MoveMode, most: int) -> Iterator[Move]:
    """Leaps and ways down that bring a warrior nearer to a place, the best one first. Only from
    above: nobody leaps from the ground."""
    if mind.level < 2 or w.at is None or not w.at[2] or mode not in ("walk", "run"):
        return
    found = [
        (gain, way)
        for way in scalings(mind.state, w, _MODES[mode], most)
        if not (way.by == "climb" and way.to[2] > way.start[2])
        if (gain := _gain(mind.state, w, way, goal, mode, most)) > WORTH_IT
    ]
    for _, way in sorted(found, key=lambda one: (-one[0], one[1].to)):
        yield Move(side=mind.side, warrior=w.id, mode=mode, legs=legs_of(w, way))


_MODES: dict[MoveMode, Mode] = {"walk": "walk", "run": "run"}


def legs_of(w: Warrior, way: Scaling) -> tuple[Leg, ...]:
    start = () if way.start == w.at else (Leg(to=way.start),)
    return (*start, Leg(to=way.to, by=way.by))


def _gain(state: State, w: Warrior, way: Scaling, goal: Point, mode: MoveMode, most: int) -> float:
    """In turns of walking: the way saved if it goes well, less what a fall would cost."""
    try:
        journey = journey_of(state, w, legs_of(w, way), _MODES[mode], most)
    except IllegalOrder:
        return 0.0
    chance = float(arrives(state, w.id, journey.parts))
    if not chance or w.at is None:
        return 0.0
    ahead = (_left(w.at, goal) - _left(journey.at, goal)) / most
    floors = state.setup.board.index
    if surface_under(floors, w.at) is not surface_under(floors, goal):
        ahead += CUT_OFF
    return chance * ahead - (1 - chance) * (TURN_LOST + _cost(_fall(state, w.id, journey)))


def _left(at: Point, goal: Point) -> int:
    apart = isqrt((at[0] - goal[0]) ** 2 + (at[1] - goal[1]) ** 2)
    return apart + (CLIMB_LEFT if at[2] != goal[2] else 0)


def _fall(state: State, id: str, journey: Journey) -> Fall:
    """The deepest fall on the way."""
    return fall_of(state, id, max(part.depth for part in journey.parts))


def _cost(fall: Fall) -> float:
    return float(
        fall.out_of_action * OUT_COSTS
        + fall.stunned * STUNNED_COSTS
        + fall.knocked_down * DOWN_COSTS
    )


def dives(mind: Mind, w: Warrior) -> Iterator[tuple[float, Charge]]:
    """Charges down upon somebody or over a gap, each with its promise: the odds of the fight,
    with the bonus of the dive (P-TER-15), for as likely as it arrives; less what the fall costs."""
    if mind.level < 2 or w.at is None or not w.at[2]:
        return
    for way in scalings(mind.state, w, "charge", reach(mind.state, w.id)):
        if way.by != "climb":
            yield from _upon(mind, w, way)


def _upon(mind: Mind, w: Warrior, way: Scaling) -> Iterator[tuple[float, Charge]]:
    state, path = mind.state, legs_of(w, way)
    try:
        journey = charge_journey(state, w.id, path)
    except IllegalOrder:
        return
    chance = float(arrives(state, w.id, journey.parts, charging=True))
    cost = (1 - chance) * _cost(_fall(state, w.id, journey)) / OUT_COSTS if chance else 0.0
    for foe in mind.enemies:
        if not chance or foe.hidden or not _comes_to(state, journey, foe.id):
            continue
        bonus = DIVE if dives_at(state, journey, foe.id) else 0.0
        promise = chance * min(0.95, mind.wins(w.id, foe.id) + bonus) - cost
        order = Charge(side=mind.side, warrior=w.id, targets=(foe.id,), path=path)
        yield promise, order


DIVE = 0.12
"""What +1 to hit and +1 Strength in the first phase add to the odds of a duel, roughly."""


def _comes_to(state: State, journey: Journey, foe: str) -> bool:
    """Whether what is left of the charge is enough from the landing, on the same level."""
    me, there = journey.body_at(journey.at), body(state, foe)
    apart = isqrt((me.at[0] - there.at[0]) ** 2 + (me.at[1] - there.at[1]) ** 2)
    return me.at[2] == there.at[2] and apart - me.radius - there.radius <= journey.left
