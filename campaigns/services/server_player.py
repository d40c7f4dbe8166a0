"""The server's own moves: thought out without a lock or sealed dice, submitted like any order."""

import hashlib

from campaigns import outbox
from campaigns.engine import state_of
from campaigns.models import Battle, BattleStatus, Outbox
from campaigns.services.record import server_side
from campaigns.services.turns import submit_for_server
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
    order = choose(state, side.side, level=side.level, seed=thinking_seed(name, version))
    with outbox.finishing(job):
        submit_for_server(battle_id=name, order=order, expected_version=version)


def thinking_seed(name: str, version: int) -> int:
    """What the player breaks ties with: known to all, and nothing to do with the dice."""
    return int.from_bytes(hashlib.sha256(f"{name}:{version}".encode()).digest()[:8], "big")
