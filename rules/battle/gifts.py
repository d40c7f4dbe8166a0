"""What drugs and mutations do to a profile, once, as the battle begins (hook `characteristic`).

What holds only at times (`when`) is asked for by the roll that it concerns (to_hit.py).
"""

from __future__ import annotations

from ..dice import faces_needed, total
from . import events as ev
from .brought import Brought, brought, dice_of
from .play import Play
from .queries import characteristic

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
