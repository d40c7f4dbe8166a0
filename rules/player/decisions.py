"""Answering decisions: stepping into a charge only where it helps."""

from __future__ import annotations

from collections.abc import Iterator

from ..battle.intercept import NONE
from ..battle.orders import Answer
from ..battle.state import ChargeTask, Decision
from .mind import Mind

MARGIN = 0.05
"""How much better an interceptor must stand than the charge's own target."""


def ideas(mind: Mind) -> Iterator[Answer]:
    for decision in mind.state.awaiting:
        if decision.side == mind.side:
            choice = decision.default
            if decision.kind == "intercept" and mind.level > 1:
                choice = _interceptor(mind, decision)
            yield Answer(side=mind.side, decision=decision.id, choice=choice)


def _interceptor(mind: Mind, decision: Decision) -> str:
    """Whoever would fare best against the charger, if better than its target."""
    charger = decision.warrior
    task = mind.state.agenda[0] if mind.state.agenda else None
    if not isinstance(task, ChargeTask):
        return decision.default
    able = [id for id in decision.options if id != NONE]
    best = max(able, key=lambda id: -mind.wins(charger, id), default=NONE)
    if best == NONE:
        return NONE
    target = task.targets[0]
    needy = mind.state.warriors[target].status != "standing" or mind.shoots(target)
    margin = -MARGIN if needy else MARGIN
    return best if mind.wins(charger, target) - mind.wins(charger, best) > margin else NONE
