"""Which skills a fighter may learn, list by list."""

from __future__ import annotations

from rules.campaign.state import State
from rules.campaign.tables import FighterFacts, SkillFacts
from rules.roster.model import Fighter


def lists_of(state: State, fighter: Fighter) -> tuple[str, ...]:
    """The skill lists of a hero: those of his kind, those that he was given, those that a skill
    of his opens; never one that his kind is barred from.
    """
    facts, skills = state.facts(fighter), state.setup.tables.skills
    given = [gift.name for gift in fighter.gifts if gift.kind == "skill_list"]
    opened = [list for id in fighter.skills if id in skills for list in skills[id].opens]
    found = dict.fromkeys((*facts.skill_lists, *given, *opened))
    return tuple(list for list in found if list not in facts.barred)


def open_skills(state: State, fighter: Fighter) -> dict[str, tuple[str, ...]]:
    """What a hero may learn now, by list; a list with nothing left isn't there."""
    skills = state.setup.tables.skills
    fitting = [id for id, row in skills.items() if _fits(state, fighter, id, row)]
    found = {
        list: tuple(id for id in fitting if list in skills[id].lists)
        for list in lists_of(state, fighter)
    }
    return {list: ids for list, ids in found.items() if ids}


def _fits(state: State, fighter: Fighter, id: str, row: SkillFacts) -> bool:
    return (
        id not in fighter.skills
        and _is_for(state.facts(fighter), state.roster.type, fighter, row)
        and set(row.requires) <= set(fighter.skills)
        and not _excluded(state, fighter, id, row)
        and (row.most is None or _knowing(state, id) < row.most)
    )


def _is_for(facts: FighterFacts, warband: str, fighter: Fighter, row: SkillFacts) -> bool:
    if row.leader_only and not fighter.leader:
        return False
    if row.casters_only and not (facts.wizard or fighter.spells):
        return False
    if row.fighters and fighter.type not in row.fighters:
        return False
    return warband not in row.not_for and fighter.type not in row.not_for


def _excluded(state: State, fighter: Fighter, id: str, row: SkillFacts) -> bool:
    skills = state.setup.tables.skills
    known = [skill for skill in fighter.skills if skill in skills]
    return bool(set(row.excludes) & set(known)) or any(id in skills[k].excludes for k in known)


def _knowing(state: State, id: str) -> int:
    """How many of the warband have learned a skill."""
    return sum(id in fighter.skills for fighter in state.roster.active)
