"""Absorbing Markov chains in exact fractions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Generic, TypeVar

Node = TypeVar("Node", bound=Hashable)

ZERO, ONE = Fraction(0), Fraction(1)


class Walk(Generic[Node]):
    """A walk from one beginning: where it may stand now, and the steps so far on average."""

    def __init__(self, first: Mapping[Node, Fraction]) -> None:
        self.at = dict(first)
        self.steps = ONE

    def past(self, node: Node, through: Mapping[Node, Fraction], length: Fraction) -> None:
        """Go on from `node`, as often as it is met, to where it leads."""
        share = self.at.pop(node, None)
        if share is None:
            return
        self.steps += share * length
        for to, chance in through.items():
            self.at[to] = self.at.get(to, ZERO) + share * chance


def absorb(
    firsts: Sequence[Mapping[Node, Fraction]],
    rows: Mapping[Node, Mapping[Node, Fraction]],
    *,
    order: Callable[[Node], int],
) -> list[Walk[Node]]:
    """Where walks end that begin with the steps `firsts`, and after how many steps on average.

    `rows` are the steps from each node that isn't an end. They are taken out one by one, lowest
    `order` first (the speed depends on it, the answer doesn't). A walk caught in a circle ends
    nowhere: its chances then add up to less than 1 and its number of steps means nothing.
    """
    walks = [Walk(first) for first in firsts]
    left = {node: Walk(row) for node, row in rows.items()}
    for node in sorted(left, key=order):
        taken = left.pop(node)
        stay = taken.at.pop(node, ZERO)
        leave = 1 / (1 - stay) if stay != 1 else ZERO
        through = {to: chance * leave for to, chance in taken.at.items()}
        length = taken.steps * leave
        for walk in (*left.values(), *walks):
            walk.past(node, through, length)
    return walks
