"""What a spell does once it works: its primitives, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..battle.attribute import strength_test
from ..battle.nerve import take_test
from ..battle.orders import Cast
from ..battle.play import Play
from ..battle.queries import own_characteristic
from ..catalogue import primitives as pr
from ..catalogue.spells import Mode, Spell
from . import control, harm, healing, lasting, moves, path, post, quake, summon, walking, wards
from .context import Spellwork, subjects


def spell(play: Play, order: Cast, spell: Spell, mode: Mode, total: int) -> None:
    """Find on whom it acts, and let it act."""
    targets = order.targets[: mode.select.most]
    if mode.select.who == "self" or not targets:
        targets = (order.warrior,)
    work = Spellwork(play, spell, mode, order, total, targets)
    if mode.select.who == "path":
        first = path.first_on(play.state, order.warrior, order.targets[0])
        if first is None:
            work.wasted(order.targets[0], "blocked")
            targets = ()
        work = work.at(first) if first is not None else work.at()
    if not wards.hold(work, mode.effects):
        run(work, mode.effects)


def run(work: Spellwork, effects: Sequence[pr.Primitive]) -> None:
    """Effects in the order of the row."""
    for effect in effects:
        _RUN[type(effect)](work, effect)


def _move(work: Spellwork, effect: pr.Move) -> None:
    _MOVES[effect.mode](work, effect)


_MOVES: Mapping[str, Callable[[Spellwork, pr.Move], None]] = {
    "carry": moves.carry,
    "flee": moves.flee,
    "push": moves.push,
    "step_away": moves.step_away,
    "walk": walking.walk,
}


def _test(work: Spellwork, effect: pr.Test) -> None:
    """Each target tests on its own; the branches act on it alone (P-MAG-41)."""
    for id in subjects(work, effect):
        passed = _TESTS[effect.what](work, id)
        run(work.at(id), effect.passed if passed else effect.failed)


def _leadership(work: Spellwork, id: str) -> bool:
    return take_test(work.play, id, "leadership", work.spell.rule)


def _strength(work: Spellwork, id: str) -> bool:
    return strength_test(work.play, id, work.spell.rule)


def _opposed(work: Spellwork, id: str) -> bool:
    """The caster's die and Leadership against the target's; he must beat it (P-CHA-4)."""
    faces = {}
    for who in (work.caster, id):
        (face,) = work.play.plain(
            "opposed", 1, rule=work.spell.rule, actor=who, weapon=work.spell.id
        )
        faces[who] = face + own_characteristic(work.state, who, "Ld")
    return faces[work.caster] <= faces[id]


_TESTS: Mapping[str, Callable[[Spellwork, str], bool]] = {
    "Ld": _leadership,
    "S": _strength,
    "opposed": _opposed,
}


def _branch(work: Spellwork, effect: pr.Branch) -> None:
    """A D6 on the spell's own table (P-CHA-2)."""
    (face,) = work.play.plain(
        "spell_table",
        1,
        rule=work.spell.rule,
        actor=work.caster,
        target=work.targets[0] if work.targets else "",
        weapon=work.spell.id,
    )
    for rows, effects in effect.rows.items():
        low, _, high = rows.partition("-")
        if int(low) <= face <= int(high or low):
            run(work, effects)
            return


_RUN: Mapping[type, Callable[[Spellwork, Any], None]] = {
    pr.Hits: harm.hits,
    pr.State: harm.put_into_state,
    pr.Heal: healing.heal,
    pr.Move: _move,
    pr.Modify: lasting.begin,
    pr.Trait: lasting.begin,
    pr.Save: lasting.begin,
    pr.Reroll: lasting.begin,
    pr.Aura: lasting.begin,
    pr.Test: _test,
    pr.Control: control.begin,
    pr.Summon: summon.summon,
    pr.Terrain: quake.collapse,
    pr.Branch: _branch,
    pr.Post: post.mark,
}

__all__ = ["run", "spell"]
