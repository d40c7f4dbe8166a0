"""Deploying unseen: sealed, then shown for all sides at once."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from msgspec.structs import replace

import rules
from campaigns.engine import state_of
from campaigns.errors import ServiceError, forbidden, invalid
from campaigns.models import Battle, Draft, SealedDeployment
from campaigns.planning import NoDice
from campaigns.selectors.access import Id, battle_for
from campaigns.services import presence
from campaigns.services.record import follow_up, lock, note_waiting
from campaigns.services.turns import (
    Submission,
    Turn,
    illegal,
    parse_order,
    plain,
    require_playable,
    seats_of,
)
from campaigns.unseen import as_seen_by, is_unseen
from rules.battle.deployment import to_deploy
from rules.battle.orders import AnyOrder, Deploy, Descend, EndPhase
from rules.battle.state import State
from rules.errors import IllegalOrder
from rules.player import choose


@transaction.atomic
def deployment_seal(
    *, user: Any, battle_id: Id, orders: Sequence[Any], side: str = "", source: str = "player"
) -> bool:
    """Say where a side deploys; nobody sees it until every side has. True: it is shown now.

    `orders`: a `deploy` for everybody who has to be placed, a `descend` for whom a way below the
    city takes (an `end_phase` behind them is left out). Said again before that, the later one
    counts.

    Errors: not_found, log_in, members_only, not_your_side, gm_only, battle_not_open, not_unseen,
    not_deployed (warriors), malformed_order, the engine's own codes with index.
    """
    access, seen = battle_for(user, battle_id)
    access.require_writer()
    battle = lock(seen.public_id)
    require_playable(battle, source)
    seats = seats_of(access, battle.seats, source)
    if not seats:
        raise forbidden("not_your_side", side=side)
    parsed = [
        parse_order(battle, raw, seats=seats, source=source, index=index)
        for index, raw in enumerate(orders)
    ]
    side = side or (parsed[0].side if parsed else seats[0])
    if side not in seats:
        raise forbidden("not_your_side", side=side)
    presence.heard_of(user, access.campaign.pk)
    return seal(battle, side, parsed, by=user)


def seal(battle: Battle, side: str, orders: Sequence[AnyOrder], *, by: Any) -> bool:
    """The same for a locked battle and orders as structs; `by` None is the server."""
    state = state_of(battle)
    if not is_unseen(battle, state):
        raise ServiceError("not_unseen")
    placed = _checked(battle, as_seen_by(battle, state, side), side, orders)
    SealedDeployment.objects.update_or_create(
        battle=battle, side=side, defaults={"orders": plain(placed), "made_by": by}
    )
    if battle.sealed_deployments.count() == len(state.order_of_play):
        _show(battle, state)
        return True
    note_waiting(battle, state)
    follow_up(battle, state, again=f"sealed:{side}")
    return False


def _checked(battle: Battle, state: State, side: str, orders: Sequence[AnyOrder]) -> list[AnyOrder]:
    """The places, each legal, nobody forgotten."""
    placed: list[AnyOrder] = []
    for index, order in enumerate(orders):
        if isinstance(order, EndPhase):
            continue
        if not isinstance(order, Deploy | Descend) or order.side != side:
            raise invalid("wrong_phase", rule="", params={}, index=index)
        try:
            state = rules.submit(state, order, NoDice()).state
        except IllegalOrder as refusal:
            raise illegal(battle, refusal, index) from None
        placed.append(order)
    if missing := to_deploy(state, side):
        raise invalid("not_deployed", rule="", params={"warriors": missing}, index=len(orders))
    return placed


def _show(battle: Battle, state: State) -> None:
    """Every side's places become orders, in the scenario's order; one post a side."""
    rows = {row.side: row.orders for row in battle.sealed_deployments.all()}
    sides = state.mission.order if state.mission else state.order_of_play
    battle.sealed_deployments.all().delete()
    # Whoever had taken his up again to change it: it is too late for that.
    users = battle.sides.filter(side__in=rows).values("user")
    Draft.objects.filter(scene=battle.scene, user__in=users).update(orders=[])
    for side in sides:
        now = state_of(battle)
        orders = _legal(now, side, [rules.decode_order(raw) for raw in rows[side]])
        submission = Submission(orders, battle.version, source="player")
        Turn(battle, None, submission).carry_out([*orders, EndPhase(side=side)])


def _legal(state: State, side: str, orders: Sequence[AnyOrder]) -> list[AnyOrder]:
    """Whoever would stand in the enemy's way is placed as the server would."""
    found: list[AnyOrder] = []
    for order in orders:
        if rules.refusal(state, order) is not None:
            continue
        state = rules.submit(state, order, NoDice()).state
        found.append(order)
    while to_deploy(state, side):
        order = replace(choose(state, side), source="player")
        state = rules.submit(state, order, NoDice()).state
        found.append(order)
    return found


def server_deployment(battle: Battle, state: State, side: str, level: int, seed: int) -> list[Any]:
    """Where the server deploys a side that it plays."""
    state = as_seen_by(battle, state, side)
    orders: list[Any] = []
    while to_deploy(state, side):
        order = choose(state, side, level=level, seed=seed)
        state = rules.submit(state, order, NoDice()).state
        orders.append(order)
    return orders
