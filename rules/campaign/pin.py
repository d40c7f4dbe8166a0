"""Catalogue rows made into the tables of an aftermath, in the unit of its ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec

from rules.battle.kinds import NOT_ALIVE
from rules.campaign.maps import CATACOMB
from rules.campaign.pin_bonds import bonds, steady, trade
from rules.campaign.pin_books import books
from rules.campaign.pin_city import (
    exploration,
    rare,
    rarity_bonus,
    sale,
    search_bonus,
    search_dice,
)
from rules.campaign.pin_gear import blessed, gear, hunts, leaders_rarity
from rules.campaign.state import CARDS, EACH, HELPERS
from rules.campaign.tables import (
    AdvanceRow,
    CaptiveOption,
    FighterFacts,
    Leaders,
    PitFight,
    Row,
    SkillFacts,
    SwordFacts,
    Tables,
    Underdog,
)
from rules.catalogue import Catalogue, Skill
from rules.catalogue.kinds import kinds_of_fighter
from rules.catalogue.lists import FighterType, Profile, WarbandType
from rules.magic import learning
from rules.roster.battle import HATED_BY_THE_PIOUS, NEXT_BATTLE
from rules.roster.founding import skills_of
from rules.roster.goods import free_gear
from rules.roster.leading import successor_only
from rules.roster.model import Roster
from rules.roster.room import most_warriors

CULT = "cult_of_the_possessed"
"""Whose mutations the fires of change deal out (P-CHA-TZE)."""
PACE = {"cm": 3, "UM": 1}
"""One inch of Movement gained or lost, in each ruleset's unit (the book's 1 inch is 3 cm)."""


def pin(catalogue: Catalogue, roster: Roster, unit: str) -> Tables:
    """All tables of the catalogue that an aftermath of this warband needs; `unit`: cm or UM."""
    tables = catalogue.tables
    xp, pit = tables["experience"], tables["pit_fight"]
    return Tables(
        serious_injuries=rows(tables["serious_injury"]["rows"], unit),
        henchman_injury=rows(tables["henchman_injury"]["rows"], unit),
        awards={award["id"]: award["experience"] for award in tables["award"]},
        underdog=tuple(Underdog(r["min"], r["experience"]) for r in tables["underdog"]["rows"]),
        hero_thresholds=tuple(xp["hero"]),
        henchman_thresholds=tuple(xp["henchman"]),
        hero_max=xp["hero_most"],
        henchman_max=xp["henchman_most"],
        hero_advances=tuple(map(_advance, tables["hero_advance"]["rows"])),
        henchman_advances=tuple(map(_advance, tables["henchman_advance"]["rows"])),
        henchman_gain_limit=tables["henchman_advance"]["most_each"],
        max_heroes=tables["warband"]["most_heroes"],
        captive=tuple(map(_captive, tables["captured"]["options"])),
        pit_fight=PitFight(
            win_gold=pit["win"]["gold"],
            win_xp=pit["win"]["experience"],
            lose_limit=pit["lose"]["most"],
        ),
        fighters=_facts(catalogue, roster, unit),
        skills={id: _skill(row) for id, row in catalogue.skills.items()},
        hero_lists=_hero_lists(catalogue.warbands[roster.type]),
        max_warriors=most_warriors(catalogue, roster),
        hunts=hunts(catalogue, roster),
        group=tables["warband"]["group"][1],
        reroll_talent_at=tables["lads_got_talent"]["reroll_with_heroes"],
        leaders=_leaders(catalogue, roster),
        rare=rare(catalogue, roster),
        rarity_bonus=rarity_bonus(catalogue, roster),
        veterans=tables["recruits"]["veterans"],
        rare_dice=tables["trading"]["rare_dice"],
        swords=_swords(catalogue, roster),
        understood=(HATED_BY_THE_PIOUS, NEXT_BATTLE, CARDS, HELPERS, CATACOMB, EACH),
        **books(catalogue, roster),
        exploration=exploration(catalogue, roster),
        sale=sale(catalogue, roster),
        search_dice=search_dice(catalogue),
        gear=gear(catalogue),
        blessed=blessed(catalogue),
        steady=steady(catalogue, roster),
        leaders_rarity=leaders_rarity(catalogue),
        mutations=catalogue.warbands[CULT].mutations if CULT in catalogue.warbands else (),
    )


def rows(table: Iterable[dict[str, Any]], unit: str) -> tuple[Row, ...]:
    """Rows of an injury table; a change of Movement in the ruleset's unit."""
    return tuple(
        Row(
            low=row["min"],
            high=row["max"],
            id=row["id"],
            do=tuple(_native(op, unit) for op in row["do"]),
        )
        for row in table
    )


