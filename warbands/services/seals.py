"""Seals for the first spells of casters, drawn as soon as one without spells is in the warband."""

from rules.catalogue import Catalogue
from rules.dice import SealedDice, commitment
from rules.roster.casting import wants_spells
from rules.roster.model import Roster
from warbands.models import SpellSeal, Warband
from warbands.models.aftermath import new_secret
from warbands.models.fighter import Fate

ORDER = b"first spells"


def seal_casters(row: Warband, catalogue: Catalogue, roster: Roster) -> None:
    """A seal for each kind of caster who has yet to find his spells; no query without one."""
    seeking = [f for f in roster.active if wants_spells(catalogue, roster, f)]
    for type in dict.fromkeys(fighter.type for fighter in seeking):
        seal_for(row, type)


def seal_for(row: Warband, type: str) -> SpellSeal:
    """The seal of the place that the next caster of a kind takes, drawn now if nobody has."""
    secret = new_secret()
    seal, _new = SpellSeal.objects.get_or_create(
        warband=row,
        type=type,
        place=_place(row, type),
        defaults={"secret": secret, "commitment": commitment(secret)},
    )
    return seal


def dice_of(seal: SpellSeal) -> SealedDice:
    """The dice of a place: the seal, its name, and the words "first spells"."""
    return SealedDice(bytes(seal.secret), (), seal.branch, 0, ORDER)


def _place(row: Warband, type: str) -> int:
    """How many of this kind the warband has had who know their spells; who was sent away doesn't
    count, so that to hire another brings no other luck."""
    casters = row.fighters.filter(type=type).exclude(fate=Fate.DISMISSED)
    return casters.exclude(spells=[]).count()
