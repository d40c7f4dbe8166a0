"""Targets that no other spell has: the fallen (P-NEC-2) and a circle (P-CHA-SUM)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..battle import events as ev
from ..battle import granted
from ..battle.bodies import STANDING_HEIGHT, body
from ..battle.checks import known_warrior, own_warrior
from ..battle.orders import Cast
from ..battle.play import Play
from ..battle.queries import is_engaged
from ..battle.running import home_of
from ..battle.state import State, Warrior
from ..board import Body, contact, trig
from ..catalogue.spells import Mode, Spell
from ..errors import IllegalOrder
from ..units import Point
from . import places, quake

KIT = "summoning_candles"
"""What a circle uses up (P-CHA-SUM)."""
LOOSE = 100
"""A circle lies at his feet: a millimetre of air is contact enough for a mark on the ground."""


def check_fallen(state: State, w: Warrior, spell: Spell, mode: Mode, order: Cast) -> None:
    """One of his own that fell lately, and a free place for it (P-NEC-2)."""
    if len(order.targets) != 1:
        raise IllegalOrder("target_needed", spell.rule, warrior=w.id)
    fallen = known_warrior(state, order.targets[0])
    if fallen.id not in fallen_of(state, w, mode):
        raise IllegalOrder("illegal_target", spell.rule, target=fallen.id)
    if order.point is None:
        if places.near(state, fallen.id, body(state, w.id), reach(state, mode)) is None:
            raise IllegalOrder("path_blocked", "P-MOV-01", by="", what="place")
        return
    there = places.standing_at(state, fallen.id, order.point)
    if not contact.within(body(state, w.id), there, reach(state, mode)):
        raise IllegalOrder("too_far", "P-MAG-26", warrior=w.id)
    if not places.free(state, fallen.id, order.point, touching=True):
        raise IllegalOrder("path_blocked", "P-MOV-01", by="", what="place")
    if not places.free(state, fallen.id, order.point):
        raise IllegalOrder("contact_only_by_charge", spell.rule, enemy="")


def reach(state: State, mode: Mode) -> int:
    """The range of a spell in 1/100 mm."""
    return granted.length(state, mode.select.r)


def fallen_of(state: State, w: Warrior, mode: Mode) -> tuple[str, ...]:
    """Who of his side may be raised: out of action in the enemy's last shooting or combat phase,
    or in this shooting phase (P-NEC-2, Gaps)."""
    return tuple(
        other.id
        for other in state.warriors.values()
        if home_of(state, other.id) == w.side
        and other.status == "out_of_action"
        and granted.kinds_for_magic(state, other.id) & set(mode.select.kinds)
        and _lately(state, other)
    )


def _lately(state: State, fallen: Warrior) -> bool:
    if fallen.out_in is None or fallen.left_table:
        return False
    turn, side, phase = fallen.out_in
    if (turn, side) == (state.turn, state.active):
        return phase == "shooting"
    return phase in ("shooting", "combat") and (turn, side) == turn_before(state)


def turn_before(state: State) -> tuple[int, str]:
    """Number and side of the turn before this one."""
    order = [side for side in state.order_of_play if side not in state.lost]
    place = order.index(state.active)
    return (state.turn, order[place - 1]) if place else (state.turn - 1, order[-1])


def check_circle(state: State, w: Warrior, spell: Spell, mode: Mode, order: Cast) -> None:
    """His circle must have been drawn in an earlier turn (P-CHA-SUM)."""
    if circle_of(state, w.id) is None or "drew_circle" in w.marks or daemon_of(state, w.id) is None:
        raise IllegalOrder("spell_barred", spell.rule, warrior=w.id, spell=spell.id)


def circle_of(state: State, id: str) -> Point | None:
    """Where a Magister's circle lies."""
    return dict(state.circles).get(id)


def daemon_of(state: State, id: str) -> str | None:
    """The daemon of his god, that waits in reserve."""
    for w in state.setup.warriors:
        if w.summoned_by == id and w.id.startswith(f"{id}-daemon"):
            return w.id
    return None


Check = Callable[[State, Warrior, Spell, Mode, Cast], None]
CHECKS: Mapping[str, Check] = {
    "fallen": check_fallen,
    "circle": check_circle,
    "building": quake.check_building,
}


def check_drawing(state: State, order: Cast) -> None:
    """Raise the reason why he can't draw his circle now: he gives up all movement for it."""
    w = own_warrior(state, order, "movement")
    may_draw(state, w, order.spell)
    if order.point is not None and not _beside(state, w, order.point):
        raise IllegalOrder("too_far", "P-CHA-SUM", warrior=w.id)


def may_draw(state: State, w: Warrior, id: str) -> None:
    """The same for whoever asks without a place."""
    spell = state.setup.catalogue.spells.get(id)
    rule = "P-CHA-SUM"
    if spell is None or id not in state.setup.by_id[w.id].spells:
        raise IllegalOrder("spell_barred", "P-MAG-01", warrior=w.id, spell=id)
    if w.status != "standing":
        raise IllegalOrder(w.status, rule, warrior=w.id)
    if w.fleeing:
        raise IllegalOrder("fleeing", rule, warrior=w.id)
    if is_engaged(state, w.id):
        raise IllegalOrder("engaged", rule, warrior=w.id)
    if {"moved", "stayed", "declared_charge", "rallied", "stupid"} & {*w.marks}:
        raise IllegalOrder("already_moved", rule, warrior=w.id)
    kit = KIT in state.setup.by_id[w.id].equipment
    if circle_of(state, w.id) is not None or not kit:
        raise IllegalOrder("spell_barred", rule, warrior=w.id, spell=id)


def _beside(state: State, w: Warrior, at: Point) -> bool:
    me = body(state, w.id)
    mark = Body("", at, me.radius, STANDING_HEIGHT)
    return contact.within(me, mark, LOOSE)


def draw(play: Play, order: Cast) -> None:
    """The circle lies in contact with him: where he says, or before his feet."""
    w = play.warrior(order.warrior)
    assert w.at is not None
    at = order.point
    if at is None:
        dx, dy = trig.offset(w.facing, 2 * body(play.state, w.id).radius)
        at = (w.at[0] + dx, w.at[1] + dy, w.at[2])
    play.emit(ev.CircleDrawn(warrior=w.id, at=at, kit=KIT, rule="P-CHA-SUM"))
