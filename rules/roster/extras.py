"""Kits that are bought whole, mutations, gear in and out of the stash: verbs as in `change`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.catalogue import Catalogue
from rules.catalogue.lists import Bundle
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
from rules.roster.goods import (
    brought,
    bundle,
    fighter_type,
    mutation_prices,
    open_mutations,
    paid_for,
)
from rules.roster.ledger import Line
from rules.roster.model import Fighter, Kit, Roster


def buy_kit(
    catalogue: Catalogue, roster: Roster, *, key: str, kit: str, choices: Sequence[int] = ()
) -> Change:
    """Buy a kit whole, for a group one each. `choices`: which set of each of its groups."""
    fighter = fighter_of(roster, key)
    row = _bundle(catalogue, roster, fighter, kit)
    if fighter.kit is not None:
        raise Refused("kit_taken", kit=fighter.kit.id)
    items = _items(catalogue, roster, fighter, row, choices)
    equipment = dict(Counter(fighter.equipment) + Counter(items))
    dressed = replace(fighter, equipment=equipment, kit=Kit(kit, items))
    line = buy_line(key, kit, fighter.size, row.cost)
    return bought(catalogue, roster, roster.with_fighter(dressed), [line])


def return_kit(catalogue: Catalogue, roster: Roster, *, key: str) -> Change:
    """Give a kit back for its price; only while drafting, and only while it is whole."""
    fighter = fighter_of(roster, key)
    if fighter.kit is None:
        raise Refused("no_kit")
    row = _bundle(catalogue, roster, fighter, fighter.kit.id)
    equipment = dict(Counter(fighter.equipment) - Counter(fighter.kit.items))
    bare = replace(fighter, equipment=equipment, kit=None)
    line = refund(buy_line(key, row.id, fighter.size, row.cost))
    return closed(catalogue, roster, roster.with_fighter(bare), [line])


def mutate(catalogue: Catalogue, roster: Roster, *, key: str, mutation: str, draft: bool) -> Change:
    """Buy a mutation: as a fighter is recruited, before he has seen a battle.

    Whom a skill has opened them to may buy one at any time.
    """
    fighter = fighter_of(roster, key)
    if mutation not in open_mutations(catalogue, roster.type, fighter):
        raise Refused("no_such_mutation", mutation=mutation)
    if mutation in fighter.mutations:
        raise Refused("mutation_twice", mutation=mutation)
    kind = fighter_type(catalogue, roster.type, fighter.type)
    if not draft and kind.mutations and not _is_raw(fighter, kind.experience):
        raise Refused("only_when_recruited", mutation=mutation)
    mutations = (*fighter.mutations, mutation)
    id, price = mutation_prices(catalogue, mutations)[-1]
    after = roster.with_fighter(replace(fighter, mutations=mutations))
    return bought(catalogue, roster, after, [buy_line(key, id, fighter.size, price)])


def heal(catalogue: Catalogue, roster: Roster, *, key: str, mutation: str) -> Change:
    """Take a mutation back for its price, while drafting; the others are counted anew."""
    fighter = fighter_of(roster, key)
    if mutation not in fighter.mutations:
        raise Refused("no_such_mutation", mutation=mutation)
    left = tuple(id for id in fighter.mutations if id != mutation)
    before = sum(price for _, price in mutation_prices(catalogue, fighter.mutations))
    saved = before - sum(price for _, price in mutation_prices(catalogue, left))
    after = roster.with_fighter(replace(fighter, mutations=left))
    line = refund(buy_line(key, mutation, fighter.size, saved))
    return closed(catalogue, roster, after, [line])


def stow(catalogue: Catalogue, roster: Roster, *, key: str, item: str, n: int = 1) -> Change:
    """Put `n` pieces a member into the stash; what he brought along stays with him."""
    fighter = fighter_of(roster, key)
    if not 1 <= n <= paid_for(catalogue, roster.type, fighter).get(item, 0):
        raise Refused("not_carried", item=item, n=n)
    single = paid_for(catalogue, roster.type, fighter, kit=False).get(item, 0)
    left = {**fighter.equipment, item: fighter.equipment[item] - n}
    bare = replace(fighter, equipment={id: pieces for id, pieces in left.items() if pieces})
    bare = bare if n <= single else replace(bare, kit=None)
    pieces = n * fighter.size
    line = Line(kind="store", item=item, fighter=key, n=pieces, stash=pieces)
    return closed(catalogue, roster, roster.with_fighter(bare), [line])


def issue(catalogue: Catalogue, roster: Roster, *, key: str, item: str, n: int = 1) -> Change:
    """Hand `n` pieces a member out of the stash; a group needs enough for every member."""
    fighter = fighter_of(roster, key)
    pieces = n * fighter.size
    if n < 1 or roster.stash.get(item, 0) < pieces:
        raise Refused("not_in_stash", item=item, n=pieces)
    equipment = {**fighter.equipment, item: fighter.equipment.get(item, 0) + n}
    line = Line(kind="issue", item=item, fighter=key, n=pieces, stash=-pieces)
    dressed = roster.with_fighter(replace(fighter, equipment=equipment))
    return bought(catalogue, roster, dressed, [line])


def _is_raw(fighter: Fighter, experience: int) -> bool:
    """He has not been in a battle yet: nothing learned, nothing suffered."""
    return fighter.experience <= experience and not (fighter.injuries or fighter.advances)


def _bundle(catalogue: Catalogue, roster: Roster, fighter: Fighter, kit: str) -> Bundle:
    try:
        return bundle(catalogue, roster.type, fighter, kit)
    except KeyError:
        raise Refused("no_such_kit", kit=kit) from None


def _items(
    catalogue: Catalogue, roster: Roster, fighter: Fighter, row: Bundle, choices: Sequence[int]
) -> tuple[str, ...]:
    """What comes with a kit, the dagger aside that he has for nothing."""
    picks = [*choices, *[0] * (len(row.choices) - len(choices))]
    if len(picks) != len(row.choices):
        raise Refused("bad_choice", choice=len(choices))
    chosen: list[str] = []
    for group, pick in zip(row.choices, picks, strict=True):
        if not 0 <= pick < len(group):
            raise Refused("bad_choice", choice=pick)
        chosen += group[pick]
    free = {
        item
        for item in brought(catalogue, roster.type, fighter)
        if item in catalogue.weapons and catalogue.weapons[item].first_free
    }
    return tuple(item for item in (*row.items, *chosen) if item not in free)
