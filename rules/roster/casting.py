"""A caster's first spells, found by dice when he joins (P-MAG-02)."""

from __future__ import annotations

from rules.catalogue import Catalogue
from rules.dice import Dice
from rules.magic import learning
from rules.roster.change import Change, Refused
from rules.roster.goods import fighter_type
from rules.roster.model import Fighter, Roster


def wants_spells(catalogue: Catalogue, roster: Roster, fighter: Fighter) -> bool:
    """Whether a fighter has yet to find its first spells."""
    kind = fighter_type(catalogue, roster.type, fighter.type)
    return kind.spells > 0 and not fighter.spells and learning.has_table(catalogue, kind)


def first_spells(
    catalogue: Catalogue, roster: Roster, *, key: str, god: str = "", dice: Dice
) -> Change:
    """One D6 a spell that his profile has; a repeat is rolled again.

    Refused: unknown_fighter, no_first_spell (none to find, or found already), god_missing.
    """
    try:
        fighter = roster.fighter(key)
    except KeyError:
        raise Refused("unknown_fighter", fighter=key) from None
    kind = fighter_type(catalogue, roster.type, fighter.type)
    if not wants_spells(catalogue, roster, fighter):
        raise Refused("no_first_spell", fighter=key)
    if learning.needs_god(kind):
        if god not in learning.GODS:
            raise Refused("god_missing", fighter=key)
        fighter = learning.worship(fighter, god)
    rows = learning.table(catalogue, learning.lore_of(kind))
    while len(fighter.spells) < min(kind.spells, len(rows)):
        (face,) = dice.roll(learning.PURPOSE, 1)
        fighter = learning.learn(fighter, [rows[face].id])
    fighter = learning.learn(fighter, learning.given(catalogue, kind))
    return Change(roster.with_fighter(fighter), ())
