"""What running spells grant a warrior at this moment: directly, or because it is in an aura.

Only questions to a state; beginning and ending are in rules/magic. Cached on the state until
somebody moves or an effect begins or ends (apply.MOVING).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..board import contact
from ..catalogue import primitives as pr
from .bodies import body
from .kinds import kinds_of
from .state import Running, State, Warrior

NINE = frozenset({"M", "WS", "BS", "S", "T", "W", "I", "A", "Ld"})


def on(state: State, id: str) -> tuple[tuple[Running, pr.Primitive], ...]:
    """Everything that spells grant a warrior now, with the effect that it comes from."""
    if not state.effects:
        return ()
    kept: dict[str, tuple[tuple[Running, pr.Primitive], ...]]
    kept = state.__dict__.setdefault("grants", {})
    found = kept.get(id)
    if found is None:
        found = kept[id] = tuple(_once(_find(state, id)))
    return found


def _once(
    found: Iterator[tuple[Running, pr.Primitive]],
) -> Iterator[tuple[Running, pr.Primitive]]:
    """The same spell twice on one model never adds up (P-MAG-33); gained Wounds do."""
    seen: set[tuple[str, bytes | str]] = set()
    for running, grant in found:
        key = (running.spell, repr(grant))
        gained = isinstance(grant, pr.Modify) and grant.stat == "W"
        if key not in seen or gained:
            seen.add(key)
            yield running, grant


def _find(state: State, id: str) -> Iterator[tuple[Running, pr.Primitive]]:
    immune = _shielded(state, id)
    for running in state.effects:
        if immune and _is_spell(state, running.spell):
            continue  # suspended while it lasts (P-SIG-4)
        if isinstance(running.effect, pr.Aura):
            if _in_aura(state, running, running.effect, id):
                for grant in running.effect.grants:
                    if _of_kind(state, id, grant):
                        yield running, grant
        elif running.target == id:
            yield running, running.effect


def _shielded(state: State, id: str) -> bool:
    return any(
        running.target == id
        and isinstance(running.effect, pr.Trait)
        and running.effect.tag == "immune_spells"
        for running in state.effects
    )


def spared_by_faith(state: State, id: str, running: Running) -> bool:
    """Immune to every spell, he doesn't feel what one does to those who fight its bearer."""
    return _shielded(state, id) and _is_spell(state, running.spell)


def _is_spell(state: State, spell: str) -> bool:
    row = state.setup.catalogue.spells.get(spell)
    return row is not None and row.kind == "spell"


def _in_aura(state: State, running: Running, aura: pr.Aura, id: str) -> bool:
    """Inside now, of the right side and kind; the caster himself only where it says so."""
    caster, w = state.warriors[running.caster], state.warriors[id]
    if aura.side != "any" and (w.side == caster.side) != (aura.side == "ally"):
        return False
    if not _of_kind(state, id, aura):
        return False
    if id == running.caster:
        return aura.itself
    if caster.at is None or w.at is None:
        return False
    one, other = body(state, caster.id), body(state, id)
    if aura.contact:
        return contact.touching(one, other)
    return contact.within(one, other, length(state, aura.r))


def _of_kind(state: State, id: str, effect: pr.Effect) -> bool:
    kinds = kinds_for_magic(state, id)
    return not (kinds & set(effect.spares)) and (not effect.only or bool(kinds & set(effect.only)))


SAID_BY_TRAITS = frozenset({"undead", "possessed", "daemon", "animal"})
"""Who is one of these, the traits say; a race or warband of that name doesn't (P-MAG-37)."""


def kinds_for_magic(state: State, id: str) -> frozenset[str]:
    """What a warrior is, for spells that single somebody out."""
    traits = {ref.id for ref in state.setup.by_id[id].traits}
    return (kinds_of(state.setup, id) - SAID_BY_TRAITS) | traits


def spared(state: State, id: str, effect: pr.Effect) -> bool:
    """Whether an effect leaves this kind of warrior alone."""
    return not _of_kind(state, id, effect)


def length(state: State, lengths: pr.Lengths) -> int:
    """A length of a spell in 1/100 mm."""
    ruleset = state.setup.ruleset
    return ruleset.units(lengths["cm" if ruleset.unit == "cm" else "um"]) if lengths else 0


