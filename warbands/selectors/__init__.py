"""Every read of warbands that is more than a manager call."""

from warbands.selectors.aftermaths import (
    AftermathView,
    StepView,
    aftermath_for,
    aftermath_view,
    aftermaths_of,
)
from warbands.selectors.battle import battle_warriors, rating_of
from warbands.selectors.ledger import LedgerLine, ledger_lines
from warbands.selectors.roster import (
    FighterSheet,
    Goods,
    RosterSheet,
    market,
    roster_sheet,
    warband_for,
    warbands_of,
)

__all__ = [
    "AftermathView",
    "FighterSheet",
    "Goods",
    "LedgerLine",
    "RosterSheet",
    "StepView",
    "aftermath_for",
    "aftermath_view",
    "aftermaths_of",
    "battle_warriors",
    "ledger_lines",
    "market",
    "rating_of",
    "roster_sheet",
    "warband_for",
    "warbands_of",
]
