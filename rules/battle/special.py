"""Saves that are no armour saves: dodging a shot, shaking off a wound (hook `special_save`)."""

from __future__ import annotations

from . import events as ev
from . import tables
from .arms import kit_of
from .harm import harm_of
from .luck import by_luck
from .play import Play
from .powers import Power, acting
from .saving import SKILL
from .state import State
from .volley import Volley


def special_saves(state: State, v: Volley, stage: str) -> list[Power]:
    """Those that the target may try now: once a battle means that it isn't used up."""
    powers = kit_of(state.setup, v.target).has("special_save")
    if not powers:
        return []
    used = state.warriors[v.target].used
    return [
        p
        for p in acting(powers, state, v.target, v.attacker, close=v.close)
        if p.get("stage", "wound") == stage
        and not (p.get("per") == "battle" and p.of in used)
        and v.arm.id not in p.get("not_from", ())
    ]


def needed_for(state: State, v: Volley, p: Power) -> list[ev.Modifier]:
    """The stack of a special save: better beside another skill, worse by Strength where it isn't
    a matter of luck or nimbleness."""
    known = {*state.setup.by_id[v.target].skills}
    better = [n for skill, n in p.get("better_with", {}).items() if skill in known]
    stack = [ev.Modifier("base", min([p.effect["on"], *better]), SKILL, p.of)]
    if p.get("by_strength"):
        strength = harm_of(state, v).strength
        by = tables.strength_save_modifier(state.setup.ruleset, strength, close=v.close)
        if by:
            stack.append(ev.Modifier("strength", -by, "P-ARM-04"))
    return stack


def avoid_hits(play: Play, v: Volley) -> None:
    """Each hit may be avoided before it wounds; the charm looks at the first hit only."""
    for p in special_saves(play.state, v, "hit"):
        once = p.get("per") == "battle"
        count = min(1, len(v.hits)) if once else len(v.hits)
        if count:
            safe = _throw(play, v, p, count)
            if once:
                play.emit(ev.SpentOnce(warrior=v.target, of=p.of, rule=SKILL))
            v.hits = [face for i, face in enumerate(v.hits) if i >= len(safe) or not safe[i]]


def shake_off(play: Play, v: Volley) -> None:
    """Each wound that armour didn't stop may be shaken off."""
    for p in special_saves(play.state, v, "wound"):
        if v.wounds:
            safe = _throw(play, v, p, len(v.wounds))
            v.wounds = [w for w, is_safe in zip(v.wounds, safe, strict=True) if not is_safe]


def _throw(play: Play, v: Volley, p: Power, count: int) -> list[bool]:
    stack = needed_for(play.state, v, p)
    needed = sum(entry.value for entry in stack)
    if needed >= tables.NEVER:
        return [False] * count
    faces = play.batch(
        "special_save",
        count,
        needed,
        rule=SKILL,
        modifiers=stack,
        actor=v.target,
        target=v.attacker,
        weapon=v.arm.name,
    )
    safe = [face >= needed for face in faces]
    if False in safe and not play.twice and _lucky(play, v, needed):
        safe[safe.index(False)] = True
    return safe


def _lucky(play: Play, v: Volley, needed: int) -> bool:
    """Whether luck lets a save hold that failed."""
    luck = by_luck(play, v.target, "special_save")
    if luck != "again":
        return luck == "sure"
    (face,) = play.batch(
        "special_save",
        1,
        needed,
        rule="P-TRN-04",
        actor=v.target,
        target=v.attacker,
        weapon=v.arm.name,
        reroll=True,
    )
    return face >= needed
