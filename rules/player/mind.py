"""What the server player thinks with: the state, its side, and how things are worth."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from random import Random

from msgspec.structs import replace

from ..battle.arms import kit_of
from ..battle.queries import downed, enemies_of, gap, warriors_of
from ..battle.state import State, Warrior
from ..odds import Odds, duel_between
from ..units import Point
from .goals import Goals, goals_of

PATIENCE = 4
"""Turns in which level 2 waits for a good moment; then it presses on, so that battles end."""


class Mind:
    """One thought: it lives as long as one call of `choose`."""

    def __init__(self, state: State, side: str, level: int, seed: int) -> None:
        self.state = state
        self.side = side
        self.level = level
        self._seed = seed

    @cached_property
    def chance(self) -> Random:
        """Breaks ties; fixed by the seed and the moment."""
        return Random(f"{self._seed}:{self.side}:{self.state.seq}")  # noqa: S311

    @cached_property
    def mine(self) -> list[Warrior]:
        return warriors_of(self.state, self.side)

    @cached_property
    def enemies(self) -> list[Warrior]:
        return enemies_of(self.state, self.side)

    @cached_property
    def enemy_shooters(self) -> list[Warrior]:
        """Enemies that may shoot in their next turn."""
        return [foe for foe in self.enemies if foe.status == "standing" and self.shoots(foe.id)]

    @cached_property
    def goals(self) -> Goals:
        """Where the scenario wants whom."""
        return goals_of(self.state, self.side, self.mine)

    @property
    def patient(self) -> bool:
        return self.level > 1 and self.state.turn <= PATIENCE

    def hopeless(self) -> bool:
        """Three times as many able enemies as friends."""
        return 3 * len(_able(self.mine)) <= len(_able(self.enemies))

    def nearest_enemy(self, id: str) -> Warrior | None:
        """The nearest enemy to a warrior; the standing ones first."""
        return min(
            self.enemies,
            key=lambda foe: (downed(foe), gap(self.state, id, foe.id)),
            default=None,
        )

    def shoots(self, id: str) -> bool:
        """Whether a warrior is one for shooting: a missile weapon that reaches, and some skill."""
        reach = max((arm.range for arm in kit_of(self.state.setup, id).missile), default=0)
        profile = self.state.setup.by_id[id].profile
        return reach > 2 * profile.M and profile.BS >= 2

    def wins(self, me: str, foe: str) -> float:
        """The chance to win a duel that `me` begins by charging."""
        if self.level == 1:
            return 0.5
        return float(duel_between(self.state, me, foe, 0).a)

    def worth(self, id: str) -> float:
        """What it is worth to be rid of a warrior."""
        setup = self.state.setup.by_id[id]
        profile = setup.profile
        skill = profile.WS + max(profile.BS, 0) + 2 * profile.A + 2 * profile.W
        return skill * (1.5 if setup.leader else 1.2 if setup.hero else 1.0)

    def gain(self, odds: Odds, target: str) -> float:
        """What an attack with these odds brings."""
        harm = odds.out_of_action + odds.stunned * _STUNNED + odds.knocked_down * _DOWN
        hurt = (odds.wound - odds.out_of_action - odds.stunned - odds.knocked_down) * _DOWN
        return float(harm + hurt) * self.worth(target)


_STUNNED = Fraction(6, 10)
_DOWN = Fraction(3, 10)


def _able(warriors: list[Warrior]) -> list[Warrior]:
    return [w for w in warriors if not w.fleeing and w.status == "standing"]


def standing_at(state: State, id: str, at: Point) -> State:
    """The state as if a warrior had just walked to a place."""
    w = state.warriors[id]
    moved = replace(w, at=at, marks=tuple(sorted({*w.marks, "moved"})))
    return replace(state, warriors={**state.warriors, id: moved})
