"""`python -m benchmarks.odds`: the exact odds against the engine, pair after pair of fighters.

For each pair of the seed the engine fights whole duels, strikes a first phase's blows and fires
shots, and `rules.odds` says what to expect. Each comparison is one count out of `--fights`; its
p-value is the chance, by the exact binomial distribution, of a count as far out. Below 0.001 the
count lies outside the 99.9 % interval: a *miss*. One comparison in a thousand misses by chance, so
the verdict is on all of them together: every miss is counted again with fresh dice, and the odds
disagree with the engine where a second count misses too.

The lines go to a file, one pair each; a run that is stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from benchmarks.pairs import anyone, mark, marksman
from rules import Setup, State, initial, odds, submit
from rules.battle import combat
from rules.battle.arms import kit_of
from rules.battle.orders import Charge, EndPhase, Shoot
from rules.battle.play import Play
from rules.battle.state import SideSetup, TraitRef, WarriorSetup
from rules.board import Board
from rules.board.model import Wall
from rules.catalogue import load_catalogue
from rules.errors import IllegalOrder
from rules.ruleset import load_ruleset
from rules.units import CM

LIMIT = 0.001
"""One minus the interval's 99.9 %."""
MOST_PHASES = 40
"""Pairs of longer duels, and of duels that may never end, are passed over for the next pair."""
FEARSOME = 0.15
"""How many of the fighters cause fear."""
STATUSES = ("knocked_down", "stunned", "out_of_action")
FACES = (1, 2, 3, 4, 5, 6)


class Luck:
    """Dice of the seed."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)
        self.drawn = 0

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        self.drawn += count
        return tuple(self._random.choices(FACES, k=count))


def p_value(got: int, of: int, chance: float) -> float:
    """The chance of a count as far out as this: twice the nearer tail, at most 1."""
    if chance <= 0 or chance >= 1:
        return float(got == round(of * chance))
    low = got <= of * chance
    ends = range(got, -1, -1) if low else range(got, of + 1)
    tail = 0.0
    for k in ends:
        part = math.exp(_log_binomial(k, of, chance))
        tail += part
        if part < tail * 1e-12:
            break
    return min(1.0, 2 * tail)


def _log_binomial(k: int, n: int, p: float) -> float:
    ways = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    return ways + k * math.log(p) + (n - k) * math.log1p(-p)


def setup_of(a: WarriorSetup, b: WarriorSetup, phase: str, board: Board) -> Setup:
    """Two warriors placed; it is a's turn."""
    both = (a, b)
    items = {i for w in both for i in (*w.weapons, *w.armour, *w.equipment)} | {"fist", "plain"}
    return Setup(
        ruleset=load_ruleset("partida"),
        catalogue=load_catalogue().pin(
            items,
            traits={trait.id for w in both for trait in w.traits},
            skills={skill for w in both for skill in w.skills},
        ),
        board=board,
        sides=(SideSetup(id="a"), SideSetup(id="b")),
        warriors=both,
        active="a",
        phase=phase,
    )


# Duels ----------------------------------------------------------------------------------------


def duel_pair(seed: str) -> tuple[Setup, Any, int]:
    """A pair whose duel ends, what the chain says of it, and how many were passed over."""
    rng = random.Random(seed)
    passed = 0
    while True:
        a, b = (_at_times_fearsome(anyone(rng, id), rng) for id in "ab")
        a = replace(a, at=(10 * CM, 10 * CM, 0))
        b = replace(b, at=(15 * CM + a.base, 10 * CM, 0))
        setup = setup_of(a, b, "movement", Board(size=(40 * CM, 20 * CM)))
        known = odds.duel_of(setup.ruleset, setup.catalogue, a, b, 0)
        if known.phases is not None and known.phases <= MOST_PHASES:
            return setup, known, passed
        passed += 1


def _at_times_fearsome(w: WarriorSetup, rng: random.Random) -> WarriorSetup:
    fearsome = rng.random() < FEARSOME
    return replace(w, traits=(*w.traits, TraitRef("fear"))) if fearsome else w


