"""`python -m rules simulate`: battles between two server players, with every rule watched."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from ..battle.state import Setup
from ..board.generate import ruins
from ..board.shuffle import Shuffle
from ..catalogue import Catalogue, load_catalogue
from ..player import LEVELS
from ..ruleset import Ruleset, load_ruleset
from ..simulation import battle_setup
from ..simulation.report import Tally
from .parser import Parser, WrongUse, guarded, playable

RANDOM = "random"
RUINS = 70
"""Per cent of the board's scenery that is ruins."""


def main(argv: Sequence[str]) -> int:
    """0 when no rule was broken, 1 when one was, 2 for wrong use."""
    return guarded("simulate", _main, argv)


def _main(argv: Sequence[str]) -> int:
    options = _options(argv)
    ruleset = load_ruleset(playable(options.ruleset))
    if options.magic not in (None, ruleset.magic):
        raise WrongUse(f"magic {options.magic!r} can't be played; there is {ruleset.magic}")
    document = _simulate(options, ruleset, load_catalogue())
    text = json.dumps(document) if options.json else _as_text(document)
    sys.stdout.write(text + "\n")
    return 1 if document["violations"] else 0


def _options(argv: Sequence[str]) -> argparse.Namespace:
    parser = Parser(
        prog="python -m rules simulate",
        description="Let two server players fight battles; no database, dice from the seed.",
        epilog="Exit status: 0 no violation, 1 violations found, 2 wrong use.",
    )
    parser.add_argument("--battles", type=_positive, default=10, metavar="N", help="how many (10)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="fixes everything (1)")
    parser.add_argument("--ruleset", default="partida", metavar="R", help="partida")
    parser.add_argument(
        "--magic",
        metavar="M",
        help="difficulty: every hero knows a whole lore; without it nobody casts",
    )
    parser.add_argument(
        "--spells",
        type=_names,
        default=(),
        metavar="A,B",
        help="with --magic: heroes of a lore that has any of these spells know only these",
    )
    parser.add_argument(
        "--henchmen",
        type=_names,
        default=(),
        metavar="A,B",
        help="kinds of henchmen that fill the ranks of a list that has any of them",
    )
    parser.add_argument(
        "--warbands",
        type=_pair,
        default=("reikland", "skaven_eshin"),
        metavar="A,B",
        help="two lists of the catalogue (reikland,skaven_eshin), or random: two a battle",
    )
    parser.add_argument(
        "--size", type=_positive, default=10, metavar="K", help="warriors a side (10)"
    )
    parser.add_argument(
        "--scenario", metavar="ID", help="a scenario of the catalogue, or all of them in turn"
    )
    parser.add_argument(
        "--board", choices=("random",), default="random", help="random ruins from the seed"
    )
    parser.add_argument(
        "--level", type=int, choices=LEVELS, default=2, help="how well both sides play (2)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON document, nothing else")
    return parser.parse_args(argv)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _pair(text: str) -> tuple[str, str]:
    names = text.split(",")
    if text == RANDOM:
        return RANDOM, RANDOM
    if len(names) != 2:
        raise argparse.ArgumentTypeError("two warbands, separated by a comma")
    return names[0], names[1]


def _simulate(
    options: argparse.Namespace, ruleset: Ruleset, catalogue: Catalogue
) -> dict[str, Any]:
    known = {*catalogue.warbands, RANDOM}
    unknown = [name for name in options.warbands if name not in known]
    if unknown:
        raise WrongUse(f"no warband {unknown[0]!r}; there is {', '.join(catalogue.warbands)}")
    scenarios = _scenarios(options.scenario, catalogue)
    _check_names(options, catalogue)
    tally = Tally(options.level)
    for number in range(options.battles):
        setup = _setup(options, ruleset, catalogue, scenarios[number % len(scenarios)], number)
        tally.run(setup, seed=options.seed, number=number)
    return tally.document()


def _check_names(options: argparse.Namespace, catalogue: Catalogue) -> None:
    kinds = {f.id for row in catalogue.warbands.values() for f in row.fighters}
    for what, named, known in (
        ("spell", options.spells, catalogue.spells),
        ("fighter", options.henchmen, kinds),
    ):
        unknown = [name for name in named if name not in known]
        if unknown:
            raise WrongUse(f"no {what} {unknown[0]!r}")
    if options.spells and options.magic is None:
        raise WrongUse("--spells needs --magic")


def _scenarios(wanted: str | None, catalogue: Catalogue) -> list[str]:
    """The scenarios to play in turn; [""] for none."""
    if wanted is None:
        return [""]
    if wanted == "all":
        return list(catalogue.scenarios)
    if wanted not in catalogue.scenarios:
        raise WrongUse(f"no scenario {wanted!r}; there is {', '.join(catalogue.scenarios)}, all")
    return [wanted]


def _setup(
    options: argparse.Namespace,
    ruleset: Ruleset,
    catalogue: Catalogue,
    scenario: str,
    number: int,
) -> Setup:
    """One battle: its board and, where wanted, its warbands from the seed."""
    luck = Shuffle(options.seed * 1_000_003 + number)
    lists = list(catalogue.warbands)
    warbands = tuple(
        lists[luck.below(len(lists))] if name == RANDOM else name for name in options.warbands
    )
    street = scenario == "street_fight"
    board = ruins(options.seed + number, ruleset.table_size(), RUINS, street=street)
    magic = options.magic is not None
    names = warbands[0], warbands[1]
    return battle_setup(
        ruleset,
        catalogue,
        names,
        options.size,
        board,
        scenario,
        magic=magic,
        spells=options.spells,
        henchmen=options.henchmen,
    )


def _as_text(document: dict[str, Any]) -> str:
    lines = [
        f"{document['battles']} battles in {document['seconds']} s"
        f" ({document['battles_per_s']} a second)",
        f"{document['orders']} orders ({document['orders_per_s']} a second),"
        f" {document['events']} events, {document['dice']} dice",
        *(f"{name}: {count}" for name, count in document["results"].items()),
        f"{len(document['violations'])} violations",
        *(
            f"  {v['code']} in battle {v['battle']} after order {v['order']}: {v['detail']}"
            for v in document["violations"][:20]
        ),
    ]
    return "\n".join(lines)
