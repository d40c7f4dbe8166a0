"""Rows to rosters and back: the only place that knows how a roster is stored."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from rules.roster.model import Advance, Fighter, Injury, Lasting, Roster
from warbands import models


def roster_of(warband: models.Warband, fighters: Iterable[models.Fighter]) -> Roster:
    """The roster of a warband; `fighters` with their equipment, injuries and advances."""
    return Roster(
        id=str(warband.pk),
        name=warband.name,
        type=warband.type,
        ruleset=warband.ruleset,
        budget=warband.budget,
        treasury=warband.treasury,
        wyrdstone=warband.wyrdstone,
        stash=dict(warband.stash),
        fighters=tuple(fighter_of(fighter) for fighter in fighters),
    )


def fighter_of(row: models.Fighter) -> Fighter:
    return Fighter(
        key=row.key,
        name=row.name,
        type=row.type,
        hero=row.hero,
        leader=row.leader,
        members=tuple(row.members),
        next_member=row.next_member,
        equipment={piece.item: piece.n for piece in row.equipment.all()},
        skills=tuple(row.skills),
        spells=tuple(row.spells),
        experience=row.experience,
        injuries=tuple(_injury(injury) for injury in row.injuries.all()),
        advances=tuple(_advance(advance) for advance in row.advances.all()),
        misses=row.misses,
        fate=row.fate,
    )


def fighters_of(warband: models.Warband) -> list[models.Fighter]:
    """All fighters of a warband with what a roster needs, in four queries."""
    return list(warband.fighters.prefetch_related("equipment", "injuries", "advances"))


def load(warband: models.Warband) -> Roster:
    return roster_of(warband, fighters_of(warband))


def save(warband: models.Warband, before: Roster, after: Roster) -> None:
    """Write what has changed between two rosters of the warband (its books apart)."""
    known = {fighter.key: fighter for fighter in before.fighters}
    for position, fighter in enumerate(after.fighters):
        old = known.get(fighter.key)
        if fighter != old:
            _save_fighter(warband, old, fighter, position)


def _save_fighter(
    warband: models.Warband, old: Fighter | None, new: Fighter, position: int
) -> None:
    row, _created = models.Fighter.objects.update_or_create(
        key=new.key, defaults={**_columns(new), "warband": warband, "position": position}
    )
    if old is None or old.equipment != new.equipment:
        _save_equipment(row, new)
    if old is None or old.injuries != new.injuries:
        _save_list(row.injuries, new.injuries, _injury_columns)
    if old is None or old.advances != new.advances:
        _save_list(row.advances, new.advances, _advance_columns)


def _columns(fighter: Fighter) -> dict[str, Any]:
    return {
        "type": fighter.type,
        "name": fighter.name,
        "hero": fighter.hero,
        "leader": fighter.leader,
        "members": list(fighter.members),
        "next_member": fighter.next_member,
        "experience": fighter.experience,
        "skills": list(fighter.skills),
        "spells": list(fighter.spells),
        "misses": fighter.misses,
        "fate": fighter.fate,
    }


def _save_equipment(row: models.Fighter, fighter: Fighter) -> None:
    row.equipment.exclude(item__in=list(fighter.equipment)).delete()
    for item, n in fighter.equipment.items():
        row.equipment.update_or_create(item=item, defaults={"n": n})


def _save_list(
    rows: Any, values: tuple[Any, ...], columns: Callable[[Any], dict[str, Any]]
) -> None:
    """Numbered rows: those that are there keep their date, surplus ones go."""
    rows.filter(number__gt=len(values)).delete()
    for number, value in enumerate(values, 1):
        rows.update_or_create(number=number, defaults=columns(value))


def _injury(row: models.Injury) -> Injury:
    effects = tuple(msgspec.convert(effect, Lasting) for effect in row.effects)
    return Injury(row.row, row.battle, effects)


def _injury_columns(injury: Injury) -> dict[str, Any]:
    return {
        "row": injury.row,
        "battle": injury.battle,
        "effects": msgspec.to_builtins(injury.effects),
    }


def _advance(row: models.Advance) -> Advance:
    return Advance(
        threshold=row.threshold,
        result=row.result,
        dice=tuple(row.dice),
        options=tuple(row.options),
        taken=row.taken,
        battle=row.battle,
    )


def _advance_columns(advance: Advance) -> dict[str, Any]:
    return {
        "threshold": advance.threshold,
        "result": advance.result,
        "dice": list(advance.dice),
        "options": list(advance.options),
        "taken": advance.taken,
        "battle": advance.battle,
    }