def charged(setup: Setup, luck: Luck) -> State:
    """The close combat phase of the turn in which a has charged b: again until it succeeds."""
    for _ in range(10_000):
        state = submit(initial(setup), Charge(side="a", warrior="a", targets=("b",)), luck).state
        if "charged" in state.warriors["a"].marks:
            for phase in ("movement", "shooting"):
                state = submit(state, EndPhase(side="a", through=phase), luck).state
            return state
    raise RuntimeError("no charge succeeds")


def fight(state: State, luck: Luck) -> tuple[str, int]:
    """Who wins, and after how many phases."""
    phases = 0
    while state.result is None:
        state = submit(state, EndPhase(side=state.active, through="combat"), luck).state
        phases += 1
    return state.result.winner or "", phases


def duels(setup: Setup, known: Any, fights: int, luck: Luck) -> Iterator[dict[str, Any]]:
    """Who wins; and how long it takes, as a normal deviate."""
    won = total = squares = 0
    state = charged(setup, luck)
    always_so = not luck.drawn
    for _ in range(fights):
        winner, phases = fight(state if always_so else charged(setup, luck), luck)
        won += winner == "a"
        total += phases
        squares += phases * phases
    yield counted("duel won", won, fights, known.a)
    mean = total / fights
    spread = math.sqrt(max(squares / fights - mean * mean, 1e-9) / fights)
    z = (mean - float(known.phases)) / spread
    yield {
        "what": "duel phases",
        "got": round(mean, 4),
        "exact": round(float(known.phases), 4),
        "p": math.erfc(abs(z) / math.sqrt(2)),
    }


def counted(what: str, got: int, of: int, chance: Any) -> dict[str, Any]:
    share = float(chance)
    return {"what": what, "got": got, "exact": round(of * share, 1), "p": p_value(got, of, share)}


def blows(setup: Setup, fights: int, luck: Luck) -> Iterator[dict[str, Any]]:
    """What a's blows do to b in the phase of the charge."""
    state = charged(setup, luck)
    known = odds.blow(state, "a", "b")

    turns = ["", *combat.PARTS] if kit_of(setup, "a").extras else [""]
    turns.sort(key=("before", "first", "", "last").index)

    def strike() -> State:
        play, mine = Play(state, luck), set()
        for part in turns:
            combat.strike(play, "a", part, mine)
            mine = {"b"} if play.state.warriors["b"].status != "standing" else mine
        return play.state

    yield from statuses("blow", state, strike, known, fights)


def statuses(
    what: str, before: State, act: Callable[[], State], known: Any, fights: int
) -> Iterator[dict[str, Any]]:
    """How often b is worse off than before, status by status."""
    was = before.warriors["b"].status
    found = Counter(act().warriors["b"].status for _ in range(fights))
    for status in STATUSES:
        if status != was:
            yield counted(f"{what} {status}", found[status], fights, getattr(known, status))


# Shots ----------------------------------------------------------------------------------------


def shot_setup(seed: str) -> State:
    """Somebody shoots at somebody, near or far, at times over a wall, walking, at one who lies."""
    rng = random.Random(seed)
    far = rng.choice([4, 8, 14, 25, 40]) * CM
    a = replace(marksman(rng, "a"), at=(10 * CM, 10 * CM, 0))
    b = replace(mark(rng, "b"), at=(10 * CM + a.base + far, 10 * CM, 0))
    low = Wall(
        id="low",
        line=((b.at[0] - 2 * CM, 5 * CM), (b.at[0] - 2 * CM, 15 * CM)),
        height=2 * CM,
    )
    terrain = (low,) if rng.random() < 0.4 else ()
    a = replace(a, marks=("moved",) if rng.random() < 0.3 else ())
    b = replace(b, status=rng.choice(["standing", "standing", "standing", "knocked_down"]))
    board = Board(size=(90 * CM, 20 * CM), terrain=terrain)
    return initial(setup_of(a, b, "shooting", board))


