"""What a hit does, worked out once: Strength, the roll to wound, criticals, the armour save.

The numbers of a weapon against an enemy hold until something about either changes; `harm_of`
remembers them on the arm under everything that they depend on (facts.py).
"""

from __future__ import annotations

from collections.abc import Iterator

from . import events as ev
from . import tables
from .arms import kit_of
from .facts import is_plain, key
from .harms import Harm
from .powers import Power, acting
from .queries import characteristic
from .saving import SKILL, save_stack, shield_is_barred
from .state import State
from .volley import Volley, base_strength, strength_changes


def harm_of(state: State, v: Volley) -> Harm:
    """What hits of this volley do."""
    if v.settled is not None:
        return v.settled
    memo = v.arm.memo
    if memo is None or not v.attacker or not is_plain(state):
        return _work_out(state, v)
    kits = (kit_of(state.setup, v.attacker), kit_of(state.setup, v.target))
    placed = kits[0].placed or kits[1].placed
    found = key(state, v.attacker, v.target, placed=placed), v.close, v.strength
    harm: Harm | None = memo.get(found)
    if harm is None:
        harm = memo[found] = _work_out(state, v)
    return harm


def _work_out(state: State, v: Volley) -> Harm:
    base = base_strength(state, v)
    changes = list(strength_changes(state, v.attacker, v.target, v.arm, close=v.close))
    strength = max(1, base + sum(by for by, _ in changes))
    piercing = max(1, base + sum(by for by, p in changes if p.get("save_counts", True)))
    toughness = characteristic(state, v.target, "T")
    wound = tuple(_to_wound(state, v, base, changes, toughness))
    needed = sum(entry.value for entry in wound)
    if needed < tables.NEVER:
        needed = min(6, max(2, needed))
    shield = not v.close or not shield_is_barred(state, v.target)
    save = tuple(save_stack(state, v, piercing, shield=shield))
    return Harm(
        strength,
        toughness,
        wound,
        needed,
        _critical_from(state, v, needed),
        tuple(_critical_bonus(state, v)),
        save,
        tables.NEVER if v.arm.no_save else sum(entry.value for entry in save),
    )


def _to_wound(
    state: State, v: Volley, base: int, changes: list[tuple[int, Power]], toughness: int
) -> Iterator[ev.Modifier]:
    """The table's number, then what each skill, poison and weapon makes of it (P-WND-02, 04)."""
    ruleset = state.setup.ruleset
    strength, needed = max(1, base), tables.to_wound(ruleset, max(1, base), toughness)
    yield ev.Modifier("base", needed, "P-WND-02")
    for by, p in changes:
        strength = max(1, strength + by)
        after = tables.to_wound(ruleset, strength, toughness)
        if after != needed:
            yield ev.Modifier(p.stage, after - needed, SKILL, p.of)
        needed = after
    if not v.attacker:
        return
    for p in acting(v.arm.has("to_wound"), state, v.attacker, v.target, close=v.close):
        at_most = p.get("need_at_most")
        by = -p.effect["mod"] if at_most is None else min(0, at_most - needed)
        if by and (needed < tables.NEVER or at_most is not None):
            yield ev.Modifier(p.stage, by, "P-WND-04" if p.stage == "weapon" else SKILL, p.of)
            needed += by


def _critical_from(state: State, v: Volley, needed: int) -> int:
    """A natural 6, where no 6 was needed (P-CRT-01, P-CRT-02); a skill may lower the face."""
    if not v.arm.critical or needed >= tables.NEVER:
        return tables.NEVER
    if needed == 6 and state.setup.ruleset.flag("crit.blocked_when_wound_on_6"):
        return tables.NEVER
    lowest = [v.arm.critical_from]
    if v.attacker:
        powers = acting(v.arm.has("critical"), state, v.attacker, v.target, close=v.close)
        lowest += [p.effect["on"] for p in powers if "on" in p.effect]
    return min(lowest)


def _critical_bonus(state: State, v: Volley) -> Iterator[ev.Modifier]:
    if v.attacker:
        for p in acting(v.arm.has("critical"), state, v.attacker, v.target, close=v.close):
            if "mod" in p.effect:
                yield ev.Modifier(p.stage, p.effect["mod"], SKILL, p.of)
