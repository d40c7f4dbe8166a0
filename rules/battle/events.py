"""What happened: facts with everything needed to show them, and the rule that made each.

`event` is the tag. An event holds no prose: the pages say it in the reader's language. `rule` is
a ledger ID ("" where only the server's book-keeping speaks); `audience` the sides that may see
it, empty for everybody ("gm" alone for the GM). Add types and fields; never change what an old
one means (tests/golden).
"""

from __future__ import annotations

from typing import Literal

import msgspec

from ..units import Length, Point
from .orders import Adjustment, MoveMode, PhaseName, Split
from .state import Decision, Status, Task

Compare = Literal["at_least", "at_most", "higher_than", "none"]
MovedBy = (
    MoveMode
    | Literal["charge", "failed_charge", "intercept", "flee", "shamble", "climb", "jump", "leap"]
)


class Modifier(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of a modifier stack: its stage, its value and the rule behind it.

    The stage `base` holds the number that the others change. `of` names the weapon, skill or
    piece of armour, where it is one.
    """

    stage: str
    value: int
    rule: str = ""
    of: str = ""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", omit_defaults=True):
    """The base of every event."""

    rule: str = ""
    audience: tuple[str, ...] = ()


class OrderOfPlay(Event, frozen=True, kw_only=True, tag="OrderOfPlay"):
    """In which order the sides take their turns (P-TRN-02)."""

    sides: tuple[str, ...]


class NotAutomated(Event, frozen=True, kw_only=True, tag="NotAutomated"):
    """What a warrior carries that the engine does not enact: the GM sees to it at the table."""

    warrior: str
    ids: tuple[str, ...]


class DeploymentStarted(Event, frozen=True, kw_only=True, tag="DeploymentStarted"):
    """This side deploys now."""

    side: str


class Deployed(Event, frozen=True, kw_only=True, tag="Deployed"):
    warrior: str
    at: Point
    facing: int


class TurnStarted(Event, frozen=True, kw_only=True, tag="TurnStarted"):
    side: str
    turn: int


class PhaseStarted(Event, frozen=True, kw_only=True, tag="PhaseStarted"):
    """`passed`: phases before it that ended at once, with nothing to do in them."""

    phase: PhaseName
    passed: tuple[PhaseName, ...] = ()


class StepStarted(Event, frozen=True, kw_only=True, tag="StepStarted"):
    """A step of the movement phase opens; the earlier ones are closed (P-CHG-01, P-MOV-13)."""

    step: Literal["charges", "compulsory", "others"]


class Rolled(Event, frozen=True, kw_only=True, tag="Rolled"):
    """Dice: what for, the faces as they fell, and how each was read.

    `needed` is what a die (or the sum, for tests) is compared with; None where nothing is needed.
    `passed` has one entry a die, or one for a sum. `modifiers` make up `needed`. `d3` faces are
    read as D3; `reroll` marks a second throw.
    """

    purpose: str
    dice: tuple[int, ...]
    actor: str = ""
    target: str = ""
    weapon: str = ""
    needed: int | None = None
    compare: Compare = "none"
    summed: bool = False
    passed: tuple[bool, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    reroll: bool = False


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
    warrior: str
    targets: tuple[str, ...]


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
    """The charger is in contact with `targets`; `diving` from above, with the bonus (P-TER-15)."""

    warrior: str
    targets: tuple[str, ...]
    diving: bool = False


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


class OrderLapsed(Event, frozen=True, kw_only=True, tag="OrderLapsed"):
    """Compulsory moves before it made an order impossible; the warrior may still act."""

    warrior: str
    code: str


class Fell(Event, frozen=True, kw_only=True, tag="Fell"):
    """Fell from `height` above and landed at `at`; hits follow (P-FAL-01)."""

    warrior: str
    height: Length
    at: Point


class Hid(Event, frozen=True, kw_only=True, tag="Hid"):
    """The warrior hides (P-HID-02)."""

    warrior: str


class Revealed(Event, frozen=True, kw_only=True, tag="Revealed"):
    """No longer hidden. `cause`: shot, seen, noticed, or how it moved (run, charge, flee ...)."""

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


class ShotFired(Event, frozen=True, kw_only=True, tag="ShotFired"):
    """A shot at `target`; `distance` was measured after the target was named (P-SHO-09)."""

    warrior: str
    weapon: str
    target: str
    distance: Length
    double: bool = False


class ShotMissed(Event, frozen=True, kw_only=True, tag="ShotMissed"):
    """Missed without a die. `reason`: out_of_range, impossible."""

    warrior: str
    target: str
    reason: str


class CoverHit(Event, frozen=True, kw_only=True, tag="CoverHit"):
    """Missed by exactly the cover penalty: the cover is hit (P-COV-03)."""

    warrior: str
    target: str
    cover: str
    cover_kind: Literal["terrain", "model"]


class StrikesDeclared(Event, frozen=True, kw_only=True, tag="StrikesDeclared"):
    warrior: str
    splits: tuple[Split, ...]


class StrikingOrder(Event, frozen=True, kw_only=True, tag="StrikingOrder"):
    """In which order the blows of this phase fall, where more than two strike (P-CMB-05)."""

    warriors: tuple[str, ...]


class Struck(Event, frozen=True, kw_only=True, tag="Struck"):
    """A warrior's turn to strike: the blows it makes now."""

    warrior: str
    splits: tuple[Split, ...]
    rule: str = "P-CMB-05"


class AutomaticHit(Event, frozen=True, kw_only=True, tag="AutomaticHit"):
    """Hits without a die: on a knocked down model, on one that flees (P-DWN-01, P-CMB-19)."""

    warrior: str
    target: str
    weapon: str
    hits: int


class Parried(Event, frozen=True, kw_only=True, tag="Parried"):
    """`warrior` parried a blow of `attacker` with that weapon."""

    warrior: str
    attacker: str
    weapon: str


class ParryLost(Event, frozen=True, kw_only=True, tag="ParryLost"):
    """No parry in this phase: the blow can't be parried. `reason`: six, too_strong."""

    warrior: str
    attacker: str
    reason: str


class CriticalHit(Event, frozen=True, kw_only=True, tag="CriticalHit"):
    """A row of the critical table (P-CRT-04)."""

    warrior: str
    target: str
    row: str
    wounds: int
    save: bool
    injury: int


class CannotWound(Event, frozen=True, kw_only=True, tag="CannotWound"):
    """A dash in the table: no die (P-WND-03)."""

    warrior: str
    target: str
    strength: int
    toughness: int


class WoundsLost(Event, frozen=True, kw_only=True, tag="WoundsLost"):
    """`suffered` wounds took the model from `before` to `after` (never below 0)."""

    warrior: str
    suffered: int
    before: int
    after: int
    by: str = ""


class CombatFought(Event, frozen=True, kw_only=True, tag="CombatFought"):
    """The blows of a close combat phase are over; `warriors` are those still engaged."""

    warriors: tuple[str, ...]


class Awaited(Event, frozen=True, kw_only=True, tag="Awaited"):
    """Somebody has to decide before play goes on; `agenda` is the work that waits."""

    decisions: tuple[Decision, ...]
    agenda: tuple[Task, ...]


class Decided(Event, frozen=True, kw_only=True, tag="Decided"):
    decision: str
    kind: str
    side: str
    choice: str


class SideLost(Event, frozen=True, kw_only=True, tag="SideLost"):
    """`reason`: rout, voluntary_rout, no_models."""

    side: str
    reason: str


class BattleEnded(Event, frozen=True, kw_only=True, tag="BattleEnded"):
    """`winner` None is a draw. `reason` as SideLost, or turn_limit, gm."""

    reason: str
    winner: str | None
    losers: tuple[str, ...]


class Adjusted(Event, frozen=True, kw_only=True, tag="Adjusted"):
    """The GM changed a warrior and said why."""

    warrior: str
    changes: Adjustment
    reason: str


class Sealed(Event, frozen=True, kw_only=True, tag="Sealed"):
    """What somebody outside an event's audience gets in its place: only its place in the log."""


AnyEvent = (
    OrderOfPlay
    | NotAutomated
    | DeploymentStarted
    | Deployed
    | TurnStarted
    | PhaseStarted
    | StepStarted
    | Rolled
    | StayedDown
    | StatusChanged
    | Rallied
    | RallyDenied
    | ChargeDeclared
    | ChargeSpotFailed
    | ChargeFailed
    | Charged
    | Intercepted
    | InterceptionFailed
    | FearFailed
    | StupidityFailed
    | ForcedToCharge
    | Moved
    | ClimbFailed
    | OrderLapsed
    | Fell
    | Hid
    | Revealed
    | Fled
    | StoppedFleeing
    | LeftTable
    | ShotFired
    | ShotMissed
    | CoverHit
    | StrikesDeclared
    | StrikingOrder
    | Struck
    | AutomaticHit
    | Parried
    | ParryLost
    | CriticalHit
    | CannotWound
    | WoundsLost
    | CombatFought
    | Awaited
    | Decided
    | SideLost
    | BattleEnded
    | Adjusted
    | Sealed
)


def seen_by(event: Event, side: str | None, *, gm: bool = False) -> Event:
    """The event as `side` (None: a spectator) may see it: itself, or a `Sealed` stub."""
    if gm or not event.audience or side in event.audience:
        return event
    return Sealed()
