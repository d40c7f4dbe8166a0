"""The books of a warband: entries are added, and the projections follow from their sums."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import Max, Sum

from rules.catalogue.house import amended
from rules.roster.ledger import Books, Line
from rules.roster.model import Roster
from rules.roster.rating import rating
from warbands import store
from warbands.models import LedgerEntry, Warband


class BooksDrift(Exception):
    """The sums of the books and the roster disagree: a fault of the program, so nothing is kept."""


class Drift(NamedTuple):
    """A stored number that isn't the one that the books or the roster give."""

    name: str
    stored: Any
    computed: Any


def enter(
    warband: Warband,
    roster: Roster,
    lines: Iterable[Line],
    *,
    actor: Any = None,
    battle: str = "",
) -> None:
    """Append lines and write the projections anew from all of them.

    `roster` is the warband after the change. BooksDrift where its gold, stash or rating are not
    what the books add up to.
    """
    last = warband.ledger.aggregate(last=Max("number"))["last"] or 0
    lines = list(lines)
    named = {line.fighter for line in lines}
    fighters = dict(warband.fighters.filter(key__in=named).values_list("key", "pk"))
    LedgerEntry.objects.bulk_create(
        _entry(warband, line, last + position, fighters, actor, battle)
        for position, line in enumerate(lines, 1)
    )
    books = fold(warband)
    expected = Books(roster.treasury, roster.wyrdstone, _sorted(roster.stash), _rating(roster))
    if books != expected:
        raise BooksDrift(f"{books} instead of {expected}")
    warband.treasury, warband.wyrdstone = books.treasury, books.wyrdstone
    warband.stash, warband.rating = books.stash, books.rating


def fold(warband: Warband) -> Books:
    """What the stored entries add up to, in two queries."""
    sums = warband.ledger.aggregate(gold=Sum("gold"), stones=Sum("wyrdstone"), rating=Sum("rating"))
    pieces = (
        warband.ledger.exclude(stash=0)
        .order_by()
        .values_list("item")
        .annotate(pieces=Sum("stash"))
        .values_list("item", "pieces")
    )
    stash = {item: n for item, n in pieces if n}
    return Books(sums["gold"] or 0, sums["stones"] or 0, _sorted(stash), sums["rating"] or 0)


def drift(warband: Warband) -> list[Drift]:
    """Every stored number of a warband that its books or its roster contradict."""
    books, roster = fold(warband), store.load(warband)
    pairs = [
        Drift("treasury", warband.treasury, books.treasury),
        Drift("wyrdstone", warband.wyrdstone, books.wyrdstone),
        Drift("stash", _sorted(warband.stash), books.stash),
        Drift("rating", warband.rating, books.rating),
        Drift("rating of the roster", _rating(roster), books.rating),
    ]
    return [pair for pair in pairs if pair.stored != pair.computed]


def _rating(roster: Roster) -> int:
    return rating(amended(roster.house_rules), roster)


def _sorted(stash: dict[str, int]) -> dict[str, int]:
    return dict(sorted(stash.items()))


def _entry(
    warband: Warband, line: Line, number: int, fighters: dict[str, Any], actor: Any, battle: str
) -> LedgerEntry:
    return LedgerEntry(
        warband=warband,
        number=number,
        kind=line.kind,
        item=line.item,
        fighter_id=fighters[line.fighter] if line.fighter else None,
        n=line.n,
        price=line.price,
        total=line.total,
        gold=line.gold,
        wyrdstone=line.wyrdstone,
        stash=line.stash,
        rating=line.rating,
        reason=line.reason,
        battle=battle,
        actor=actor,
    )
