"""What an aftermath writes into the books of the warband."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from rules.campaign import events as ev
from rules.campaign.apply import apply
from rules.campaign.state import State
from rules.catalogue import Catalogue
from rules.roster.ledger import Kind, Line
from rules.roster.rating import rating


class Entries(NamedTuple):
    """The aftermath after some events, and the lines that they make."""

    state: State
    lines: tuple[Line, ...]


def entries(catalogue: Catalogue, state: State, events: Iterable[ev.AnyEvent]) -> Entries:
    """Fold `events` over `state` and give each its line, with what it does to the rating."""
    lines: list[Line] = []
    for event in events:
        after = apply(state, event)
        gained = rating(catalogue, after.roster) - rating(catalogue, state.roster)
        made = list(_lines(state, event))
        if gained:
            made[0] = msgspec.structs.replace(made[0], rating=gained)
        lines += made
        state = after
    return Entries(state, tuple(lines))


def captors_lines(event: ev.CaptorsGained) -> tuple[Line, ...]:
    """What the captors enter in their own books."""
    gold = Line(kind="gain", price=event.gold, gold=event.gold, reason=event.choice)
    items = (
        Line(kind="gain", item=item, n=n, stash=n, reason=event.choice)
        for item, n in event.items.items()
    )
    return (*((gold,) if event.gold else ()), *items)


def _lines(state: State, event: ev.AnyEvent) -> Iterator[Line]:
    if isinstance(event, ev.MemberLost):
        yield _warrior(state, event.fighter, "dead", 1)
    elif isinstance(event, ev.FateChanged):
        size = state.roster.fighter(event.fighter).size
        if size:
            yield _warrior(state, event.fighter, event.after, size)
    elif isinstance(event, ev.ExperienceGained):
        n = event.after - event.before
        yield Line(kind="experience", fighter=event.fighter, n=n)
    elif isinstance(event, ev.GoldChanged):
        yield _gold(event)
    elif isinstance(event, ev.GearLost):
        size = state.roster.fighter(event.fighter).size
        for item, n in event.items.items():
            yield Line(kind="lose", item=item, fighter=event.fighter, n=n * size)


def _warrior(state: State, key: str, fate: str, n: int) -> Line:
    """A fighter leaves or comes back."""
    type = state.roster.fighter(key).type
    kind: Kind = "return" if fate == "active" else "leave"
    return Line(kind=kind, item=type, fighter=key, n=n, reason=fate)


def _gold(event: ev.GoldChanged) -> Line:
    kind: Kind = "gain" if event.gold > 0 else "pay"
    return Line(
        kind=kind,
        fighter=event.fighter,
        price=abs(event.gold),
        gold=event.gold,
        reason=event.cause,
    )
