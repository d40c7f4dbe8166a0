"""Who is warded against enemy spells and prayers: skills, saves, runestones (hook `enemy_spell`).

Readings. All of it follows the casting roll and goes before anything else of the spell (P-MAG-38).
Runestones come first: whoever is neither stunned nor gone throws 2D6 against the spell's difficulty
where it would act on himself or a friend. Then each who is warded throws a die; where his ward is
for the others as well, the whole spell is cancelled. What isn't rolled for can't be undone by
runestones, and what only follows from a spell (a house that falls in) is no spell on him.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..battle import events as ev
from ..battle.brought import brings, brought
from ..battle.powers import Power, acting, powers_of
from ..battle.queries import on_table
from ..battle.saving import SKILL
from ..battle.state import State, Warrior
from ..catalogue import primitives as pr
from .context import Spellwork, named, would_affect
from .quake import enemies_at
from .systems import system_of

DIFFICULTY = "difficulty"


def hold(work: Spellwork, effects: Sequence[pr.Primitive]) -> bool:
    """Whether somebody cancels the spell as a whole; who is warded himself is noted in `work`."""
    warders = brings(work.state.setup, "enemy_spell")
    mine = work.state.warriors[work.caster].side
    if not any(work.state.warriors[id].side != mine for id in warders):
        return False
    reached = [id for id in _reached(work, effects) if work.state.warriors[id].side != mine]
    sides = {work.state.warriors[id].side for id in reached}
    if any(_undone(work, w, row) for w, row in _runestones(work.state, warders, sides)):
        return True
    return any(_warded(work, id) for id in _for_all_first(work.state, reached) if id in warders)


def _reached(work: Spellwork, effects: Sequence[pr.Primitive]) -> tuple[str, ...]:
    """Whom the spell would act on, each once, as its effects name them."""
    found: dict[str, None] = {}
    for effect in _flat(effects):
        if isinstance(effect, pr.Effect):
            meant = [id for id in _meant(work, effect) if would_affect(work, effect, id)]
            found |= dict.fromkeys(meant)
    return tuple(found)


def _meant(work: Spellwork, effect: pr.Effect) -> Sequence[str]:
    """Whom an effect names besides the caster; carried at an enemy he does nothing to him yet."""
    carries = isinstance(effect, pr.Move) and effect.mode == "carry"
    if effect.on == "caster" or carries:
        return ()
    if isinstance(effect, pr.Terrain) and effect.act == "remove":
        return enemies_at(work, work.order.targets[0])
    return named(work, effect)


def _for_all_first(state: State, reached: Sequence[str]) -> list[str]:
    """Those whose ward is for the others as well go first: their success spares the other dice."""

    def alone(id: str) -> bool:
        return not any(r.effect.get("others") for r in brought(state.setup, id, "enemy_spell"))

    return sorted(reached, key=alone)


def _flat(effects: Sequence[pr.Primitive]) -> Iterator[pr.Primitive]:
    """Every effect, those behind a test or on a table of the spell's own as well."""
    for effect in effects:
        yield effect
        if isinstance(effect, pr.Test):
            yield from _flat((*effect.passed, *effect.failed))
        elif isinstance(effect, pr.Branch):
            for row in effect.rows.values():
                yield from _flat(row)


def _runestones(
    state: State, warders: Sequence[str], sides: set[str]
) -> Iterator[tuple[Warrior, Power]]:
    for id in warders:
        w = state.warriors[id]
        if w.side in sides and on_table(w) and w.status != "stunned":
            for p in powers_of(state.setup, id).get("enemy_spell", ()):
                if p.get("on") == DIFFICULTY:
                    yield w, p


def _undone(work: Spellwork, w: Warrior, row: Power) -> bool:
    """2D6 against the spell's own difficulty."""
    needed = system_of(work.state).difficulty(work.state, work.order, work.spell)
    if needed is None:
        return False
    mods = tuple(
        ev.Modifier("skill", -int(one.effect["mod"]), SKILL, one.of)
        for one in brought(work.state.setup, w.id, "enemy_spell")
        if "mod" in one.effect
    )
    needed += sum(one.value for one in mods)
    faces = work.play.sum_at_least(
        "dispel",
        2,
        needed,
        rule=SKILL,
        modifiers=(ev.Modifier("base", needed - sum(m.value for m in mods), "P-MAG-08"), *mods),
        actor=w.id,
        weapon=row.of,
    )
    if sum(faces) < needed:
        return False
    work.wasted(w.id, "cancelled")
    return True


def _warded(work: Spellwork, id: str) -> bool:
    """A die of somebody who is warded; whether the spell is cancelled for everybody."""
    mine = powers_of(work.state.setup, id).get("enemy_spell", ())
    for row in acting(mine, work.state, id, work.caster, close=False):
        needed = row.get("on")
        if not isinstance(needed, int):
            continue
        (face,) = work.play.batch(
            "special_save",
            1,
            needed,
            rule=SKILL,
            modifiers=(ev.Modifier("base", needed, SKILL, row.of),),
            actor=id,
        )
        if face >= needed:
            work.warded.add(id)
            everybody = bool(row.get("others"))
            work.wasted(id, "cancelled" if everybody else "warded")
            return everybody
    return False
