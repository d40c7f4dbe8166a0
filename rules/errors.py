"""What the engine says when it can't do what it was asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class RulesError(Exception):
    """The root of every error that the engine raises on purpose."""


class IllegalOrder(RulesError):
    """An order that the rules don't allow now; nothing has changed.

    `code` is stable (the reason, in snake_case), `rule` the ledger ID that forbids it ("" where
    no rule does, as for an unknown warrior), `params` what a sentence about it needs.
    """

    def __init__(self, code: str, rule: str = "", **params: Any) -> None:
        super().__init__(f"{code} ({rule})" if rule else code)
        self.code = code
        self.rule = rule
        self.params: Mapping[str, Any] = params


class BadSetup(RulesError):
    """A set-up that can't start: every fault at once, each as (code, params)."""

    def __init__(self, problems: list[tuple[str, dict[str, Any]]]) -> None:
        super().__init__("; ".join(code for code, _ in problems))
        self.problems = problems


class DiceError(RulesError):
    """Scripted dice that don't fit the play: empty queue, unknown purpose, faces left over."""
