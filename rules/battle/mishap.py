"""A climb, jump or leap that failed, and what comes of it (P-TER-06, 07, 10, 19)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..units import Point
from . import events as ev
from .falls import fall
from .play import Play


@dataclass(frozen=True, slots=True)
class Mishap:
    """What failed and by which rule. Without a `landing` the model stays where it is."""

    by: Literal["climb", "jump", "leap"]
    rule: str
    height: int = 0
    landing: Point | None = None


def suffer(play: Play, id: str, mishap: Mishap) -> None:
    """Stay where one is for this turn, or fall."""
    if mishap.landing is None:
        play.emit(ev.ClimbFailed(warrior=id, rule=mishap.rule))
    else:
        fall(play, id, mishap.height, mishap.landing, mishap.rule)
