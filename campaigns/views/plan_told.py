"""A side's plan in words, each choice with where it is changed."""

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

import msgspec

from campaigns.narration import Part, words
from campaigns.plan_words import tell_dropped, tell_onslaught, tell_planned, tell_when
from campaigns.views.plan_fields import Filled, filled_of, filled_standing, offered
from campaigns.views.plan_options import Options, options_for, options_to_command
from campaigns.views.plan_seen import PlanSeen
from rules.battle import plan as pl


@dataclass(frozen=True)
class ToldChoice:
    """A choice in words; `edit` leads to the form that says it, "" where none can."""

    index: int
    parts: tuple[Part, ...]
    when: str
    edit: str = ""


@dataclass(frozen=True)
class Told:
    """A step in words: its place in the plan, its choices with their conditions."""

    index: int
    choices: list[ToldChoice]


@dataclass(frozen=True)
class Stretch:
    """The steps of one phase of one turn."""

    turn: int
    phase: str
    steps: list[Told]


class PlanTold(PlanSeen):
    """What it says step by step, and what came to nothing of it."""

    @cached_property
    def _offers(self) -> dict[str, Options]:
        return {}

    @property
    def told(self) -> list[Stretch]:
        """The steps by turn and phase."""
        numbered = list(enumerate(self.steps))
        groups = groupby(numbered, lambda one: (self.turn_of(one[1]), one[1].phase))
        return [
            Stretch(
                turn,
                words.word(words.PHASES, phase),
                [self._told(index, step) for index, step in steps],
            )
            for (turn, phase), steps in groups
        ]

    @property
    def standing(self) -> list[ToldChoice]:
        """What is done in every fight."""
        return [
            ToldChoice(
                index,
                tell_onslaught(wish, self.names),
                tell_when(wish.when, self.names),
                self._edit_standing(index, wish),
            )
            for index, wish in enumerate(self.plan.onslaughts)
        ]

    def _edit_standing(self, index: int, wish: pl.Onslaught) -> str:
        filled = filled_standing(self.view.state, wish, self.names.unit_size)
        return self.address(standing=index) + "#add" if filled and self._has(filled) else ""

    @property
    def dropped(self) -> list[tuple[Told, str]]:
        """What came to nothing; that a phase was over by itself is no loss."""
        rows = self.row.dropped if self.row else []
        lost = [(msgspec.convert(one["step"], pl.Step), one["reason"]) for one in rows]
        return [
            (self._told(0, step), tell_dropped(reason, self.names))
            for step, reason in lost
            if not pl.ends(step)
        ]

    def _told(self, index: int, step: pl.Step) -> Told:
        board = self.view.setup.board
        choices = [
            ToldChoice(
                number,
                tell_planned(one.order, self.names, board),
                tell_when(one.when, self.names),
                self._edit(index, step, number),
            )
            for number, one in enumerate(step.choices)
        ]
        return Told(index, choices)

    def _edit(self, index: int, step: pl.Step, choice: int) -> str:
        """Where a choice is changed; "" for what the form can't say (REST says more)."""
        filled = filled_of(self.view.state, step, choice, self.names.unit_size)
        if filled is None or not self._has(filled):
            return ""
        return self.address(step=index, alt=choice) + "#add"

    def _has(self, filled: Filled) -> bool:
        """Whether the form for its warrior has all that it should show."""
        people = {"", *(id for id, _name in (*self.mine, *self.enemies))}
        return filled.of in people and offered(filled, self._options(filled.of), people)

    def _options(self, who: str) -> Options:
        if who not in self._offers:
            charmed = who in {id for id, _name in self.charmed}
            make = options_to_command if charmed else options_for
            self._offers[who] = make(self.view.state, who, self.names)
        return self._offers[who]
