"""What follows at once from an event: counters are picked up on the way, and dropped by the fallen.

`Play.emit` calls `watch` after each event of a battle with a scenario. No dice are thrown here.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Protocol

from ...board.plane import segment_within
from ...units import Point
from .. import events as ev
from ..state import State
from .deploying import rule_of
from .model import CHEST, COUNTER_RADIUS, Counter, MissionState
from .spoils import share_out

TOUCH = 2
"""As far apart as things in contact may be (1/100 mm, exclusive)."""
ON_PURPOSE = frozenset({"walk", "run", "charge", "failed_charge", "climb", "jump", "leap"})
"""Ways to move on which one picks things up."""


class Writer(Protocol):
    """The hand that writes events (`Play`)."""

    state: State

    def emit(self, event: ev.Event) -> None: ...


def watch(play: Writer, before: State, event: ev.Event) -> None:
    """Look what an event means for counters, and at the end for what each side takes home."""
    if isinstance(event, ev.Moved):
        _pick_up(play, event)
    elif isinstance(event, ev.BattleEnded):
        share_out(play)
    elif not isinstance(event, ev.SideLost):
        _drop(play, before)


def _drop(play: Writer, before: State) -> None:
    """Whoever has gone from the table leaves lying where he stood what he carried."""
    now = play.state.mission
    if now is None:
        return
    for counter in now.counters:
        old = before.warriors.get(counter.holder)
        if old is None or old.at is None or play.state.warriors[old.id].at is not None:
            continue
        if old.id not in now.out:
            play.emit(
                ev.CounterDropped(
                    warrior=old.id, counter=counter.id, at=old.at, rule=rule_of(play.state.setup)
                )
            )


def _pick_up(play: Writer, event: ev.Moved) -> None:
    now = play.state.mission
    if now is None or event.mode not in ON_PURPOSE or not now.counters:
        return
    if not carries(play.state, event.warrior):
        return
    radius = play.state.setup.by_id[event.warrior].base // 2
    for counter in now.counters:
        if _comes_to(event.path, radius, counter, now):
            play.emit(
                ev.CounterTaken(
                    warrior=event.warrior, counter=counter.id, rule=rule_of(play.state.setup)
                )
            )


def _comes_to(
    path: tuple[Point, ...], radius: int, counter: Counter, mission: MissionState
) -> bool:
    """Whether a way touches a counter; the chest only its end, as nobody walks off with it."""
    if counter.at is None or not mission.order:
        return False
    legs = [(path[-1], path[-1])] if counter.id == CHEST or len(path) == 1 else list(pairwise(path))
    x, y, z = counter.at
    reach = (radius + COUNTER_RADIUS + TOUCH - 1) ** 2
    return any(
        min(a[2], b[2]) <= z <= max(a[2], b[2])
        and segment_within(a[0], a[1], b[0], b[1], x, y, reach)
        for a, b in legs
    )


def carries(state: State, id: str) -> bool:
    """Whether a warrior has hands for it: no animal."""
    w = state.setup.by_id[id]
    return not any(ref.id == "animal" for ref in w.traits)
