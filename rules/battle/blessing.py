"""A blessing that a leader prays for before the battle: who shoots at his own may be held back
(hook `blessing`).

Reading: held back is every enemy's shot with black powder, whomever it is meant for, and every
enemy's shot at one of the kinds named; a die for each shot, before range and the roll to hit.
"""

from __future__ import annotations

from ..catalogue import Effect
from . import events as ev
from .arm import Arm
from .brought import brings, brought
from .play import Play
from .queries import characteristic
from .saving import SKILL
from .state import State


def pray(play: Play) -> None:
    """Each leader who can takes a Leadership test as the battle begins."""
    by_id = play.state.setup.by_id
    for id in brings(play.state.setup, "blessing"):
        if not by_id[id].leader:
            continue
        row = brought(play.state.setup, id, "blessing")[0]
        needed = characteristic(play.state, id, "Ld")
        if play.sum_at_most("leadership", 2, needed, rule=SKILL, actor=id):
            play.emit(ev.Blessed(warrior=id, of=row.of, rule=SKILL))


def held_back(state: State, shooter: str, target: str, arm: Arm) -> int | None:
    """The face that lets this shot go; None where nothing holds it back."""
    setup = state.setup
    side = state.warriors[shooter].side
    for id in brings(setup, "blessing"):
        for row in brought(setup, id, "blessing"):
            theirs = setup.by_id[id].side
            blessed = row.of in state.warriors[id].gained and theirs != side
            if blessed and _concerns(state, theirs, target, arm, row.effect):
                return int(row.effect["on"])
    return None


def _concerns(state: State, side: str, target: str, arm: Arm, effect: Effect) -> bool:
    aimed = state.setup.by_id[target]
    return "blackpowder" in arm.words or (aimed.side == side and aimed.kind in effect["kinds"])


def lets_go(play: Play, shooter: str, target: str, arm: Arm) -> bool:
    """Whether a shot may go, with the die that it takes."""
    needed = held_back(play.state, shooter, target, arm)
    if needed is None:
        return True
    (face,) = play.batch(
        "trigger", 1, needed, rule=SKILL, actor=shooter, target=target, weapon=arm.id
    )
    return face >= needed
