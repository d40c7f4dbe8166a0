"""The game masters whom a player may ask: another application says who they are."""

from collections.abc import Callable, Iterable
from typing import Any

Judges = Callable[[Any], Iterable[Any]]
JUDGES: list[Judges] = []
"""Each gives, for a user, the users who may judge what he proposes. Registered at start-up."""


def judging(rule: Judges) -> Judges:
    JUDGES.append(rule)
    return rule


def judges_for(user: Any) -> list[Any]:
    """Everyone whom a user may ask, each once."""
    found = {judge.pk: judge for rule in JUDGES for judge in rule(user)}
    return list(found.values())
