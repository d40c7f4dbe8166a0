"""Seals for the first spells of casters, drawn as soon as one without spells is in the warband."""

from django.db.models import Exists, OuterRef

from mordheim_site.accounts.models import User
from rules.catalogue import Catalogue
from rules.dice import SealedDice, commitment
from rules.roster.casting import wants_spells
from rules.roster.model import Roster
from warbands.models import Aftermath, SpellSeal, Warband
from warbands.models.aftermath import new_secret
from warbands.models.fighter import Fate

ORDER = b"first spells"


def seal_casters(row: Warband, catalogue: Catalogue, roster: Roster) -> None:
    """A seal for each kind of caster who has yet to find his spells; no query without one."""
    seeking = [f for f in roster.active if wants_spells(catalogue, roster, f)]
    for type in dict.fromkeys(fighter.type for fighter in seeking):
        seal_for(row, type)


def seal_for(row: Warband, type: str) -> SpellSeal:
    """The seal of the place that the next caster of a kind takes, drawn now if nobody has.

    Founding one warband after the other must bring no other luck either: its owner's dice for that
    place stay the same until the warband that they were drawn for has come out of a battle.
    """
    place = {"type": type, "place": _place(row, type)}
    seal = row.spell_seals.filter(**place).first()
    if seal is not None:
        return seal
    User.objects.select_for_update().get(pk=row.owner_id)  # or two at once would be two throws
    fought = Aftermath.objects.filter(warband=OuterRef("warband"), reverted_at=None)
    drawn = SpellSeal.objects.filter(
        ~Exists(fought), warband__owner=row.owner_id, warband__type=row.type, of=None, **place
    )
    known = drawn.order_by("pk").first()
    secret = new_secret() if known is None else bytes(known.secret)
    made = {"secret": secret, "commitment": commitment(secret)}
    of = None if known is None else known.warband_id
    return SpellSeal.objects.create(warband=row, of=of, **place, **made)


def dice_of(seal: SpellSeal) -> SealedDice:
    """The dice of a place: the seal, its name, and the words "first spells"."""
    return SealedDice(bytes(seal.secret), (), seal.branch, 0, ORDER)


def _place(row: Warband, type: str) -> int:
    """How many of this kind the warband has had who know their spells; who was sent away doesn't
    count, so that to hire another brings no other luck."""
    casters = row.fighters.filter(type=type).exclude(fate=Fate.DISMISSED)
    return casters.exclude(spells=[]).count()
