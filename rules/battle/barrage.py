"""A weapon that strikes on where a hit didn't wound (hook `extra_attack`, on hit_without_wound)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .play import Play
from .powers import Power
from .volley import Volley, can_strike, strength_of_blow

Follow = Callable[[Play, Volley, int, int], None]
"""Makes so many further attacks of a volley at so much to the needed roll."""


def barrage(play: Play, struck: Sequence[Volley], follow: Follow) -> None:
    """For each hit that didn't wound another attack, each time worse, as long as one hits."""
    for v in struck:
        power = _power(v) if v.vain and v.arm.on else None
        if power is not None:
            _go_on(play, v, power, follow)


def _power(v: Volley) -> Power | None:
    powers = v.arm.has("extra_attack")
    return next((p for p in powers if p.get("on") == "hit_without_wound"), None)


def _go_on(play: Play, v: Volley, power: Power, follow: Follow) -> None:
    worse = -power.get("mod", 0)
    while v.vain and can_strike(play.state, v.attacker):
        target = play.warrior(v.target)
        if target.status != v.status_then or target.at is None:
            return
        attacks = v.vain
        strength = strength_of_blow(play.state, v.attacker, v.arm)
        v = Volley(v.attacker, v.target, v.arm, strength, True, v.status_then)
        follow(play, v, attacks, worse)
        worse -= power.get("mod", 0)
