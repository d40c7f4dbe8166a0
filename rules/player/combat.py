"""Close combat: with what to strike, and at whom (P-CMB-10)."""

from __future__ import annotations

from collections.abc import Iterator

from ..battle.orders import Split, Strike
from ..battle.queries import is_engaged
from ..battle.striking import attackable, default_splits, ways_to_strike
from ..battle.volley import can_strike
from ..odds import blow
from .mind import Mind

Splits = tuple[Split, ...]


def ideas(mind: Mind) -> Iterator[Strike]:
    """Splits that beat what the warrior would do by itself; level 1 leaves it at that."""
    if mind.level == 1:
        return
    for w in mind.mine:
        if not w.blows and is_engaged(mind.state, w.id) and can_strike(mind.state, w.id):
            best = _best(mind, w.id)
            if best:
                yield Strike(side=mind.side, warrior=w.id, splits=best)


def _best(mind: Mind, id: str) -> Splits | None:
    """The best of all splits at one enemy, where it is better than the default."""
    options = _options(mind, id)
    if len(options) < 2:
        return None
    default = default_splits(mind.state, id)
    best = max(options, key=lambda splits: _gain(mind, id, splits))
    return best if _gain(mind, id, best) > _gain(mind, id, default) else None


def _options(mind: Mind, id: str) -> list[Splits]:
    return [
        tuple(Split(arm.id, target, attacks) for arm, attacks in way)
        for target in attackable(mind.state, id)
        for way in ways_to_strike(mind.state, id)
    ]


def _gain(mind: Mind, id: str, splits: Splits) -> float:
    targets = dict.fromkeys(split.target for split in splits)
    return sum(mind.gain(blow(mind.state, id, target, splits), target) for target in targets)
