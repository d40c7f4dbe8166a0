"""A rush or a grapple instead of blows: what it does to whom it hits (hook `charge_option`)."""

from __future__ import annotations

from . import events as ev
from .attribute import characteristic_test
from .falls import teeter
from .play import Play
from .recovery import change
from .saving import SKILL
from .volley import Volley


def overwhelm(play: Play, v: Volley) -> None:
    """It knocks down without wounding, or holds whoever doesn't tear himself away."""
    target = play.warrior(v.target)
    if v.arm.on_hit == "knocked_down":
        if target.status == "standing":
            change(play, v.target, "knocked_down", "rush", SKILL, by=v.attacker)
            teeter(play, (v.target,))
    elif v.arm.on_hit not in target.plight and not _tears_loose(play, v):
        play.emit(
            ev.PlightBegan(
                warrior=v.target,
                plight=v.arm.on_hit,
                by=v.attacker,
                of=v.arm.name,
                rule=SKILL,
            )
        )


def _tears_loose(play: Play, v: Volley) -> bool:
    resist = v.arm.resist
    return bool(resist) and characteristic_test(
        play, v.target, resist, SKILL, bonus=v.arm.resist_mod
    )
