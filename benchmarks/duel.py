"""W-DUEL: two plain warriors fight until one is out, through `submit`, sealed dice, full log.

*Sword*: a sword, no armour. *Axe*: an axe, light armour. Either charges, turn about. The answer is
known exactly, so speed bought with a wrong rule shows.
"""

from __future__ import annotations

import hashlib
import math
import time
from typing import Any

from benchmarks.yardstick import engine, nodes_per_second
from rules import Setup, State, encode, start, submit
from rules.battle.orders import EndPhase
from rules.battle.state import Profile, SideSetup, WarriorSetup
from rules.board import Board
from rules.catalogue import load_catalogue
from rules.dice import ScriptedDice, SealedDice
from rules.odds import duel_of
from rules.ruleset import load_ruleset
from rules.units import CM

HUMAN = Profile(M=10 * CM, WS=3, BS=3, S=3, T=3, W=1, I=3, A=1, Ld=7)
PEER = 0.0085
"""GunnarRolander/mordheim-duel as shipped, in fights per perft node."""
GOAL = 0.0256

SIDES = ("sword", "axe")


def fighters() -> tuple[WarriorSetup, WarriorSetup]:
    """Both in contact in the middle of a small table."""
    sword = WarriorSetup(
        id="sword",
        name="Sword",
        side="sword",
        profile=HUMAN,
        weapons=("sword",),
        at=(10 * CM, 10 * CM, 0),
    )
    axe = WarriorSetup(
        id="axe",
        name="Axe",
        side="axe",
        profile=HUMAN,
        weapons=("axe",),
        armour=("light_armour",),
        at=(10 * CM + sword.base, 10 * CM, 0),
    )
    return sword, axe


def beginning(charger: str) -> State:
    """The close combat phase of the turn in which `charger` charged."""
    warriors = [_charging(w) if w.id == charger else w for w in fighters()]
    setup = Setup(
        ruleset=load_ruleset("partida"),
        catalogue=load_catalogue().pin({"sword", "axe", "light_armour", "fist"}),
        board=Board(size=(20 * CM, 20 * CM)),
        sides=tuple(SideSetup(id=side) for side in SIDES),
        warriors=tuple(warriors),
        active=charger,
        phase="combat",
    )
    return start(setup, ScriptedDice({})).state


def _charging(w: WarriorSetup) -> WarriorSetup:
    marks = ("charged", "declared_charge", "moved")
    return WarriorSetup(
        id=w.id,
        name=w.name,
        side=w.side,
        profile=w.profile,
        weapons=w.weapons,
        armour=w.armour,
        at=w.at,
        marks=marks,
    )


def fight(state: State, secret: bytes) -> tuple[str, int, int]:
    """Winner, close combat phases, events written."""
    phases = events = 0
    while state.result is None:
        order = EndPhase(side=state.active, through="combat")
        dice = SealedDice(secret, (), "main", state.seq, encode(order))
        outcome = submit(state, order, dice)
        state = outcome.state
        phases += 1
        events += len(outcome.events)
    return state.result.winner or "", phases, events


def fights(count: int, seed: int = 1) -> dict[str, Any]:
    """`count` fights: wins of the sword, phases, events, seconds."""
    beginnings = [beginning(side) for side in SIDES]
    secrets = [hashlib.sha256(f"duel:{seed}:{n}".encode()).digest() for n in range(count)]
    wins = phases = events = 0
    begun = time.process_time()
    for n, secret in enumerate(secrets):
        winner, its_phases, its_events = fight(beginnings[n % 2], secret)
        wins += winner == "sword"
        phases += its_phases
        events += its_events
    seconds = time.process_time() - begun
    return {"wins": wins, "phases": phases, "events": events, "seconds": seconds}


def exact() -> tuple[float, float, float]:
    """The sword's chance, the expected phases, and how many milliseconds it took."""
    ruleset = load_ruleset("partida")
    pinned = load_catalogue().pin({"sword", "axe", "light_armour", "fist"})
    ruleset.__dict__.pop("_odds_duels", None)
    begun = time.process_time()
    known = duel_of(ruleset, pinned, *fighters())
    milliseconds = 1000 * (time.process_time() - begun)
    return float(known.a), float(known.phases or 0), milliseconds


def run(fights_wanted: int = 20_000) -> dict[str, Any]:
    """The figures, with the ratio to perft timed in the same run."""
    chance, expected, milliseconds = exact()
    fights(200)
    found = fights(fights_wanted)
    nodes = nodes_per_second()
    rate = found["wins"] / fights_wanted
    speed = fights_wanted / found["seconds"]
    spread = math.sqrt(chance * (1 - chance) / fights_wanted)
    return {
        "engine": engine(),
        "fights": fights_wanted,
        "fights_per_s": round(speed),
        "events_per_s": round(found["events"] / found["seconds"]),
        "win_rate": round(rate, 5),
        "exact": round(chance, 6),
        "z": round((rate - chance) / spread, 2),
        "phases": round(found["phases"] / fights_wanted, 4),
        "exact_phases": round(expected, 4),
        "exact_ms": round(milliseconds, 2),
        "perft_nodes_per_s": round(nodes),
        "fights_per_node": round(speed / nodes, 5),
        "times_peer": round(speed / nodes / PEER, 2),
        "goal_fights_per_node": GOAL,
    }
