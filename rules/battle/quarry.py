"""An enemy Hero whom a warrior is after: easier to hit for him, and taken alive (hook `quarry`).

Readings. His player names him in his own first turn at the latest (order `prefer`), once for the
battle. Whoever goes out of action by his hand, in a fight or by a shot, is a prisoner after the
battle instead of rolling for his injuries.
"""

from __future__ import annotations

from . import events as ev
from .brought import brought
from .marks import NOBODY, QUARRY, behind
from .play import Play
from .queries import enemies_of
from .saving import SKILL
from .state import State, Warrior


def quarry_of(w: Warrior) -> str:
    """Whom a warrior is after, "" for nobody."""
    return behind(w.gained, QUARRY)


def quarries(state: State, w: Warrior) -> tuple[str, ...]:
    """Whom he may be set on now: nobody, any enemy Hero; none once he is after somebody."""
    if state.turn > 1 or quarry_of(w) or not brought(state.setup, w.id, "quarry"):
        return ()
    heroes = (foe.id for foe in enemies_of(state, w.side) if state.setup.by_id[foe.id].hero)
    return (NOBODY, *heroes)


def hit_bonus(state: State, id: str, target: str) -> ev.Modifier | None:
    """What makes it easier to hit him."""
    if quarry_of(state.warriors[id]) != target:
        return None
    row = brought(state.setup, id, "quarry")[0]
    return ev.Modifier("trait", -int(row.effect["mod"]), SKILL, row.of)


def take(play: Play, id: str, by: str) -> None:
    """Whoever has been felled by him who was after him is a prisoner."""
    hunter = play.state.warriors.get(by)
    if hunter is not None and quarry_of(hunter) == id:
        play.emit(ev.PostMark(warrior=id, hook="taken", spell="", by=by, rule=SKILL))
