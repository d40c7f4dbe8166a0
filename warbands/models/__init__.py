"""What is stored of a warband. Only `warbands.services` writes it."""

from warbands.models.aftermath import Aftermath, AftermathStep, AftermathUndone
from warbands.models.fighter import Advance, Equipment, Fighter, Injury
from warbands.models.ledger import LedgerEntry
from warbands.models.proposal import Proposal
from warbands.models.seals import SpellSeal
from warbands.models.warband import Warband

__all__ = [
    "Advance",
    "Aftermath",
    "AftermathStep",
    "AftermathUndone",
    "Equipment",
    "Fighter",
    "Injury",
    "LedgerEntry",
    "Proposal",
    "SpellSeal",
    "Warband",
]