def _native(op: dict[str, Any], unit: str) -> dict[str, Any]:
    if op["op"] == "characteristic" and op["name"] == "M":
        return {**op, "mod": op["mod"] * PACE[unit]}
    return op


def _advance(row: dict[str, Any]) -> AdvanceRow:
    bands = [band["characteristic"] for band in row.get("rows", ())]
    single = [row["characteristic"]] if "characteristic" in row else []
    return AdvanceRow(
        low=row["min"],
        high=row["max"],
        result=row.get("result", "characteristic"),
        characteristics=tuple(bands or single or row.get("one_of", ())),
        choose=not bands,
    )


def _captive(option: dict[str, Any]) -> CaptiveOption:
    return CaptiveOption(
        id=option["id"],
        by=tuple(option.get("by", ())),
        gold=option.get("gold", ""),
        frees=option["gear"] == "kept",
        recruit=option.get("gains", ""),
        leader_experience=option.get("leader_experience", 0),
    )


def _facts(catalogue: Catalogue, roster: Roster, unit: str) -> dict[str, FighterFacts]:
    """Of every kind that the warband may ever hold: it may hire before the aftermath is closed."""
    warband = catalogue.warbands[roster.type]
    return {
        kind.id: msgspec.structs.replace(
            facts(catalogue, warband, kind, unit), skill_lists=skills_of(catalogue, roster, kind)
        )
        for kind in (*warband.fighters, *warband.hired)
    }


def facts(catalogue: Catalogue, warband: WarbandType, kind: FighterType, unit: str) -> FighterFacts:
    """What an aftermath needs to know of a kind of fighter."""
    maximum = _maximum(catalogue, warband, kind.race)
    effects = [effect for id in kind.traits for effect in catalogue.traits[id].effects]
    advances = [effect for effect in effects if effect["hook"] == "advances"]
    lore = learning.lore_of(kind)
    return FighterFacts(
        profile=kind.profile.native(unit),
        maximum=maximum.native(unit) if maximum else None,
        skill_lists=kind.skills,
        wizard=bool(kind.lore or kind.prayers),
        earns_experience=kind.gains_experience and not any("none" in e for e in advances),
        barred=_all_of(effects, "access", "bars"),
        promotion_lists=_all_of(effects, "advances", "skills"),
        talent=_talent(advances),
        factor=next((effect["factor"] for effect in advances if "factor" in effect), 1),
        may_lead=all(effect.get("leads", True) for effect in advances),
        race=kind.race,
        cost=kind.cost,
        banished_on=next(
            (effect["banished_on"] for effect in effects if "banished_on" in effect), 0
        ),
        regrows=any(e["hook"] == "serious_injury" and e.get("never") for e in effects),
        upkeep=kind.upkeep or _hunger(effects),
        reroll=search_bonus(effects, "reroll"),
        adjust=search_bonus(effects, "adjust"),
        shards=search_bonus(effects, "shards"),
        spells=tuple(spell.id for spell in learning.table(catalogue, lore).values()),
        unrolled=tuple(s.id for s in catalogue.spells.values() if s.difficulty == "auto"),
        gifts=learning.gifts(catalogue, kind),
        henchman=_henchman(kind),
        dearer=dict(_dearer(kind, effects)),
        lost_on=_face(effects, "gear", "lost_on"),
        loots_on=_face(effects, "gear", "keeps_on"),
        flees_on=_face(effects, "upkeep", "flees_on"),
        free_on=_face(effects, "upkeep", "free_on"),
        free_after=tuple(e["after"] for e in effects if e["hook"] == "upkeep" and "after" in e),
        unstable=any("rout_test" in effect for effect in effects),
        living=NOT_ALIVE.isdisjoint({*kind.traits, *kinds_of_fighter(kind.race, warband)}),
        **bonds(catalogue, kind),
    )


