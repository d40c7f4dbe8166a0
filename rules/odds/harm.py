"""From hit to injury: to wound, critical, save, wounds, injury (WND, CRT, ARM, INJ)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from .numbers import DOWN, NONE, STUNNED, Attack, Chances, Defence, Injuries, Outcome, Table


class Effect(NamedTuple):
    """What one hit brings: unsaved wounds, what is added to their injury dice, critical used."""

    wounds: int
    injury: int
    spent: bool


_SCALE = 6 * 6 * 6 * 3
"""To wound, critical, save, and a D3 of wounds."""

_D3 = (1, 2, 3)
_MOST_WOUNDS = 3


def scale_of(attack: Attack) -> int:
    """What the weights of an attack's effects add up to: a die more for each further save."""
    return int(_SCALE * 6 ** (len(attack.dodges) + len(attack.wards)))


@lru_cache(maxsize=4096)
def effects(attack: Attack, table: Table, free: bool) -> dict[Effect, int]:
    """The weights of what one hit brings; `free`: no critical hit yet in this phase."""
    saves = max(0, 7 - attack.save)
    lowest = max(attack.critical_from, attack.wound)
    great = 7 - lowest if attack.critical and (free or not attack.limited) else 0
    great = max(0, great)
    ordinary = min(6, max(0, 7 - attack.wound)) - great
    found = {Effect(0, 0, False): ((6 - ordinary - great) * 36 + ordinary * saves * 6) * 3}
    _add_wounds(found, Effect(1, 0, False), ordinary * (6 - saves) * 6, attack.d3)
    for row in _shifted(table, attack.critical_bonus) if great else ():
        stopped = saves if row.save else 0
        nothing = Effect(0, 0, True)
        found[nothing] = found.get(nothing, 0) + great * row.chance * stopped * 3
        unsaved = Effect(row.wounds, row.injury, True)
        _add_wounds(found, unsaved, great * row.chance * (6 - stopped), attack.d3)
    return _warded({effect: weight for effect, weight in found.items() if weight}, attack)


def _shifted(table: Table, bonus: int) -> Table:
    """The critical table when something is added to its die; over 6 counts as 6 (P-CRT-04)."""
    if not bonus:
        return table
    faces = [row for row in table for _ in range(row.chance)]
    return tuple(faces[min(5, i + bonus)]._replace(chance=1) for i in range(6))


def _warded(found: dict[Effect, int], attack: Attack) -> dict[Effect, int]:
    """After the dice that avoid the hit, and those that shake off its wounds."""
    for face in attack.dodges:
        safe = max(0, min(6, 7 - face))
        total = sum(found.values())
        found = {effect: weight * (6 - safe) for effect, weight in found.items()}
        nothing = Effect(0, 0, False)
        found[nothing] = found.get(nothing, 0) + total * safe
    for face in attack.wards:
        safe = max(0, min(6, 7 - face))
        after: dict[Effect, int] = {}
        for effect, weight in found.items():
            kept = weight * 6 if not effect.wounds else weight * (6 - safe)
            after[effect] = after.get(effect, 0) + kept
            if effect.wounds and safe:
                nothing = Effect(0, 0, effect.spent)
                after[nothing] = after.get(nothing, 0) + weight * safe
        found = after
    return {effect: weight for effect, weight in found.items() if weight}


def _add_wounds(found: dict[Effect, int], unsaved: Effect, weight: int, d3: bool) -> None:
    """The wounds of an unsaved hit: its own number, or a D3 where that is more."""
    for count in _D3:
        wounds = max(unsaved.wounds, count) if d3 else unsaved.wounds
        effect = unsaved._replace(wounds=wounds)
        found[effect] = found.get(effect, 0) + weight


class _Hurt(NamedTuple):
    """In the middle of it: Wounds left, the worst injury so far, a critical hit still free."""

    wounds: int
    worst: int
    free: bool


