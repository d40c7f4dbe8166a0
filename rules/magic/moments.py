"""Where magic steps into the turn: called by the phases, and only while something runs."""

from __future__ import annotations

from ..battle.play import Play
from ..battle.running import expire, home_of
from ..battle.state import State
from . import commands, control, moves, pool, summon, upkeep

DUE_IN = {
    "recovery": ("own_recovery", "target_recovery"),
    "movement": ("target_movement",),
    "shooting": ("own_shooting",),
}
"""The dice that keep a phase from being passed over."""


def is_due(state: State, phase: str) -> bool:
    """Whether a phase holds something of magic that happens by itself."""
    if not state.effects:
        return False
    if commands.is_due(state, phase):
        return True
    if any(upkeep.due(state, when) for when in DUE_IN.get(phase, ())):
        return True
    return (phase == "shooting" and pool.is_open(state)) or (
        phase == "recovery" and control.is_parting(state)
    )


def turn_starts(play: Play) -> None:
    """A side's turn has begun: the seduced obey."""
    control.turn_starts(play)


def shooting_ends(play: Play) -> None:
    """The shooting phase is over: whoever may hides in the pool (P-SHA-1)."""
    pool.hide_all(play)


def start_ends(play: Play) -> None:
    """The start of the turn, before the rout test."""
    upkeep.check(play, "own_turn")
    upkeep.check(play, "target_turn")


def recovery_ends(play: Play) -> None:
    """The recovery phase, before anybody rallies or stands up."""
    control.recovery_starts(play)
    upkeep.check(play, "own_recovery")
    upkeep.check(play, "target_recovery")


def phase_opens(play: Play) -> None:
    """A phase has opened: checks come before any prayer (P-SIG-1) or charge (P-LES-3)."""
    if play.state.phase == "shooting":
        upkeep.check(play, "own_shooting")
    elif play.state.phase == "movement":
        upkeep.check(play, "target_movement")
    if play.state.commands:
        commands.carry_out(play)


def combat_begins(play: Play) -> None:
    """Who has landed beside a fleeing enemy hits it once, before any blow (P-CHA-5)."""
    moves.strike_the_fleeing(play)


def combat_ends(play: Play) -> None:
    """The close combat phase is over, and with it the turn of the active side."""
    if play.state.setup.catalogue.spells:
        summon.leave(play)
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
