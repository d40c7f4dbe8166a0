"""What a shot may do."""

from __future__ import annotations

from fractions import Fraction

from ..battle.arms import Arm
from ..battle.blessing import held_back
from ..battle.queries import look, within
from ..battle.shooting import cover_hit
from ..battle.state import WORSE, State
from ..battle.targets import missile, needed_of
from .chain import ZERO
from .hits import hits_through
from .matchup import defence_of, shot_at
from .reckoning import NOTHING, Odds, mean, reckon


def shot(state: State, shooter: str, weapon: str, target: str) -> Odds:
    """What a shot fired now does, if a blessing lets it go. Out of range it does nothing."""
    arm = missile(state, shooter, weapon)
    needed = held_back(state, shooter, target, arm)
    odds = _shot(state, shooter, arm, target)
    if needed is None:
        return odds
    goes = Fraction(7 - needed, 6)
    return Odds(*(goes * share for share in odds))._replace(none=1 - goes * (1 - odds.none))


def _shot(state: State, shooter: str, arm: Arm, target: str) -> Odds:
    if not within(state, shooter, target, arm.range):
        return NOTHING
    attack = shot_at(state, shooter, arm, target)
    before = WORSE[state.warriors[target].status]
    defence = defence_of(state, target, close=False)
    if arm.throw is not None and arm.throw.harmless:
        chances = hits_through((attack._replace(venom=0),), defence)
        return NOTHING._replace(hit=1 - chances.get((0,), ZERO))
    odds = mean([reckon(((attack._replace(hits=n),),), defence, state, before) for n in _hits(arm)])
    if arm.strip is not None:
        return odds
    return odds._replace(
        cover=_cover(state, shooter, target, needed_of(state, shooter, target, arm))
    )


def _hits(arm: Arm) -> tuple[int, ...]:
    """How many hits one successful roll may give, each as likely."""
    if arm.throw is None:
        return (arm.hits,)
    return {"D3": (1, 2, 3)}.get(arm.throw.hits) or (int(arm.throw.hits),)


def _cover(state: State, shooter: str, target: str, needed: int) -> Fraction:
    """The one face that falls short by the cover alone, a 1 never (P-COV-03)."""
    seen = look(state, shooter, target)
    if seen.kind != "cover" or not 3 <= needed <= 7:
        return ZERO
    cover = cover_hit(state, seen.covers)
    return Fraction(1, 6) if cover is not None and cover.kind == "model" else ZERO
