"""Arguments: wrong use ends with status 2 and one line that says what is wrong."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

PLAYABLE = ("partida",)
"""Rulesets whose behaviour is built; the others are data only."""


class WrongUse(Exception):
    """The command can't be carried out as it was given."""


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise WrongUse(message)


def guarded(name: str, run: Callable[[Sequence[str]], int], argv: Sequence[str]) -> int:
    """`run(argv)`; wrong use becomes one line on standard error and status 2."""
    try:
        return run(argv)
    except WrongUse as fault:
        sys.stderr.write(f"python -m rules {name}: {fault}\n")
        return 2


def playable(ruleset: str) -> str:
    """The name of a ruleset that can be played, or WrongUse."""
    if ruleset not in PLAYABLE:
        raise WrongUse(f"ruleset {ruleset!r} can't be played; there is {', '.join(PLAYABLE)}")
    return ruleset
