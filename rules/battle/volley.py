"""Hits on their way: who, at whom, with what, how strong, and the wounds that come of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .arms import Arm, kit_of
from .harms import Harm
from .powers import Power, acting, charged_now, is_immune
from .queries import characteristic, on_table
from .state import State, Warrior

__all__ = ["charged_now"]


class Wound:
    """A wounding hit: the row of the critical table, if it is one, and how many wounds."""

    __slots__ = ("count", "critical", "face")

    def __init__(self, face: int) -> None:
        self.face = face
        self.critical: Mapping[str, Any] | None = None
        self.count = 1

    @property
    def allows_save(self) -> bool:
        return self.critical is None or self.critical["save"] != "none"

    @property
    def injury(self) -> int:
        return 0 if self.critical is None else int(self.critical["injury"])


class Volley:
    """Hits by one model with one weapon on one target.

    `hits` are the faces that hit (0 for an automatic hit). `status_then` is the target's status
    when the attacks were made: it decides what a wound does (P-DWN-04). `close`: in close combat.
    `vain` counts the hits that didn't wound. `settled`: what hits do, where that is known already.
    `sixes`: natural 6s among the dice to wound.
    `slays`: the row by which its wounds put out at once. `weapon`: the row that the arm is called
    after.
    """

    __slots__ = (
        "arm",
        "attacker",
        "close",
        "hits",
        "settled",
        "sixes",
        "slays",
        "status_then",
        "strength",
        "target",
        "vain",
        "weapon",
        "wounds",
    )

    def __init__(
        self,
        attacker: str,
        target: str,
        arm: Arm,
        strength: int,
        close: bool,
        status_then: str,
        *,
        hits: list[int] | None = None,
        wounds: list[Wound] | None = None,
        settled: Harm | None = None,
    ) -> None:
        self.attacker = attacker
        self.target = target
        self.arm = arm
        self.weapon = arm.name
        self.strength = strength
        self.close = close
        self.status_then = status_then
        self.hits: list[int] = hits or []
        self.wounds: list[Wound] = wounds or []
        self.vain = 0
        self.settled = settled
        self.sixes = 0
        self.slays = ""

    @property
    def finishes(self) -> bool:
        """Whether an unsaved wound puts the target out at once (P-DWN-02; `slays`)."""
        if self.slays:
            return True
        return self.close and self.status_then == "knocked_down"


def strength_of_blow(state: State, attacker: str, arm: Arm) -> int:
    """The Strength of a blow with this weapon, before the skills of the two (P-WND-04)."""
    if arm.strength_fixed is not None:
        return arm.strength_fixed
    w = state.warriors[attacker]
    bonus = 0 if arm.heavy and w.rounds else arm.strength_user
    if "dived" in w.brief:
        bonus += dive_bonus(state, "strength")
    return characteristic(state, attacker, "S", close=True) + bonus


def strength_of_shot(state: State, shooter: str, arm: Arm) -> int:
    """The Strength of a shot: the weapon's own, or the thrower's (P-WND-01)."""
    if arm.strength_fixed is not None:
        return arm.strength_fixed
    return characteristic(state, shooter, "S") + arm.strength_user


def strength_changes(
    state: State, attacker: str, target: str, arm: Arm, *, close: bool
) -> Iterator[tuple[int, Power]]:
    """What skills, poisons and the target's own make of the Strength: each by how much.

    A power that fixes it comes first, by the difference to what it was.
    """
    if attacker:
        for p in acting(arm.has("strength"), state, attacker, target, close=close):
            if "mod" in p.effect:
                yield p.effect["mod"], p
    for p in acting(
        kit_of(state.setup, target).has("enemy_strength"), state, target, attacker, close=close
    ):
        if arm.id in p.get("only_from", (arm.id,)):
            yield p.effect["mod"], p


def base_strength(state: State, v: Volley) -> int:
    """The Strength of a volley before skills: fixed by a trait, weaker on the immune."""
    if v.arm.weak_fixed is not None and is_immune(state.setup, v.target, "poison"):
        return v.arm.weak_fixed
    fixed = [p.effect["fixed"] for p in v.arm.has("strength") if "fixed" in p.effect]
    return max(fixed) if fixed and v.arm.close else v.strength


def dive_bonus(state: State, name: str) -> int:
    """What a diving charge adds to `strength` or `to_hit` in this turn (P-TER-15)."""
    return int(state.setup.ruleset.mapping("dive.bonus").get(name, 0))


def too_stupid(state: State, w: Warrior) -> bool:
    """Whether failed stupidity keeps it from striking (P-PSY-15, P-PSY-21).

    By a house rule who failed in a fight is himself again in the turns of others.
    """
    if "stupid" not in w.marks:
        return False
    lasts = state.setup.ruleset.switches.get("stupidity.engaged_lasts")
    return not (lasts == "this_turn" and "engaged" in w.marks and state.active != w.side)


def can_strike(state: State, id: str) -> bool:
    """Whether a model may deal blows: on the table, up, not running, of any skill at all.

    P-INJ-07, P-INJ-14; P-CMB-12 for Weapon Skill 0.
    """
    w = state.warriors[id]
    able = on_table(w) and w.status == "standing" and not w.fleeing and not too_stupid(state, w)
    able = able and "held" not in w.plight and kit_of(state.setup, id).fights
    able = able and "summoned" not in w.brief
    return able and characteristic(state, id, "WS") > 0
