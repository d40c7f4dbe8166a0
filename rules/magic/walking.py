"""MOVE on foot: one of his own moves again, and may charge (P-NEC-5)."""

from __future__ import annotations

from ..battle import events as ev
from ..battle import granted, ways
from ..battle.bodies import body
from ..battle.charge import chargeable
from ..battle.fear import dares_to_charge
from ..battle.orders import Cast
from ..battle.queries import enemies_of, held, in_contact
from ..battle.reach import way_to
from ..battle.state import ChargeTask, State, Warrior
from ..battle.step import moved
from ..battle.stride import movement_of
from ..board import Body
from ..catalogue import primitives as pr
from ..catalogue.spells import Mode, Spell
from ..errors import IllegalOrder
from .context import Spellwork


def of(mode: Mode) -> pr.Move | None:
    """The walk of a spell, if it has one."""
    for effect in mode.effects:
        if isinstance(effect, pr.Move) and effect.mode == "walk":
            return effect
    return None


def check(state: State, spell: Spell, mode: Mode, order: Cast) -> None:
    """Raise what is wrong with the way: the second target is an enemy to charge."""
    if of(mode) is None or not order.targets:
        return
    mover = state.warriors[order.targets[0]]
    may_walk(state, mover, spell)
    if len(order.targets) > 1:
        foe = order.targets[1]
        chargeable(state, mover, foe)
        if way_to(state, mover.id, foe, movement_of(state, mover.id, called=True)) is None:
            raise IllegalOrder("too_far", spell.rule, warrior=mover.id)
    elif order.point is None:
        raise IllegalOrder("needs_place", spell.rule, warrior=mover.id)
    else:
        _check_way(state, mover, spell, order)


def may_walk(state: State, mover: Warrior, spell: Spell) -> None:
    """Free to move at all: not held in a fight, not bound."""
    if held(state, mover.id):
        raise IllegalOrder("engaged", spell.rule, warrior=mover.id)
    if granted.is_bound(state, mover):
        raise IllegalOrder("bound", "P-SHA-5", warrior=mover.id)


def _check_way(state: State, mover: Warrior, spell: Spell, order: Cast) -> None:
    assert order.point is not None
    way = ways.walk(state, mover.id, [order.point])
    if way.blocked_by is not None:
        raise IllegalOrder(
            "path_blocked", "P-MOV-01", by=way.blocked_by.id, what=way.blocked_by.code
        )
    if way.cost > movement_of(state, mover.id, called=True):
        raise IllegalOrder("too_far", spell.rule, warrior=mover.id)
    me = body(state, mover.id)
    there = Body(me.id, order.point, me.radius, me.height)
    for foe in enemies_of(state, mover.side):
        if in_contact(state, there, body(state, foe.id)):
            raise IllegalOrder("contact_only_by_charge", "P-MOV-04", enemy=foe.id)


def walk(work: Spellwork, effect: pr.Move) -> None:
    """It walks to the place, or charges the enemy; a charge can be intercepted."""
    play = work.play
    mover, *foes = work.order.targets
    if foes:
        play.emit(
            ev.ChargeDeclared(warrior=mover, targets=(foes[0],), called=True, rule=work.spell.rule)
        )
        if dares_to_charge(play, mover, foes[0]):
            play.agenda.insert(0, ChargeTask(mover, (foes[0],)))
        return
    assert work.order.point is not None
    way = ways.walk(work.state, mover, [work.order.point])
    allowed = movement_of(work.state, mover, called=True)
    moved(
        play, mover, "spell_walk", way.points, cost=way.cost, allowed=allowed, rule=work.spell.rule
    )
