"""The roll to hit in close combat (CMB-11, CMB-12): its stack, worked out once and remembered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from . import events as ev
from . import granted, tables
from .arms import Arm, kit_of
from .facts import is_plain, key
from .powers import Power, acting
from .quarry import hit_bonus
from .queries import characteristic
from .saving import SKILL
from .state import State
from .volley import dive_bonus


def to_hit_stack(state: State, attacker: str, target: str, arm: Arm) -> tuple[ev.Modifier, ...]:
    """How the needed roll to hit in close combat comes about (P-CMB-12)."""
    memo = arm.memo if is_plain(state) else None
    if memo is None:
        return tuple(_stack(state, attacker, target, arm))
    placed = kit_of(state.setup, attacker).placed or kit_of(state.setup, target).placed
    found = "to_hit", key(state, attacker, target, placed=placed)
    stack: tuple[ev.Modifier, ...] | None = memo.get(found)
    if stack is None:
        stack = memo[found] = tuple(_stack(state, attacker, target, arm))
    return stack


def _stack(state: State, attacker: str, target: str, arm: Arm) -> list[ev.Modifier]:
    stack = list(_base(state, attacker, target, arm))
    if arm.to_hit:
        stack.append(ev.Modifier("weapon", -arm.to_hit, "P-CMB-16", arm.name))
    stack += modifiers(state, attacker, target, arm, close=True)
    stack += [
        ev.Modifier("spell", -spell.add, running.rule, running.spell)
        for running, spell in granted.modifiers(state, target, "to_be_hit", close=True)
        if not granted.spared_by_faith(state, attacker, running)
    ]
    if "dived" in state.warriors[attacker].brief:
        stack.append(ev.Modifier("dive", -dive_bonus(state, "to_hit"), "P-TER-15"))
    if "afraid" in state.warriors[attacker].brief:
        now = sum([entry.value for entry in stack])
        stack.append(ev.Modifier("psychology", 6 - now, "P-PSY-03"))
    return stack


def _base(state: State, attacker: str, target: str, arm: Arm) -> Iterator[ev.Modifier]:
    """WS against WS, with what a skill makes of either; BS for a shot at arm's length."""
    ruleset = state.setup.ruleset
    if arm.uses == "BS":
        needed = tables.to_hit_shooting(ruleset, characteristic(state, attacker, "BS"))
        yield ev.Modifier("base", needed, "P-SHO-11")
        return
    mine, theirs = (_skill(state, id) for id in (attacker, target))
    needed = tables.to_hit_close(ruleset, mine, theirs)
    yield ev.Modifier("base", needed, "P-CMB-12")
    for p in _skilful(state, attacker, target):
        mine += p.effect["mod"]
        after = tables.to_hit_close(ruleset, mine, theirs)
        if after != needed:
            yield ev.Modifier(p.stage, after - needed, SKILL, p.of)
        needed = after
    for p in _skilful(state, target, attacker):
        theirs += p.effect["mod"]
        after = tables.to_hit_close(ruleset, mine, theirs)
        if after != needed:
            yield ev.Modifier(p.stage, after - needed, SKILL, p.of)
        needed = after


ENTANGLED = 2
"""So much Weapon Skill bolas take from whom they hold."""


def _skill(state: State, id: str) -> int:
    skill = characteristic(state, id, "WS", close=True)
    return max(1, skill - ENTANGLED) if "entangled" in state.warriors[id].plight else skill


def _skilful(state: State, me: str, foe: str) -> list[Power]:
    """What raises somebody's WS only at times (on a charge, in a building)."""
    powers = kit_of(state.setup, me).has("characteristic")
    at_times = [p for p in powers if p.when and p.get("name") == "WS" and "mod" in p.effect]
    return acting(at_times, state, me, foe) if at_times else []


def modifiers(
    state: State, attacker: str, target: str, arm: Arm, *, close: bool
) -> Iterator[ev.Modifier]:
    """What weapons, skills and items do to a roll to hit, the attacker's and then the target's."""
    for p in acting(arm.has("to_hit"), state, attacker, target, close=close):
        if "mod" in p.effect:
            rule = SKILL if p.stage != "weapon" else "P-CMB-16" if close else "P-SHO-16"
            yield ev.Modifier(p.stage, -p.effect["mod"], rule, p.of)
    for p in acting(
        kit_of(state.setup, target).has("to_be_hit"), state, target, attacker, close=close
    ):
        yield ev.Modifier(p.stage, -p.effect["mod"], SKILL, p.of)
    if state.warriors[attacker].gained:
        bonus = hit_bonus(state, attacker, target)
        if bonus is not None:
            yield bonus


def rerolls(state: State, attacker: str, target: str, arm: Arm, *, close: bool) -> str:
    """The row that lets misses be thrown again, "" for none."""
    for p in acting(arm.has("to_hit"), state, attacker, target, close=close):
        if p.get("reroll") == "failed":
            return p.of
    return ""


def to_hit_needed(stack: Sequence[ev.Modifier]) -> int:
    """An unmodified 1 always misses, a 6 always hits (P-CMB-12, Gaps)."""
    return min(6, max(2, sum([entry.value for entry in stack])))


def hits_by_itself(state: State, target: str) -> bool:
    """WS 0 or knocked down: no die to hit (P-CMB-12, P-DWN-01)."""
    w = state.warriors[target]
    return w.status != "standing" or characteristic(state, target, "WS") == 0
