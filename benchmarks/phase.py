"""W-PHASE: a close combat phase of five fights, 12 against 12 on the table.

From a state to a new state and its events, through `submit` with sealed dice; once more with both
taken through JSON, as a server does.
"""

from __future__ import annotations

import hashlib
import statistics
import time
from typing import Any

from msgspec.structs import replace

from benchmarks.yardstick import engine, nodes_per_second
from rules import Setup, State, decode_state, encode, encode_state, start, submit
from rules.battle.orders import EndPhase
from rules.battle.state import Profile, SideSetup, WarriorSetup
from rules.board import Board
from rules.catalogue import load_catalogue
from rules.dice import ScriptedDice, SealedDice
from rules.ruleset import load_ruleset
from rules.units import CM

PEER = 0.00082
"""pokemon-showdown's random battles of generation 9, in turns per perft node."""
PEER_LINES = 7_000 / 692_257
"""Its log lines per perft node."""

SIDE = 12
FIGHTS = 5
KITS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("sword", "dagger"), ("light_armour",)),
    (("axe", "dagger"), ("helmet",)),
    (("mace",), ("shield",)),
    (("halberd",), ("light_armour", "helmet")),
    (("spear",), ("shield",)),
    (("double_handed_weapon",), ()),
)
HUMAN = Profile(M=10 * CM, WS=3, BS=3, S=3, T=3, W=1, I=3, A=1, Ld=7)


def _warrior(side: str, number: int) -> WarriorSetup:
    weapons, armour = KITS[(number + (side == "blue")) % len(KITS)]
    fights = number < FIGHTS
    y = 50 * CM if side == "red" else 50 * CM + 2_500 if fights else 80 * CM
    profile = replace(HUMAN, A=1 + number % 2, WS=3 + number % 2)
    return WarriorSetup(
        id=f"{side}-{number}",
        name=f"{side} {number}",
        side=side,
        profile=profile,
        weapons=weapons,
        armour=armour,
        at=((5 + 8 * number) * CM, y if fights or side == "blue" else 20 * CM, 0),
        marks=("charged", "declared_charge", "moved") if fights and side == "red" else (),
    )


def beginning() -> State:
    """The close combat phase of red's turn: red has charged."""
    warriors = tuple(_warrior(side, n) for side in ("red", "blue") for n in range(SIDE))
    items = {item for w in warriors for item in (*w.weapons, *w.armour)} | {"fist"}
    setup = Setup(
        ruleset=load_ruleset("partida"),
        catalogue=load_catalogue().pin(items),
        board=Board(size=(120 * CM, 120 * CM)),
        sides=(SideSetup(id="red"), SideSetup(id="blue")),
        warriors=warriors,
        active="red",
        phase="combat",
    )
    return start(setup, ScriptedDice({})).state


def _dice(number: int, order: bytes) -> SealedDice:
    secret = hashlib.sha256(f"phase:{number}".encode()).digest()
    return SealedDice(secret, (), "main", number, order)


def _plain(state: State, count: int) -> int:
    order = EndPhase(side="red")
    data = encode(order)
    return sum(len(submit(state, order, _dice(n, data)).events) for n in range(count))


def _stored(state: State, count: int) -> int:
    """The same with what a server does around it: state read, events and state written."""
    order = EndPhase(side="red")
    data, stored = encode(order), encode_state(state)
    events = 0
    for n in range(count):
        outcome = submit(decode_state(state.setup, stored), order, _dice(n, data))
        events += len(outcome.events)
        for event in outcome.events:
            encode(event)
        encode_state(outcome.state)
    return events


def run(phases: int = 500, runs: int = 5) -> dict[str, Any]:
    """Medians of `runs`, with the ratio to perft timed in the same run."""
    state = beginning()
    _plain(state, 50)
    plain = [_timed(_plain, state, phases) for _ in range(runs)]
    stored = [_timed(_stored, state, phases) for _ in range(runs)]
    nodes = nodes_per_second()
    speed = statistics.median(rate for rate, _ in plain)
    lines = statistics.median(events for _, events in plain)
    with_json = statistics.median(rate for rate, _ in stored)
    return {
        "engine": engine(),
        "phases_per_s": round(speed),
        "phases_per_s_with_json": round(with_json),
        "events_per_s": round(lines),
        "events_per_phase": round(lines / speed, 1),
        "perft_nodes_per_s": round(nodes),
        "phases_per_node": round(speed / nodes, 6),
        "times_peer": round(speed / nodes / PEER, 2),
        "times_peer_with_json": round(with_json / nodes / PEER, 2),
        "times_peer_lines": round(lines / nodes / PEER_LINES, 2),
    }


def _timed(work: Any, state: State, count: int) -> tuple[float, float]:
    """Phases and events a second."""
    begun = time.process_time()
    events = work(state, count)
    seconds = time.process_time() - begun
    return count / seconds, events / seconds
