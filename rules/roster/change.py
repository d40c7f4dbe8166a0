"""What a player does to a roster: each verb gives the new roster and the lines for the books.

Nothing is stored here. A verb that the rules don't allow raises `Refused` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from rules.catalogue import Catalogue
from rules.catalogue.lists import FighterType
from rules.errors import RulesError
from rules.roster.goods import (
    bundle,
    fighter_type,
    free_gear,
    heirloom_saving,
    item_price,
    mutation_prices,
    offers,
    paid_for,
    rarity_of,
    used_price,
)
from rules.roster.inherited import asked, heirloom_of
from rules.roster.leading import is_away, may_take_over, too_early, without_leader
from rules.roster.ledger import Kind, Line
from rules.roster.model import Fighter, Roster
from rules.roster.problems import LIMITS, Problem, is_item, problems
from rules.roster.rating import rating
from rules.roster.veterans import available, spent

replace = msgspec.structs.replace

MOST_AT_ONCE = 100
"""More than any warband may have: each one is counted out in memory before the purse is asked."""


class Change(NamedTuple):
    """A roster after a verb, and what goes into the books."""

    roster: Roster
    lines: tuple[Line, ...]


class Refused(RulesError):
    """A verb that can't be done: a code and parameters, and the breaches behind it, if any."""

    def __init__(self, code: str, breaches: Iterable[Problem] = (), **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params
        self.breaches = tuple(breaches)


def found(catalogue: Catalogue, roster: Roster) -> Change:
    """The first line of the books: the starting gold."""
    if roster.type not in catalogue.warbands:
        raise Refused("unknown_warband", type=roster.type)
    line = Line(kind="found", price=roster.budget, gold=roster.budget)
    return Change(replace(roster, treasury=roster.budget), (line,))


def hire(
    catalogue: Catalogue,
    roster: Roster,
    *,
    key: str,
    type: str,
    name: str,
    n: int = 1,
    choice: int = 0,
) -> Change:
    """Hire a hero, a group of `n` henchmen, or a hired sword (with the set `choice` of his).

    A vampire takes over from a necromancer; nobody else is hired over whoever leads.
    """
    kind = _kind(catalogue, roster, type)
    _counts(n)
    if (kind.kind == "hero" or kind.is_hired) and n != 1:
        raise Refused("bad_number", n=n)
    if not 0 <= choice < max(1, len(kind.choices)):
        raise Refused("bad_choice", choice=choice)
    if is_away(roster, type):
        raise Refused("sword_away", type=type)
    fighter = Fighter(
        key=key,
        name=name,
        type=type,
        hero=kind.kind == "hero",
        leader=kind.leader,
        members=tuple(range(1, n + 1)),
        next_member=n + 1,
        equipment=free_gear(catalogue, catalogue.warbands[roster.type], kind, choice),
        skills=kind.knows,
        experience=kind.experience,
    )
    takes_over = kind.leader and may_take_over(catalogue, roster)
    if takes_over and too_early(roster):
        raise Refused("leader_too_early")
    after = (without_leader(roster) if takes_over else roster).with_fighter(fighter)
    return bought(catalogue, roster, after, [_hire_line(fighter, n, kind.cost)])


def recruit(catalogue: Catalogue, roster: Roster, *, key: str, n: int = 1) -> Change:
    """Hire `n` more for a group, with the gear of the others.

    A group that has learned something is joined by veterans only: they cost 2 crowns a point of
    experience more, and there are only as many as the warband has found after its last battle.
    """
    fighter = fighter_of(roster, key)
    kind = _kind(catalogue, roster, fighter.type)
    _counts(n)
    if fighter.hero or fighter.hired:
        raise Refused("bad_number", n=n)
    learned = fighter.experience - kind.experience
    if learned > 0:
        roster = _with_veterans(roster, fighter.experience * n)
    last = fighter.next_member + n
    members = (*fighter.members, *range(fighter.next_member, last))
    grown = replace(fighter, members=members, next_member=last)
    price = kind.cost + (_experience_price(catalogue, fighter) if learned > 0 else 0)
    lines = [_hire_line(fighter, n, price), *_gear_lines(catalogue, roster, fighter, n)]
    return bought(catalogue, roster, roster.with_fighter(grown), lines)


def _with_veterans(roster: Roster, needed: int) -> Roster:
    pool = available(roster)
    if needed > pool:
        raise Refused("too_few_veterans", needed=needed, pool=pool)
    return spent(roster, needed)


def _experience_price(catalogue: Catalogue, fighter: Fighter) -> int:
    each: int = catalogue.tables["recruits"]["gold_per_experience"]
    return fighter.experience * each


def dismiss(catalogue: Catalogue, roster: Roster, *, key: str, draft: bool) -> Change:
    """Send a fighter (a group whole) away.

    While drafting the gold comes back; later only his gear stays, in the stash.
    """
    fighter = fighter_of(roster, key)
    if draft:
        cost = _kind(catalogue, roster, fighter.type).cost
        bought = _gear_lines(catalogue, roster, fighter, fighter.size)
        lines = [refund(line) for line in [_hire_line(fighter, fighter.size, cost), *bought]]
    else:
        lines = [Line(kind="dismiss", item=fighter.type, fighter=key, n=fighter.size)]
        lines += _store_lines(catalogue, roster, fighter)
    gone = replace(fighter, fate="dismissed", equipment={}, mutations=(), kit=None)
    return closed(catalogue, roster, roster.with_fighter(gone), lines)


def buy(
    catalogue: Catalogue, roster: Roster, *, key: str, item: str, n: int = 1, draft: bool
) -> Change:
    """Buy `n` pieces a member for a fighter; a group pays for every member."""
    fighter = fighter_of(roster, key)
    _known(catalogue, item)
    prices = offers(catalogue, roster.type, fighter.type, hero=fighter.hero, draft=draft)
    _counts(n)
    if item not in prices:
        raise Refused("not_on_list", item=item, type=fighter.type)
    if not draft and rarity_of(catalogue, roster.type, item):
        raise Refused("rare", item=item)
    equipment = {**fighter.equipment, item: fighter.equipment.get(item, 0) + n}
    if fighter.hired and equipment[item] > 1:
        raise Refused("item_limit", item=item, n=equipment[item], most=1)
    after = roster.with_fighter(replace(fighter, equipment=equipment))
    price = asked(catalogue, roster.type, fighter, item, prices[item])
    line = buy_line(key, item, n * fighter.size, price)
    return bought(catalogue, roster, after, [line])


def sell(
    catalogue: Catalogue, roster: Roster, *, key: str, item: str, n: int = 1, draft: bool
) -> Change:
    """Sell `n` pieces a member: for their price while drafting, for half of it later."""
    fighter = fighter_of(roster, key)
    _known(catalogue, item)
    if not 1 <= n <= paid_for(catalogue, roster.type, fighter).get(item, 0):
        raise Refused("not_carried", item=item, n=n)
    single = paid_for(catalogue, roster.type, fighter, kit=False).get(item, 0)
    if draft and n > single:
        raise Refused("part_of_a_kit", item=item)
    if draft and n == single and item == heirloom_of(fighter):
        raise Refused("an_heirloom", item=item)
    left = fighter.equipment[item] - n
    sold = replace(fighter, equipment=_counted(fighter.equipment, item, left))
    after = roster.with_fighter(sold if n <= single else replace(sold, kit=None))
    price = _resale(catalogue, roster, fighter, item, draft)
    line = _sale_line(key, item, n * fighter.size, price, draft)
    return closed(catalogue, roster, after, [line])


def sell_stash(catalogue: Catalogue, roster: Roster, *, item: str, n: int = 1) -> Change:
    """Sell `n` pieces out of the stash for a part of their price (a half by the book)."""
    _known(catalogue, item)
    if n < 1 or roster.stash.get(item, 0) < n:
        raise Refused("not_in_stash", item=item, n=n)
    price = used_price(catalogue, roster.type, item)
    line = replace(_sale_line("", item, n, price, draft=False), stash=-n)
    return closed(catalogue, roster, roster, [line])


def _counts(n: int) -> None:
    """A number of fighters or pieces that somebody may want at once."""
    if not 1 <= n <= MOST_AT_ONCE:
        raise Refused("bad_number", n=n)


def rename(roster: Roster, *, key: str, name: str) -> Change:
    """Give a fighter another name; nothing for the books."""
    return Change(roster.with_fighter(replace(fighter_of(roster, key), name=name)), ())


def _hire_line(fighter: Fighter, n: int, cost: int) -> Line:
    return Line(
        kind="hire", item=fighter.type, fighter=fighter.key, n=n, price=cost, gold=-n * cost
    )


def buy_line(key: str, item: str, n: int, price: int) -> Line:
    return Line(kind="buy", item=item, fighter=key, n=n, price=price, gold=-n * price)


def _sale_line(key: str, item: str, n: int, price: int, draft: bool) -> Line:
    kind: Kind = "refund" if draft else "sell"
    return Line(kind=kind, item=item, fighter=key, n=n, price=price, gold=n * price)


def refund(line: Line) -> Line:
    """The gold of a purchase comes back."""
    return replace(line, kind="refund", gold=-line.gold)


def _gear_lines(catalogue: Catalogue, roster: Roster, fighter: Fighter, size: int) -> list[Line]:
    """What the gear and mutations of `size` members cost, without what each brings along."""
    single = paid_for(catalogue, roster.type, fighter, kit=False)
    lines = [
        buy_line(fighter.key, item, n * size, item_price(catalogue, roster.type, fighter, item))
        for item, n in single.items()
    ]
    if less := heirloom_saving(catalogue, roster.type, fighter):
        lines.append(refund(buy_line(fighter.key, heirloom_of(fighter), 1, less)))
    if fighter.kit:
        cost = bundle(catalogue, roster.type, fighter, fighter.kit.id).cost
        lines.append(buy_line(fighter.key, fighter.kit.id, size, cost))
    bought = mutation_prices(catalogue, fighter.mutations)
    return lines + [buy_line(fighter.key, id, size, cost) for id, cost in bought]


def _store_lines(catalogue: Catalogue, roster: Roster, fighter: Fighter) -> list[Line]:
    return [
        Line(kind="store", item=item, fighter=fighter.key, n=pieces, stash=pieces)
        for item, n in paid_for(catalogue, roster.type, fighter).items()
        if (pieces := n * fighter.size)
    ]


def _resale(catalogue: Catalogue, roster: Roster, fighter: Fighter, item: str, draft: bool) -> int:
    if not draft:
        return used_price(catalogue, roster.type, item)
    return item_price(catalogue, roster.type, fighter, item)


def _kind(catalogue: Catalogue, roster: Roster, type: str) -> FighterType:
    try:
        return fighter_type(catalogue, roster.type, type)
    except KeyError:
        raise Refused("unknown_fighter_type", type=type) from None


def fighter_of(roster: Roster, key: str) -> Fighter:
    for fighter in roster.active:
        if fighter.key == key:
            return fighter
    raise Refused("unknown_fighter", fighter=key)


def _known(catalogue: Catalogue, item: str) -> None:
    if not is_item(catalogue, item):
        raise Refused("unknown_item", item=item)


def _counted(counts: dict[str, int], item: str, n: int) -> dict[str, int]:
    """Counts with one set anew, without those of which there are none."""
    return {key: left for key, left in {**counts, item: n}.items() if left}


def bought(catalogue: Catalogue, before: Roster, after: Roster, lines: list[Line]) -> Change:
    """A purchase: refused where there is too little gold, or where the list forbids it."""
    if (spent := -sum(line.gold for line in lines)) > before.treasury:
        raise Refused("not_enough_gold", needed=spent, treasury=before.treasury)
    change = closed(catalogue, before, after, lines)
    wrong = [problem for problem in problems(catalogue, change.roster) if problem.code in LIMITS]
    old = problems(catalogue, before) if wrong else []
    if new := [problem for problem in wrong if problem not in old]:
        raise Refused("against_the_list", new)
    return change


def closed(catalogue: Catalogue, before: Roster, after: Roster, lines: list[Line]) -> Change:
    """The change with its books closed: gold, stash and rating follow the lines."""
    stash = dict(before.stash)
    for line in lines:
        if line.stash:
            stash = _counted(stash, line.item, stash.get(line.item, 0) + line.stash)
    gold = before.treasury + sum(line.gold for line in lines)
    after = replace(after, treasury=gold, stash=stash)
    if gained := rating(catalogue, after) - rating(catalogue, before):
        lines = [replace(lines[0], rating=gained), *lines[1:]]
    return Change(after, tuple(lines))
