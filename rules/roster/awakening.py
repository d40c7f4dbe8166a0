"""A dead enemy hero raised as a Zombie of a Necromancer's warband (P-NEC-6)."""

from __future__ import annotations

from rules.catalogue import Catalogue
from rules.roster.change import Change, Refused
from rules.roster.goods import fighter_type
from rules.roster.ledger import Line
from rules.roster.model import Fighter, Lasting, Roster
from rules.roster.profile import current
from rules.roster.rating import rating
from rules.roster.room import most_warriors
from rules.ruleset import load_ruleset

ZOMBIE = "zombie"
SPELL = "spell_of_awakening"


LONGEST_KEY = 40


def risen_key(hero: str) -> str:
    """The key that a hero has once he is raised: he is raised once."""
    return f"risen-{hero}"[:LONGEST_KEY]


def raised(catalogue: Catalogue, roster: Roster, dead: Fighter, of: Roster, *, key: str) -> Change:
    """The roster with the hero in a group of his own: his characteristics, weapons and armour.

    No skill, no spell, no other gear, no more experience; what he had counts for the rating.
    Refused: no_awakening (nobody knows the spell), not_a_dead_hero, warband_full.
    """
    knows = any(SPELL in fighter.spells for fighter in roster.active)
    kinds = {kind.id: kind for kind in catalogue.warbands[roster.type].fighters}
    if not knows or ZOMBIE not in kinds:
        raise Refused("no_awakening")
    if dead.fate != "dead" or not dead.hero or dead.hired:
        raise Refused("not_a_dead_hero", fighter=dead.key)
    most = most_warriors(catalogue, roster)
    if roster.size >= most:
        raise Refused("warband_full", most=most)
    unit = load_ruleset(roster.ruleset).unit
    his = current(fighter_type(catalogue, of.type, dead.type).profile.native(unit), dead)
    base = kinds[ZOMBIE].profile.native(unit)
    zombie = Fighter(
        key=key,
        name=dead.name,
        type=ZOMBIE,
        hero=False,
        equipment={item: n for item, n in dead.equipment.items() if _is_arms(catalogue, item)},
        experience=dead.experience,
        gifts=tuple(
            Lasting("characteristic", name, value - base[name])
            for name, value in his.items()
            if value != base[name]
        ),
    )
    after = roster.with_fighter(zombie)
    gained = rating(catalogue, after) - rating(catalogue, roster)
    return Change(after, (Line(kind="return", fighter=key, rating=gained, reason=SPELL),))


def _is_arms(catalogue: Catalogue, item: str) -> bool:
    return item in catalogue.weapons or item in catalogue.armour
