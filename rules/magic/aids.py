"""What helps a casting roll: skills, books, familiars and luck (hook `cast`, P-MAG-08).

Readings. A bonus is part of the roll, for spells that look at its total as well. A failed roll is
thrown again once, by one thing only (P-TRN-07): one die of it, the lower, or all of it, whichever
is likelier to succeed; one die where both are as likely. Luck is asked last (P-TRN-04). All this
holds for the roll by which a prayer is kept as well (P-SIG-1); a scroll is read for the casting
alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from ..battle import events as ev
from ..battle.brought import Brought, brought
from ..battle.luck import by_luck
from ..battle.play import Play
from ..battle.saving import SKILL
from ..battle.state import State, Warrior
from ..catalogue.spells import Spell
from .second import BEGUN

SCROLL = "scroll:"
"""A brief mark: behind it the row that helps the one casting roll of this turn."""


def roll_to_cast(
    play: Play, caster: str, spell: Spell, needed: int, purpose: str, rule: str
) -> int | None:
    """2D6 and what is added, at least `needed`: the total, or None."""
    rows = tuple(_helping(play.state, caster, spell))
    mods = [_modifier(row) for row in _adding(play.warrior(caster), rows, purpose)]
    bonus = -sum(one.value for one in mods)
    stack = (ev.Modifier("base", needed, rule), *mods) if mods else ()
    attempt = _Attempt(play, caster, spell, needed - bonus, purpose, rule, stack)
    faces = attempt.throw(2)
    if sum(faces) < attempt.needed:
        faces = _again(attempt, faces, rows)
    total = sum(faces) + bonus
    return total if total >= needed else None


class _Attempt:
    """One casting roll: what it needs and how it stands in the log."""

    def __init__(
        self,
        play: Play,
        caster: str,
        spell: Spell,
        needed: int,
        purpose: str,
        rule: str,
        stack: tuple[ev.Modifier, ...],
    ) -> None:
        self.play, self.caster, self.spell = play, caster, spell
        self.needed, self.purpose, self.rule, self.stack = needed, purpose, rule, stack

    def throw(self, count: int, stands: int = 0, *, reroll: bool = False) -> tuple[int, ...]:
        """`count` dice beside one that `stands`."""
        return self.play.sum_at_least(
            self.purpose,
            count,
            self.needed - stands,
            rule=self.rule,
            modifiers=() if stands else self.stack,
            actor=self.caster,
            weapon=self.spell.id,
            reroll=reroll,
        )


def _helping(state: State, caster: str, spell: Spell) -> Iterator[Brought]:
    for row in brought(state.setup, caster, "cast"):
        if row.effect.get("kind", spell.kind) == spell.kind:
            yield row


def _adding(w: Warrior, rows: Sequence[Brought], purpose: str) -> list[Brought]:
    """What adds to this roll: always, or by a scroll that has been got ready."""
    at_hand = w.brief if purpose == "cast" and BEGUN not in w.marks else ()
    return [
        row
        for row in rows
        if "mod" in row.effect
        and (row.effect.get("per") != "battle" or f"{SCROLL}{row.of}" in at_hand)
    ]


def _modifier(row: Brought) -> ev.Modifier:
    return ev.Modifier("skill", -int(row.effect["mod"]), SKILL, row.of)


def _again(attempt: _Attempt, faces: tuple[int, ...], rows: Sequence[Brought]) -> tuple[int, ...]:
    """The dice that stand after a failed roll."""
    play, caster, high = attempt.play, attempt.caster, max(faces)
    able = [
        row for row in rows if "reroll" in row.effect and not _used_up(play.warrior(caster), row)
    ]
    able.sort(key=_of_both)
    chances = [_chance(attempt.needed, 0 if _of_both(row) else high) for row in able]
    if any(chances):
        best = able[chances.index(max(chances))]
        play.emit(
            ev.Aided(
                warrior=caster,
                of=best.of,
                how="rerolls",
                turn=best.effect.get("per") == "turn",
                rule=SKILL,
            )
        )
        if _of_both(best):
            return attempt.throw(2, reroll=True)
        return (high, *attempt.throw(1, high, reroll=True))
    if not play.state.setup.ruleset.switches.get("luck.casting", True):
        return faces
    luck = by_luck(play, caster, attempt.purpose)
    if luck == "sure":
        return (attempt.needed,)
    return attempt.throw(2, reroll=True) if luck == "again" else faces


def _of_both(row: Brought) -> bool:
    return bool(row.effect["reroll"] != "one_die")


def _used_up(w: Warrior, row: Brought) -> bool:
    return row.effect.get("per") == "turn" and f"used:{row.of}" in w.marks


def _chance(needed: int, stands: int) -> int:
    """How many of 36 throws succeed: of both dice, or of one beside a die that stands."""
    if stands:
        return 6 * sum(stands + face >= needed for face in range(1, 7))
    return sum(sum(pair) >= needed for pair in product(range(1, 7), repeat=2))