@lru_cache(maxsize=4096)
def suffered(
    attacks: tuple[Attack, ...], defence: Defence, table: Table
) -> dict[tuple[int, ...], dict[bool, Chances]]:
    """For every number of hits of each weapon, what they do. Hits count in declared order.

    The keys of each say whether a critical hit is still to be had afterwards (P-CRT-03).
    """
    found: dict[tuple[int, ...], tuple[dict[_Hurt, int], int]] = {
        (): ({_Hurt(max(1, defence.wounds), NONE, True): 1}, 1)
    }
    for attack in attacks:
        found = {
            (*hits, n): further
            for hits, start in found.items()
            for n, further in _runs(start, attack, table)
        }
    return {
        hits: {
            free: _after_helmet(chances, defence.stun_save)
            for free in (True, False)
            if (chances := _chances(hurts, scale, free=free))
        }
        for hits, (hurts, scale) in found.items()
    }


def _runs(
    start: tuple[dict[_Hurt, int], int], attack: Attack, table: Table
) -> Iterator[tuple[int, tuple[dict[_Hurt, int], int]]]:
    """After 0, 1, 2 ... hits of one weapon."""
    hurts, scale = start
    yield 0, start
    for n in range(1, attack.number * attack.hits + 1):
        after: dict[_Hurt, int] = {}
        for hurt, weight in hurts.items():
            for new, share in _one_hit(hurt, attack, table).items():
                after[new] = after.get(new, 0) + weight * share
        hurts, scale = after, scale * scale_of(attack) * 6**_MOST_WOUNDS
        yield n, (hurts, scale)


@lru_cache(maxsize=4096)
def _one_hit(hurt: _Hurt, attack: Attack, table: Table) -> dict[_Hurt, int]:
    """The weights of a warrior's state after one more hit: of the attack's scale and three dice."""
    found: dict[_Hurt, int] = {}
    for effect, weight in effects(attack, table, hurt.free).items():
        free = hurt.free and not effect.spent
        harmed = {(hurt.wounds, hurt.worst): 1}
        for _ in range(effect.wounds):
            harmed = _one_wound(harmed, attack.injuries, effect.injury)
        rest = weight * 6 ** (_MOST_WOUNDS - effect.wounds)
        for (wounds, worst), share in harmed.items():
            new = _Hurt(wounds, worst, free)
            found[new] = found.get(new, 0) + share * rest
    return found


def _one_wound(
    harmed: dict[tuple[int, int], int], injuries: Injuries, bonus: int
) -> dict[tuple[int, int], int]:
    """A Wound less, or an injury die where none is left to lose (P-INJ-03, P-INJ-04)."""
    after: dict[tuple[int, int], int] = {}
    for (wounds, worst), weight in harmed.items():
        if wounds > 1:
            key = (wounds - 1, worst)
            after[key] = after.get(key, 0) + weight * 6
            continue
        for face in range(1, 7):
            result = min(6, face + bonus + injuries.bonus)
            key = (1, max(worst, _injury(injuries, result)))
            after[key] = after.get(key, 0) + weight
    return after


def _injury(injuries: Injuries, result: int) -> int:
    worst = DOWN + (result >= injuries.stunned) + (result >= injuries.out)
    return {DOWN: injuries.down, STUNNED: injuries.stun}.get(worst, worst)


def _chances(hurts: dict[_Hurt, int], scale: int, *, free: bool) -> Chances:
    found: dict[Outcome, int] = {}
    for hurt, weight in hurts.items():
        if hurt.free != free:
            continue
        outcome = Outcome(hurt.worst, hurt.wounds)
        found[outcome] = found.get(outcome, 0) + weight
    return {outcome: Fraction(weight, scale) for outcome, weight in found.items()}


def _after_helmet(chances: Chances, stun_save: int) -> Chances:
    """Once all injury dice are read, a helmet may turn stunned into knocked down."""
    stunned = chances.get(Outcome(STUNNED, 1))
    if stunned is None or stun_save >= 7:
        return chances
    saved = stunned * Fraction(7 - stun_save, 6)
    down = chances.get(Outcome(DOWN, 1), Fraction(0)) + saved
    return {**chances, Outcome(DOWN, 1): down, Outcome(STUNNED, 1): stunned - saved}
