"""Charges where the odds favour them."""

from __future__ import annotations

from collections.abc import Iterator

from ..battle.orders import Charge
from ..battle.queries import engaged_with, gap, held, is_engaged, sees
from ..battle.reach import reach, way_to
from ..battle.state import Warrior
from . import leaps
from .mind import Mind
from .pathing import may_reach
from .shooting import best_shot

NO_CHARGE = frozenset(
    "declared_charge moved stayed rallied stood_up failed_to_spot stupid failed_fear".split()
)


def charges(mind: Mind) -> Iterator[Charge]:
    """The most promising charge first."""
    hopes = [
        (_promise(mind, w, foe), w.id, foe.id)
        for w in mind.mine
        if w.status == "standing" and not w.fleeing and NO_CHARGE.isdisjoint(w.marks)
        if not held(mind.state, w.id) and not _has_better_to_do(mind, w.id)
        for foe in mind.enemies
        if _near_enough(mind, w, foe)
    ]
    for promise, id, target in sorted(hopes, key=lambda hope: -hope[0]):
        if promise >= _daring(mind, id) and _arrives(mind, id, target):
            yield Charge(side=mind.side, warrior=id, targets=(target,))
    yield from _from_above(mind)


def _from_above(mind: Mind) -> Iterator[Charge]:
    """Down upon an enemy, or over a gap at him, where nobody has a way on foot (P-TER-12)."""
    hopes = [
        (promise, order)
        for w in mind.mine
        if w.status == "standing" and not w.fleeing and NO_CHARGE.isdisjoint(w.marks)
        if not held(mind.state, w.id) and not _has_better_to_do(mind, w.id)
        for promise, order in leaps.dives(mind, w)
        if promise >= DARING
    ]
    for _, order in sorted(hopes, key=lambda hope: (-hope[0], hope[1].warrior)):
        yield order


DARING = 0.4
"""What a charge from above must promise: nobody jumps off a roof into an even fight."""


def _has_better_to_do(mind: Mind, id: str) -> bool:
    """What the scenario wants of it at once."""
    goal = mind.goals.get(id)
    return goal is not None and goal.urgent


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
    if mind.level > 2:
        return _weighed(mind, w, foe)
    if foe.status != "standing":
        return 1.0
    if foe.fleeing:
        return 0.3
    helped = 0.2 if is_engaged(mind.state, foe.id) else 0.0
    return mind.wins(w.id, foe.id) + helped


def _weighed(mind: Mind, w: Warrior, foe: Warrior) -> float:
    """Level 3: what the exact duel is worth, against shooting or holding; 0 is as good as holding.

    To win is worth the enemy, to lose costs oneself; whoever helps, or lies, shifts the odds.
    """
    if foe.status != "standing":
        chance = 0.95
    else:
        helped = 0.15 if is_engaged(mind.state, foe.id) else 0.0
        chance = min(0.95, mind.wins(w.id, foe.id) + helped)
    value = mind.worth(foe.id) * (1.5 if _carries(mind, foe.id) else 1.0)
    gain = chance * value - (1 - chance) * mind.worth(w.id) * COST_OF_LOSING
    return gain - best_shot(mind, w)


COST_OF_LOSING = 0.7
"""What losing a duel costs of a warrior's worth: the beaten are more often down than out."""


def _carries(mind: Mind, id: str) -> bool:
    now = mind.state.mission
    return now is not None and bool(now.held_by(id))


def _daring(mind: Mind, id: str) -> float:
    """What a charge must promise: less as the battle drags on, more for a shooter."""
    if mind.level > 2:
        return max(0.0, 1.0 - 0.25 * mind.state.turn)
    caution = 0.12 if mind.shoots(id) else 0.0
    return max(0.2, 0.44 - 0.03 * mind.state.turn) + caution
