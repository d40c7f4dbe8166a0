"""The first spells of a caster, by dice (P-MAG-02)."""

import hashlib
import hmac
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings

from rules.catalogue.house import amended
from rules.dice import SealedDice
from rules.roster.casting import first_spells
from rules.roster.change import Change
from rules.roster.model import Roster
from warbands.models import Fighter, Warband
from warbands.models.fighter import Fate
from warbands.services.access import changed, writing


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
    another brings no other luck while nobody has gone to battle.
    """
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        found = row.fighters.filter(key=fighter).first()
        dice = _dice(row, found.type if found else "")
        changed(row, partial(_verb, key=fighter, god=god, dice=dice), actor=actor)
        return row.fighters.get(key=fighter)


def _verb(roster: Roster, *, key: str, god: str, dice: SealedDice) -> Change:
    return first_spells(amended(roster.house_rules), roster, key=key, god=god, dice=dice)


def _dice(row: Warband, type: str) -> SealedDice:
    """Sealed by the server's own key: the same for the same place in the same warband."""
    casters = row.fighters.filter(type=type).exclude(fate=Fate.DISMISSED)
    before = casters.exclude(spells=[]).count()
    message = f"first spells:{row.pk}".encode()
    secret = hmac.digest(settings.SECRET_KEY.encode(), message, "sha256")
    order = hashlib.sha256(f"{type}:{before}".encode()).digest()
    return SealedDice(secret, (), "first spells", before, order)
