"""Climbing up and down walls (P-TER-01 to P-TER-07)."""

from __future__ import annotations

from fractions import Fraction

from ..board.scaling import Climb, climb
from ..errors import IllegalOrder
from ..units import Point
from .agility import agility_of, nimble_test
from .journey import Journey
from .mishap import Mishap
from .parts import Part
from .play import Play
from .step import moved
from .stride import movement_of


def add_climb(journey: Journey, to: Point) -> None:
    """Climb where the model stands, then walk to the place if it is farther off."""
    _may_climb(journey)
    way = climb(journey.state.setup.board, journey.me, journey.start, to, journey.free_height)
    if way is None:
        raise IllegalOrder("nothing_to_climb", "P-TER-02", warrior=journey.warrior.id)
    _high_enough(journey, way)
    journey.settle(way.end)
    journey.add(
        Part(
            by="climb",
            points=way.points,
            cost=_cost(journey, way.height),
            height=way.height,
            down=way.down,
            depth=way.points[0][2] - way.end[2],
            foot=way.end,
        )
    )
    journey.walk([to])


def _may_climb(journey: Journey) -> None:
    ruleset, w = journey.state.setup.ruleset, journey.warrior
    if agility_of(journey.state.setup, w.id).climb == 0:
        raise IllegalOrder("cannot_climb", "P-TER-01", warrior=w.id)
    if journey.mode == "crawl":
        raise IllegalOrder("knocked_down", "P-INJ-08", warrior=w.id)
    if agility_of(journey.state.setup, w.id).freely:
        return
    if journey.mode == "run" and ruleset.text("climb.with_run") == "forbidden":
        raise IllegalOrder("climb_in_run", "P-TER-04", warrior=w.id)
    if journey.charging:
        before = any(part.by == "climb" for part in journey.parts)
        if before or ruleset.text("climb.in_charge") == "forbidden":
            raise IllegalOrder("one_climb", "P-TER-04", warrior=w.id)


def _high_enough(journey: Journey, way: Climb) -> None:
    """At most M in one phase, all climbs together (P-TER-03)."""
    state, id = journey.state, journey.warrior.id
    if agility_of(state.setup, id).freely:
        return
    ruleset = state.setup.ruleset
    native = Fraction(movement_of(state, id), ruleset.unit_size)
    most = int(ruleset.reach("climb.max_height", M=native) * agility_of(state.setup, id).climb)
    before = sum(part.height for part in journey.parts if part.by == "climb")
    if before + way.height > most:
        raise IllegalOrder("too_far", "P-TER-03", used=before + way.height, allowed=most)


def _cost(journey: Journey, height: int) -> int:
    """A unit of movement for each unit of height; less for who climbs more than M, more in a
    charge (P-TER-03, P-TER-04)."""
    factor = max(Fraction(1), agility_of(journey.state.setup, journey.warrior.id).climb)
    dearer = journey.charging and not agility_of(journey.state.setup, journey.warrior.id).freely
    times = journey.state.setup.ruleset.number("climb.charge_cost") if dearer else 1
    return -int(-Fraction(height * times) // factor)


def attempt_climb(play: Play, id: str, part: Part, *, facing: int | None = None) -> Mishap | None:
    """One test whatever the height; failed, the model stays below or falls (P-TER-06, 07)."""
    if not _tested(play, id, part) or nimble_test(play, id, "P-TER-06", "climb"):
        moved(
            play,
            id,
            "climb",
            part.points,
            cost=part.cost,
            allowed=part.allowed,
            rule="P-TER-03",
            facing=facing,
        )
        return None
    if not part.down:
        return Mishap("climb", "P-TER-06")
    if play.state.setup.ruleset.text("climb.down.fail") == "none":
        return Mishap("climb", "P-TER-07")
    return Mishap("climb", "P-TER-07", part.depth, part.foot)


def _tested(play: Play, id: str, part: Part) -> bool:
    if agility_of(play.state.setup, id).untested:
        return False
    return not part.down or play.state.setup.ruleset.flag("climb.down.test")
