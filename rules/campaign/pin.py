"""Catalogue rows made into the tables of an aftermath, in the unit of its ruleset."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from rules.campaign.tables import (
    AdvanceRow,
    CaptiveOption,
    FighterFacts,
    PitFight,
    Row,
    Tables,
    Underdog,
)
from rules.catalogue import Catalogue
from rules.catalogue.lists import FighterType, Profile, WarbandType
from rules.roster.model import Roster

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
    left_to_gm = "leader_experience" if "leader_experience" in option else option.get("gains", "")
    return CaptiveOption(
        id=option["id"],
        by=tuple(option.get("by", ())),
        gold=option.get("gold", ""),
        frees=option["gear"] == "kept",
        not_automated=left_to_gm,
    )


def _facts(catalogue: Catalogue, roster: Roster, unit: str) -> dict[str, FighterFacts]:
    warband = catalogue.warbands[roster.type]
    types = sorted({fighter.type for fighter in roster.fighters})
    return {type: facts(catalogue, warband, warband.fighter(type), unit) for type in types}


def facts(catalogue: Catalogue, warband: WarbandType, kind: FighterType, unit: str) -> FighterFacts:
    """What an aftermath needs to know of a kind of fighter."""
    maximum = _maximum(catalogue, warband, kind.race)
    return FighterFacts(
        profile=kind.profile.native(unit),
        maximum=maximum.native(unit) if maximum else None,
        skill_lists=kind.skills,
        wizard=bool(kind.lore or kind.prayers),
        earns_experience=kind.gains_experience,
    )


def _maximum(catalogue: Catalogue, warband: WarbandType, race: str) -> Profile | None:
    """The warband's own maximum for a race, else the general one, else none is known."""
    if race in warband.maxima:
        return warband.maxima[race]
    for row in catalogue.tables["race"]:
        if row["id"] == race:
            return msgspec.convert(row["profile"], Profile)
    return None
