"""Armour saves (ARM)."""

from __future__ import annotations

from . import tables
from .harm import harm_of
from .harms import Harm
from .heart import is_saved
from .luck import by_luck
from .play import Play
from .state import State
from .volley import Volley


def save_needed(state: State, v: Volley) -> int:
    """The D6 that saves; more than 6 is no save (P-ARM-05)."""
    return harm_of(state, v).save_needed


def saves(play: Play, v: Volley) -> None:
    """One armour save a wounding hit, before the wounds are counted (P-ARM-01, P-CRT-05)."""
    harm = harm_of(play.state, v)
    needed = harm.save_needed
    if v.slays and not is_saved(play.state):
        return
    saving = [wound for wound in v.wounds if wound.allows_save]
    if needed >= tables.NEVER or not saving:
        return
    if play.state.setup.ruleset.flag("save.natural_one_fails"):
        needed = max(2, needed)
    rule = "P-ARM-07" if v.close else "P-ARM-01"
    faces = _throw(play, v, harm, len(saving), needed, rule)
    saved = {id(wound) for wound, face in zip(saving, faces, strict=True) if face >= needed}
    failed = [wound for wound in saving if id(wound) not in saved]
    if failed and _lucky(play, v, harm, needed):
        saved |= {id(failed[0])}
    v.wounds = [wound for wound in v.wounds if id(wound) not in saved]


def _lucky(play: Play, v: Volley, harm: Harm, needed: int) -> bool:
    """Whether luck lets a save hold that failed."""
    luck = by_luck(play, v.target, "save")
    if luck != "again":
        return luck == "sure"
    (face,) = _throw(play, v, harm, 1, needed, "P-TRN-04", again=True)
    return face >= needed


def _throw(
    play: Play, v: Volley, harm: Harm, count: int, needed: int, rule: str, *, again: bool = False
) -> tuple[int, ...]:
    return play.batch(
        "save",
        count,
        needed,
        rule=rule,
        modifiers=harm.save,
        actor=v.target,
        target=v.attacker,
        weapon=v.weapon,
        reroll=again,
    )
