"""`python -m rules duel A.toml B.toml`: the exact odds of a duel between two fighters."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..battle.state import WarriorSetup
from ..odds.document import CHARGERS, FighterError, duel_document, fighter, standing_orders
from ..odds.facing import Told
from ..ruleset import Ruleset, load_ruleset
from .parser import Parser, WrongUse, guarded, playable


def main(argv: Sequence[str]) -> int:
    """0, or 2 for wrong use."""
    return guarded("duel", _main, argv)


def _main(argv: Sequence[str]) -> int:
    parser = Parser(
        prog="python -m rules duel",
        description="Exact odds of a duel to the end, by a Markov chain; no sampling.",
        epilog="A fighter is written as in a scenario file's [[warriors]], and `guard` "
        '= "once" or "never", and `prefer = { equal = "weakest", crush = "crush" }`.',
    )
    parser.add_argument("a", type=Path, metavar="A.toml")
    parser.add_argument("b", type=Path, metavar="B.toml")
    parser.add_argument("--ruleset", default="partida", metavar="R", help="partida")
    parser.add_argument(
        "--charger", choices=tuple(CHARGERS), default="even", help="who begins (even)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON document, nothing else")
    options = parser.parse_args(argv)
    ruleset = load_ruleset(playable(options.ruleset))
    (a, told_a), (b, told_b) = (_fighter(path, ruleset) for path in (options.a, options.b))
    try:
        document = duel_document(ruleset, a, b, options.charger, (told_a, told_b))
    except FighterError as fault:
        raise WrongUse(str(fault)) from fault
    text = json.dumps(document) if options.json else _as_text(document)
    sys.stdout.write(text + "\n")
    return 0


def _fighter(path: Path, ruleset: Ruleset) -> tuple[WarriorSetup, Told]:
    """A fighter and his standing orders from a file: keys at the top, or one [[warriors]] table."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise WrongUse(f"{path}: {fault.strerror}") from fault
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise WrongUse(f"{path}: {fault}") from fault
    rows = data.get("warriors", [data])
    if not isinstance(rows, list) or len(rows) != 1 or not isinstance(rows[0], dict):
        raise WrongUse(f"{path}: one fighter a file")
    try:
        return fighter(rows[0], ruleset, path.stem), standing_orders(rows[0], path.stem)
    except FighterError as fault:
        raise WrongUse(f"{path}: {fault}") from fault


def _as_text(document: dict[str, Any]) -> str:
    lines = [f"{who} wins: {_rounded(p)}" for who, p in document["win"].items()]
    phases = document["expected_phases"]
    lines.append(
        "neither can hurt the other"
        if phases is None
        else f"close combat phases: {float(Fraction(phases)):.4f}"
    )
    lines += [f"not reckoned in: {what}" for what in document["without"]]
    for who, table in document["blow"].items():
        for state, ends in table.items():
            told = ", ".join(f"{end} {_rounded(p)}" for end, p in ends.items())
            lines.append(f"{who} strikes an enemy who is {state}: {told}")
    return "\n".join(lines)


def _rounded(written: str) -> str:
    return f"{100 * float(Fraction(written)):.2f} %"
