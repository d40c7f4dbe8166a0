"""What an aftermath writes into the books of the warband."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from rules.campaign import events as ev
from rules.campaign.apply import apply
from rules.campaign.report import CATCH_UP
from rules.campaign.state import State
from rules.catalogue import Catalogue
from rules.roster.ledger import Kind, Line
from rules.roster.rating import SUMMONER, rating


class Entries(NamedTuple):
    """The aftermath after some events, and the lines that they make."""

    state: State
    lines: tuple[Line, ...]


def entries(catalogue: Catalogue, state: State, events: Iterable[ev.AnyEvent]) -> Entries:
    """Fold `events` over `state` and give each its line, with what it does to the rating."""
    lines: list[Line] = []
    for event in events:
        after = apply(state, event)
        made = list(_lines(state, event))
        if made:
            gained = rating(catalogue, after.roster) - rating(catalogue, state.roster)
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
    maker = LINES.get(type(event))
    return maker(state, event) if maker else iter(())


def _member(state: State, event: ev.MemberLost) -> Iterator[Line]:
    yield _warrior(state, event.fighter, "dead", 1)


def _fate(state: State, event: ev.FateChanged) -> Iterator[Line]:
    size = state.roster.fighter(event.fighter).size
    if size:
        yield _warrior(state, event.fighter, event.after, size)


def _experience(state: State, event: ev.ExperienceGained) -> Iterator[Line]:
    late = any(award.id == CATCH_UP for award in event.awards)
    gained = event.after - event.before
    reason = CATCH_UP if late else ""
    yield Line(kind="experience", fighter=event.fighter, n=gained, reason=reason)


def _shards(state: State, event: ev.ShardsChanged) -> Iterator[Line]:
    kind: Kind = "gain" if event.shards > 0 else "sell"
    yield Line(kind=kind, n=abs(event.shards), wyrdstone=event.shards, reason=event.cause)


def _items(state: State, event: ev.ItemsFound) -> Iterator[Line]:
    yield Line(kind="gain", item=event.item, n=event.n, stash=event.n, reason=event.cause)


def _joined(state: State, event: ev.Joined) -> Iterator[Line]:
    n = len(event.numbers)
    yield Line(kind="hire", item=event.type, fighter=event.fighter, n=n, reason=event.cause)


def _noted(state: State, event: ev.Noted) -> Iterator[Line]:
    """Only what changes the rating has its line (P-CHA-SUM)."""
    if event.note.id == SUMMONER:
        yield Line(kind="gain", reason=SUMMONER)


def _promoted(state: State, event: ev.Promoted) -> Iterator[Line]:
    yield Line(kind="promote", fighter=event.hero)


def _rare(state: State, event: ev.RareBought) -> Iterator[Line]:
    yield Line(kind="buy", item=event.item, price=event.gold, gold=-event.gold, stash=1)


def _gear(state: State, event: ev.GearLost) -> Iterator[Line]:
    size = state.roster.fighter(event.fighter).size
    for item, n in event.items.items():
        yield Line(kind="lose", item=item, fighter=event.fighter, n=n * size)


def _blessed(state: State, event: ev.WeaponBlessed) -> Iterator[Line]:
    """One weapon goes, another is there."""
    n = 0 if event.fighter else 1
    common: dict[str, Any] = {"fighter": event.fighter, "n": 1, "reason": "blessed"}
    yield Line(kind="lose", item=event.item, stash=-n, **common)
    yield Line(kind="gain", item=event.into, stash=n, **common)


def _used_up(state: State, event: ev.UsedUp) -> Iterator[Line]:
    """Out of somebody's hands, or out of the stash."""
    size = state.roster.fighter(event.fighter).size if event.fighter else 1
    for item, n in event.items.items():
        stash = 0 if event.fighter else -n
        yield Line(
            kind="lose", item=item, fighter=event.fighter, n=n * size, stash=stash, reason="used_up"
        )


def _warrior(state: State, key: str, fate: str, n: int) -> Line:
    """A fighter leaves or comes back."""
    type = state.roster.fighter(key).type
    kind: Kind = "return" if fate == "active" else "leave"
    return Line(kind=kind, item=type, fighter=key, n=n, reason=fate)


def _gold(state: State, event: ev.GoldChanged) -> Iterator[Line]:
    kind: Kind = "gain" if event.gold > 0 else "pay"
    yield Line(
        kind=kind,
        fighter=event.fighter,
        price=abs(event.gold),
        gold=event.gold,
        reason=event.cause,
    )


LINES: dict[type, Callable[[State, Any], Iterator[Line]]] = {
    ev.MemberLost: _member,
    ev.FateChanged: _fate,
    ev.ExperienceGained: _experience,
    ev.GoldChanged: _gold,
    ev.ShardsChanged: _shards,
    ev.ItemsFound: _items,
    ev.Joined: _joined,
    ev.Noted: _noted,
    ev.Promoted: _promoted,
    ev.GearLost: _gear,
    ev.UsedUp: _used_up,
    ev.WeaponBlessed: _blessed,
    ev.RareBought: _rare,
}
"""What goes into the books. `Synced` doesn't: what it brings stands there already."""
