"""What items, skills and special rules do for warriors beside blows and shots."""

from __future__ import annotations

from typing import Literal

from ...units import Length, Point
from .base import Event


class Aided(Event, frozen=True, kw_only=True, tag="Aided"):
    """A row helps in a test: `of` is its id, `by` its bearer where that is somebody else.

    `how`: passes (without dice), ignores (no test), rerolls, succeeds (a roll that failed), wards
    (comes into play against a charge). `once`: not again in this battle; `turn`: not in this turn.
    """

    warrior: str
    of: str
    how: Literal["passes", "ignores", "rerolls", "succeeds", "wards"]
    by: str = ""
    once: bool = False
    turn: bool = False


class ItemUsed(Event, frozen=True, kw_only=True, tag="ItemUsed"):
    """A warrior puts something to use.

    `how`: horn (the whole side has heart until its next turn), luck (its next failed roll is
    thrown again), scroll (read with this turn's casting roll), brew (drunk, for better or worse),
    each once in this battle; leap (it goes `reach` farther with its move of this turn, in 1/100 mm,
    over others); hunger (in this turn an attack more, and `reach` farther); scope (it shoots
    `reach` farther in this turn).
    """

    warrior: str
    of: str
    how: Literal["horn", "luck", "scroll", "brew", "leap", "hunger", "scope"]
    reach: Length = 0


class GuardSet(Event, frozen=True, kw_only=True, tag="GuardSet"):
    """How a warrior parries from now on: always, once (no second throw), never (P-PAR-01)."""

    warrior: str
    parry: Literal["always", "once", "never"]


class PreferenceSet(Event, frozen=True, kw_only=True, tag="PreferenceSet"):
    """What a warrior does from now on where nobody is asked (P-CMB-19, P-LEA-13, P-PAR-06)."""

    warrior: str
    what: Literal["parting", "edge", "equal", "crush", "quarry"]
    choice: str


class CharacteristicChanged(Event, frozen=True, kw_only=True, tag="CharacteristicChanged"):
    """What somebody took or grew changes a characteristic for this battle."""

    warrior: str
    of: str
    name: str
    before: int
    after: int


class FrenzyGained(Event, frozen=True, kw_only=True, tag="FrenzyGained"):
    """Frenzied from now on, by the row `of` (P-PSY-06 to P-PSY-10)."""

    warrior: str
    of: str


class ChargeStopped(Event, frozen=True, kw_only=True, tag="ChargeStopped"):
    """What the target has stops a charge. `effect`: no_charge (it stays), failed_charge.

    `by` is who brings `of`, the target or a friend near it.
    """

    warrior: str
    target: str
    of: str
    by: str
    effect: Literal["no_charge", "failed_charge"]


class WoundsRegained(Event, frozen=True, kw_only=True, tag="WoundsRegained"):
    """Lost Wounds come back, through the row `of`."""

    warrior: str
    of: str
    before: int
    after: int


class StayedHidden(Event, frozen=True, kw_only=True, tag="StayedHidden"):
    """An enemy would have noticed it, but is deceived."""

    warrior: str
    enemy: str
    of: str


class RanWild(Event, frozen=True, kw_only=True, tag="RanWild"):
    """Nobody minds it any more: from now on it goes where the dice say."""

    warrior: str


class Seized(Event, frozen=True, kw_only=True, tag="Seized"):
    """Frenzy or stupidity seizes a warrior for this turn, by the row `of`."""

    warrior: str
    of: str
    gain: Literal["frenzy", "stupidity"]


class Quarrelled(Event, frozen=True, kw_only=True, tag="Quarrelled"):
    """A warrior falls out with his own. `result`: fight (with `target`), idle, rush."""

    warrior: str
    of: str
    result: Literal["fight", "idle", "rush"]
    target: str = ""


class BrokeOff(Event, frozen=True, kw_only=True, tag="BrokeOff"):
    """Tries to break off from a fight; failed, it strikes last in this turn."""

    warrior: str
    of: str
    passed: bool


class Crushed(Event, frozen=True, kw_only=True, tag="Crushed"):
    """Instead of wounding him one crushes whom all one's blows have hit: `mine` and `theirs` are
    Strength and a die; equal or more is a Wound without a save."""

    warrior: str
    target: str
    mine: int
    theirs: int


class WillTested(Event, frozen=True, kw_only=True, tag="WillTested"):
    """Whether a warrior fights on who ought to be out of action; `tests` so far in this battle."""

    warrior: str
    of: str
    tests: int
    passed: bool


class Taunted(Event, frozen=True, kw_only=True, tag="Taunted"):
    """An enemy is taunted (`target`); if he doesn't `hold`, he has to come in his next turn."""

    warrior: str
    target: str
    of: str
    holds: bool


class Lured(Event, frozen=True, kw_only=True, tag="Lured"):
    """As his turn starts a taunted warrior sets out for `enemy`, who has taunted him."""

    warrior: str
    enemy: str


class Blessed(Event, frozen=True, kw_only=True, tag="Blessed"):
    """A leader's prayer is heard: what `of` says holds for this battle."""

    warrior: str
    of: str


class TrapLaid(Event, frozen=True, kw_only=True, tag="TrapLaid"):
    """A warrior has spent his turn on a trap; it lies at his feet."""

    warrior: str
    of: str
    trap: str
    at: Point


class TrapSprung(Event, frozen=True, kw_only=True, tag="TrapSprung"):
    """Somebody has come near a trap that `by` has laid; `snaps`: it is gone, with a hit on him."""

    warrior: str
    by: str
    of: str
    trap: str
    snaps: bool


class DoorTried(Event, frozen=True, kw_only=True, tag="DoorTried"):
    """A warrior tries a closed door, with his hands (`of` "door") or by a row that helps.

    `pieces` are gone from the table: the door where it has opened; else his move is over.
    """

    warrior: str
    of: str
    door: str
    pieces: tuple[str, ...] = ()
