"""What becomes of a model: recovery, charges, moves, hiding, falls, flight."""

from __future__ import annotations

from typing import Literal

from ...units import Length, Point
from ..state import Status
from .base import Event, MovedBy


class StayedDown(Event, frozen=True, kw_only=True, tag="StayedDown"):
    warrior: str


class StatusChanged(Event, frozen=True, kw_only=True, tag="StatusChanged"):
    """`cause`: injury, recovery, stood_up, downed_hit, stunned_hit, gm."""

    warrior: str
    before: Status
    after: Status
    cause: str
    by: str = ""


class Rallied(Event, frozen=True, kw_only=True, tag="Rallied"):
    warrior: str


class RallyDenied(Event, frozen=True, kw_only=True, tag="RallyDenied"):
    """No rally test: the nearest model is an enemy (P-REC-06)."""

    warrior: str
    enemy: str


class ChargeDeclared(Event, frozen=True, kw_only=True, tag="ChargeDeclared"):
    """`called`: by a spell, in the shooting phase, no farther than M (P-NEC-5)."""

    warrior: str
    targets: tuple[str, ...]
    called: bool = False


class ChargeSpotFailed(Event, frozen=True, kw_only=True, tag="ChargeSpotFailed"):
    """The unseen target was not noticed: no charge in this turn (P-CHG-05)."""

    warrior: str
    target: str


class ChargeFailed(Event, frozen=True, kw_only=True, tag="ChargeFailed"):
    """The charge is too long (P-CHG-11); the move towards the target follows.

    `reason`: too_long, or the climb, jump or leap that failed; then there is no such move.
    """

    warrior: str
    target: str
    reason: Literal["too_long", "climb", "jump", "leap"] = "too_long"


class Charged(Event, frozen=True, kw_only=True, tag="Charged"):
    """The charger is in contact with `targets`; `diving` from above, with the bonus (P-TER-15).

    `following`: by moving on after a fight; it counts in the next close combat phase.
    """

    warrior: str
    targets: tuple[str, ...]
    diving: bool = False
    following: bool = False


class Intercepted(Event, frozen=True, kw_only=True, tag="Intercepted"):
    warrior: str
    charger: str
    target: str


class InterceptionFailed(Event, frozen=True, kw_only=True, tag="InterceptionFailed"):
    """`reason`: no_room, out_of_reach, path_blocked."""

    warrior: str
    charger: str
    reason: str


class FearFailed(Event, frozen=True, kw_only=True, tag="FearFailed"):
    """A fear test failed. `effect`: no_charge, no_interception, only_sixes (P-PSY-03, 05)."""

    warrior: str
    enemy: str
    effect: str


class StupidityFailed(Event, frozen=True, kw_only=True, tag="StupidityFailed"):
    """A stupidity test failed. `effect`: engaged, shambles, inactive (P-PSY-15, 17, 20)."""

    warrior: str
    effect: Literal["engaged", "shambles", "inactive"]


class ForcedToCharge(Event, frozen=True, kw_only=True, tag="ForcedToCharge"):
    """Frenzy makes a model charge (P-PSY-06)."""

    warrior: str
    target: str


class Moved(Event, frozen=True, kw_only=True, tag="Moved"):
    """A model moved along `path` (its first point is where it stood)."""

    warrior: str
    mode: MovedBy
    path: tuple[Point, ...]
    cost: Length
    allowed: Length
    facing: int


class ClimbFailed(Event, frozen=True, kw_only=True, tag="ClimbFailed"):
    """Stays where it is and can't move in this turn (P-TER-06)."""

    warrior: str


class Fell(Event, frozen=True, kw_only=True, tag="Fell"):
    """Fell from `height` above and landed at `at`; hits follow (P-FAL-01)."""

    warrior: str
    height: Length
    at: Point


class Hid(Event, frozen=True, kw_only=True, tag="Hid"):
    """The warrior hides (P-HID-02)."""

    warrior: str


class Revealed(Event, frozen=True, kw_only=True, tag="Revealed"):
    """No longer hidden.

    `cause`: shot, seen, noticed, stunned, or how it moved (run, charge, flee ...).
    """

    warrior: str
    cause: str


class Fled(Event, frozen=True, kw_only=True, tag="Fled"):
    """Breaks and flees. `cause`: all_alone."""

    warrior: str
    cause: str


class StoppedFleeing(Event, frozen=True, kw_only=True, tag="StoppedFleeing"):
    """Struck down before it could run: it lies where it is and doesn't flee (P-CMB-19)."""

    warrior: str


class LeftTable(Event, frozen=True, kw_only=True, tag="LeftTable"):
    warrior: str
