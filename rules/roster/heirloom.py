"""An heirloom: one piece that its heir buys for less as the warband is founded (`inheritance`).

Once the warband is enlisted it can't be chosen any more. Whoever comes to a battle without his
heirloom fights and tests worse (trait `heirloom_lost`), and to have one like it costs him more.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.catalogue import Catalogue
from rules.roster.change import (
    Change,
    Refused,
    bought,
    buy_line,
    closed,
    fighter_of,
    refund,
    replace,
)
from rules.roster.founding import return_gift
from rules.roster.goods import offers, paid_for
from rules.roster.inherited import HEIRLOOM, heir, heirloom_of, is_lost, price_of, terms
from rules.roster.model import Fighter, Lasting, Roster


def choices(catalogue: Catalogue, roster: Roster, fighter: Fighter) -> Mapping[str, int]:
    """What he may choose, with what he pays for it; nothing for who inherits nothing."""
    rule = terms(catalogue, roster.type, fighter)
    if rule is None:
        return {}
    prices = offers(catalogue, roster.type, fighter.type, hero=fighter.hero, draft=True)
    return {item: price_of(rule, cost) for item, cost in prices.items() if cost}


def inherit(catalogue: Catalogue, roster: Roster, *, key: str, item: str) -> Change:
    """He buys his heirloom for less; of a piece that he has bought already the rest comes back.

    While drafting. Refused: no_gift, gift_taken, not_on_list, and what a purchase is refused for.
    """
    fighter = fighter_of(roster, key)
    rule = terms(catalogue, roster.type, fighter)
    if rule is None:
        raise Refused("no_gift")
    if heir(fighter):
        raise Refused("gift_taken", item=heirloom_of(fighter))
    prices = choices(catalogue, roster, fighter)
    if item not in prices:
        raise Refused("not_on_list", item=item[:64], type=fighter.type)
    own = Lasting("rule", HEIRLOOM, params={"item": item})
    named = replace(fighter, gifts=(*fighter.gifts, own))
    if paid_for(catalogue, roster.type, fighter, kit=False).get(item):
        full = offers(catalogue, roster.type, fighter.type, hero=fighter.hero, draft=True)[item]
        line = refund(buy_line(key, item, 1, full - prices[item]))
        return closed(catalogue, roster, roster.with_fighter(named), [line])
    equipment = {**fighter.equipment, item: fighter.equipment.get(item, 0) + 1}
    after = roster.with_fighter(replace(named, equipment=equipment))
    return bought(catalogue, roster, after, [buy_line(key, item, 1, prices[item])])


def renounce(catalogue: Catalogue, roster: Roster, *, key: str) -> Change:
    """He gives his heirloom back for what he paid, while drafting. Refused: no_gift."""
    fighter = fighter_of(roster, key)
    item = heirloom_of(fighter)
    rule = terms(catalogue, roster.type, fighter)
    if not item or rule is None:
        raise Refused("no_gift")
    left = {**fighter.equipment, item: fighter.equipment.get(item, 0) - 1}
    without = replace(
        fighter,
        equipment={id: n for id, n in left.items() if n > 0},
        gifts=tuple(gift for gift in fighter.gifts if gift.name != HEIRLOOM),
    )
    prices = choices(catalogue, roster, without)
    paid = 0 if is_lost(catalogue, fighter) else prices.get(item, 0)
    line = refund(buy_line(key, item, 1, paid))
    return closed(catalogue, roster, roster.with_fighter(without), [line])


def leave(catalogue: Catalogue, roster: Roster, *, key: str) -> Change:
    """He leaves what he has by a special rule: his heirloom, or what came for nothing."""
    verb = renounce if heir(fighter_of(roster, key)) else return_gift
    return verb(catalogue, roster, key=key)
