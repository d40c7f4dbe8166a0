"""`python -m benchmarks [NAME...] [--json]`: speed against yardsticks timed in the same run."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

NAMES = ("duel", "phase", "replay", "sight", "pages", "api")
ENGINE = ("duel", "phase", "replay", "sight")
"""These need nothing but this folder and `rules`; pages and api start a server."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def main(argv: Sequence[str]) -> int:
    """0, or 2 for wrong use."""
    options = _options(argv)
    found = {name: _run(name, options) for name in options.names or ENGINE}
    if options.json:
        sys.stdout.write(json.dumps(found) + "\n")
    else:
        for name, figures in found.items():
            print(f"{name} (load {os.getloadavg()[0]:.1f})")
            _print(figures, "  ")
    return 0


def _options(argv: Sequence[str]) -> argparse.Namespace:
    parser = _Parser(
        prog="python -m benchmarks",
        description="Figures with the ratio to their yardstick. Without names: the engine's.",
        epilog="Bars and first figures: docs/performance.md. Nothing else should run meanwhile.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    parser.add_argument("--fights", type=int, default=20_000, help="fights of duel (20000)")
    parser.add_argument(
        "--battles", nargs="*", type=Path, default=[], help="files of replay (tests/battles)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON document, nothing else")
    options = parser.parse_args(argv)
    for name in options.names:
        if name not in NAMES:
            parser.error(f"no benchmark {name!r}; there is {', '.join(NAMES)}")
    return options


def _run(name: str, options: argparse.Namespace) -> dict[str, Any]:
    run: Callable[..., dict[str, Any]] = importlib.import_module(f"benchmarks.{name}").run
    if name == "duel":
        return run(options.fights)
    if name == "replay":
        return run(options.battles)
    return run()


def _print(figures: dict[str, Any], indent: str) -> None:
    for key, value in figures.items():
        if isinstance(value, dict):
            print(f"{indent}{key}")
            _print(value, indent + "  ")
        else:
            print(f"{indent}{key}: {value}")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
