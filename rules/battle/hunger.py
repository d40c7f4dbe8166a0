"""Giving in to hunger as the turn starts, and paying for it as it ends (hook `hunger`).

Reading: the way gained counts once on top of a walk, a run or a charge; the attack holds for this
player's turn; the hits on himself come when its close combat phase is over, before the next turn.
"""

from __future__ import annotations

from ..dice import faces_needed, total
from . import events as ev
from .appetite import is_hungry
from .arms import Arm
from .blows import resolve
from .brought import brings, brought, dice_of
from .falls import teeter
from .play import Play
from .queries import downed
from .saving import SKILL
from .state import State, Warrior
from .volley import Volley


def hungers(state: State, w: Warrior) -> tuple[str, ...]:
    """The rows by which a warrior may give in to hunger now: as his turn starts, on his feet."""
    if state.phase != "start" or downed(w) or w.fleeing or is_hungry(w):
        return ()
    return tuple(row.of for row in brought(state.setup, w.id, "hunger"))


def give_in(play: Play, id: str, of: str) -> None:
    """One attack more and a longer way in this turn."""
    setup = play.state.setup
    row = next(row for row in brought(setup, id, "hunger") if row.of == of)
    text = dice_of(setup, row.effect["dice"])
    faces = play.plain(
        "move", faces_needed(text), rule=SKILL, actor=id, weapon=of, summed=faces_needed(text) > 1
    )
    reach = total(text, faces) * setup.ruleset.unit_size
    play.emit(ev.ItemUsed(warrior=id, of=of, how="hunger", reach=reach, rule=SKILL))


def turn_ends(play: Play) -> None:
    """Everybody whom hunger has driven in this turn pays for it."""
    for id in brings(play.state.setup, "hunger"):
        w = play.warrior(id)
        if w.at is not None and is_hungry(w):
            _pay(play, id)


def _pay(play: Play, id: str) -> None:
    """Hits on himself, without a save."""
    for row in brought(play.state.setup, id, "hunger"):
        text = row.effect["hits"]
        faces = play.plain("impact", faces_needed(text), rule=SKILL, actor=id, weapon=row.of)
        arm = Arm(id=row.of, close=False, missile=False, hands=0, no_save=True, critical=False)
        hits = [0] * total(text, faces)
        status = play.warrior(id).status
        v = Volley("", id, arm, row.effect["strength"], False, status, hits=hits)
        teeter(play, resolve(play, [v]))
