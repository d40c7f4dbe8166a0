"""TERRAIN: a building that collapses under whoever is in it (P-TAA-4)."""

from __future__ import annotations

from ..battle import events as ev
from ..battle.bodies import body
from ..battle.falls import fall
from ..battle.hiding import uncovered
from ..battle.jumping import lands_well
from ..battle.orders import Cast
from ..battle.queries import gap, models
from ..battle.state import State, Warrior
from ..battle.step import moved
from ..board import buildings, levels
from ..board.contact import TOUCH
from ..catalogue import primitives as pr
from ..catalogue.spells import Mode, Spell
from ..errors import IllegalOrder
from .context import Spellwork
from .harm import strike


def at_hand(state: State, w: Warrior, reach: int) -> tuple[str, ...]:
    """The buildings near enough; no line of sight is needed (P-MAG-25)."""
    board = state.setup.board
    me = body(state, w.id)
    return tuple(one for one in buildings.ids(board) if buildings.within(board, one, me, reach))


def check_building(state: State, w: Warrior, spell: Spell, mode: Mode, order: Cast) -> None:
    """Raise what is wrong with the building that an order names."""
    from .special import reach

    if len(order.targets) != 1:
        raise IllegalOrder("target_needed", spell.rule, warrior=w.id)
    target = order.targets[0]
    if target not in buildings.ids(state.setup.board):
        raise IllegalOrder("illegal_target", spell.rule, target=target)
    if target not in at_hand(state, w, reach(state, mode)):
        raise IllegalOrder("too_far", "P-MAG-26", warrior=w.id)


def collapse(work: Spellwork, effect: pr.Terrain) -> None:
    """A hit on each enemy in or at it; then it goes, and everybody in it drops."""
    building = work.order.targets[0]
    for id in enemies_at(work, building):
        if work.state.warriors[id].at is not None and id not in work.warded:
            strike(work, pr.Hits(S=effect.S), id, 1)
    gone = buildings.pieces(work.state.setup.board, building)
    work.play.emit(
        ev.TerrainRemoved(
            warrior=work.caster,
            spell=work.spell.id,
            building=building,
            pieces=tuple(piece.id for piece in gone),
            height=max([_top(piece) for piece in gone], default=0),
            rule=work.spell.rule,
        )
    )
    for w in [w for w in models(work.state) if _hangs(work.state, w)]:
        _drop(work, w.id)
    uncovered(work.play)


def _top(piece: object) -> int:
    height: int = getattr(piece, "height", 0)
    base: int = getattr(piece, "base", 0)
    return base + height


def enemies_at(work: Spellwork, building: str) -> list[str]:
    """Enemies in the building or touching it, nearest to the priest first."""
    state = work.state
    mine, board = state.warriors[work.caster].side, state.setup.board
    found = [
        w.id
        for w in models(state)
        if w.side != mine and buildings.within(board, building, body(state, w.id), TOUCH)
    ]
    return sorted(found, key=lambda id: gap(state, work.caster, id))


def _hangs(state: State, w: Warrior) -> bool:
    """Whether what a model stood on is gone."""
    return w.at is not None and levels.support(state.setup.board, w.at) < w.at[2]


def _drop(work: Spellwork, id: str) -> None:
    """One Initiative test per full 5 cm, as for a jump from any height; then the hits of a fall."""
    at = work.state.warriors[id].at
    assert at is not None
    ground = (at[0], at[1], levels.support(work.state.setup.board, at))
    height = at[2] - ground[2]
    if lands_well(work.play, id, height, work.spell.rule):
        rule = work.spell.rule
        moved(work.play, id, "dropped", (ground,), cost=0, allowed=0, rule=rule)
        return
    fall(work.play, id, height, ground, work.spell.rule)
