"""How an armour save comes about, and what the hands hold (ARM, CMB-13)."""

from __future__ import annotations

from ..catalogue import primitives
from . import events as ev
from . import granted, tables
from .arms import Arm, kit_of
from .attacks import attacks_of
from .powers import Power, acting
from .state import Running, State
from .volley import Volley, strength_of_blow

SKILL = "P-TRN-04"
"""The rule behind what an item, a skill or a trait does by itself."""


def save_stack(state: State, v: Volley, strength: int, *, shield: bool) -> list[ev.Modifier]:
    """How the needed armour save comes about (P-ARM-02 to P-ARM-06). Base 7 is no armour."""
    lent = granted.saves(state, v.target)
    stacks = [_lent(state, v, strength, running, save) for running, save in lent]
    if not any(save.mode == "replaces" for _, save in lent):
        stacks.append(_worn(state, v, strength, shield=shield))
    return min(stacks, key=lambda stack: sum(entry.value for entry in stack))


def _lent(
    state: State, v: Volley, strength: int, running: Running, save: primitives.Save
) -> list[ev.Modifier]:
    """A save that a spell gives (P-SIG-6), which Strength may not reach (P-SHA-6)."""
    base = ev.Modifier("base", save.need, running.rule, running.spell)
    return [base, *_piercing(state, v, 0 if save.ignores_strength else strength)]


def _worn(state: State, v: Volley, strength: int, *, shield: bool) -> list[ev.Modifier]:
    """The save of armour, shield and hide."""
    kit = kit_of(state.setup, v.target)
    own = acting(kit.has("save"), state, v.target, v.attacker, close=v.close)
    stack = [_base(kit.body, own)]
    if kit.shield and shield:
        stack.append(ev.Modifier("shield", -kit.shield, "P-ARM-03"))
    stack += [ev.Modifier("armour", -value, "P-ARM-03", of) for value, of in kit.bonus]
    stack += _own(own)
    stack += _piercing(state, v, strength)
    return _limited(stack, own)


def _base(body: int, own: list[Power]) -> ev.Modifier:
    """The armour, or a hide that is better by itself."""
    for p in own:
        need = p.get("need")
        if need is not None and not p.get("combines") and need < body:
            return ev.Modifier("base", need, SKILL, p.of)
    return ev.Modifier("base", body, "P-ARM-02")


def _own(own: list[Power]) -> list[ev.Modifier]:
    """What improves a save, and a hide that adds to armour."""
    found = [ev.Modifier(p.stage, -p.effect["mod"], SKILL, p.of) for p in own if p.get("mod")]
    return found + [
        ev.Modifier(p.stage, p.effect["need"] - tables.NEVER, SKILL, p.of)
        for p in own
        if p.get("combines")
    ]


def _piercing(state: State, v: Volley, strength: int) -> list[ev.Modifier]:
    stack: list[ev.Modifier] = []
    if v.arm.save_total is not None:
        stack.append(ev.Modifier("weapon", v.arm.save_total, "P-ARM-06", v.weapon))
    else:
        by_strength = tables.strength_save_modifier(state.setup.ruleset, strength, close=v.close)
        if by_strength:
            stack.append(ev.Modifier("strength", -by_strength, "P-ARM-04"))
        if v.arm.save:
            stack.append(ev.Modifier("weapon", v.arm.save, "P-ARM-06", v.weapon))
    if v.arm.enemy_save:
        stack.append(ev.Modifier("weapon", -v.arm.enemy_save, "P-ARM-06", v.weapon))
    if v.attacker:
        powers = acting(v.arm.has("enemy_save"), state, v.attacker, v.target, close=v.close)
        stack += [ev.Modifier(p.stage, -p.effect["mod"], SKILL, p.of) for p in powers]
    return stack


def _limited(stack: list[ev.Modifier], own: list[Power]) -> list[ev.Modifier]:
    """A hide that Strength doesn't reduce, or not beyond a number."""
    for p in own:
        needed = sum(entry.value for entry in stack)
        limit = p.get("need") if p.get("unmodified") else p.get("worst")
        if limit is None or limit >= needed:
            continue
        if p.get("unmodified"):
            return [ev.Modifier("base", limit, SKILL, p.of)]
        stack.append(ev.Modifier(p.stage, limit - needed, SKILL, p.of))
    return stack


def in_hand(state: State, id: str) -> tuple[Arm, ...]:
    """The weapons that a warrior holds in this phase: those of its blows.

    Who hasn't struck yet and has said nothing is taken to hold the strongest weapon; who has a
    shield, the strongest that leaves a hand for it.
    """
    kit = kit_of(state.setup, id)
    names = dict.fromkeys(split.weapon for split in state.warriors[id].blows)
    held = tuple([arm for name in names if (arm := kit.by_id[name]).hands or not arm.extra])
    if held:
        return held
    broken = state.warriors[id].broken
    arms = [a for a in kit.close if a.id not in broken] or [kit.bare]
    if kit.shield and kit.shield_hand:
        arms = [a for a in arms if a.hands < 2] or arms
    return (max(arms, key=lambda a: strength_of_blow(state, id, a)),)


def hands_full(state: State, id: str) -> bool:
    """Whether no hand is left for a shield in close combat (P-ARM-03, P-CMB-13)."""
    kit = kit_of(state.setup, id)
    held = in_hand(state, id)
    if any(a.bars_shield for a in held):
        return True
    return not kit.third_hand and sum(_hands(state, id, a) for a in held) >= kit.hands


def _hands(state: State, id: str, a: Arm) -> int:
    """How many hands a weapon takes; two of the same sort take two."""
    if a.hands != 1:
        return a.hands
    attacks = sum(s.attacks for s in state.warriors[id].blows if s.weapon == a.id)
    pair = sum(1 for one in kit_of(state.setup, id).close if one.id == a.id) > 1
    return 2 if pair and attacks > 1 and _paired(state, id, a, attacks) else 1


def _paired(state: State, id: str, a: Arm, attacks: int) -> bool:
    """Whether so many attacks with a weapon take both pieces of a pair."""
    return attacks > attacks_of(state, id)


def shield_is_barred(state: State, id: str) -> bool:
    """Both hands full: no shield in close combat (P-ARM-03)."""
    kit = kit_of(state.setup, id)
    return bool(kit.shield) and kit.shield_hand and hands_full(state, id)
