"""The server player: fills in for absent players and drives the simulations.

`choose` is pure: the same state, side, level and seed give the same order. It sees what is on the
table and exact odds, never dice. Every order has been asked of `check` before it is returned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from ..battle.forms import refusal, waiting_for
from ..battle.orders import AnyOrder, EndPhase, Rout, Use
from ..battle.passage import is_emerging
from ..battle.rout import quarter_out
from ..battle.state import State
from ..battle.using import horns
from . import casting, combat, decisions, deployment, movement, shooting
from .mind import Mind

LEVELS = (1, 2, 3)


def choose(state: State, side: str, *, level: int = 2, seed: int = 0) -> AnyOrder:
    """What the server orders for a side on which play waits.

    Level 1 is plain: the nearest enemy, the first target. Level 2 weighs exact odds, reach and
    cover. Level 3 sets what a charge is worth by the exact odds against shooting and holding. All
    go for what their scenario is about.

    Raises ValueError when play doesn't wait for the side or the level is unknown.
    """
    if level not in LEVELS:
        raise ValueError(f"level {level} is none of {LEVELS}")
    if side not in waiting_for(state):
        raise ValueError(f"nothing is asked of {side!r} now")
    mind = Mind(state, side, level, seed)
    for idea in _ideas(mind):
        if refusal(state, idea) is None:
            return replace(idea, source="server")
    raise ValueError(f"{side!r} has no legal order: nowhere left to deploy")


Ideas = Callable[[Mind], Iterator[AnyOrder]]


def _ideas(mind: Mind) -> Iterator[AnyOrder]:
    """Orders from the best to the last resort."""
    if mind.state.awaiting:
        yield from decisions.ideas(mind)
        return
    if is_emerging(mind.state):
        yield from deployment.from_below(mind)
    else:
        yield from _PHASES[mind.state.phase](mind)
    yield EndPhase(side=mind.side)


def _start(mind: Mind) -> Iterator[AnyOrder]:
    """Give up a lost battle; otherwise nothing is to be said before the movement phase."""
    if mind.level > 1 and mind.hopeless():
        yield Rout(side=mind.side)
    yield from _horns(mind)
    yield EndPhase(side=mind.side, through="recovery")


def _movement(mind: Mind) -> Iterator[AnyOrder]:
    yield from casting.circles(mind)
    yield from movement.ideas(mind)


def _shooting(mind: Mind) -> Iterator[AnyOrder]:
    """Spells first: who has cast doesn't shoot any more."""
    yield from casting.ideas(mind)
    yield from shooting.ideas(mind)


def _horns(mind: Mind) -> Iterator[AnyOrder]:
    """Sound a horn where a rout test is due, or many will have to stand firm."""
    if quarter_out(mind.state, mind.side):
        for w in mind.mine:
            yield from (
                Use(side=mind.side, warrior=w.id, item=item) for item in horns(mind.state, w)
            )


def _nothing(mind: Mind) -> Iterator[AnyOrder]:
    return iter(())


_PHASES: Mapping[str, Ideas] = {
    "deployment": deployment.ideas,
    "start": _start,
    "recovery": _nothing,
    "movement": _movement,
    "shooting": _shooting,
    "combat": combat.ideas,
}

__all__ = ["LEVELS", "choose"]
