"""The books of a warband for a reader: each line in words, with the balance after it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy

from warbands import names
from warbands.models import LedgerEntry, Warband
from warbands.models.fighter import Fate
from warbands.models.ledger import HOUSE_RULES, Kind
from warbands.wording import cause, note, option

REASONS: dict[str, Any] = {
    "imported": gettext_lazy("imported from a file"),
    HOUSE_RULES: gettext_lazy("by the house rules of the campaign"),
    "catch_up": gettext_lazy("to catch up with the campaign, for the battles already fought"),
    "catch_up_back": gettext_lazy("given back: not built for that campaign any more"),
}
"""Reasons that the program gives, in words; a game master's stand as he wrote them."""

WARRIORS = {Kind.HIRE, Kind.DISMISS, Kind.LEAVE, Kind.RETURN}


@dataclass(frozen=True)
class LedgerLine:
    """An entry with the names of its things, and treasury and rating after it."""

    number: int
    kind: str
    kind_name: str
    item: str
    item_name: str
    fighter: str
    fighter_name: str
    n: int
    price: int
    total: int
    gold: int
    wyrdstone: int
    stash: int
    rating: int
    reason: str
    battle: str
    created_at: datetime
    treasury_after: int
    rating_after: int


def ledger_lines(warband: Warband) -> list[LedgerLine]:
    """All lines in their order, in one query."""
    return list(_lines(warband))


def _lines(warband: Warband) -> Iterator[LedgerLine]:
    treasury = rating = 0
    for entry in warband.ledger.select_related("fighter"):
        treasury += entry.gold
        rating += entry.rating
        yield _line(warband, entry, treasury, rating)


def _line(warband: Warband, entry: LedgerEntry, treasury: int, rating: int) -> LedgerLine:
    fighter = entry.fighter
    return LedgerLine(
        number=entry.number,
        kind=entry.kind,
        kind_name=entry.get_kind_display(),
        item=entry.item,
        item_name=_item_name(warband, entry),
        fighter=fighter.key if fighter else "",
        fighter_name=fighter.name if fighter else "",
        n=entry.n,
        price=entry.price,
        total=entry.total,
        gold=entry.gold,
        wyrdstone=entry.wyrdstone,
        stash=entry.stash,
        rating=entry.rating,
        reason=reason_in_words(entry.kind, entry.reason),
        battle=entry.battle,
        created_at=entry.created_at,
        treasury_after=treasury,
        rating_after=rating,
    )


def reason_in_words(kind: str, reason: str) -> str:
    """Why, for a reader. What a game master has written stands as he wrote it."""
    if not reason or (kind == Kind.CORRECTION and reason != HOUSE_RULES):
        return reason
    if reason in REASONS:
        return str(REASONS[reason])
    if reason in Fate.values:
        return str(Fate(reason).label)
    worded = (cause(reason), option(reason), names.spell(reason), note(reason))
    return next((words for words in worded if words != reason), reason)


def _item_name(warband: Warband, entry: LedgerEntry) -> str:
    """A refund names either: an item, or a kind of fighter."""
    if not entry.item:
        return ""
    name = names.item(entry.item)
    if entry.kind in WARRIORS or name == entry.item:
        return names.fighter_type(entry.item, warband.type)
    return name