def has(state: State, id: str, tag: str) -> bool:
    """Whether a spell gives a warrior this flag now."""
    if not state.effects:
        return False
    return any(isinstance(grant, pr.Trait) and grant.tag == tag for _, grant in on(state, id))


def is_bound(state: State, w: Warrior) -> bool:
    """Held fast, and not freed for this turn of its own (P-SHA-5)."""
    return has(state, w.id, "cannot_move") and "unbound" not in w.marks


def holder(state: State, id: str, tag: str) -> Running | None:
    """The running effect that gives a warrior this flag."""
    for running, grant in on(state, id):
        if isinstance(grant, pr.Trait) and grant.tag == tag:
            return running
    return None


def modifiers(
    state: State, id: str, stat: str, *, close: bool = False
) -> Iterator[tuple[Running, pr.Modify]]:
    """What changes a characteristic or a roll of a warrior."""
    for running, grant in on(state, id):
        if not isinstance(grant, pr.Modify) or (grant.close and not close):
            continue
        if grant.stat == stat or (grant.stat == "all" and stat in NINE):
            yield running, grant


def changed(
    state: State, id: str, stat: str, value: int, *, close: bool = False, whole: bool = False
) -> int:
    """A characteristic with what spells add to it; Strength never below 1, the rest never 0-.

    `whole`: not halved, as for moves by a spell (P-TAA-5).
    """
    factor = Fraction(1)
    for _, grant in modifiers(state, id, stat, close=close):
        if stat == "M":
            value += state.setup.ruleset.units(grant.add)
            factor *= Fraction(1 if whole else grant.factor or 1)
        else:
            value += grant.add
    value = int(value * factor)
    return max(1 if stat == "S" else 0, value)


def pools(state: State) -> tuple[Running, ...]:
    """The auras in which one may hide (P-SHA-1)."""
    return tuple(
        r
        for r in state.effects
        if isinstance(r.effect, pr.Aura)
        and any(isinstance(g, pr.Trait) and g.tag == "may_hide" for g in r.effect.grants)
    )


def in_pool(state: State, pool: Running, id: str) -> bool:
    """Whether a model of either side stands inside."""
    caster, w = state.warriors[pool.caster], state.warriors[id]
    if caster.at is None or w.at is None or not isinstance(pool.effect, pr.Aura):
        return False
    reach = length(state, pool.effect.r)
    return contact.within(body(state, caster.id), body(state, id), reach)


def saves(state: State, id: str) -> tuple[tuple[Running, pr.Save], ...]:
    """The armour saves that spells grant a warrior now."""
    return tuple((running, grant) for running, grant in on(state, id) if isinstance(grant, pr.Save))


def rerolls(state: State, id: str, purpose: str) -> frozenset[str]:
    """Whether a warrior may roll failures again, must roll successes again, or both."""
    return frozenset(
        grant.force
        for running, grant in on(state, id)
        if isinstance(grant, pr.Reroll)
        and (not grant.rolls or purpose in grant.rolls)
        and (grant.force == "may" or _curse_holds(state, running, id))
    )


def _curse_holds(state: State, running: Running, id: str) -> bool:
    """The combat phase of the cast, then the target's own next shooting and combat (P-RAT-6)."""
    if state.active == running.side:
        return state.phase == "combat" and state.turn == running.turn
    own = state.setup.by_id[id].side
    return state.active == own and state.phase in ("shooting", "combat")


def rout_bonus(state: State, side: str) -> Running | None:
    """The spell that adds to the Leadership of a side's rout tests: never more than one."""
    for running in state.effects:
        effect = running.effect
        if (
            isinstance(effect, pr.Modify)
            and effect.stat == "rout"
            and state.setup.by_id[running.caster].side == side
        ):
            return running
    return None


def may_be_charged(state: State, id: str) -> bool:
    """No charge at who is cloaked or fools the enemy (P-SHA-4, P-WAA-4)."""
    return not has(state, id, "no_charge_at") and may_be_attacked(state, id)


def may_be_attacked(state: State, id: str) -> bool:
    """No charge, shot, blow or directed spell may be aimed at him (P-SHA-4)."""
    return not has(state, id, "no_attack_at")
