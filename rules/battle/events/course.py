"""The course of a battle: turns, phases, dice, decisions, results, the GM's hand."""

from __future__ import annotations

from typing import Literal

from ...board import Terrain
from ...units import Point
from ..mission.model import Step
from ..orders import Adjustment, PhaseName
from ..state import Decision, Task
from .base import Compare, Event, Modifier


class OrderOfPlay(Event, frozen=True, kw_only=True, tag="OrderOfPlay"):
    """In which order the sides take their turns (P-TRN-02)."""

    sides: tuple[str, ...]


class NotAutomated(Event, frozen=True, kw_only=True, tag="NotAutomated"):
    """What a warrior carries that the engine does not enact: the GM sees to it at the table."""

    warrior: str
    ids: tuple[str, ...]


class DeploymentStarted(Event, frozen=True, kw_only=True, tag="DeploymentStarted"):
    """This side deploys now. `what` it places, where that isn't its warriors as usual: counters,
    late (who comes last), rearrange (its own, once more)."""

    side: str
    what: Step = ""


class Deployed(Event, frozen=True, kw_only=True, tag="Deployed"):
    warrior: str
    at: Point
    facing: int


class WentBelow(Event, frozen=True, kw_only=True, tag="WentBelow"):
    """A warrior takes the way below the city; his own side alone is told who."""

    warrior: str
    side: str


class StayedBelow(Event, frozen=True, kw_only=True, tag="StayedBelow"):
    """Nowhere is room for him to come up yet: he tries again as his side's next turn ends."""

    warrior: str


class TurnStarted(Event, frozen=True, kw_only=True, tag="TurnStarted"):
    side: str
    turn: int


class PhaseStarted(Event, frozen=True, kw_only=True, tag="PhaseStarted"):
    """`passed`: phases before it that ended at once, with nothing to do in them."""

    phase: PhaseName
    passed: tuple[PhaseName, ...] = ()


class StepStarted(Event, frozen=True, kw_only=True, tag="StepStarted"):
    """A step of the movement phase opens; the earlier ones are closed (P-CHG-01, P-MOV-13).

    `emerging`: the side's turn ends but for whom it has below the city.
    """

    step: Literal["charges", "compulsory", "others", "emerging"]


class Rolled(Event, frozen=True, kw_only=True, tag="Rolled"):
    """Dice: what for, the faces as they fell, and how each was read.

    `needed` is what a die (or the sum, for tests) is compared with; None where nothing is needed.
    `passed` has one entry a die, or one for a sum. `modifiers` make up `needed`. `d3` faces are
    read as D3; `reroll` marks a second throw. `kept` are the dice of a sum that count, where not
    all do.
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
    kept: tuple[int, ...] = ()


class OrderLapsed(Event, frozen=True, kw_only=True, tag="OrderLapsed"):
    """Compulsory moves before it made an order impossible; the warrior may still act."""

    warrior: str
    code: str


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
    """`winner` None is a draw. `reason` as SideLost, or turn_limit, gm, or a scenario's: objective,
    broke_through, left_by_edge, chest, buildings, or agreed."""

    reason: str
    winner: str | None
    losers: tuple[str, ...]


class Adjusted(Event, frozen=True, kw_only=True, tag="Adjusted"):
    """The GM changed a warrior and said why."""

    warrior: str
    changes: Adjustment
    reason: str


class TerrainAdjusted(Event, frozen=True, kw_only=True, tag="TerrainAdjusted"):
    """The GM changed the table and said why: pieces are gone, others stand there, or instead."""

    removed: tuple[str, ...]
    placed: tuple[Terrain, ...]
    reason: str


class Sealed(Event, frozen=True, kw_only=True, tag="Sealed"):
    """What somebody outside an event's audience gets in its place: only its place in the log."""
