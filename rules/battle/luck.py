"""Rows that let a warrior throw one failed roll of a battle again (hook `reroll_any`).

Its player says beforehand that the next one shall be it (order `use`), so that nobody has to be
asked after every roll.
"""

from __future__ import annotations

from . import events as ev
from .play import Play


def by_luck(play: Play, id: str) -> bool:
    """Whether luck throws this failed roll of a warrior again; then it is spent."""
    w = play.state.warriors.get(id)
    if w is None or not w.luck:
        return False
    play.emit(ev.Aided(warrior=id, of=w.luck, how="rerolls", once=True, rule="P-TRN-04"))
    return True
