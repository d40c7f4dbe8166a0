"""The house rules of a campaign laid on a warband: from then on it is bought for and rated by them.

What its books say of before stays. Where its rating or its starting gold is another by the new
rules, a line of the books says so.
"""

from collections.abc import Mapping
from typing import Any, Literal
from uuid import UUID

import msgspec
from django.db.models import Sum

from rules.catalogue.house import WRITERS, amended
from rules.roster.goods import price
from rules.roster.ledger import Line
from rules.roster.model import Roster
from rules.roster.problems import problems
from rules.roster.rating import rating
from warbands import store
from warbands.models import Warband
from warbands.models.ledger import HOUSE_RULES, IMPORTED, Kind
from warbands.models.warband import Status
from warbands.sentences import breaches
from warbands.services.access import against_the_list, refuse, touch, writing
from warbands.services.books import enter

STARTING = "warband.starting_gold"
LOOSENED = ("warband_full", "too_many_heroes", "group_too_large")
"""The limits that house rules may set otherwise."""

Gold = Literal["follow", "as_far", "keep"]
"""What becomes of the starting gold: it follows the rules, as far as it isn't spent, or stays."""


def house_rules_lay(
    *,
    warband: Warband | UUID,
    overlay: Mapping[str, Any],
    source: str,
    gold: Gold = "keep",
    actor: Any = None,
) -> Warband:
    """Lay an overlay (validated before) on a warband; `source` says whose rules they are.

    Refused with not_enough_gold where starting gold that is spent would have to go.
    """
    with writing(actor=actor, warband=warband, as_gm=True) as row:
        before = store.load(row)
        after = msgspec.structs.replace(before, house_rules=dict(overlay))
        lines = []
        if gold != "keep" and (more := _more_gold(row, before, after, gold)):
            after = msgspec.structs.replace(after, treasury=after.treasury + more)
            kind: Any = "found" if more > 0 else "pay"
            lines.append(Line(kind=kind, price=abs(more), gold=more, reason=HOUSE_RULES))
            row.budget += more
        gained = _rating(after) - _rating(before)
        if gained:
            lines.append(Line(kind="correction", rating=gained, reason=HOUSE_RULES))
        row.house_rules, row.rules_of = dict(overlay), source
        enter(row, after, lines, actor=None)
        touch(row)
    return row


def house_rules_fit(*, warband: Warband, overlay: Mapping[str, Any], granted: int = 0) -> None:
    """Refuse a warband that doesn't keep the limits of an overlay, or couldn't have been founded
    under it; `granted`: gold that it was given beyond its start.

    By the book too: anybody is a game master of a campaign of his own, and what its house rules
    gave him counts there. Who was brought in from a file has been judged as he stands. Refused
    with illegal_roster (problems), too_much_gold, built_otherwise (what it has costs more than it
    would have had here).
    """
    if _by_the_book(overlay) and warband.ledger.filter(reason=IMPORTED).exists():
        return
    catalogue, roster = amended(overlay), store.load(warband)
    wrong = [one for one in problems(catalogue, roster) if one.code in LOOSENED]
    if wrong:
        raise against_the_list("illegal_roster", breaches(wrong))
    if not unfought(warband):
        return
    start = catalogue.warbands[warband.type].gold
    if warband.budget > start:
        raise refuse("too_much_gold", gold=warband.budget, most=start)
    most = start + granted + _corrected(warband)
    worth = sum(price(catalogue, roster.type, f) for f in roster.active) + roster.treasury
    if worth > most:
        raise refuse("built_otherwise", gold=worth, most=most)


def _by_the_book(overlay: Mapping[str, Any]) -> bool:
    return not any(name in overlay for name in WRITERS)


def _corrected(warband: Warband) -> int:
    """Gold that game masters have added to its treasury; those of elsewhere were asked about."""
    lines = warband.ledger.filter(kind=Kind.CORRECTION, gold__gt=0)
    return lines.aggregate(gold=Sum("gold"))["gold"] or 0


def unfought(warband: Warband) -> bool:
    """Whether nothing but its founding has happened to it."""
    return not warband.aftermaths.exists()


def _more_gold(row: Warband, before: Roster, after: Roster, gold: Gold) -> int:
    """What the starting gold by the new rules is above that by which it was founded."""
    if STARTING not in after.house_rules and STARTING not in before.house_rules:
        return 0
    more = amended(after.house_rules).warbands[row.type].gold - row.budget
    if row.status != Status.DRAFT and more < 0:
        return 0
    if before.treasury + more < 0:
        if gold == "follow":
            raise refuse("not_enough_gold", needed=-more, treasury=before.treasury)
        more = -before.treasury
    return more


def _rating(roster: Roster) -> int:
    return rating(amended(roster.house_rules), roster)
