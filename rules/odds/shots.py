"""What a shot may do."""

from __future__ import annotations

from fractions import Fraction

from ..battle.arms import Arm
from ..battle.blessing import held_back
from ..battle.heart import aimed_at_heart, is_saved, needed_to_slay
from ..battle.queries import look, within
from ..battle.scoping import range_of
from ..battle.shooting import cover_hit
from ..battle.state import WORSE, State
from ..battle.targets import missile, needed_of
from ..battle.volley import Volley
from .chain import ONE, ZERO
from .hits import hits_through
from .matchup import defence_of, shot_at
from .numbers import Attack, Defence
from .reckoning import NOTHING, Odds, mean, reckon
from .will import by_will


def shot(state: State, shooter: str, weapon: str, target: str) -> Odds:
    """What a shot fired now does, if a blessing lets it go. Out of range it does nothing."""
    arm = missile(state, shooter, weapon)
    needed = held_back(state, shooter, target, arm)
    odds = by_will(state, target, _shot(state, shooter, arm, target))
    if needed is None:
        return odds
    goes = Fraction(7 - needed, 6)
    return Odds(*(goes * share for share in odds))._replace(none=1 - goes * (1 - odds.none))


def _shot(state: State, shooter: str, arm: Arm, target: str) -> Odds:
    if not within(state, shooter, target, range_of(state, shooter, arm)):
        return NOTHING
    attack = shot_at(state, shooter, arm, target)
    before = WORSE[state.warriors[target].status]
    defence = defence_of(state, target, close=False)
    if arm.throw is not None and arm.throw.harmless:
        chances = hits_through((attack._replace(venom=0),), defence)
        return NOTHING._replace(hit=1 - chances.get((0,), ZERO))
    heart = _to_the_heart(state, shooter, arm, target, attack, defence)
    if heart is not None:
        return heart
    odds = mean([reckon(((attack._replace(hits=n),),), defence, state, before) for n in _hits(arm)])
    if arm.strip is not None:
        return odds
    return odds._replace(
        cover=_cover(state, shooter, target, needed_of(state, shooter, target, arm))
    )


def _to_the_heart(
    state: State, shooter: str, arm: Arm, target: str, attack: Attack, defence: Defence
) -> Odds | None:
    """A shot that slays with a natural number to hit and another to wound (heart.py)."""
    status = state.warriors[target].status
    v = Volley(shooter, target, arm, attack.strength, False, status, hits=list(range(1, 7)))
    power = aimed_at_heart(state, v)
    if power is None:
        return None
    before, needed = WORSE[status], needed_to_slay(power)[0]
    sure = attack._replace(hit=0)
    struck = reckon(((sure,),), defence, state, before)
    faces = max(0, min(7, needed) - attack.wound)
    light = sure._replace(wound=1, critical=False)
    hurt = reckon(((light,),), defence, state, before)
    safe = 1 - _unsaved(attack, saved=is_saved(state))
    low, high = Fraction(faces, 6), Fraction(7 - needed, 6)
    slain = NOTHING._replace(hit=ONE, wound=1 - safe, none=safe, out_of_action=1 - safe)
    missed = NOTHING._replace(hit=ONE)
    heart = _mixed([(low, hurt), (high, slain), (1 - low - high, missed)])
    misses = Fraction(max(0, min(6, attack.hit - 1)), 6)
    again = 1 + (misses if attack.reroll else 0)
    aimed = Fraction(1, 6) * again if power.effect["on"] >= attack.hit else ZERO
    lands = max(ZERO, (1 - misses) * again)
    shares = [(aimed, heart), (lands - aimed, struck), (1 - lands, NOTHING)]
    return _mixed(shares)._replace(
        cover=_cover(state, shooter, target, needed_of(state, shooter, target, arm))
    )


def _unsaved(attack: Attack, *, saved: bool) -> Fraction:
    """The chance that nothing stops a wound: armour where it counts, and what shakes it off."""
    faces = [*attack.wards, *attack.dodges, *([attack.save] if saved else [])]
    chance = ONE
    for face in faces:
        chance *= Fraction(min(6, max(0, face - 1)), 6)
    return chance


def _mixed(shares: list[tuple[Fraction, Odds]]) -> Odds:
    """The odds of one of these, each with its share."""
    columns = zip(*(odds for _, odds in shares), strict=True)
    weights = [share for share, _ in shares]
    return Odds(*(sum((w * x for w, x in zip(weights, c, strict=True)), ZERO) for c in columns))


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
