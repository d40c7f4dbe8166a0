"""Carrying out a journey: on foot, and by climbs, jumps and leaps with their tests (TER)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .climbing import add_climb, attempt_climb
from .journey import Journey, Mode, Special, follow
from .jumping import add_jump, attempt_jump
from .leaping import add_leap, attempt_leap
from .mishap import Mishap
from .orders import Leg
from .parts import Part
from .play import Play
from .state import State, Warrior
from .step import moved

SPECIAL: Mapping[str, Special] = {"climb": add_climb, "jump": add_jump, "leap": add_leap}

RULES: Mapping[Mode, str] = {
    "walk": "P-MOV-01",
    "run": "P-MOV-03",
    "crawl": "P-INJ-08",
    "charge": "P-CHG-08",
    "failed_charge": "P-CHG-11",
    "break_off": "P-TRN-04",
}


def journey_of(state: State, w: Warrior, legs: Sequence[Leg], mode: Mode, limit: int) -> Journey:
    """The whole way of these legs; raises what bars one of them. Its length isn't judged."""
    journey = Journey(state, w, mode, limit)
    follow(journey, legs, SPECIAL)
    return journey


def travel(play: Play, journey: Journey, *, facing: int | None = None) -> Mishap | None:
    """Go the whole way, or as far as it goes well; what went wrong.

    A run is on record even where it holds nothing but leaps (P-MOV-10).
    """
    parts, id = journey.parts, journey.warrior.id
    if not parts:
        _stand(play, journey, RULES[journey.mode], facing)
    elif journey.mode == "run" and parts[0].by != "walk":
        _stand(play, journey, "P-MOV-10", None)
    for part in parts:
        mishap = go(play, id, part, journey.mode, facing if part is parts[-1] else None)
        if mishap is not None:
            return mishap
    return None


def _stand(play: Play, journey: Journey, rule: str, facing: int | None) -> None:
    """On record without a way."""
    id, limit = journey.warrior.id, journey.limit
    moved(play, id, journey.mode, (), cost=0, allowed=limit, rule=rule, facing=facing)


def go(play: Play, id: str, part: Part, mode: Mode, facing: int | None = None) -> Mishap | None:
    """One part."""
    charging = mode in ("charge", "failed_charge")
    if part.by == "climb":
        return attempt_climb(play, id, part, facing=facing)
    if part.by == "jump":
        return attempt_jump(play, id, part, charging=charging, facing=facing)
    if part.by == "leap":
        return attempt_leap(play, id, part, charging=charging, facing=facing)
    moved(
        play,
        id,
        mode,
        part.points,
        cost=part.cost,
        allowed=part.allowed,
        rule=RULES[mode],
        facing=facing,
    )
    return None
