"""Hits on their way: who, at whom, with what, how strong, and the wounds that come of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .arms import Arm
from .queries import characteristic, on_table, setup_of
from .state import State


@dataclass(slots=True)
class Wound:
    """A wounding hit: the row of the critical table, if it is one, and how many wounds."""

    face: int
    critical: Mapping[str, Any] | None = None
    count: int = 1

    @property
    def allows_save(self) -> bool:
        return self.critical is None or self.critical["save"] != "none"

    @property
    def injury(self) -> int:
        return 0 if self.critical is None else int(self.critical["injury"])


@dataclass(slots=True)
class Volley:
    """Hits by one model with one weapon on one target.

    `hits` are the faces that hit (0 for an automatic hit). `state_then` is the target's status
    when the attacks were made: it decides what a wound does (P-DWN-04). `close`: in close combat.
    """

    attacker: str
    target: str
    arm: Arm
    strength: int
    close: bool
    status_then: str
    hits: list[int] = field(default_factory=list)
    wounds: list[Wound] = field(default_factory=list)

    @property
    def finishes(self) -> bool:
        """Whether an unsaved wound puts the target out at once (P-DWN-02)."""
        return self.close and self.status_then == "knocked_down"


def strength_of_blow(state: State, attacker: str, arm: Arm) -> int:
    """The Strength that wounds in close combat (P-WND-04)."""
    if arm.strength_fixed is not None:
        return arm.strength_fixed
    w = state.warriors[attacker]
    bonus = 0 if arm.heavy and w.rounds else arm.strength_user
    if arm.charge_strength and charged_now(state, attacker) and _mounted(state, attacker):
        bonus += arm.charge_strength
    if "dived" in w.brief:
        bonus += dive_bonus(state, "strength")
    return characteristic(state, attacker, "S") + bonus


def dive_bonus(state: State, name: str) -> int:
    """What a diving charge adds to `strength` or `to_hit` in this turn (P-TER-15)."""
    return int(state.setup.ruleset.mapping("dive.bonus").get(name, 0))


def _mounted(state: State, id: str) -> bool:
    return "warhorse" in setup_of(state, id).equipment


def charged_now(state: State, id: str) -> bool:
    """Whether the model charged in this very turn (P-CHG-15)."""
    w = state.warriors[id]
    return "charged" in w.marks and w.side == state.active


def can_strike(state: State, id: str) -> bool:
    """Whether a model may deal blows: on the table, up, not running, of any skill at all.

    P-INJ-07, P-INJ-14; P-CMB-12 for Weapon Skill 0.
    """
    w = state.warriors[id]
    able = on_table(w) and w.status == "standing" and not w.fleeing and "stupid" not in w.marks
    return able and characteristic(state, id, "WS") > 0


def wound_modifier(state: State, arm: Arm, target: str) -> int:
    """What a weapon adds to the roll to wound against this target."""
    if not arm.to_wound:
        return 0
    kinds = {trait.id for trait in setup_of(state, target).traits}
    return arm.to_wound if not arm.to_wound_against or kinds & set(arm.to_wound_against) else 0
