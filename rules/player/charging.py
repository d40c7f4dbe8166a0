"""Charges where the odds favour them."""

from __future__ import annotations

from collections.abc import Iterator

from ..battle.orders import Charge
from ..battle.queries import engaged_with, gap, held, is_engaged, sees
from ..battle.reach import reach, way_to
from ..battle.state import Warrior
from .mind import Mind
from .pathing import may_reach

NO_CHARGE = frozenset(
    "declared_charge moved stayed rallied stood_up failed_to_spot stupid failed_fear".split()
)


def charges(mind: Mind) -> Iterator[Charge]:
    """The most promising charge first."""
    hopes = [
        (_promise(mind, w, foe), w.id, foe.id)
        for w in mind.mine
        if w.status == "standing" and not w.fleeing and NO_CHARGE.isdisjoint(w.marks)
        if not held(mind.state, w.id)
        for foe in mind.enemies
        if _near_enough(mind, w, foe)
    ]
    for promise, id, target in sorted(hopes, key=lambda hope: -hope[0]):
        if promise >= _daring(mind, id) and _arrives(mind, id, target):
            yield Charge(side=mind.side, warrior=id, targets=(target,))


def _near_enough(mind: Mind, w: Warrior, foe: Warrior) -> bool:
    if foe.hidden or foe.id in engaged_with(mind.state, w.id):
        return False
    return gap(mind.state, w.id, foe.id) <= reach(mind.state, w.id) and sees(
        mind.state, w.id, foe.id
    )


def _arrives(mind: Mind, id: str, target: str) -> bool:
    """Level 1 trusts its eye; level 2 sees the way round things."""
    if mind.level == 1:
        return True
    most = reach(mind.state, id)
    if not may_reach(mind.state, id, target, most):
        return False
    return way_to(mind.state, id, target, most) is not None


def _promise(mind: Mind, w: Warrior, foe: Warrior) -> float:
    """How good a charge looks, from 0 to 1 and a little more."""
    if foe.status != "standing":
        return 1.0
    if foe.fleeing:
        return 0.3
    helped = 0.2 if is_engaged(mind.state, foe.id) else 0.0
    return mind.wins(w.id, foe.id) + helped


def _daring(mind: Mind, id: str) -> float:
    """What a charge must promise: less as the battle drags on, more for a shooter."""
    caution = 0.12 if mind.shoots(id) else 0.0
    return max(0.2, 0.44 - 0.03 * mind.state.turn) + caution
