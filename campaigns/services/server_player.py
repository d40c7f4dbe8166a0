"""The server's own moves: thought out without a lock or sealed dice, submitted like any order."""

import hashlib

from campaigns import outbox
from campaigns.engine import state_of
from campaigns.models import Battle, BattleSide, BattleStatus, Controller, Outbox, Playing
from campaigns.services import stand_in
from campaigns.services.deployment import seal, server_deployment
from campaigns.services.plans import play_plan
from campaigns.services.record import lock, server_side
from campaigns.services.turns import submit_for_server
from campaigns.unseen import is_unseen
from rules.battle.orders import AnyOrder
from rules.battle.state import State
from rules.player import choose


def server_turn(job: Outbox) -> None:
    """One order for a side that the server plays; carrying it out calls for the next.

    A job belongs to one version of its battle: where that has moved on (the GM acted, rewound or
    took the side over), there is nothing to do.
    """
    name, version = job.payload["battle"], job.payload["version"]
    battle = Battle.objects.defer("setup").get(public_id=name)
    state = state_of(battle)
    side = server_side(battle, state)
    if battle.version != version or battle.status != BattleStatus.OPEN or side is None:
        with outbox.finishing(job):
            return
    seed = thinking_seed(name, version)
    if is_unseen(battle, state):
        _deploy_unseen(job, battle, state, side, seed)
        return
    order = _order(state, side, seed)
    with outbox.finishing(job):
        if not _still_plays(lock(name), version, state, side):
            return
        if _goes_by_plan(side) and play_plan(battle, side.side).orders:
            return
        submit_for_server(battle_id=name, order=order, expected_version=version)


def _still_plays(locked: Battle, version: int, state: State, side: BattleSide) -> bool:
    """Whether the server still moves for a side after it has thought: somebody may have taken the
    side over meanwhile, or be back, and no version tells of that. Whoever did so has called for
    the next job, where there is one."""
    if locked.version != version or locked.status != BattleStatus.OPEN:
        return False
    now = server_side(locked, state)
    return now is not None and (now.pk, now.controller) == (side.pk, side.controller)


def _order(state: State, side: BattleSide, seed: int) -> AnyOrder:
    if side.controller == Controller.SERVER:
        return choose(state, side.side, level=side.level, seed=seed)
    return stand_in.order_for(state, side, seed)


def _goes_by_plan(side: BattleSide) -> bool:
    return side.controller != Controller.SERVER and side.clock.playing == Playing.PLAN


def _deploy_unseen(job: Outbox, battle: Battle, state: State, side: BattleSide, seed: int) -> None:
    """All places at once, sealed."""
    orders = server_deployment(battle, state, side.side, side.level, seed)
    with outbox.finishing(job):
        locked = lock(battle.public_id)
        if _still_plays(locked, battle.version, state, side):
            seal(locked, side.side, orders, by=None)


def thinking_seed(name: str, version: int) -> int:
    """What the player breaks ties with: known to all, and nothing to do with the dice."""
    return int.from_bytes(hashlib.sha256(f"{name}:{version}".encode()).digest()[:8], "big")
