"""Where a carried caster comes down, and whether that is contact (P-MAG-30).

The order names a `point`, or an enemy as target to come down beside. A point inside an enemy's
base means beside it as well.
"""

from __future__ import annotations

from typing import NamedTuple

from ..battle import granted, ways
from ..battle.bodies import body
from ..battle.checks import known_warrior
from ..battle.orders import Cast
from ..battle.queries import enemies_of, in_contact, look, others
from ..battle.state import State, Warrior
from ..board import Body, contact, levels, near, trig
from ..catalogue import primitives as pr
from ..catalogue.spells import Mode, Spell
from ..errors import IllegalOrder
from ..units import Point

CANNOT = ("rallied", "stood_up")
"""Who rallied or stood up may be carried, but not into contact (P-MAG-30)."""


TURNS = tuple(sign * turn for turn in range(10, 181, 10) for sign in (1, -1))
"""Round an enemy other places are tried in this order, in degrees."""


class Landing(NamedTuple):
    """The place, and the enemies that are touched there."""

    at: Point
    foes: tuple[str, ...]


def of(mode: Mode) -> pr.Move | None:
    """The carried move of a spell, if it is one that carries its caster."""
    for effect in mode.effects:
        if isinstance(effect, pr.Move) and effect.mode == "carry":
            return effect
    return None


def check(state: State, w: Warrior, spell: Spell, mode: Mode, order: Cast) -> None:
    """Raise what is wrong with the landing."""
    move = of(mode)
    if move is None:
        return
    place = find(state, w, spell, mode, order)
    if granted.is_bound(state, w):
        raise IllegalOrder("bound", "P-SHA-5", warrior=w.id)
    if spell.wall and not _wall_there(state, w, spell, place.at):
        raise IllegalOrder("illegal_target", spell.rule, target="")
    for foe in place.foes:
        _touchable(state, w, move, foe)


def _touchable(state: State, w: Warrior, move: pr.Move, foe: str) -> None:
    """Contact is a charge: not with the hidden, nor with whom nobody can charge (P-MAG-30)."""
    if state.warriors[foe].hidden:
        raise IllegalOrder("target_hidden", "P-MAG-30", target=foe)
    if granted.has(state, foe, "no_charge_at") or not granted.may_be_attacked(state, foe):
        raise IllegalOrder("illegal_target", "P-MAG-30", target=foe)
    for mark in CANNOT:
        if mark in w.marks:
            raise IllegalOrder(mark, "P-MAG-30", warrior=w.id)


def _wall_there(state: State, w: Warrior, spell: Spell, at: Point) -> bool:
    me = body(state, w.id)
    there = Body(me.id, at, me.radius, me.height)
    return bool(near.terrain_near(state.setup.board, there, granted.length(state, spell.wall)))


def find(state: State, w: Warrior, spell: Spell, mode: Mode, order: Cast) -> Landing:
    """Where an order lands. Raises IllegalOrder where nobody can stand there."""
    move = of(mode)
    assert move is not None
    aimed = order.targets[0] if order.targets else ""
    if order.point is None and not aimed:
        raise IllegalOrder("needs_place", spell.rule, warrior=w.id)
    if order.point is None or aimed:
        at = _beside(state, w, known_foe(state, w, spell, aimed), order.point)
    else:
        at = order.point
        overlapped = _foe_at(state, w, at)
        if overlapped:
            at = _beside(state, w, overlapped, at)
    if not levels.stands(state.setup.board, at):
        raise IllegalOrder("no_floor", "P-MOV-01", warrior=w.id)
    me = body(state, w.id)
    there = Body(me.id, at, me.radius, me.height)
    _near_enough(state, w, move, me, there)
    if not ways.fits(state, there, others(state, w.id)):
        raise IllegalOrder("path_blocked", "P-MOV-01", by="", what="place")
    foes = tuple(
        foe.id for foe in enemies_of(state, w.side) if in_contact(state, there, body(state, foe.id))
    )
    if aimed and aimed not in foes:
        raise IllegalOrder("too_far", "P-MAG-30", target=aimed)
    return Landing(at, foes)


def known_foe(state: State, w: Warrior, spell: Spell, id: str) -> str:
    """An enemy to come down beside; a charge must see it (P-RAT-4)."""
    foe = known_warrior(state, id)
    if foe.at is None or foe.side == w.side:
        raise IllegalOrder("illegal_target", spell.rule, target=id)
    if foe.hidden:
        raise IllegalOrder("target_hidden", "P-MAG-30", target=id)
    if spell.modes[0].select.los and look(state, w.id, id).kind == "none":
        raise IllegalOrder("not_visible", "P-MAG-25", target=id)
    return id


def _near_enough(state: State, w: Warrior, move: pr.Move, me: Body, there: Body) -> None:
    """As far as the centre of the base is carried; who comes to touch stops a unit short."""
    reach = granted.length(state, move.distance) + contact.TOUCH
    dx, dy, dz = (there.at[i] - me.at[i] for i in range(3))
    if dx * dx + dy * dy + dz * dz > reach * reach:
        raise IllegalOrder("too_far", "P-MAG-26", warrior=w.id)


def _foe_at(state: State, w: Warrior, at: Point) -> str:
    me = body(state, w.id)
    there = Body(me.id, at, me.radius, me.height)
    for foe in enemies_of(state, w.side):
        if contact.overlapping(there, body(state, foe.id)):
            return foe.id
    return ""


def _beside(state: State, w: Warrior, foe: str, towards: Point | None) -> Point:
    """The place in contact with an enemy that is nearest, where a base has room."""
    me, other = body(state, w.id), body(state, foe)
    start = me.at if towards is None or towards == other.at else towards
    dx, dy = start[0] - other.at[0], start[1] - other.at[1]
    reach = me.radius + other.radius + 1
    x, y = trig.scaled(dx, dy, reach) if (dx, dy) != (0, 0) else (reach, 0)
    bearing = trig.bearing(x, y)
    ring = [trig.offset((bearing + turn) % 360, reach) for turn in TURNS]
    places = [(other.at[0] + ox, other.at[1] + oy, other.at[2]) for ox, oy in ((x, y), *ring)]
    bodies = others(state, w.id)
    for at in places:
        there = Body(me.id, at, me.radius, me.height)
        clear = not contact.overlapping(there, other)
        if clear and contact.touching(there, other) and ways.fits(state, there, bodies):
            return at
    raise IllegalOrder("path_blocked", "P-MOV-01", by=foe, what="place")
