"""Shooting: each shooter at the target where its shot brings most."""

from __future__ import annotations

from collections.abc import Iterator

from ..battle.arms import kit_of
from ..battle.forms import shots_of
from ..battle.orders import Shoot
from ..battle.queries import is_engaged, look, sees
from ..battle.state import State, Warrior
from ..board import Walk
from ..odds import shot
from .mind import Mind, standing_at


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


def best_shot(mind: Mind, w: Warrior, at: Walk | None = None) -> float:
    """What its best shot brings from where it stands, or from the end of a walk."""
    state = mind.state if at is None else standing_at(mind.state, w.id, at.end)
    arms = [a for a in kit_of(state.setup, w.id).missile if at is None or a.fire_after_move]
    return max(
        (
            gain_of(mind, state, w.id, arm.id, foe.id)
            for foe in mind.enemies
            if arms and not is_engaged(state, foe.id) and sees(state, w.id, foe.id)
            for arm in arms
        ),
        default=0.0,
    )
