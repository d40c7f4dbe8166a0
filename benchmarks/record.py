"""`python -m benchmarks.record`: write the battles that `replay` plays again.

To be run when the engine's answers change on purpose (a new ENGINE_VERSION).
"""

from __future__ import annotations

from pathlib import Path

from rules import encode
from rules.board import generate
from rules.catalogue import load_catalogue
from rules.ruleset import load_ruleset
from rules.simulation import Game, battle_setup, play

FOLDER = Path(__file__).parent.parent / "tests" / "battles"
SIZE = 12
TURNS = 6
"""Rounds: twelve turns of a side, as in the bar."""
WANTED = (("reikland", "skaven_eshin", 11), ("witch_hunters", "orc_mob", 12))


def record(red: str, blue: str, seed: int) -> Game:
    """The first battle from `seed` on that lasts long enough."""
    ruleset, catalogue = load_ruleset("partida"), load_catalogue()
    while True:
        board = generate.ruins(seed)
        setup = battle_setup(ruleset, catalogue, (red, blue), SIZE, board)
        game = play(setup, seed=seed, number=seed)
        if game.state.turn >= TURNS:
            return game
        seed += 100


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for red, blue, seed in WANTED:
        game = record(red, blue, seed)
        path = FOLDER / f"{red}-{blue}.json"
        path.write_bytes(encode(game.record()))
        print(f"{path.name}: {len(game.orders)} orders, {len(game.events)} events")


if __name__ == "__main__":
    main()
