"""What drugs and mutations do to a profile, once, as the battle begins (hook `characteristic`).

What holds only at times (`when`) is asked for by the roll that it concerns.
"""

from __future__ import annotations

from ..dice import faces_needed, total
from . import events as ev
from .brought import Brought, brought, dice_of
from .play import Play
from .queries import characteristic, setup_of
from .state import State

RULE = "P-TRN-04"


def change_profiles(play: Play) -> None:
    """Every lasting change of everybody who fights, in roster order."""
    for w in play.state.setup.warriors:
        for row in brought(play.state.setup, w.id, "characteristic"):
            if not row.effect.get("when") and w.status != "out_of_action":
                _change(play, w.id, row)


def _change(play: Play, id: str, row: Brought) -> None:
    name = row.effect["name"]
    before = characteristic(play.state, id, name)
    after = max(0, before + _amount(play, id, row))
    play.emit(
        ev.CharacteristicChanged(
            warrior=id, of=row.of, name=name, before=before, after=after, rule=RULE
        )
    )


def _amount(play: Play, id: str, row: Brought) -> int:
    if "dice" not in row.effect:
        return int(row.effect["mod"])
    dice = dice_of(play.state.setup, row.effect["dice"])
    faces = play.plain("amount", faces_needed(dice), rule=RULE, actor=id, weapon=row.of)
    return total(dice, faces)


def at_times(state: State, id: str, name: str, *conditions: str) -> tuple[ev.Modifier, ...]:
    """What adds to a characteristic while such conditions hold (`charging`, `in_building` ...)."""
    return tuple(
        ev.Modifier("skill", int(row.effect["mod"]), RULE, row.of)
        for row in brought(state.setup, id, "characteristic")
        if row.effect["name"] == name
        and row.effect.get("when")
        and row.of not in setup_of(state, id).weapons
        and set(row.effect["when"]) <= set(conditions)
    )
