"""What a player settles as he founds a warband, besides whom and what he buys.

Some lists learn by the skills of one city or another; some give somebody a thing for nothing.
"""

from __future__ import annotations

from rules.catalogue import Catalogue
from rules.catalogue.lists import FighterType, SkillSet
from rules.roster.change import Change, Refused, closed, fighter_of, replace
from rules.roster.ledger import Kind, Line
from rules.roster.model import Fighter, Lasting, Note, Roster
from rules.roster.problems import SKILL_SET


def skill_set(catalogue: Catalogue, roster: Roster) -> SkillSet | None:
    """The set of skills that the warband has chosen; None where it hasn't, or its list has none."""
    chosen = next((note.data.get("set", "") for note in roster.finds if note.id == SKILL_SET), "")
    row = catalogue.warbands[roster.type]
    return next((one for one in row.skill_sets if one.id == chosen), None)


def skills_of(catalogue: Catalogue, roster: Roster, kind: FighterType) -> tuple[str, ...]:
    """The skill lists that a kind of fighter learns from in this warband."""
    chosen = skill_set(catalogue, roster)
    return chosen.skills.get(kind.id, kind.skills) if chosen else kind.skills


def choose_skills(catalogue: Catalogue, roster: Roster, *, set: str, draft: bool) -> Change:
    """Settle by which set the heroes learn: as often as one likes in a draft, later once.

    Refused: no_skill_sets, unknown_skill_set, skill_set_settled.
    """
    sets = catalogue.warbands[roster.type].skill_sets
    if not sets:
        raise Refused("no_skill_sets")
    if all(one.id != set for one in sets):
        raise Refused("unknown_skill_set", set=set[:64])
    if not draft and skill_set(catalogue, roster):
        raise Refused("skill_set_settled")
    others = tuple(note for note in roster.finds if note.id != SKILL_SET)
    return Change(replace(roster, finds=(*others, Note(SKILL_SET, data={"set": set}))), ())


def gift_of(catalogue: Catalogue, warband: str, type: str) -> tuple[str, str]:
    """The special rule that gives a kind of fighter a thing for nothing, and the thing; or ""."""
    for id in catalogue.warbands[warband].traits:
        for effect in catalogue.traits[id].effects:
            if effect["hook"] == "recruit" and type in effect.get("to", ()):
                return id, effect["free"]
    return "", ""


def has_gift(fighter: Fighter, rule: str) -> bool:
    return any(gift.kind == "rule" and gift.name == rule for gift in fighter.gifts)


def take_gift(catalogue: Catalogue, roster: Roster, *, key: str) -> Change:
    """He takes what his warband gives him. Refused: no_gift, gift_taken."""
    fighter = fighter_of(roster, key)
    rule, item = gift_of(catalogue, roster.type, fighter.type)
    if not rule:
        raise Refused("no_gift")
    if any(has_gift(other, rule) for other in roster.active):
        raise Refused("gift_taken", item=item)
    equipment = {**fighter.equipment, item: fighter.equipment.get(item, 0) + 1}
    given = replace(fighter, equipment=equipment, gifts=(*fighter.gifts, Lasting("rule", rule)))
    return closed(catalogue, roster, roster.with_fighter(given), [_line(fighter, item)])


def return_gift(catalogue: Catalogue, roster: Roster, *, key: str) -> Change:
    """He leaves it again, for nothing. Refused: no_gift."""
    fighter = fighter_of(roster, key)
    rule, item = gift_of(catalogue, roster.type, fighter.type)
    if not rule or not has_gift(fighter, rule):
        raise Refused("no_gift")
    left = {**fighter.equipment, item: fighter.equipment[item] - 1}
    without = replace(
        fighter,
        equipment={id: n for id, n in left.items() if n},
        gifts=tuple(gift for gift in fighter.gifts if gift.name != rule),
    )
    return closed(catalogue, roster, roster.with_fighter(without), [_line(fighter, item, "refund")])


def _line(fighter: Fighter, item: str, kind: Kind = "buy") -> Line:
    """A line of nothing: it says where the thing came from, and went."""
    return Line(kind=kind, item=item, fighter=fighter.key)
