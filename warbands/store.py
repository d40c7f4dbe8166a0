"""Rows to rosters and back: the only place that knows how a roster is stored."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from rules.roster.model import Advance, Fighter, Injury, Kit, Lasting, Note, Roster
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
        finds=msgspec.convert(warband.finds, tuple[Note, ...]),
        house_rules=dict(warband.house_rules),
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
        mutations=tuple(row.mutations),
        kit=msgspec.convert(row.kit, Kit) if row.kit else None,
        gifts=msgspec.convert(row.gifts, tuple[Lasting, ...]),
    )


def fighters_of(warband: models.Warband) -> list[models.Fighter]:
    """All fighters of a warband with what a roster needs, in four queries."""
    return list(warband.fighters.prefetch_related("equipment", "injuries", "advances"))


def load(warband: models.Warband) -> Roster:
    return roster_of(warband, fighters_of(warband))


def save(warband: models.Warband, before: Roster, after: Roster) -> None:
    """Write what has changed between two rosters of the warband (its books apart).

    Finds go into the row that is handed over, which its holder saves.
    """
    if before.finds != after.finds:
        warband.finds = msgspec.to_builtins(after.finds)
    known = {fighter.key: fighter for fighter in before.fighters}
    for position, fighter in enumerate(after.fighters):
        old = known.get(fighter.key)
        if fighter != old:
            _save_fighter(warband, old, fighter, position)


def _save_fighter(
    warband: models.Warband, old: Fighter | None, new: Fighter, position: int
) -> None:
    columns = {**_columns(new), "position": position}
    if old is None:
        row = models.Fighter.objects.create(warband=warband, key=new.key, **columns)
        old = Fighter(key=new.key, name=new.name, type=new.type, hero=new.hero)
    else:
        row = models.Fighter.objects.get(warband=warband, key=new.key)
        models.Fighter.objects.filter(pk=row.pk).update(**columns)
    _save_equipment(row, old.equipment, new.equipment)
    _save_list(models.Injury, row, old.injuries, new.injuries, _injury_columns)
    _save_list(models.Advance, row, old.advances, new.advances, _advance_columns)


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
        "mutations": list(fighter.mutations),
        "kit": msgspec.to_builtins(fighter.kit) if fighter.kit else None,
        "gifts": msgspec.to_builtins(fighter.gifts),
    }


def _save_equipment(row: models.Fighter, old: dict[str, int], new: dict[str, int]) -> None:
    if gone := old.keys() - new.keys():
        row.equipment.filter(item__in=gone).delete()
    models.Equipment.objects.bulk_create(
        [
            models.Equipment(fighter=row, item=item, n=n)
            for item, n in new.items()
            if old.get(item) != n
        ],
        update_conflicts=True,
        unique_fields=["fighter", "item"],
        update_fields=["n"],
    )


def _save_list(
    model: Any,
    row: models.Fighter,
    old: tuple[Any, ...],
    new: tuple[Any, ...],
    columns: Callable[[Any], dict[str, Any]],
) -> None:
    """Numbered rows: those that are as they were keep their date, surplus ones go."""
    if len(old) > len(new):
        model.objects.filter(fighter=row, number__gt=len(new)).delete()
    changed = [
        model(fighter=row, number=number, **columns(value))
        for number, value in enumerate(new, 1)
        if number > len(old) or old[number - 1] != value
    ]
    if changed:
        fields = list(columns(new[0]))
        model.objects.bulk_create(
            changed,
            update_conflicts=True,
            unique_fields=["fighter", "number"],
            update_fields=fields,
        )


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
