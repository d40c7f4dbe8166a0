"""Veterans who would join: how much experience they have between them, after the last battle."""

from __future__ import annotations

import msgspec

from rules.roster.model import Roster

VETERANS = "veterans"


def available(roster: Roster) -> int:
    """Experience of the veterans whom the warband has found and not hired yet."""
    return sum(note.data["experience"] for note in roster.finds if note.id == VETERANS)


def spent(roster: Roster, experience: int) -> Roster:
    """The roster with so much of it less."""
    left = {"experience": available(roster) - experience}
    finds = tuple(
        msgspec.structs.replace(note, data=left) if note.id == VETERANS else note
        for note in roster.finds
    )
    return msgspec.structs.replace(roster, finds=finds)
