"""Whose Leadership a warrior tests on (LEA-07, LEA-08)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..catalogue import Effect
from . import events as ev
from .brought import brought, length
from .nature import answers_to
from .queries import characteristic, downed, on_table, within
from .state import State, Warrior


def lends_leadership(leader: Warrior) -> bool:
    """A leader helps unless he is down, out, or fleeing (P-LEA-08)."""
    return on_table(leader) and not downed(leader) and not leader.fleeing


def leadership(state: State, id: str) -> tuple[int, tuple[ev.Modifier, ...]]:
    """The Ld that a model tests on, and how it comes about (P-TRN-06, P-LEA-07)."""
    own = characteristic(state, id, "Ld")
    stack = [ev.Modifier("base", own, "P-TRN-06")]
    best = max(_lent(state, id), key=lambda loan: loan.value, default=None)
    if best is not None and best.value > own:
        entry = ev.Modifier("leader", best.value - own, best.rule, best.of)
        return best.value, (*stack, entry)
    return own, tuple(stack)


class Loan(NamedTuple):
    """A Leadership that somebody else lends: how high, by which rule, whose (or which row's)."""

    value: int
    rule: str
    of: str


def _lent(state: State, id: str) -> Iterator[Loan]:
    """What a warrior might use instead of its own: its leader's, a standard's (P-LEA-07).

    Its leader is that of its own warband, whoever decides for it now (P-MAG-41).
    """
    if state.warriors[id].at is None:
        return
    heeds = [row.effect for row in brought(state.setup, id, "leader") if "only" in row.effect]
    home = state.setup.by_id[id].side
    for friend in state.warriors.values():
        if state.setup.by_id[friend.id].side != home or not lends_leadership(friend):
            continue
        if heeds:
            yield from _heeded(state, id, friend, heeds)
            continue
        if friend.id != id and _leads(state, friend.id, id):
            yield Loan(characteristic(state, friend.id, "Ld"), "P-LEA-07", friend.id)
        yield from _standards(state, id, friend)


def _leads(state: State, leader: str, id: str) -> bool:
    is_leader = state.setup.by_id[leader].leader
    return is_leader and within(state, id, leader, _radius(state, leader))


def _heeded(state: State, id: str, friend: Warrior, heeds: Sequence[Effect]) -> Iterator[Loan]:
    """Some heed one kind of friend alone, and no leader."""
    for effect in heeds:
        near = within(state, id, friend.id, length(state.setup, effect["radius"]))
        if near and answers_to(state.setup.by_id[friend.id], effect["only"]):
            yield Loan(characteristic(state, friend.id, "Ld"), "P-TRN-04", friend.id)


def _standards(state: State, id: str, friend: Warrior) -> Iterator[Loan]:
    for row in brought(state.setup, friend.id, "leader"):
        if "leadership" in row.effect and within(
            state, id, friend.id, length(state.setup, row.effect["radius"])
        ):
            yield Loan(int(row.effect["leadership"]), "P-TRN-04", row.of)


def _radius(state: State, leader: str) -> int:
    """How far a leader's Leadership reaches, in 1/100 mm."""
    farther = [
        length(state.setup, row.effect["radius"])
        for row in brought(state.setup, leader, "leader")
        if "radius" in row.effect and not {"only", "leadership"} & set(row.effect)
    ]
    return max([state.setup.ruleset.length("leader.radius"), *farther])
