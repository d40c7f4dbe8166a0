"""`python -m rules scenario | simulate | duel`: the engine without a server."""

from __future__ import annotations

import sys

from .commands import duel, scenario, simulate

USAGE = """usage: python -m rules COMMAND ...

  scenario PATH...   run scenario files or folders of them
  simulate           let two server players fight battles, and watch the rules
  duel A.toml B.toml the exact odds of a duel

Each takes --json (one JSON document on standard output) and --help.
Exit status: 0 success, 1 a fault was found, 2 wrong use.
"""

COMMANDS = {"scenario": scenario.main, "simulate": simulate.main, "duel": duel.main}


def main(argv: list[str]) -> int:
    if argv in (["-h"], ["--help"]):
        sys.stdout.write(USAGE)
        return 0
    if not argv or argv[0] not in COMMANDS:
        wanted = ", ".join(COMMANDS)
        sys.stderr.write(f"python -m rules: a command is needed: {wanted}\n")
        return 2
    return COMMANDS[argv[0]](argv[1:])


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
