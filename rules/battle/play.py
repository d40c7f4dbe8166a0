"""The hand that resolves one order: it rolls, writes events, and keeps the state up to date.

A `Play` lives for one `submit` only. Everything that happens goes through `emit`, so the state at
its end is the fold of what it wrote.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..dice import Dice
from . import again
from . import events as ev
from .apply import advanced, changed
from .changes import CHANGES
from .changes.course import TELLING
from .mission.watching import watch
from .running import react
from .state import Decision, State, Task, Warrior


class Play:
    """One submission being resolved. `agenda` is work still to do, next item first."""

    __slots__ = ("_begun", "agenda", "dice", "events", "state", "trodden", "twice")

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.events: list[ev.Event] = []
        self.agenda: list[Task] = []
        self._begun = state.seq
        self.twice = 0
        """Of the last roll: dice that a spell had thrown again and that still failed (P-LES-5)."""
        self.trodden = 0
        """Of how many events the moves have been looked at for traps (trapping.py)."""

    def emit(self, event: ev.Event) -> None:
        """Write an event and apply it.

        Events that change nothing (most rolls) only count; `seq` catches up with the next change.
        """
        before, events = self.state, self.events
        events.append(event)
        changes = CHANGES[type(event)](before, event)
        if changes:
            self.state = changed(before, event, changes, self._begun + len(events))
            if before.mission is not None:
                watch(self, before, event)
        if self.state.effects:
            react(self, event)

    @property
    def now(self) -> int:
        """How many events there have been in this battle."""
        return self._begun + len(self.events)

    def outcome(self) -> State:
        """The state after everything that was written."""
        if self.state.seq != self.now:
            self.state = advanced(self.state, self.now)
        return self.state

    def warrior(self, id: str) -> Warrior:
        """The warrior as it is now."""
        return self.state.warriors[id]

    def await_(self, *decisions: Decision) -> None:
        """Stop here: somebody has to decide. What is on the agenda waits in the state."""
        agenda, self.agenda = tuple(self.agenda), []
        self.emit(ev.Awaited(decisions=decisions, agenda=agenda, rule=decisions[0].rule))

    def batch(
        self,
        purpose: str,
        count: int,
        needed: int,
        *,
        rule: str,
        modifiers: Sequence[ev.Modifier] = (),
        compare: ev.Compare = "at_least",
        actor: str = "",
        target: str = "",
        weapon: str = "",
        reroll: bool = False,
    ) -> tuple[int, ...]:
        """Throw `count` dice that are read one by one against `needed` (P-TRN-10)."""
        self.twice = 0
        faces = self.dice.roll(purpose, count)
        self._note(
            ev.Rolled(
                purpose=purpose,
                dice=faces,
                actor=actor,
                target=target,
                weapon=weapon,
                needed=needed,
                compare=compare,
                passed=passing(faces, needed, compare),
                modifiers=tuple(modifiers),
                reroll=reroll,
                rule=rule,
            )
        )
        if self.state.effects:
            who = {"actor": actor, "target": target, "weapon": weapon, "reroll": reroll}
            return again.faces(self, purpose, faces, needed, rule, modifiers, compare, who)
        return faces

    def plain(
        self,
        purpose: str,
        count: int,
        *,
        rule: str,
        actor: str = "",
        target: str = "",
        weapon: str = "",
        needed: int | None = None,
        summed: bool = False,
        modifiers: tuple[ev.Modifier, ...] = (),
        reroll: bool = False,
    ) -> tuple[int, ...]:
        """Throw dice that are looked up or added, with nothing needed of any one of them."""
        faces = self.dice.roll(purpose, count)
        self._note(
            ev.Rolled(
                purpose=purpose,
                dice=faces,
                actor=actor,
                target=target,
                weapon=weapon,
                needed=needed,
                summed=summed,
                modifiers=modifiers,
                reroll=reroll,
                rule=rule,
            )
        )
        return faces

    def _note(self, roll: ev.Rolled) -> None:
        """Write a roll; few change anything by themselves, and only those need be applied."""
        if roll.purpose in TELLING or self.state.effects:
            self.emit(roll)
        else:
            self.events.append(roll)

    def batch_of_many(self, purpose: str, actors: Sequence[str], *, rule: str) -> dict[str, int]:
        """One die for each of several models, thrown in that order."""
        faces: dict[str, int] = {}
        for actor in actors:
            (faces[actor],) = self.plain(purpose, 1, rule=rule, actor=actor)
        return faces

    def sum_at_least(
        self,
        purpose: str,
        count: int,
        needed: int,
        *,
        rule: str,
        modifiers: Sequence[ev.Modifier] = (),
        **who: Any,
    ) -> tuple[int, ...]:
        """A casting roll: `count` dice, the sum of which is to reach `needed` (P-MAG-08)."""
        faces = self.dice.roll(purpose, count)
        self.emit(
            ev.Rolled(
                purpose=purpose,
                dice=faces,
                needed=needed,
                compare="at_least",
                summed=True,
                passed=(sum(faces) >= needed,),
                modifiers=tuple(modifiers),
                rule=rule,
                **who,
            )
        )
        return faces

    def sum_at_most(
        self,
        purpose: str,
        count: int,
        needed: int,
        *,
        rule: str,
        modifiers: Sequence[ev.Modifier] = (),
        kept: int = 0,
        **who: Any,
    ) -> bool:
        """A Leadership test: the sum of `count` dice equal to or lower than `needed` (P-TRN-06).

        Of more dice than `kept` only so many count, the lowest. Where the ruleset says so, a
        double 1 always passes (C-ATT-06).
        """
        self.twice = 0
        faces = self.dice.roll(purpose, count)
        snakes = self.state.setup.ruleset.flag("leadership.double_one_passes")
        counted = tuple(sorted(faces)[:kept]) if 0 < kept < count else faces
        passed = sum(counted) <= needed or (snakes and counted == (1, 1))
        self.emit(
            ev.Rolled(
                purpose=purpose,
                dice=faces,
                needed=needed,
                compare="at_most",
                summed=True,
                passed=(passed,),
                modifiers=tuple(modifiers),
                kept=() if counted is faces else counted,
                rule=rule,
                **who,
            )
        )
        if self.state.effects and not passed and again.may(self, purpose, who):
            passed = self.sum_at_most(
                purpose,
                count,
                needed,
                rule=rule,
                modifiers=modifiers,
                kept=kept,
                **{**who, "reroll": True},
            )
            self.twice = 1
        return passed


def passing(faces: tuple[int, ...], needed: int, compare: ev.Compare) -> tuple[bool, ...]:
    """Die by die, whether each passes."""
    if compare == "at_least":
        return tuple([face >= needed for face in faces])
    if compare == "higher_than":
        return tuple([face > needed for face in faces])
    return tuple([face <= needed for face in faces])
