"""POST: what a spell leaves for the steps after the battle."""

from __future__ import annotations

from ..battle import events as ev
from ..catalogue import primitives as pr
from .context import Spellwork


def mark(work: Spellwork, effect: pr.Post) -> None:
    """Mark those whom this spell has just put out of action."""
    if effect.hook == "mutation":
        for event in work.play.events:
            if not isinstance(event, ev.StatusChanged) or event.after != "out_of_action":
                continue
            if event.cause == "injury" and event.by == work.caster:
                _mark(work, effect.hook, event.warrior)
        return
    _mark(work, effect.hook, work.caster)


def _mark(work: Spellwork, hook: str, id: str) -> None:
    work.play.emit(
        ev.PostMark(
            warrior=id, hook=hook, spell=work.spell.id, by=work.caster, rule=work.spell.rule
        )
    )
