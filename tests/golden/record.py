"""Record battles of the present engine version: `python -m tests.golden.record`.

Whole battles between server players, one a scenario, with magic and many warbands; then as many
cases of the conformance suite as it takes until every type of event has been recorded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

from rules import ENGINE_VERSION, apply, encode, encode_state, initial
from rules.battle.events import AnyEvent, Event
from rules.battle.state import Setup
from rules.board.generate import ruins
from rules.catalogue import load_catalogue
from rules.ruleset import load_ruleset
from rules.scenario.case import Case, load_case
from rules.scenario.playing import play as play_case
from rules.simulation.battles import battle_setup, play

CASES = Path(__file__).parents[1] / "scenarios"
SIZE = 4
EVERY = 25
LEAST = 30
NEVER_IN_A_LOG = frozenset({"Sealed"})
"""What stands for an event that a reader may not see: no battle writes it."""


def event_types() -> frozenset[str]:
    """The tags of all events that a battle can write."""
    tags = {str(cls.__struct_config__.tag) for cls in get_args(AnyEvent)}
    return frozenset(tags - NEVER_IN_A_LOG)


def recorded(setup: Setup, events: Sequence[Event]) -> dict[str, Any]:
    """A battle as a golden file: set-up, events, hashes of states, the last state."""
    state = initial(setup)
    hashes: dict[str, str] = {}
    for number, event in enumerate(events, start=1):
        state = apply(state, event)
        if number % EVERY == 0:
            hashes[str(number)] = digest(encode_state(state))
    return {
        "engine": ENGINE_VERSION,
        "setup": json.loads(encode(setup)),
        "events": [json.loads(encode(event)) for event in events],
        "hashes": hashes,
        "state": json.loads(encode_state(state)),
    }


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def types_in(data: dict[str, Any]) -> frozenset[str]:
    """The types of event in a recorded battle."""
    return frozenset(event["event"] for event in data["events"])


def battles() -> Iterator[tuple[str, dict[str, Any]]]:
    """A battle for each scenario, every warband in turn."""
    catalogue, ruleset = load_catalogue(), load_ruleset("partida")
    warbands = sorted(catalogue.warbands)
    for number, scenario in enumerate(sorted(catalogue.scenarios)):
        pair = (warbands[2 * number], warbands[2 * number + 1])
        board = ruins(100 + number)
        setup = battle_setup(ruleset, catalogue, pair, SIZE, board, scenario, magic=True)
        game = play(setup, seed=100 + number)
        yield f"{scenario}-{pair[0]}-{pair[1]}", recorded(game.setup, game.events)


def cases() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every case of the suite in which something happens."""
    for path in sorted(CASES.rglob("*.toml")):
        case = load_case(path)
        if isinstance(case, Case):
            played = play_case(case)
            if played.events:
                yield path.stem, recorded(case.setup, played.events)


def chosen() -> dict[str, dict[str, Any]]:
    """The battles, then the cases that bring events which nothing before them had."""
    found = dict(battles())
    seen = {kind for data in found.values() for kind in types_in(data)}
    spare: list[tuple[str, dict[str, Any]]] = []
    for name, data in cases():
        if types_in(data) - seen:
            found[name] = data
            seen |= types_in(data)
        elif len(data["events"]) > EVERY:
            spare.append((name, data))
    return found | dict(spare[: max(0, LEAST - len(found))])


def main() -> None:
    """Write a file a battle into the folder of this engine version."""
    folder = Path(__file__).parent / f"v{ENGINE_VERSION}"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    for name, data in chosen().items():
        path = folder / f"{name}.json"
        path.write_text(json.dumps(data, separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    main()
