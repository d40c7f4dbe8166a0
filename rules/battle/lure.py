"""Taunting an enemy instead of shooting, so that he has to come (hook `taunt`).

Readings. It is the nearest enemy in sight who is up, in no fight and not running; of several as
near the first in roster order. He tests Leadership; failing, he has to go for the taunter in his
next turn: he charges him if he can, else he walks towards him among the compulsory moves and does
nothing else of movement. If he can't move then, or the taunter is gone, nothing comes of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import IllegalOrder
from . import events as ev
from .brought import brings, brought
from .marks import LURED, TAUNTED, behind
from .nerve import take_test
from .play import Play
from .queries import enemies_of, gap, is_engaged, sees, warriors_of
from .saving import SKILL
from .state import State, Warrior

BARS = frozenset(
    "shot shot_once cast ran failed_charge rallied stupid quarrels came_round laid_trap".split()
)
"""Marks of those who can't shoot either."""


def taunts(state: State, w: Warrior) -> Iterator[str]:
    """The rows by which he may taunt somebody now, instead of shooting."""
    if state.phase != "shooting" or w.status != "standing" or w.fleeing:
        return
    rows = brought(state.setup, w.id, "taunt")
    if rows and BARS.isdisjoint(w.marks) and not is_engaged(state, w.id) and _nearest(state, w):
        yield rows[0].of


def _nearest(state: State, w: Warrior) -> str:
    able = [
        foe.id
        for foe in enemies_of(state, w.side)
        if foe.status == "standing" and not foe.fleeing and not foe.hidden
        if not is_engaged(state, foe.id) and sees(state, w.id, foe.id)
    ]
    return min(able, key=lambda foe: gap(state, w.id, foe), default="")


def taunt(play: Play, id: str, of: str) -> None:
    """He tests; failing, he remembers it until his turn."""
    foe = _nearest(play.state, play.warrior(id))
    holds = take_test(play, foe, "leadership", SKILL)
    play.emit(ev.Taunted(warrior=id, target=foe, of=of, holds=holds, rule=SKILL))


def set_out(play: Play) -> None:
    """As a side's turn starts: who of it has been taunted goes for his taunter in this turn."""
    if not brings(play.state.setup, "taunt"):
        return
    for w in warriors_of(play.state, play.state.active):
        enemy = behind(w.gained, TAUNTED)
        if enemy:
            play.emit(ev.Lured(warrior=w.id, enemy=enemy, rule=SKILL))


def lured_by(state: State, w: Warrior) -> str:
    """At whom he has to go in this turn, "" for nobody (or nobody who is left)."""
    enemy = behind(w.marks, LURED)
    return enemy if enemy and state.warriors[enemy].at is not None else ""


def forbid_others(state: State, w: Warrior, targets: tuple[str, ...] = ()) -> None:
    """Raise where he is lured and would do otherwise than charge who has taunted him."""
    enemy = lured_by(state, w)
    if enemy and targets != (enemy,):
        raise IllegalOrder("lured", SKILL, warrior=w.id, enemy=enemy)
