"""Where the server would put those of a side who stand nowhere yet."""

from typing import Any

from msgspec.structs import replace

import rules
from campaigns.planning import NoDice
from campaigns.selectors.battles import BattleView, require_may_order
from campaigns.unseen import as_seen_by, is_unseen
from rules.battle.deployment import to_deploy
from rules.battle.orders import AnyOrder, Source
from rules.battle.state import State
from rules.player import choose


def placing(state: State, side: str, source: Source) -> list[AnyOrder]:
    """An order for each of them, in the order in which they are legal; none while
    something is asked, nor outside deployment."""
    orders = []
    while state.phase == "deployment" and not state.awaiting and to_deploy(state, side):
        order = replace(choose(state, side), source=source)
        orders.append(order)
        state = rules.submit(state, order, NoDice()).state
    return orders


def sealed_for(view: BattleView, side: str) -> list[dict[str, Any]]:
    """Where a side has sealed its deployment, in native units, until it is shown: for who plays
    that side himself; for anybody else, game masters too, also those who look as him, there is
    nothing. Of a side that the game master plays, only the one who has sealed it sees it: another
    one may play its enemy.
    """
    if side not in view.may_order or view.access.watched or not is_unseen(view.battle, view.state):
        return []
    rows = view.battle.sealed_deployments.filter(side=side)
    row = (rows if side in view.mine else rows.filter(made_by=view.access.user)).first()
    unit = view.state.setup.ruleset.unit_size
    return [rules.to_native(rules.decode_order(raw), unit) for raw in row.orders] if row else []


def placing_for(view: BattleView, side: str) -> list[AnyOrder]:
    """The same for who sits in that side, and for the GM; none while it isn't the side's turn.

    Errors: unknown_side, not_your_side.
    """
    require_may_order(view, side)
    state = as_seen_by(view.battle, view.state, side)
    if not view.is_live or not rules.legal_orders(state, side):
        return []
    return placing(state, side, "player" if side in view.mine else "gm")
