"""Rows by which one failed roll of a battle is thrown again, or succeeds (hook `reroll_any`).

Its player says beforehand that the next one shall be it (order `use`), so that nobody has to be
asked after every roll. A row that `lends` itself serves a comrade of its bearer instead, once for
all of them; `only` names the rolls that it is for. Casting rolls count (magic/aids.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from . import events as ev
from .brought import Brought, brings, brought
from .play import Play
from .state import State, Warrior

Luck = Literal["", "again", "sure"]
"""What becomes of a failed roll: nothing, another throw, a success without one."""


def lucky_rows(state: State, w: Warrior) -> Iterator[Brought]:
    """The rows that serve a warrior: his own, and what a comrade lends."""
    for row in brought(state.setup, w.id, "reroll_any"):
        if not row.effect.get("lends"):
            yield row
    for id in brings(state.setup, "reroll_any"):
        if id != w.id and state.warriors[id].side == w.side:
            yield from (r for r in brought(state.setup, id, "reroll_any") if r.effect.get("lends"))


def by_luck(play: Play, id: str, purpose: str) -> Luck:
    """What luck makes of this failed roll of a warrior; then it is spent."""
    w = play.state.warriors.get(id)
    if w is None or not w.luck:
        return ""
    mine = [row.effect for row in lucky_rows(play.state, w) if row.of == w.luck]
    if not any(purpose in effect.get("only", (purpose,)) for effect in mine):
        return ""
    sure = any(effect.get("sure") for effect in mine)
    how: Literal["succeeds", "rerolls"] = "succeeds" if sure else "rerolls"
    play.emit(ev.Aided(warrior=id, of=w.luck, how=how, once=True, rule="P-TRN-04"))
    return "sure" if sure else "again"
