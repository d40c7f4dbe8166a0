"""Crushing an enemy instead of wounding him, where every blow has hit him (hook `crush`)."""

from __future__ import annotations

from collections.abc import Sequence

from . import events as ev
from .arms import kit_of
from .blows import wounded_outright
from .play import Play
from .preferred import CRUSH
from .queries import characteristic
from .saving import SKILL
from .volley import Volley, Wound

LEAST = 2
"""So many blows it takes: both of them."""


def crushes(play: Play, id: str, blows: int, volleys: Sequence[Volley]) -> bool:
    """Whether a warrior crushes now: it has been told to, and all its blows have hit one enemy who
    stands, none of them parried."""
    if play.warrior(id).prefers.get("crush") != CRUSH:
        return False
    if not kit_of(play.state.setup, id).has("crush"):
        return False
    one = len({v.target for v in volleys}) == 1 and volleys[0].status_then == "standing"
    return one and blows >= LEAST and sum(len(v.hits) for v in volleys) >= blows


def crush(play: Play, id: str, volleys: Sequence[Volley]) -> tuple[str, ...]:
    """Strength and a die against Strength and a die: equal or more is a Wound without a save. Who
    has been knocked down or stunned by it."""
    v = volleys[0]
    mine, theirs = (_strength_and_die(play, who) for who in (id, v.target))
    play.emit(
        ev.Crushed(
            warrior=id,
            target=v.target,
            mine=mine,
            theirs=theirs,
            rule=SKILL,
        )
    )
    if mine < theirs:
        return ()
    v.hits, v.wounds = [], [Wound(0)]
    return wounded_outright(play, v)


def _strength_and_die(play: Play, who: str) -> int:
    (face,) = play.plain("opposed", 1, rule=SKILL, actor=who)
    return face + characteristic(play.state, who, "S", close=True)
