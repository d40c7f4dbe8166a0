"""Checks that orders share: whose turn, which phase, which warrior."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from ..catalogue.primitives import Control
from ..errors import IllegalOrder
from .lineup import lineup
from .queries import warriors_of
from .state import Running, State, Warrior


class Addressed(Protocol):
    """An order to one warrior of a side."""

    @property
    def side(self) -> str: ...
    @property
    def warrior(self) -> str: ...


def in_phase(state: State, *phases: str) -> None:
    """The phase must be one of these (P-TRN-01)."""
    if state.phase not in phases:
        raise IllegalOrder("wrong_phase", "P-TRN-01", phase=state.phase, wanted=phases[0])


def your_turn(state: State, side: str) -> None:
    """Only the active side acts (P-TRN-02)."""
    if state.active != side:
        raise IllegalOrder("not_your_turn", "P-TRN-02", side=side, active=state.active)


def seducer_of(state: State, id: str) -> Running | None:
    """The spell by which another side decides for a warrior in its own side's turn (P-CHA-SLA)."""
    for running in state.effects:
        effect = running.effect
        if isinstance(effect, Control) and effect.starts == "their_turn" and running.target == id:
            return running
    return None


def seduced_by(state: State, side: str) -> list[Warrior]:
    """Whom a side decides for in this turn of another side."""
    by_id = state.setup.by_id
    return [
        w
        for w in state.warriors.values()
        if w.side == side
        and by_id[w.id].side == state.active != side
        and w.at is not None
        and seducer_of(state, w.id) is not None
    ]


def acting(state: State) -> list[Warrior]:
    """Whom this turn is of: the active side's, and its own whom somebody has seduced.

    What binds them in their own turn binds the seduced as well: flight, stupidity (P-CHA-SLA).
    """
    mine = warriors_of(state, state.active)
    if not lineup(state).strayed:
        return mine
    rivals = [side.id for side in state.setup.sides if side.id != state.active]
    return [*mine, *(w for side in rivals for w in seduced_by(state, side))]


def known_warrior(state: State, id: str) -> Warrior:
    """A warrior of this battle."""
    w = state.warriors.get(id)
    if w is None:
        raise IllegalOrder("unknown_warrior", warrior=id)
    return w


def own_warrior(state: State, order: Addressed, phase: str) -> Warrior:
    """The order's warrior: the side's own, on the table, in its own turn and this phase."""
    in_phase(state, phase)
    w = state.warriors.get(order.warrior)
    if w is None or w.side != order.side or seducer_of(state, w.id) is None:
        your_turn(state, order.side)
    w = known_warrior(state, order.warrior)
    if w.side != order.side:
        raise IllegalOrder("not_your_warrior", "P-TRN-02", warrior=w.id)
    if w.at is None:
        raise IllegalOrder("out_of_action", "P-INJ-15", warrior=w.id)
    return w


def after_a_fall(state: State, w: Warrior) -> None:
    """Raise where a fall leaves nothing else to be done in its turn (P-FAL-05, a house rule)."""
    if "fell" in w.brief and not state.setup.ruleset.switches.get("fall.may_act", True):
        raise IllegalOrder("fell", "P-FAL-05", warrior=w.id)


SHAMBLING = frozenset({"P-PSY-17", "P-PSY-19"})


def exact(rule: str, marks: Collection[str]) -> str:
    """The rule that bars a stupid warrior: by what its die has shown, or for want of one."""
    if rule not in SHAMBLING or "shambles" in marks:
        return rule
    return "P-PSY-20" if "inactive" in marks else "P-PSY-15"


def forbid_marks(w: Warrior, **reasons: str) -> None:
    """Refuse when the warrior bears a mark; `reasons` maps each mark to its rule.

    The refusal's code is the mark itself.
    """
    marks = w.marks
    if not marks:
        return
    for mark, rule in reasons.items():
        if mark in marks:
            raise IllegalOrder(mark, exact(rule, marks), warrior=w.id)
