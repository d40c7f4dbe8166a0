"""Record battles of the present engine version: `python -m tests.golden.record`."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from rules import ENGINE_VERSION, apply, encode, encode_state, initial
from rules.board.generate import ruins
from rules.catalogue import load_catalogue
from rules.ruleset import load_ruleset
from rules.simulation.battles import Game, battle_setup, play

BATTLES = (("reikland", "skaven_eshin", 6, 11), ("orc_mob", "undead", 6, 12))
EVERY = 25


def recorded(game: Game) -> dict[str, Any]:
    """A finished game as a golden file: set-up, events, hashes of states, the last state."""
    state = initial(game.setup)
    hashes: dict[str, str] = {}
    for number, event in enumerate(game.events, start=1):
        state = apply(state, event)
        if number % EVERY == 0:
            hashes[str(number)] = digest(encode_state(state))
    return {
        "engine": ENGINE_VERSION,
        "setup": json.loads(encode(game.setup)),
        "events": [json.loads(encode(event)) for event in game.events],
        "hashes": hashes,
        "state": json.loads(encode_state(state)),
    }


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def main() -> None:
    """Write a file a battle into the folder of this engine version."""
    folder = Path(__file__).parent / f"v{ENGINE_VERSION}"
    folder.mkdir(exist_ok=True)
    for one, other, size, seed in BATTLES:
        setup = battle_setup(
            load_ruleset("partida"), load_catalogue(), (one, other), size, ruins(seed)
        )
        game = play(setup, seed=seed)
        path = folder / f"{one}-{other}.json"
        path.write_text(json.dumps(recorded(game), separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    main()
