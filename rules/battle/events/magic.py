"""Spells and prayers: casting, what they begin and end, what they put on the table."""

from __future__ import annotations

from ...units import Length, Point
from ..orders import Charge, Move, Shoot
from ..state import Running
from .base import Event


class CastDeclared(Event, frozen=True, kw_only=True, tag="CastDeclared"):
    """A spell is announced with all that it names, before any die (P-MAG-08).

    `difficulty` is what the roll needs; None: no roll.
    """

    warrior: str
    spell: str
    targets: tuple[str, ...] = ()
    point: Point | None = None
    choice: str = ""
    difficulty: int | None = None


class SpellCast(Event, frozen=True, kw_only=True, tag="SpellCast"):
    """It works. `once`: what is spent with it for this battle."""

    warrior: str
    spell: str
    targets: tuple[str, ...] = ()
    once: str = ""


class SpellFailed(Event, frozen=True, kw_only=True, tag="SpellFailed"):
    """The roll was too low: no spell in this turn, nothing else happens (P-MAG-09)."""

    warrior: str
    spell: str


class SecondSpellOpened(Event, frozen=True, kw_only=True, tag="SecondSpellOpened"):
    """A skill lets the caster try another spell in this turn, once this one has worked."""

    warrior: str


class SpellWasted(Event, frozen=True, kw_only=True, tag="SpellWasted"):
    """It does nothing to this target. `reason`: immune, spared, blocked, no_room, afraid, test."""

    warrior: str
    spell: str
    target: str = ""
    reason: str = ""


class EffectBegun(Event, frozen=True, kw_only=True, tag="EffectBegun"):
    """Effects of a spell that last, on one warrior or around its caster."""

    warrior: str
    spell: str
    target: str = ""
    effects: tuple[Running, ...]


class EffectEnded(Event, frozen=True, kw_only=True, tag="EffectEnded"):
    """They are over. `cause` is the trigger (an `until`), caster_out, target_out or replaced."""

    warrior: str
    spell: str
    target: str = ""
    effects: tuple[str, ...]
    cause: str


class Unbound(Event, frozen=True, kw_only=True, tag="Unbound"):
    """Strong enough: a bound warrior may move in this turn (P-SHA-5)."""

    warrior: str
    spell: str


class Commanded(Event, frozen=True, kw_only=True, tag="Commanded"):
    """What a seduced warrior will do in its own side's turn (P-CHA-SLA)."""

    warrior: str
    orders: tuple[Charge | Move | Shoot, ...]


class WoundsGained(Event, frozen=True, kw_only=True, tag="WoundsGained"):
    """Wounds given back, or lent above the maximum."""

    warrior: str
    before: int
    after: int
    by: str = ""
    spell: str = ""


class SideChanged(Event, frozen=True, kw_only=True, tag="SideChanged"):
    """Another side decides for a warrior now, or its own side again (P-CHA-4, P-CHA-SLA)."""

    warrior: str
    before: str
    after: str
    by: str = ""
    spell: str = ""


class Summoned(Event, frozen=True, kw_only=True, tag="Summoned"):
    """A model enters the table by magic, or comes back to it; `wounds` are all it has."""

    warrior: str
    by: str
    spell: str
    at: Point
    facing: int
    wounds: int
    leaves_after: int | None = None
    idle: bool = False


class Unsummoned(Event, frozen=True, kw_only=True, tag="Unsummoned"):
    """A summoned model's time is up: it is gone, nothing has happened to it (P-MAG-35)."""

    warrior: str
    spell: str


class CircleDrawn(Event, frozen=True, kw_only=True, tag="CircleDrawn"):
    """A Magister has drawn his circle (P-CHA-SUM)."""

    warrior: str
    at: Point
    kit: str = ""


class TerrainRemoved(Event, frozen=True, kw_only=True, tag="TerrainRemoved"):
    """A building collapses; `pieces` are gone from the table (P-TAA-4)."""

    warrior: str
    spell: str
    building: str
    pieces: tuple[str, ...]
    height: Length = 0


class PostMark(Event, frozen=True, kw_only=True, tag="PostMark"):
    """Something that the steps after the battle have to see to.

    `hook`: spared (no injury roll), mutation, infection, awakening, summoner_rating, taken (a
    prisoner, without an injury roll), rot_caught (Nurgle's Rot; `spell` is the mutation).
    """

    warrior: str
    hook: str
    spell: str
    by: str = ""
