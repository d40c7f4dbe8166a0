"""A shot to the heart of something large (hook `heart_strike`).

Readings. A natural number to hit, then a die to wound of at least another, whatever the Strength
and Toughness: the target is out of action, whatever Wounds it has. Whether armour saves against it
is a switch (`heart_strike.save`); what else shakes off a wound does.
"""

from __future__ import annotations

from . import events as ev
from .powers import Power, acting
from .saving import SKILL
from .state import State
from .volley import Volley


def aimed_at_heart(state: State, v: Volley) -> Power | None:
    """The row by which this hit may slay: a shot with the natural number."""
    if v.close or not v.attacker or not v.arm.on:
        return None
    powers = v.arm.has("heart_strike")
    if not powers:
        return None
    able = acting(powers, state, v.attacker, v.target, close=False)
    return next((p for p in able if p.effect["on"] in v.hits), None)


def needed_to_slay(p: Power) -> tuple[int, tuple[ev.Modifier, ...]]:
    """The number, and how it stands in the log."""
    needed = int(p.effect["wounds_on"])
    return needed, (ev.Modifier("base", needed, SKILL, p.of),)


def is_saved(state: State) -> bool:
    """Whether armour saves against it; battles of before the switch: no."""
    return bool(state.setup.ruleset.switches.get("heart_strike.save"))
