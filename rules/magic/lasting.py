"""MODIFY, TRAIT, SAVE, REROLL and AURA: effects that last (P-MAG-33)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..battle import events as ev
from ..battle.play import Play
from ..battle.running import AFTER_END, end
from ..battle.state import Running
from ..catalogue import primitives as pr
from .context import Spellwork, subjects
from .harm import roll_injury


def begin(work: Spellwork, effect: pr.Primitive, *, number: int = 0) -> None:
    """The effect begins on whom it acts; what it had begun there before is replaced by it."""
    if isinstance(effect, pr.Aura) or effect.on == "warband":
        _begin(work, effect, "", number)
        return
    for id in subjects(work, effect):
        _begin(work, effect, id, number)


def _begin(work: Spellwork, effect: pr.Primitive, target: str, number: int) -> None:
    if isinstance(effect, pr.Modify) and effect.stat == "chosen":
        effect = replace(effect, stat=work.order.choice)
    gained = isinstance(effect, pr.Modify) and effect.stat == "W"
    old = [r for r in work.state.effects if _same(r, work, effect, target)]
    if old and not gained:
        end(work.play, old, "replaced")
    begin_all(work.play, [running(work, effect, target, number)])


def _same(r: Running, work: Spellwork, effect: pr.Primitive, target: str) -> bool:
    mine = r.spell == work.spell.id and r.caster == work.caster
    return mine and r.target == target and r.effect == effect


def running(work: Spellwork, effect: pr.Primitive, target: str, number: int = 0) -> Running:
    """An effect of this spell as the state keeps it."""
    return Running(
        id=f"{work.spell.id}:{work.play.now}",
        spell=work.spell.id,
        rule=work.spell.rule,
        caster=work.caster,
        target=target,
        effect=effect,
        until=effect.until,
        side=work.state.active,
        turn=work.state.turn,
        number=number,
    )


def begin_all(play: Play, effects: Sequence[Running]) -> None:
    """Write effects of one spell on one target."""
    first = effects[0]
    play.emit(
        ev.EffectBegun(
            warrior=first.caster,
            spell=first.spell,
            target=first.target,
            effects=tuple(effects),
            rule=first.rule,
        )
    )


def _after_modify(play: Play, over: Running) -> None:
    """A lent Wound that goes and leaves none is an injury roll (P-CHA-2, Gaps)."""
    effect = over.effect
    assert isinstance(effect, pr.Modify)
    w = play.state.warriors.get(over.target)
    if w is None or w.at is None or effect.stat not in ("W", "all"):
        return
    if w.wounds == 0 and w.status == "standing":
        roll_injury(play, w.id, over.caster, over.rule)


AFTER_END[pr.Modify] = _after_modify

__all__ = ["begin", "begin_all", "running"]
