"""Armour saves (ARM)."""

from __future__ import annotations

from . import events as ev
from . import tables
from .arms import kit_of
from .play import Play
from .state import State
from .volley import Volley, strength_of_blow


def save_stack(state: State, v: Volley) -> list[ev.Modifier]:
    """How the needed armour save comes about (P-ARM-02 to P-ARM-06). Base 7 is no armour."""
    kit = kit_of(state.setup, v.target)
    stack = [ev.Modifier("base", kit.body, "P-ARM-02")]
    if kit.shield and not (v.close and shield_is_barred(state, v.target)):
        stack.append(ev.Modifier("shield", -kit.shield, "P-ARM-03"))
    if v.arm.save_total is not None:
        stack.append(ev.Modifier("weapon", v.arm.save_total, "P-ARM-06", v.arm.id))
    else:
        strength = tables.strength_save_modifier(state.setup.ruleset, v.strength, close=v.close)
        if strength:
            stack.append(ev.Modifier("strength", -strength, "P-ARM-04"))
        if v.arm.save:
            stack.append(ev.Modifier("weapon", v.arm.save, "P-ARM-06", v.arm.id))
    if v.arm.enemy_save:
        stack.append(ev.Modifier("weapon", -v.arm.enemy_save, "P-ARM-06", v.arm.id))
    return stack


def shield_is_barred(state: State, id: str) -> bool:
    """Both hands full: no shield in close combat (the weapon's own rule, P-ARM-03).

    Who hasn't struck yet and has said nothing is taken to hold the strongest weapon.
    """
    close = kit_of(state.setup, id).close
    in_hand = {split.weapon for split in state.warriors[id].blows}
    if not in_hand:
        in_hand = {max(close, key=lambda a: strength_of_blow(state, id, a)).id}
    return any(a.bars_shield for a in close if a.id in in_hand)


def save_needed(state: State, v: Volley) -> int:
    """The D6 that saves; more than 6 is no save (P-ARM-05)."""
    if v.arm.no_save:
        return tables.NEVER
    return sum(entry.value for entry in save_stack(state, v))


def saves(play: Play, v: Volley) -> None:
    """One armour save a wounding hit, before the wounds are counted (P-ARM-01, P-CRT-05)."""
    needed = save_needed(play.state, v)
    saving = [wound for wound in v.wounds if wound.allows_save]
    if needed >= tables.NEVER or not saving:
        return
    if play.state.setup.ruleset.flag("save.natural_one_fails"):
        needed = max(2, needed)
    faces = play.batch(
        "save",
        len(saving),
        needed,
        rule="P-ARM-07" if v.close else "P-ARM-01",
        modifiers=save_stack(play.state, v),
        actor=v.target,
        target=v.attacker,
        weapon=v.arm.id,
    )
    saved = {id(wound) for wound, face in zip(saving, faces, strict=True) if face >= needed}
    v.wounds = [wound for wound in v.wounds if id(wound) not in saved]
