"""A turn in the making: gathered orders looked at one after the other, without a die.

What needs no dice is carried out on a copy of the state, so that the next order is judged by it;
what does is only checked. Nothing here is ever stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import rules
from rules.battle.orders import AnyOrder, Charge, EndPhase, Move, Order
from rules.battle.state import State
from rules.errors import IllegalOrder, RulesError


class DiceNeeded(RulesError):
    """The order throws dice: what comes of it can't be known before."""


class NoDice:
    """The dice of a preview: there are none."""

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        raise DiceNeeded(purpose)


@dataclass(frozen=True, slots=True)
class Step:
    """A gathered order. `order` is None where it can't be read; `problem` is why it won't do."""

    index: int
    raw: dict[str, Any]
    order: AnyOrder | None
    problem: IllegalOrder | None = None
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The orders and the state as far as it can be foreseen. `ended`: they end the phase."""

    steps: tuple[Step, ...]
    state: State
    ended: bool = False

    @property
    def used(self) -> frozenset[str]:
        """Warriors whose order in this phase is already among those gathered."""
        orders = (step.order for step in self.steps if not step.sure)
        return frozenset(getattr(order, "warrior", "") for order in orders) - {""}

    @property
    def faulty(self) -> bool:
        return any(step.problem is not None for step in self.steps)


@dataclass
class _Look:
    state: State
    ended: bool = False
    steps: list[Step] = field(default_factory=list)


def plan(state: State, raw_orders: Sequence[dict[str, Any]], *, source: str = "player") -> Plan:
    """Look at gathered orders (native units) from a state on."""
    look = _Look(state)
    for index, raw in enumerate(raw_orders):
        look.steps.append(_step(look, index, raw, source))
    return Plan(tuple(look.steps), look.state, look.ended)


def _step(look: _Look, index: int, raw: dict[str, Any], source: str) -> Step:
    unit = look.state.setup.ruleset.unit_size
    try:
        order = rules.order_from_native({**raw, "source": source}, unit)
    except IllegalOrder as refusal:
        return Step(index, raw, None, refusal)
    if look.ended:
        return Step(index, raw, order)
    refusal = rules.refusal(look.state, order)
    if refusal is not None:
        return Step(index, raw, order, refusal)
    return Step(index, raw, order, None, _carry_out(look, order))


def _carry_out(look: _Look, order: Order) -> bool:
    """Move the foreseen state on where no die and nobody's decision stands in between."""
    try:
        outcome = rules.submit(look.state, order, NoDice())
    except DiceNeeded:
        look.ended |= isinstance(order, EndPhase)
        return False
    if outcome.state.awaiting or outcome.state.active != look.state.active:
        look.ended |= isinstance(order, EndPhase | Charge)
        return False
    look.state = outcome.state
    return True


def ways(state: State, plan: Plan) -> list[tuple[str, tuple[tuple[int, int, int], ...]]]:
    """The way of each gathered move, from where the warrior stands now."""
    found = []
    for step in plan.steps:
        if isinstance(step.order, Move) and step.order.legs:
            # What follows the end of a phase hasn't been looked at: it may name anybody.
            warrior = state.warriors.get(step.order.warrior)
            if warrior is not None and warrior.at is not None:
                found.append((warrior.id, (warrior.at, *(leg.to for leg in step.order.legs))))
    return found
