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


def judges(user: Any, proposal: Any) -> bool:
    """Whether a proposal is this user's to judge: he was asked, and may still be."""
    asked = proposal.judge_id is not None and proposal.judge_id == getattr(user, "pk", None)
    return asked and any(one.pk == user.pk for one in judges_for(proposal.owner))
