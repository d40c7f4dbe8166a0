"""Climbs, jumps and leaps, exactly: whether they succeed, and what a fall does (TER, FAL)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from ..battle import tables
from ..battle.agility import agility_of
from ..battle.attribute import needed_for
from ..battle.falls import fall_strength
from ..battle.parts import Part
from ..battle.queries import characteristic
from ..battle.state import State
from ..dice import d3
from .blows import standing
from .chain import ONE, ZERO
from .matchup import critical_table
from .numbers import DOWN, OUT, STUNNED, Attack, Defence


class Fall(NamedTuple):
    """What the hits of a fall do to somebody who stood; what is left of 1 is no worse than hurt."""

    knocked_down: Fraction
    stunned: Fraction
    out_of_action: Fraction


NO_FALL = Fall(ZERO, ZERO, ZERO)


def arrives(state: State, id: str, parts: Iterable[Part], *, charging: bool = False) -> Fraction:
    """The chance that a warrior gets to the end of a way. Re-rolls count, luck doesn't."""
    chance = ONE
    for part in parts:
        if part.lost:
            return ZERO
        chance *= _passes(state, id, part, charging=charging)
    return chance


def _passes(state: State, id: str, part: Part, *, charging: bool) -> Fraction:
    agility, ruleset = agility_of(state.setup, id), state.setup.ruleset
    if part.by == "walk":
        return ONE
    if part.by == "climb":
        return ONE if agility.untested else _test(state, id, "climb")
    steps = part.height // ruleset.length("jump.step")
    if agility.jump_tests is not None:
        steps = min(steps, agility.jump_tests)
    dive = ("dive",) if charging and part.by == "jump" else ()
    drop = _test(state, id, *dive) ** steps
    return drop * _test(state, id) if part.by == "leap" else drop


def _test(state: State, id: str, *kinds: str) -> Fraction:
    """One Initiative test with what helps in it."""
    agility, meant = agility_of(state.setup, id), {"initiative", "characteristic", *kinds}
    helped = sum(value for kind, _, value in agility.mods if kind in meant)
    chance = Fraction(max(0, min(6, needed_for(state, id, "I", helped))), 6)
    again = any(kind in meant for kind, _ in agility.again)
    return 1 - (1 - chance) ** 2 if again else chance


def fall_of(state: State, id: str, height: int) -> Fall:
    """A fall from `height` (1/100 mm): D3 hits without save or critical (P-FAL-01 to P-FAL-04)."""
    ruleset, wounds = state.setup.ruleset, max(1, state.warriors[id].wounds)
    strength = fall_strength(state, height)
    needed = tables.to_wound(ruleset, strength, characteristic(state, id, "T"))
    hit = Attack(1, 0, needed, strength=strength, critical=False, parry=False)
    ends = {DOWN: ZERO, STUNNED: ZERO, OUT: ZERO}
    for face in range(1, 7):
        lot = (hit._replace(number=d3(face)),)
        for outcome, chance in standing(lot, Defence(wounds), critical_table(ruleset)).items():
            if outcome.worst in ends:
                ends[outcome.worst] += chance / 6
    return Fall(ends[DOWN], ends[STUNNED], ends[OUT])
