"""Where magic steps into the turn: called by the phases, and only while something runs."""

from __future__ import annotations

from ..battle.play import Play
from ..battle.running import expire, home_of
from ..battle.state import State
from . import upkeep

DUE_IN = {"recovery": "own_recovery", "shooting": "own_shooting"}
"""The dice that keep a phase from being passed over."""


def is_due(state: State, phase: str) -> bool:
    """Whether a phase holds something of magic that happens by itself."""
    when = DUE_IN.get(phase)
    return bool(when and state.effects and upkeep.due(state, when))


def start_ends(play: Play) -> None:
    """The start of the turn, before the rout test."""
    upkeep.check(play, "own_turn")
    upkeep.check(play, "target_turn")


def recovery_ends(play: Play) -> None:
    """The recovery phase, before anybody rallies or stands up."""
    upkeep.check(play, "own_recovery")


def phase_opens(play: Play) -> None:
    """The shooting phase has opened: checks come before any prayer of it (P-SIG-1)."""
    if play.state.phase == "shooting":
        upkeep.check(play, "own_shooting")


def combat_ends(play: Play) -> None:
    """The close combat phase is over, and with it the turn of the active side."""
    if not play.state.effects:
        return
    active = play.state.active
    following = next_side(play.state)
    expire(play, "combat_phase_end", lambda state, r: True)
    expire(play, "target_next_combat_end", lambda state, r: home_of(state, r.target) == active)
    expire(
        play,
        "enemy_turn_end",
        lambda state, r: (
            home_of(state, r.caster) not in (active,) and home_of(state, r.caster) == following
        ),
    )


def next_side(state: State) -> str:
    """Whose turn comes after this one."""
    order = [side for side in state.order_of_play if side not in state.lost or side == state.active]
    return order[(order.index(state.active) + 1) % len(order)]
