"""Many battles, their faults and their figures."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

from ..battle.events import SpellCast
from ..battle.state import Setup, State
from ..codec import encode
from .battles import MOST_ORDERS, Game, begin, next_choice, secret_of, step
from .faults import Fault, Violation, after_order, folds, round_trips

SAMPLE = 10
"""Every tenth battle is folded, taken through JSON, and replayed from its sealed dice."""


class Tally:
    """Totals over battles."""

    def __init__(self, level: int = 2) -> None:
        self.level = level
        self.battles = 0
        self.counts: Counter[str] = Counter()
        self.results: Counter[str] = Counter()
        self.violations: list[Violation] = []
        self.seconds = 0.0

    def run(self, setup: Setup, *, seed: int, number: int) -> None:
        """Play one battle, watching it."""
        begun = time.perf_counter()
        game = begin(setup, secret_of(seed, number))
        sampled = number % SAMPLE == 0
        while game.state.result is None and len(game.orders) < MOST_ORDERS:
            self._one_order(game, seed, number, sampled)
        self._end(game, number, sampled)
        self.seconds += time.perf_counter() - begun

    def _one_order(self, game: Game, seed: int, number: int, sampled: bool) -> None:
        before, order = game.state, next_choice(game, seed + number, self.level)
        outcome = step(game, order)
        self._note(after_order(before, outcome), game, number)
        if sampled:
            self._note(round_trips(outcome.state, order, outcome), game, number)

    def _end(self, game: Game, number: int, sampled: bool) -> None:
        if game.state.result is None:
            self._note([("endless", "")], game, number)
        if sampled:
            self._note(folds(game.setup, game.state, list(game.events)), game, number)
            self._note(_replays(game), game, number)
        self.battles += 1
        self.counts.update(orders=len(game.orders), dice=game.dice, events=len(game.events))
        self.results.update(_result(game.state))
        cast = [event.spell for event in game.events if isinstance(event, SpellCast)]
        self.results.update(f"cast {spell}" for spell in cast)

    def _note(self, faults: Iterable[Fault], game: Game, number: int) -> None:
        at = len(game.orders)
        self.violations += [Violation(code, number, at, detail) for code, detail in faults]

    def document(self) -> dict[str, Any]:
        """The figures, as `python -m rules simulate --json` prints them."""
        seconds = max(self.seconds, 1e-9)
        return {
            "battles": self.battles,
            "seconds": round(self.seconds, 3),
            "battles_per_s": round(self.battles / seconds, 3),
            "orders": self.counts["orders"],
            "orders_per_s": round(self.counts["orders"] / seconds, 1),
            "dice": self.counts["dice"],
            "events": self.counts["events"],
            "events_per_s": round(self.counts["events"] / seconds, 1),
            "violations": [
                {"code": v.code, "battle": v.battle, "order": v.order, "detail": v.detail}
                for v in self.violations
            ],
            "results": dict(sorted(self.results.items())),
        }


def _result(state: State) -> list[str]:
    """What a battle counts towards: who won, how, and in how many turns altogether."""
    if state.result is None:
        return ["endless"]
    winner = state.result.winner
    found = [f"won_by_{winner}" if winner else "drawn", f"ended_by_{state.result.reason}"]
    mission = state.setup.mission
    return [*found, f"{mission.row.id}: {found[1]}"] if mission else found


def _replays(game: Game) -> Iterable[Fault]:
    """The same orders and the same secret must lead to the same events."""
    again = begin(game.setup, game.secret)
    for order in game.orders:
        step(again, order)
    if encode(again.events) != encode(game.events):
        yield "replay_differs", ""
