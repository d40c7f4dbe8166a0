"""A roster as another program tells it: texts and numbers, nothing understood yet."""

from __future__ import annotations

from dataclasses import dataclass, field

MOST_COUNT = 99
MOST_EXPERIENCE = 200


@dataclass
class Things:
    """What is said to belong to somebody: each text with how often it is said."""

    texts: list[tuple[str, int]] = field(default_factory=list)

    def add(self, text: str, n: int = 1) -> None:
        plain = " ".join(text.split())[:120]
        if plain:
            self.texts.append((plain, max(1, min(n, MOST_COUNT))))


@dataclass
class ForeignFighter:
    """A fighter: his own name, his kind as it is written there, and his things.

    `profile`: characteristics as written (M in inches), where they are.
    """

    name: str
    kind: str
    count: int = 1
    hero: bool | None = None
    experience: int | None = None
    things: Things = field(default_factory=Things)
    profile: dict[str, int] = field(default_factory=dict)


@dataclass
class ForeignRoster:
    """A warband. `gold` is what it has left, None where the file doesn't say."""

    format: str
    name: str
    kind: str
    fighters: list[ForeignFighter] = field(default_factory=list)
    gold: int | None = None
    spent: int | None = None
    wyrdstone: int = 0
    rating: int | None = None
    stash: Things = field(default_factory=Things)
    remarks: list[str] = field(default_factory=list)


def whole(value: object, most: int = 100_000) -> int | None:
    """A number of a file (a number, or a text that is one), within bounds; None for anything else.

    Parts of a whole are dropped, what is below nought is nought.
    """
    if isinstance(value, bool):
        return None
    try:
        number = int(float(value)) if isinstance(value, (int, float, str)) else None
    except (ValueError, OverflowError):
        return None
    return None if number is None else max(0, min(number, most))
