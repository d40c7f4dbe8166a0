"""Shots and blows, and the harm that they do."""

from __future__ import annotations

from typing import Literal

from ...units import Length
from ..orders import Split
from .base import Event


class ShotFired(Event, frozen=True, kw_only=True, tag="ShotFired"):
    """A shot at `target`; `distance` was measured after the target was named (P-SHO-09).

    `double`: one of several in this turn; `more`: another may follow.
    """

    warrior: str
    weapon: str
    target: str
    distance: Length
    double: bool = False
    more: bool = False


class ShotMissed(Event, frozen=True, kw_only=True, tag="ShotMissed"):
    """Missed without a die to hit. `reason`: out_of_range, impossible, held_back (a blessing)."""

    warrior: str
    target: str
    reason: str


class CoverHit(Event, frozen=True, kw_only=True, tag="CoverHit"):
    """Missed by exactly the cover penalty: the cover is hit (P-COV-03)."""

    warrior: str
    target: str
    cover: str
    cover_kind: Literal["terrain", "model"]


class KegBlown(Event, frozen=True, kw_only=True, tag="KegBlown"):
    """A powder keg hit as cover goes off; `pieces` are gone from the table (P-COV-04)."""

    warrior: str
    keg: str
    pieces: tuple[str, ...]
    caught: tuple[str, ...]
    strength: int


class StrikesDeclared(Event, frozen=True, kw_only=True, tag="StrikesDeclared"):
    warrior: str
    splits: tuple[Split, ...]


class StrikingOrder(Event, frozen=True, kw_only=True, tag="StrikingOrder"):
    """In which order the blows of this phase fall, where more than two strike (P-CMB-05)."""

    warriors: tuple[str, ...]


class Struck(Event, frozen=True, kw_only=True, tag="Struck"):
    """A warrior's turn to strike: the blows it makes now.

    `beside`: not with its hands, but before, after or along with those (jaws, a lash).
    """

    warrior: str
    splits: tuple[Split, ...]
    beside: bool = False
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


class SurelyWounded(Event, frozen=True, kw_only=True, tag="SurelyWounded"):
    """Hits that wound without a roll to wound, by the row `of`: poison, blessed water."""

    warrior: str
    target: str
    of: str
    wounds: int


class WeaponBroken(Event, frozen=True, kw_only=True, tag="WeaponBroken"):
    """A weapon of `warrior` is of no use any more in this battle."""

    warrior: str
    weapon: str
    by: str


class PlightBegan(Event, frozen=True, kw_only=True, tag="PlightBegan"):
    """A warrior is in a plight, by the row `of`: ablaze, netted, entangled, held."""

    warrior: str
    plight: str
    of: str
    by: str = ""


class PlightEnded(Event, frozen=True, kw_only=True, tag="PlightEnded"):
    """It is over; a netted warrior still can't move, shoot or cast in this turn of its own."""

    warrior: str
    plight: str


class PlightLasts(Event, frozen=True, kw_only=True, tag="PlightLasts"):
    """In this turn of its own a warrior is still on fire, or entangled."""

    warrior: str
    plight: str


class StripSwept(Event, frozen=True, kw_only=True, tag="StripSwept"):
    """A shot that hits everybody in a straight strip."""

    warrior: str
    weapon: str
    caught: tuple[str, ...]


class SpentOnce(Event, frozen=True, kw_only=True, tag="SpentOnce"):
    """A row of the warrior has had its one use of this battle."""

    warrior: str
    of: str


class CombatFought(Event, frozen=True, kw_only=True, tag="CombatFought"):
    """The blows of a close combat phase are over; `warriors` are those still engaged."""

    warriors: tuple[str, ...]
