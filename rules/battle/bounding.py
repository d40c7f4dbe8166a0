"""A leap that comes on top of a move, a run or a charge, over others as well (hook `leap`).

Readings. It is declared and thrown before he moves (order `use`), once a turn, and lengthens the
move that he then makes, whichever it is. On that way he passes over models no larger than a man,
but can't end on one. Low obstacles never count (P-MOV-12), and gaps are leapt as everybody leaps
them, of the longer move (P-TER-16).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..board import Body
from ..dice import faces_needed, total
from . import events as ev
from .brought import brought, dice_of
from .marks import LEAP, behind
from .play import Play
from .queries import STANDING_HEIGHT, held
from .saving import SKILL
from .state import State, Warrior

OVER = ("moved", "stayed", "charged", "declared_charge", "failed_charge")
"""Marks of whose move has begun."""


def bounds(state: State, w: Warrior) -> Iterator[str]:
    """The rows by which he may leap now: his move is still ahead, and nothing holds him."""
    if state.phase != "movement" or w.status != "standing" or w.fleeing or leaping(w):
        return
    if not set(OVER).isdisjoint(w.marks) or held(state, w.id):
        return
    yield from (row.of for row in brought(state.setup, w.id, "leap"))


def bound(play: Play, id: str, of: str) -> None:
    """How much farther his move goes."""
    setup = play.state.setup
    row = next(row for row in brought(setup, id, "leap") if row.of == of)
    text = dice_of(setup, row.effect["dice"])
    dice = faces_needed(text)
    faces = play.plain("move", dice, rule=SKILL, actor=id, weapon=of, summed=dice > 1)
    reach = total(text, faces) * setup.ruleset.unit_size
    play.emit(ev.ItemUsed(warrior=id, of=of, how="leap", reach=reach, rule=SKILL))


def leaping(w: Warrior) -> bool:
    return bool(behind(w.brief, LEAP))


def in_the_way(w: Warrior, bodies: Sequence[Body]) -> list[Body]:
    """Those of the models about that stop him; who leaps passes over the others."""
    if not leaping(w):
        return list(bodies)
    return [one for one in bodies if one.height > STANDING_HEIGHT]
