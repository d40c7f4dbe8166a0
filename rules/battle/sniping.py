"""Who stays hidden as he shoots or casts, and who notices him then (hook `hidden_shot`)."""

from __future__ import annotations

from .agility import nimble_test
from .arms import Arm
from .hiding import reveal
from .play import Play
from .powers import powers_of
from .saving import SKILL
from .state import State


def shoots_unseen(state: State, id: str, arm: Arm) -> bool:
    """Whether a shot with this weapon leaves the shooter hidden."""
    return state.warriors[id].hidden and bool(arm.has("hidden_shot"))


def casts_unseen(state: State, id: str) -> bool:
    """Whether casting leaves the caster hidden."""
    powers = powers_of(state.setup, id).get("hidden_shot", ())
    return state.warriors[id].hidden and any(p.get("casts") for p in powers)


def may_notice(play: Play, id: str, target: str, cause: str, rule: str) -> None:
    """Whoever was the target and is still up may notice who did it."""
    unharmed = play.warrior(target).status == "standing"
    if unharmed and nimble_test(play, target, SKILL, target=id):
        reveal(play, id, cause, rule)
