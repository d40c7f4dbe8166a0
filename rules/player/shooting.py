"""Shooting: each shooter at the target where its shot brings most."""

from __future__ import annotations

from collections.abc import Iterator

from ..battle.forms import shots_of
from ..battle.orders import Shoot
from ..battle.queries import look
from ..battle.state import State
from ..odds import shot
from .mind import Mind


def ideas(mind: Mind) -> Iterator[Shoot]:
    for w in mind.mine:
        found = _best(mind, w.id)
        if found is not None:
            weapon, target = found
            yield Shoot(side=mind.side, warrior=w.id, weapon=weapon, target=target)


def _best(mind: Mind, id: str) -> tuple[str, str] | None:
    """Weapon and target of the best shot that can do any harm."""
    shots = [
        (gain_of(mind, mind.state, id, weapon, target), weapon, target)
        for weapon, targets in shots_of(mind.state, mind.state.warriors[id]).items()
        for target in targets
    ]
    useful = [found for found in shots if found[0] > 0]
    if not useful:
        return None
    if mind.level == 1:
        return useful[0][1:]
    return max(useful, key=lambda found: found[0])[1:]


def gain_of(mind: Mind, state: State, id: str, weapon: str, target: str) -> float:
    """What a shot brings, less what it may do to a friend in its way (P-COV-03)."""
    odds = shot(state, id, weapon, target)
    gain = mind.gain(odds, target)
    if odds.cover:
        hidden_by = look(state, id, target).covers[0].id
        friend = state.warriors.get(hidden_by)
        if friend is not None and friend.side == mind.side:
            gain -= float(odds.cover) * mind.worth(friend.id) / 2
    return gain
