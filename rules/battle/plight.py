"""What holds or burns a warrior until it gets rid of it: fire, nets, bolas, a grapple.

Looked at as its own recovery phase ends. A fire goes out on 4+, else it burns and the warrior can
only move; bolas let go on a die of their own; a net or a grapple holds for one turn.
"""

from __future__ import annotations

from . import events as ev
from .afterwards import natural
from .blows import resolve
from .falls import teeter
from .play import Play
from .queries import warriors_of
from .saving import SKILL
from .volley import Volley

OUT_ON = 4
FLAMES = 4
"""A fire goes out on this face; else it strikes with this Strength."""


def plights(play: Play, side: str) -> None:
    """Every plight of a side's warriors, in roster order."""
    for w in warriors_of(play.state, side):
        for plight in w.plight:
            if play.warrior(w.id).at is not None:
                _one(play, w.id, plight)


def _one(play: Play, id: str, plight: str) -> None:
    if plight in ("ablaze", "entangled") and not _rid_of(play, id):
        play.emit(ev.PlightLasts(warrior=id, plight=plight, rule=SKILL))
        if plight == "ablaze":
            _burn(play, id)
        return
    play.emit(ev.PlightEnded(warrior=id, plight=plight, rule=SKILL))


def _rid_of(play: Play, id: str) -> bool:
    base = ev.Modifier("base", OUT_ON, SKILL)
    (face,) = play.batch("trigger", 1, OUT_ON, rule=SKILL, modifiers=(base,), actor=id)
    return face >= OUT_ON


def _burn(play: Play, id: str) -> None:
    status = play.warrior(id).status
    flames = Volley("", id, natural("fire"), FLAMES, False, status, hits=[0])
    teeter(play, resolve(play, [flames]))
