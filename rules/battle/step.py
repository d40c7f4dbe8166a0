"""Writing a move: who runs, charges or flees is no longer hidden, and moves give people away."""

from __future__ import annotations

from itertools import pairwise

from ..board import trig
from ..units import Point
from . import events as ev
from .hiding import look_out, reveal
from .play import Play

NOT_HIDDEN = frozenset(
    {"run", "charge", "failed_charge", "flee", "intercept", "shamble", "random", "follow_up"}
)
"""Ways to move that end hiding as such (P-HID-03, P-INT-01)."""


def moved(
    play: Play,
    id: str,
    mode: ev.MovedBy,
    points: tuple[Point, ...],
    *,
    cost: int,
    allowed: int,
    rule: str,
    facing: int | None = None,
) -> None:
    """Move a model along `points` (where it stands may be the first), then look who is found."""
    w = play.warrior(id)
    assert w.at is not None
    if mode in NOT_HIDDEN:
        reveal(play, id, mode, "P-HID-03")
    path = (w.at, *(point for point in points if point != w.at))
    play.emit(
        ev.Moved(
            warrior=id,
            mode=mode,
            path=path,
            cost=cost,
            allowed=allowed,
            facing=heading(path, w.facing) if facing is None else facing % 360,
            rule=rule,
        )
    )
    look_out(play, id, path)


def heading(path: tuple[Point, ...], otherwise: int) -> int:
    """The direction of the last stretch of a path, in degrees."""
    for a, b in reversed(list(pairwise(path))):
        if a[:2] != b[:2]:
            return trig.bearing(b[0] - a[0], b[1] - a[1])
    return otherwise
