"""The first spells of a caster, by sealed dice (P-MAG-02)."""

from typing import Any
from uuid import UUID

from django.utils import timezone

from rules.catalogue.house import amended
from rules.dice import Dice
from rules.roster.casting import first_spells
from rules.roster.change import Change
from rules.roster.model import Roster
from warbands.models import Fighter, Warband
from warbands.services.access import changed, writing
from warbands.services.seals import dice_of, seal_for


def spells_first(
    *,
    actor: Any,
    warband: Warband | UUID,
    fighter: str,
    god: str = "",
    as_gm: bool = False,
    version: int | None = None,
) -> Fighter:
    """Throw for the spells that a caster begins with; a Magister's god is settled with them.

    The dice hang on the warband, the kind of caster and how many of it there have been: to hire
    another brings no other luck while nobody has gone to battle. They were sealed when he was
    hired; with the throw the seal is laid open.
    """
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        found = row.fighters.filter(key=fighter).first()
        thrown = _Throw(row, found.type if found else "")

        def verb(roster: Roster) -> Change:
            catalogue = amended(roster.house_rules)
            return first_spells(catalogue, roster, key=fighter, god=god, dice=thrown)

        changed(row, verb, actor=actor)
        caster: Fighter = row.fighters.get(key=fighter)
        thrown.lay_open(caster, god)
        return caster


class _Throw:
    """The sealed dice of a place, remembering how they fell. Asked for nothing it seals nothing."""

    def __init__(self, row: Warband, type: str) -> None:
        self.row, self.type = row, type
        self.dice: Dice | None = None
        self.faces: list[int] = []

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        if self.dice is None:
            self.seal = seal_for(self.row, self.type)
            self.dice = dice_of(self.seal)
        faces = self.dice.roll(purpose, count)
        self.faces += faces
        return faces

    def lay_open(self, caster: Fighter, god: str) -> None:
        seal = self.seal
        seal.fighter, seal.god = caster.key, god
        seal.faces, seal.spells = self.faces, list(caster.spells)
        seal.thrown_at = timezone.now()
        seal.save(update_fields=["fighter", "god", "faces", "spells", "thrown_at"])
