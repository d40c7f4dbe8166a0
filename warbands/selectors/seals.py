"""The dice of first spells as anybody may throw them again."""

import hashlib
from dataclasses import dataclass

from warbands import names
from warbands.models import SpellSeal, Warband

ORDER_HASH = hashlib.sha256(b"first spells").hexdigest()
"""What stands for the order in these dice: the SHA-256 of the words "first spells"."""


@dataclass(frozen=True)
class SealShown:
    """A seal for readers; its secret only once it has been thrown."""

    number: int
    branch: str
    type_name: str
    fighter: str
    commitment: str
    secret: str
    faces: tuple[int, ...]
    spells: tuple[str, ...]
    seal: SpellSeal


def seals_of(warband: Warband) -> list[SealShown]:
    """Every seal of a warband, the oldest first. Two queries."""
    called = dict(warband.fighters.values_list("key", "name"))
    rows = enumerate(warband.spell_seals.all(), 1)
    return [
        SealShown(
            number=number,
            branch=row.branch,
            type_name=names.fighter_type(row.type, warband.type),
            fighter=called.get(row.fighter, ""),
            commitment=row.commitment,
            secret=bytes(row.secret).hex() if row.thrown_at else "",
            faces=tuple(row.faces),
            spells=tuple(names.spell(id) for id in row.spells),
            seal=row,
        )
        for number, row in rows
    ]
