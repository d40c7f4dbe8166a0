"""HEAL: Wounds given back, or lent above the maximum (P-SIG-5, P-NEC-1)."""

from __future__ import annotations

from ..battle import events as ev
from ..battle.queries import characteristic
from ..catalogue import primitives as pr
from .context import Spellwork, subjects
from .lasting import begin


def heal(work: Spellwork, effect: pr.Heal) -> None:
    """Wounds back: up to the maximum, or over it for as long as the battle lasts (P-NEC-1)."""
    if effect.if_wounded and not work.wounded:
        return
    for id in subjects(work, effect):
        before = work.play.warrior(id).wounds
        if effect.above_max:
            lend = pr.Modify(stat="W", add=effect.wounds or 1, on=effect.on, until=effect.until)
            begin(work, lend)
            continue
        most = characteristic(work.state, id, "W")
        wanted = most if effect.wounds is None else before + effect.wounds
        after = max(before, min(most, wanted))
        if after > before:
            work.play.emit(
                ev.WoundsGained(
                    warrior=id,
                    before=before,
                    after=after,
                    by=work.caster,
                    spell=work.spell.id,
                    rule=work.spell.rule,
                )
            )
