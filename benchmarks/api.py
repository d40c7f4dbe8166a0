"""REST: details against a bare DRF detail on SQLite, and orders on PostgreSQL.

Orders are those of the server player in real battles. Each client plays a battle of its own; with
eight clients all eight send at the same moment, again and again. Thinking isn't timed.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from typing import Any
from uuid import uuid4

from benchmarks.inside import ROOT, outside, own_postgres, with_django
from benchmarks.load import drive, percentile
from benchmarks.server import Server, serving

SECONDS = 10
ORDERS = 60
CLIENTS = (1, 8)


def run() -> dict[str, Any]:
    return {**outside("benchmarks.api"), "orders": _orders()}


def _orders() -> dict[str, Any]:
    """In a PostgreSQL database made for it, if there is a server."""
    import psycopg

    try:
        with own_postgres() as address:
            environment = {
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "benchmarks.site.settings",
                "DATABASE_URL": address,
                "EMBEDDED": "1",
                "REDIS_URL": "",
            }
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks.api", "orders"],
                env=environment,
                cwd=ROOT,
                stdout=subprocess.PIPE,
                check=True,
            )
    except psycopg.OperationalError as fault:
        return {"left_out": f"no PostgreSQL: {fault}"}
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures


def details() -> dict[str, Any]:
    """A battle and a campaign over REST, and the bare endpoint, in the same run."""
    from benchmarks.seeded import master, running_battles

    user, key = master()
    battle = running_battles(user, 1)[0]
    campaign = battle.scene.campaign
    token = {"Authorization": f"Token {key}"}
    paths = {
        "bare": f"/benchmark/bare/{campaign.public_id}",
        "campaign": f"/api/v1/campaigns/{campaign.public_id}",
        "battle": f"/api/v1/battles/{battle.public_id}",
        "battles": "/api/v1/battles",
    }
    with serving({}) as server:
        drive(server, paths["battle"], token, seconds=2)
        loads = {name: drive(server, path, token, seconds=SECONDS) for name, path in paths.items()}
    figures: dict[str, Any] = {}
    for name, load in loads.items():
        share = loads["bare"].cpu_ms / load.cpu_ms
        figures[name] = load.figures() | {"of_bare": round(share, 2)}
    figures["bar_of_bare"] = 0.5
    return figures


def orders() -> dict[str, Any]:
    """Milliseconds of an order, from sending it to having read the answer."""
    from benchmarks.seeded import master, running_battles

    user, key = master()
    battles = running_battles(user, sum(CLIENTS))
    found: dict[str, Any] = {}
    with serving({}) as server:
        _play(server, key, battles[-1:], 10)
        for clients in CLIENTS:
            mine, battles = battles[:clients], battles[clients:]
            times = _play(server, key, mine, ORDERS)
            found[f"{clients}_clients"] = {
                "orders": len(times),
                "median_ms": round(statistics.median(times), 1),
                "p95_ms": round(percentile(times, 95), 1),
            }
    return found


def _play(server: Server, key: str, battles: list[Any], rounds: int) -> list[float]:
    """One order in each battle, all at once; so often, or until a battle is over."""
    times: list[float] = []
    for _ in range(rounds):
        sendings = [sending for battle in battles if (sending := _next(battle)) is not None]
        with ThreadPoolExecutor(len(sendings) or 1) as pool:
            times += pool.map(lambda sending: _send(server.port, key, *sending), sendings)
    return times


def _next(battle: Any) -> tuple[str, int, bytes] | None:
    """Address, version and body of the next order; None when the battle is over."""
    from campaigns.engine import state_of
    from rules import to_native
    from rules.battle.forms import waiting_for
    from rules.player import choose

    battle.refresh_from_db()
    state = state_of(battle)
    if state.result is not None:
        return None
    order = to_native(choose(state, waiting_for(state)[0]), state.setup.ruleset.unit_size)
    order.pop("source", None)
    body = json.dumps({"orders": [order]}).encode()
    return f"/api/v1/battles/{battle.public_id}/orders", battle.version, body


def _send(port: int, key: str, path: str, version: int, body: bytes) -> float:
    headers = {
        "Authorization": f"Token {key}",
        "Content-Type": "application/json",
        "If-Match": f'"{version}"',
        "Idempotency-Key": uuid4().hex,
    }
    begun = time.perf_counter()
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("POST", path, body, headers)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    if answer.status != 200:
        raise RuntimeError(f"{path}: {answer.status} {text[:300]!r}")
    return 1000 * (time.perf_counter() - begun)


if __name__ == "__main__":
    with_django(orders if "orders" in sys.argv else details)
