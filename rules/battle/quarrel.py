"""Animosity: who falls out with his own as the turn starts (hook `quarrel`).

A second die says what comes of it. 1: he hits the nearest of his kind within the reach of a
charge, unless that is a Hero; 2 to 5: he does nothing in this turn but defend himself; 6: he must
charge if he can. No source gives the table: it is our reading, and the switch `animosity` turns it
off (docs/rules/README.md).
"""

from __future__ import annotations

from typing import Literal

from . import events as ev
from .blows import automatic_hits
from .brought import Brought, brought, length
from .falls import teeter
from .kinds import kinds_of
from .play import Play
from .queries import gap, is_engaged, warriors_of, within
from .reach import reach
from .state import State, Warrior

Result = Literal["fight", "idle", "rush"]
RULE = "P-TRN-04"
TRIBES = frozenset({"orc", "goblin"})


def quarrels(play: Play) -> None:
    """One die for each of the active side who may quarrel, in roster order."""
    if play.state.setup.ruleset.switches.get("animosity") == "off":
        return  # battles of before this switch had none, and quarrelled
    for w in warriors_of(play.state, play.state.active):
        rows = brought(play.state.setup, w.id, "quarrel")
        if not rows or not _may(play.state, play.warrior(w.id)):
            continue
        (face,) = play.plain("trigger", 1, rule=RULE, actor=w.id, weapon=rows[0].of)
        if face == rows[0].effect["on"]:
            _quarrel(play, w.id, rows[0].of)


def _may(state: State, w: Warrior) -> bool:
    """Up, not running, in no fight, and nobody near who keeps order."""
    if w.status != "standing" or w.fleeing or is_engaged(state, w.id):
        return False
    return not any(
        "animosity" in row.effect["to"] and within(state, w.id, friend.id, _radius(state, row))
        for friend in warriors_of(state, w.side)
        for row in brought(state.setup, friend.id, "immune")
    )


def _radius(state: State, row: Brought) -> int:
    return length(state.setup, row.effect["radius"]) if "radius" in row.effect else 0


def _quarrel(play: Play, id: str, of: str) -> None:
    (face,) = play.plain("trigger", 1, rule=RULE, actor=id, weapon=of)
    victim = _victim(play.state, id) if face == 1 else ""
    result: Result = "rush" if face == 6 else "fight" if victim else "idle"
    play.emit(ev.Quarrelled(warrior=id, of=of, result=result, target=victim, rule=RULE))
    if victim:
        teeter(play, automatic_hits(play, id, victim))


def _victim(state: State, id: str) -> str:
    """The nearest of his kind whom a charge might reach; a Hero is left alone."""
    friends = [
        w.id
        for w in warriors_of(state, state.warriors[id].side)
        if w.id != id and kinds_of(state.setup, w.id) & TRIBES
        if within(state, id, w.id, reach(state, id))
    ]
    nearest = min(friends, key=lambda friend: gap(state, id, friend), default="")
    return "" if nearest and state.setup.by_id[nearest].hero else nearest
