"""Random movement: by dice, and sometimes in a direction of the dice's own (hook `random_move`).

A squig bounces where its player wants, as far as the dice say, and contact is a charge. Who swings
a ball and chain, or has gone wild, goes by himself among the compulsory moves, in a random
direction (T-RANDOMMOVE).
"""

from __future__ import annotations

from itertools import pairwise

from ..board import Body, Walk, contact, trig
from ..dice import bearing, faces_needed, notation, total
from ..errors import IllegalOrder
from . import events as ev
from . import ways
from .brought import Brought, brought, dice_of, length
from .fear import brace
from .kinds import kinds_of
from .orders import Move
from .play import Play
from .queries import body, downed, enemies_of, held, warriors_of, within
from .state import State, Warrior
from .step import moved

RULE = "P-TRN-04"


def rolling(state: State, id: str) -> Brought | None:
    """The row by which a warrior moves at random, if any does."""
    rows = brought(state.setup, id, "random_move")
    return next((row for row in rows if "unless" not in row.effect), None)


def most(state: State, id: str) -> int:
    """The farthest that such a move can go, in 1/100 mm."""
    row = rolling(state, id)
    if row is None:
        return 0
    dice = notation(dice_of(state.setup, row.effect["dice"]))
    return (dice.number * dice.sides + dice.bonus) * state.setup.ruleset.unit_size


def must_roll(state: State, w: Warrior) -> bool:
    """Whether a compulsory move in a random direction is due."""
    if not brought(state.setup, w.id, "random_move"):
        return False
    if w.status != "standing" or w.fleeing or "moved" in w.marks or held(state, w.id):
        return False
    return runs_wild(state, w) or swings(state, w)


def swings(state: State, w: Warrior) -> bool:
    """Who swings a weapon that carries him along chooses the first direction only."""
    row = rolling(state, w.id)
    return row is not None and row.of in state.setup.by_id[w.id].weapons and "swings" in w.gained


def runs_wild(state: State, w: Warrior) -> bool:
    """Whether an animal is out of reach of all that mind it, or has been once."""
    rows = [r for r in brought(state.setup, w.id, "random_move") if "unless" in r.effect]
    if not rows:
        return False
    return "wild" in w.gained or not any(_minded(state, w, row) for row in rows)


def _minded(state: State, w: Warrior, row: Brought) -> bool:
    """Whether somebody who minds it is near: at double the distance with the right tool."""
    usual = length(state.setup, row.effect["radius"])
    for friend in warriors_of(state, w.side):
        if friend.id == w.id or row.effect["of"] not in kinds_of(state.setup, friend.id):
            continue
        tools = [
            length(state.setup, tool.effect["radius"])
            for tool in brought(state.setup, friend.id, "minder")
        ]
        if within(state, w.id, friend.id, max([usual, *tools])):
            return True
    return False


def check_roll(state: State, order: Move) -> None:
    """Raise why a warrior can't move at random like this: on foot only, no farther than the dice
    may say. What bars the way stops it there."""
    if order.hide:
        raise IllegalOrder("cannot_hide", RULE, warrior=order.warrior, because="random")
    if order.mode != "walk":
        raise IllegalOrder("never_runs", RULE, warrior=order.warrior)
    if any(leg.by != "walk" for leg in order.legs):
        raise IllegalOrder("leg_not_offered", RULE, warrior=order.warrior)
    me = body(state, order.warrior)
    points = [me.at, *(leg.to for leg in order.legs)]
    whole = sum(trig.isqrt(_squared(a, b)) for a, b in pairwise(points))
    if whole > most(state, order.warrior):
        raise IllegalOrder("too_far", RULE, used=whole, allowed=most(state, order.warrior))


def _squared(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    return sum((p - q) ** 2 for p, q in zip(a, b, strict=True))


def roll_on(play: Play, order: Move) -> None:
    """As far along the ordered way as the dice say; contact with an enemy is a charge."""
    left = _distance(play, order.warrior)
    allowed = left
    points: list[tuple[int, int, int]] = []
    cost = 0
    me = body(play.state, order.warrior)
    for leg in order.legs:
        way = ways.roll(play.state, order.warrior, me, leg.to, left)
        points += way.points[1:]
        cost, left = cost + way.cost, left - way.cost
        me = Body(me.id, way.points[-1], me.radius, me.height)
        if way.points[-1] != leg.to:
            break
    _go(play, order.warrior, tuple(points), cost, allowed)


def roll_away(play: Play, id: str) -> None:
    """In a random direction; over the table's edge it is gone (T-RANDOMMOVE-06)."""
    if runs_wild(play.state, play.warrior(id)) and "wild" not in play.warrior(id).gained:
        play.emit(ev.RanWild(warrior=id, rule=RULE))
    faces, direction = bearing(play.dice)
    play.emit(ev.Rolled(purpose="bearing", dice=faces, actor=id, rule="T-RANDOMMOVE-02"))
    allowed = _distance(play, id)
    me = body(play.state, id)
    dx, dy = trig.offset(direction, allowed)
    way = ways.roll(play.state, id, me, (me.at[0] + dx, me.at[1] + dy, me.at[2]), allowed)
    _go(play, id, way.points[1:], way.cost, allowed)
    if _over_the_edge(way):
        play.emit(ev.LeftTable(warrior=id, rule="T-RANDOMMOVE-06"))


def _over_the_edge(way: Walk) -> bool:
    return way.blocked_by is not None and way.blocked_by.code == "table"


def _distance(play: Play, id: str) -> int:
    rows = brought(play.state.setup, id, "random_move")
    dice = dice_of(play.state.setup, rows[0].effect["dice"])
    faces = play.plain("move", faces_needed(dice), rule=RULE, actor=id, summed=True)
    return total(dice, faces) * play.state.setup.ruleset.unit_size


def _go(
    play: Play, id: str, points: tuple[tuple[int, int, int], ...], cost: int, allowed: int
) -> None:
    moved(play, id, "random", points, cost=cost, allowed=allowed, rule="T-RANDOMMOVE-02")
    state = play.state
    me = body(state, id)
    met = tuple(
        foe.id
        for foe in enemies_of(state, state.warriors[id].side)
        if contact.touching(me, body(state, foe.id))
    )
    if not met:
        return
    play.emit(ev.Charged(warrior=id, targets=met, rule="T-RANDOMMOVE-03"))
    for foe in met:
        if not downed(play.warrior(foe)):
            brace(play, foe, id, "P-PSY-02")
