"""Moves that a spell gives: where to, and what they are worth (P-MAG-30)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..battle import ways
from ..battle.queries import gap, held, is_engaged
from ..battle.state import Running, State, Warrior
from ..battle.stride import movement_of
from ..catalogue import primitives as pr
from ..catalogue.spells import Mode, Spell
from ..units import CM, Point
from .mind import Mind

NEARER = 0.1
"""What a centimetre towards the enemy is worth to one who then does not fight."""
LEAST = CM
NEEDS_TO_WIN = 0.3
"""Below this chance to win the fight a charge is better left alone."""


def step_closer(mind: Mind, id: str) -> Point | None:
    """Where a warrior sent on foot gets nearest to its nearest enemy without touching anybody."""
    foe = mind.nearest_enemy(id)
    if foe is None or foe.at is None or held(mind.state, id):
        return None
    far = gap(mind.state, id, foe.id) - LEAST
    length = min(movement_of(mind.state, id, called=True), far)
    if length < LEAST:
        return None
    walk = ways.straight(mind.state, id, foe.at, length)
    return walk.end if walk.cost >= LEAST else None


def worth(
    mind: Mind, w: Warrior, spell: Spell, mode: Mode, move: pr.Move, order: Sequence[str]
) -> float:
    """A charge is worth the fight that it begins; a mere step the ground it gains."""
    if move.mode in ("flee", "push"):
        return sum(0.4 * mind.worth(id) for id in order)
    if move.mode == "step_away":
        return 4.0 if is_engaged(mind.state, w.id) else 0.5
    if not order:
        return 0.0
    mover = order[0] if move.mode == "walk" else w.id
    foe = order[-1]
    if foe == mover:
        return NEARER * movement_of(mind.state, mover, called=True) / CM
    if is_engaged(mind.state, mover):
        return 0.5
    chance = Mind(_helped(mind.state, w, spell, mode), mind.side, mind.level, 0).wins(mover, foe)
    return (chance - NEEDS_TO_WIN) * mind.worth(foe)


def _helped(state: State, w: Warrior, spell: Spell, mode: Mode) -> State:
    """The state in which what else the spell gives its caster is at work already."""
    given = tuple(
        Running(
            id=spell.id,
            spell=spell.id,
            rule=spell.rule,
            caster=w.id,
            target=w.id,
            effect=effect,
            until=effect.until,
            side=w.side,
            turn=state.turn,
        )
        for effect in mode.effects
        if isinstance(effect, pr.Modify) and effect.on == "caster"
    )
    return replace(state, effects=(*state.effects, *given)) if given else state


__all__ = ["step_closer", "worth"]
