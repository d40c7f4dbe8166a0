"""Rows by which one failed roll of a battle is thrown again, or succeeds (hook `reroll_any`).

Its player says beforehand that the next one shall be it (order `use`), so that nobody has to be
asked after every roll.
"""

from __future__ import annotations

from typing import Literal

from . import events as ev
from .brought import brought
from .play import Play

Luck = Literal["", "again", "sure"]
"""What becomes of a failed roll: nothing, another throw, a success without one."""


def by_luck(play: Play, id: str) -> Luck:
    """What luck makes of this failed roll of a warrior; then it is spent."""
    w = play.state.warriors.get(id)
    if w is None or not w.luck:
        return ""
    rows = brought(play.state.setup, id, "reroll_any")
    sure = any(row.of == w.luck and row.effect.get("sure") for row in rows)
    how: Literal["succeeds", "rerolls"] = "succeeds" if sure else "rerolls"
    play.emit(ev.Aided(warrior=id, of=w.luck, how=how, once=True, rule="P-TRN-04"))
    return "sure" if sure else "again"
