"""Who is on the table and for whom, counted once: what every phase asks of everybody.

It holds until somebody enters, leaves, goes out of action or changes sides (apply.py); a move or a
fall to the ground leaves it as it is.
"""

from __future__ import annotations

from typing import NamedTuple

from .state import State


class Lineup(NamedTuple):
    """Ids in roster order. `of`: the models on the table by the side that decides for them, `foes`
    all others by that side. `homes`: the own sides of those on the table. `strayed`: somebody is in
    another side's hands; `whole`: nobody is out of action."""

    of: dict[str, tuple[str, ...]]
    foes: dict[str, tuple[str, ...]]
    homes: frozenset[str]
    strayed: bool
    whole: bool


def lineup(state: State) -> Lineup:
    """The line-up now; remembered on the state."""
    found: Lineup | None = state.__dict__.get("lineup")
    if found is None:
        found = state.__dict__["lineup"] = _count(state)
    return found


def _count(state: State) -> Lineup:
    by_id, sides = state.setup.by_id, [side.id for side in state.setup.sides]
    present: list[tuple[str, str]] = []
    homes: set[str] = set()
    strayed, whole = False, True
    for id, w in state.warriors.items():
        own = by_id[id].side
        strayed = strayed or w.side != own
        whole = whole and w.status != "out_of_action"
        if w.at is not None:
            present.append((w.side, id))
            homes.add(own)
    return Lineup(
        of={side: tuple([id for mine, id in present if mine == side]) for side in sides},
        foes={side: tuple([id for mine, id in present if mine != side]) for side in sides},
        homes=frozenset(homes),
        strayed=strayed,
        whole=whole,
    )
