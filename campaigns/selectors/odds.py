"""How likely something is, before it is declared: only where the campaign's rules allow it."""

from typing import Any

import rules
from campaigns.errors import ServiceError, forbidden, invalid
from campaigns.models import BattleStatus
from campaigns.selectors.battles import BattleView
from campaigns.services.turns import illegal
from rules.battle.orders import Shoot
from rules.odds import at_hand, shot, told_before
from rules.odds.document import FighterError, meeting_document, odds_document


def may_see_odds(view: BattleView) -> bool:
    """The game master always; others where `odds.before_declaring` says so."""
    return view.access.is_gm or told_before(view.setup.ruleset)


def shot_odds(view: BattleView, *, warrior: str, weapon: str, target: str) -> dict[str, Any]:
    """A shot that may be fired now, as fractions. Errors: those of giving it as an order."""
    _require(view, warrior, target)
    order = Shoot(
        side=view.state.warriors[warrior].side, warrior=warrior, weapon=weapon, target=target
    )
    refusal = rules.refusal(view.state, order)
    if refusal is not None:
        raise illegal(view.battle, refusal, 0)
    told = shot(view.state, warrior, weapon, target)
    return odds_document(told, at_hand(view.state, warrior, target))


def meeting_odds(view: BattleView, *, warrior: str, target: str) -> dict[str, Any]:
    """A duel of two enemies to its end, the first charging. Errors: not_an_enemy, bad_fighter."""
    _require(view, warrior, target)
    warriors = view.state.warriors
    if warriors[warrior].side == warriors[target].side:
        raise invalid("not_an_enemy", warrior=target)
    try:
        return meeting_document(view.state, warrior, target)
    except FighterError as fault:
        raise invalid("bad_fighter", reason=str(fault)) from fault


def _require(view: BattleView, *ids: str) -> None:
    view.access.require_member()
    if not may_see_odds(view):
        raise forbidden("odds_afterwards")
    if view.battle.status not in (BattleStatus.OPEN, BattleStatus.PAUSED):
        raise ServiceError("battle_not_open")
    for id in ids:
        warrior = view.state.warriors.get(id)
        if warrior is None or warrior.status == "out_of_action":
            raise invalid("unknown_warrior", warrior=id)
