"""How a file was understood, line by line: kept with the proposal, read by player and judge."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rules.roster.problems import Problem

Status = Literal["matched", "guessed", "unknown"]


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A text of the file and what we take it for. `about`: the fighter it was said of."""

    text: str
    status: Status
    about: str = ""
    sort: str = ""
    id: str = ""


class Pair(msgspec.Struct, frozen=True):
    """A number as the file has it (None: it doesn't say) and as we reckon it."""

    file: int | None
    ours: int


class Breach(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What the rules refuse; `about` is the fighter's name."""

    code: str
    about: str = ""
    params: dict[str, Any] = {}


class Report(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """All of it."""

    format: str
    entries: tuple[Entry, ...] = ()
    breaches: tuple[Breach, ...] = ()
    gold: Pair
    spent: Pair
    rating: Pair

    def of(self, status: Status) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if entry.status == status)

    @property
    def differs(self) -> bool:
        """A number of the file isn't the one that we come to."""
        pairs = (self.gold, self.spent, self.rating)
        return any(pair.file is not None and pair.file != pair.ours for pair in pairs)


def breaches(problems: list[Problem], names: dict[str, str]) -> tuple[Breach, ...]:
    """Problems of a roster with the fighters' names, their keys being nobody's yet."""
    return tuple(
        Breach(code=p.code, about=names.get(p.fighter, ""), params=p.params) for p in problems
    )