def _henchman(kind: FighterType) -> str:
    """The word by which places of the city mean such a fighter."""
    own = kind.kind == "henchman" and not kind.is_hired
    return "human_henchmen" if own and kind.race == "human" else ""


def _hunger(effects: Iterable[dict[str, Any]]) -> int:
    """What somebody of the warband's own costs after each battle, by his rules."""
    return sum(
        effect.get("gold", 0)
        for effect in effects
        if effect["hook"] == "upkeep" and "beside" not in effect
    )


def _face(effects: Iterable[dict[str, Any]], hook: str, name: str) -> int:
    """The face of a die that a rule names, 0 where none does."""
    return next((int(e[name]) for e in effects if e["hook"] == hook and name in e), 0)


def _dearer(kind: FighterType, effects: Iterable[dict[str, Any]]) -> Iterator[tuple[str, int]]:
    """What he costs where some of a race that he can't abide are in the warband."""
    for effect in effects:
        if effect["hook"] == "upkeep" and "beside" in effect:
            yield effect["beside"], effect.get("gold", kind.upkeep * effect.get("factor", 1))


def _talent(advances: list[dict[str, Any]]) -> Literal["hero", "never", "killed"]:
    if any(effect.get("killed_on_promotion") for effect in advances):
        return "killed"
    return "hero" if all(effect.get("hero", True) for effect in advances) else "never"


def _all_of(effects: Iterable[dict[str, Any]], hook: str, name: str) -> tuple[str, ...]:
    """Every word that effects of a hook have in one of their parameters."""
    found = (effect.get(name, ()) for effect in effects if effect["hook"] == hook)
    return tuple(dict.fromkeys(word for words in found for word in words))


def _skill(row: Skill) -> SkillFacts:
    return SkillFacts(
        lists=row.lists,
        leader_only=row.leader_only,
        casters_only=row.casters_only,
        fighters=row.fighters,
        not_for=row.not_for,
        requires=row.requires,
        excludes=row.excludes,
        most=row.most,
        opens=_all_of(row.effects, "access", "skills"),
        reroll=search_bonus(row.effects, "reroll"),
        adjust=search_bonus(row.effects, "adjust"),
        rerolls_injury=any(
            effect["hook"] == "serious_injury" and "reroll" in effect for effect in row.effects
        ),
        rarity=sum(e.get("mod", 0) for e in row.effects if e["hook"] == "rarity_roll"),
        trade=trade(row.effects),
        haggle=next(
            (str(e["mod"]).lstrip("-") for e in row.effects if e["hook"] == "price" and "mod" in e),
            "",
        ),
    )


def _hero_lists(warband: WarbandType) -> tuple[str, ...]:
    """Every skill list that a hero of the warband learns from, in their order."""
    heroes = (kind.skills for kind in warband.fighters if kind.kind == "hero")
    return tuple(dict.fromkeys(list for lists in heroes for list in lists))


def _swords(catalogue: Catalogue, roster: Roster) -> dict[str, SwordFacts]:
    warband = catalogue.warbands[roster.type]
    return {
        kind.id: SwordFacts(
            sets=tuple(
                free_gear(catalogue, warband, kind, n) for n in range(max(1, len(kind.choices)))
            ),
            skills=kind.knows,
        )
        for kind in warband.hired
    }


def _leaders(catalogue: Catalogue, roster: Roster) -> Leaders:
    return Leaders(only=successor_only(catalogue, roster.type))


def _maximum(catalogue: Catalogue, warband: WarbandType, race: str) -> Profile | None:
    """The warband's own maximum for a race, else the general one, else none is known."""
    if race in warband.maxima:
        return warband.maxima[race]
    for row in catalogue.tables["race"]:
        if row["id"] == race:
            return msgspec.convert(row["profile"], Profile)
    return None