def shots(seed: str, fights: int, luck: Luck) -> Iterator[dict[str, Any]]:
    """One shot of the first weapon; who can't fire it as he is has the next of the seed."""
    for attempt in range(1000):
        state = shot_setup(f"{seed}:{attempt}")
        weapon = state.setup.by_id["a"].weapons[0]
        order = Shoot(side="a", warrior="a", weapon=weapon, target="b")
        try:
            submit(state, order, luck)
        except IllegalOrder:
            continue
        known = odds.shot(state, "a", weapon, "b")
        if known.wound:
            break
    yield from statuses(
        f"shot of {weapon}", state, lambda: submit(state, order, luck).state, known, fights
    )


# Runs -----------------------------------------------------------------------------------------


def compare(seed: str, fights: int, again: int = 0) -> dict[str, Any]:
    """All comparisons of one pair; `again` gives fresh dice for the same pair."""
    begun = time.process_time()
    luck = Luck(f"{seed}:dice:{again}")
    setup, known, passed = duel_pair(f"{seed}:duel")
    found = [
        *duels(setup, known, fights, luck),
        *blows(setup, fights, luck),
        *shots(f"{seed}:shot", fights, luck),
    ]
    return {
        "pair": seed,
        "fights": fights,
        "again": again,
        "passed": passed,
        "found": found,
        "seconds": round(time.process_time() - begun, 1),
    }


def misses(line: dict[str, Any]) -> list[str]:
    return [one["what"] for one in line["found"] if one["p"] < LIMIT]


def run(pairs: int, fights: int, seed: int, out: Path, minutes: float) -> None:
    """Pairs that `out` doesn't hold yet, until all are there or the time is up."""
    done = read(out)
    known = {(line["pair"], line["fights"]) for line in done if not line["again"]}
    end = time.monotonic() + 60 * minutes
    with out.open("a") as file:
        for number in range(pairs):
            name = f"{seed}:{number}"
            if (name, fights) in known or time.monotonic() > end:
                continue
            line = compare(name, fights)
            print(json.dumps(line), file=file, flush=True)
            if misses(line):
                print(json.dumps(compare(name, fights, again=1)), file=file, flush=True)


def read(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    return [json.loads(text) for text in path.read_text().splitlines()]


def report(lines: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Over all pairs: comparisons, misses, how likely so many are, and what missed twice."""
    first = [line for line in lines if not line["again"]]
    second = {line["pair"]: set(misses(line)) for line in lines if line["again"]}
    tried = sum(len(line["found"]) for line in first)
    missed = [(line["pair"], what) for line in first for what in misses(line)]
    chance = sum(
        math.exp(_log_binomial(k, tried, LIMIT)) for k in range(len(missed), min(tried, 400) + 1)
    )
    return {
        "pairs": len(first),
        "fights": sum(line["fights"] for line in first),
        "passed_over": sum(line["passed"] for line in first),
        "comparisons": tried,
        "misses": [f"{pair} {what}" for pair, what in missed],
        "misses_expected": round(tried * LIMIT, 2),
        "chance_of_so_many": round(min(1.0, chance), 4),
        "disagreements": [
            f"{pair} {what}" for pair, what in missed if what in second.get(pair, {what})
        ],
        "cpu_seconds": round(sum(line["seconds"] for line in lines)),
    }


def main(argv: Sequence[str]) -> int:
    """0, 1 where the odds disagree with the engine, 2 for wrong use."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.odds", description=__doc__)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--fights", type=int, default=2_000, help="of each kind, a pair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no pair after that")
    parser.add_argument("--out", type=Path, required=True, help="file of lines, kept and added to")
    options = parser.parse_args(argv)
    run(options.pairs, options.fights, options.seed, options.out, options.minutes)
    document = report(read(options.out))
    sys.stdout.write(json.dumps(document, indent=2) + "\n")
    return 1 if document["disagreements"] else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
