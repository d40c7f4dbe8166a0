"""Fighting on when one ought to be out of action (hook `fight_on`).

Readings. Whoever would go out of action tests; passed, he is on his feet where he is, with the
Wounds that he has, and isn't out of action for anything that counts those. As each of his turns
starts he tests again, and each test of the battle is harder by one than the one before, whatever it
was for. Failed, he is out of action for good. Who leaves the table isn't held by any will.
"""

from __future__ import annotations

from . import events as ev
from .attribute import characteristic_test
from .brought import brings, brought
from .marks import WILL, behind
from .play import Play
from .saving import SKILL
from .state import Warrior


def tested(w: Warrior) -> int:
    """How often his will has been tested."""
    return int(behind(w.gained, WILL) or 0)


def fights_on(play: Play, id: str) -> bool:
    """The test of one who would be out of action; whether he fights on."""
    for row in brought(play.state.setup, id, "fight_on"):
        before = tested(play.warrior(id))
        passed = characteristic_test(play, id, row.effect["test"], SKILL, bonus=-before)
        play.emit(ev.WillTested(warrior=id, of=row.of, tests=before + 1, passed=passed, rule=SKILL))
        return passed
    return False


def hard_pressed(play: Play) -> list[str]:
    """Who of the active side is up by his will alone, in roster order."""
    state = play.state
    return [
        id
        for id in brings(state.setup, "fight_on")
        if state.warriors[id].side == state.active
        and state.warriors[id].at is not None
        and tested(state.warriors[id])
    ]
