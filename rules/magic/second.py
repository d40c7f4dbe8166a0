"""A second spell in the same turn, at some danger to the caster (hook `second_spell`).

Reading: after a first one that has worked (P-MAG-09), not in a fight, one attempt more. Between the
two he tests; failing, he rolls on the injury table for himself, out of action counting as stunned,
and nothing comes of the second.
"""

from __future__ import annotations

from functools import partial

from ..battle import events as ev
from ..battle.attribute import characteristic_test
from ..battle.brought import brought
from ..battle.falls import teeter
from ..battle.play import Play
from ..battle.queries import is_engaged
from ..battle.saving import SKILL
from ..battle.state import State, Warrior
from ..errors import IllegalOrder
from .harm import roll_injury, settle

OPEN, BEGUN = "may_cast_again", "cast_again"
"""Marks of a warrior: a second spell is open to him; it is the second that he casts."""


def check_again(state: State, w: Warrior) -> None:
    """Raise why a warrior who has cast can't cast again in this turn (P-MAG-10)."""
    if OPEN not in w.marks:
        raise IllegalOrder("already_cast", "P-MAG-10", warrior=w.id)
    if is_engaged(state, w.id):
        raise IllegalOrder("engaged", SKILL, warrior=w.id)


def open_after(play: Play, id: str) -> None:
    """The first spell has worked: whoever is able to may cast another."""
    if BEGUN not in play.warrior(id).marks and brought(play.state.setup, id, "second_spell"):
        play.emit(ev.SecondSpellOpened(warrior=id, rule=SKILL))


def holds(play: Play, id: str) -> bool:
    """Whether the second spell may go on; the first always does."""
    if BEGUN not in play.warrior(id).marks:
        return True
    test = brought(play.state.setup, id, "second_spell")[0].effect["test"]
    if characteristic_test(play, id, test, SKILL):
        return True
    hurt = partial(roll_injury, play, id, id, SKILL, convert={"out_of_action": "stunned"})
    teeter(play, settle(play, id, hurt))
    return False
