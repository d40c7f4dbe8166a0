"""Who leads, and when somebody may be hired to: a warband never has two leaders.

Whoever has followed a fallen leader leads on, and no other is hired to lead. Only the undead take
orders from a new vampire: he may be bought once they have fought a battle without one.
"""

from __future__ import annotations

import msgspec

from rules.catalogue import Catalogue
from rules.roster.model import Fighter, Roster

BEREFT = "bereft"
"""The note of a warband that has to fight a battle before a new vampire is to be had."""

AWAY = "away"
"""The note of a hired sword who is not to be had before the warband has fought without him."""

replace = msgspec.structs.replace


def leading(roster: Roster) -> tuple[Fighter, ...]:
    """Those who lead; a prisoner still does."""
    return tuple(fighter for fighter in roster.belonging if fighter.leader)


def successor_only(catalogue: Catalogue, warband: str) -> str:
    """The kind of fighter that alone may follow its leader; "" where any hero may."""
    only: str = catalogue.tables["new_leader"]["undead_successor"]
    return only if warband == "undead" else ""


def may_take_over(catalogue: Catalogue, roster: Roster) -> bool:
    """Whether whoever leads now makes room for a leader who is hired."""
    stand_in = successor_only(catalogue, roster.type)
    return bool(stand_in) and all(head.type == stand_in for head in leading(roster))


def too_early(roster: Roster) -> bool:
    """Whether the warband has to fight a battle before another leader is to be had."""
    return any(note.id == BEREFT for note in roster.finds)


def without_leader(roster: Roster) -> Roster:
    """The roster whose leader steps back."""
    for head in leading(roster):
        roster = roster.with_fighter(replace(head, leader=False))
    return roster


def is_away(roster: Roster, type: str) -> bool:
    """Whether a hired sword of this kind has just fought for it, and misses a battle now."""
    return any(note.id == AWAY and note.data.get("type") == type for note in roster.finds)
