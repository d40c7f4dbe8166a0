"""Every read of warbands that is more than a manager call."""

from warbands.selectors.access import grant, shared_warband, warband_for, warbands_for, warbands_of
from warbands.selectors.aftermaths import (
    AftermathView,
    StepView,
    aftermath_for,
    aftermath_view,
    aftermaths_of,
)
from warbands.selectors.battle import battle_passage, battle_warriors, rating_of
from warbands.selectors.building import Builder, builder
from warbands.selectors.changes import Difference, differences
from warbands.selectors.choices import Answer, Question, questions_for
from warbands.selectors.chronicle import gold_by_kind, lives, rating_by_fighter
from warbands.selectors.exchange import (
    ProposalView,
    exported,
    proposal_for,
    proposal_view,
    proposals_for,
)
from warbands.selectors.judges import judges_for
from warbands.selectors.ledger import LedgerLine, ledger_lines
from warbands.selectors.market import Goods, Market, market
from warbands.selectors.meanings import Meanings, builder_meanings, roster_meanings
from warbands.selectors.ready import ReadySheet, ready_sheet
from warbands.selectors.roster import (
    Box,
    Carried,
    FighterSheet,
    RosterSheet,
    roster_sheet,
)

__all__ = [
    "AftermathView",
    "Answer",
    "Box",
    "Builder",
    "Carried",
    "Difference",
    "FighterSheet",
    "Goods",
    "LedgerLine",
    "Market",
    "Meanings",
    "ProposalView",
    "Question",
    "ReadySheet",
    "RosterSheet",
    "StepView",
    "aftermath_for",
    "aftermath_view",
    "aftermaths_of",
    "battle_passage",
    "battle_warriors",
    "builder",
    "builder_meanings",
    "differences",
    "exported",
    "gold_by_kind",
    "grant",
    "judges_for",
    "ledger_lines",
    "lives",
    "market",
    "proposal_for",
    "proposal_view",
    "proposals_for",
    "questions_for",
    "rating_by_fighter",
    "rating_of",
    "ready_sheet",
    "roster_meanings",
    "roster_sheet",
    "shared_warband",
    "warband_for",
    "warbands_for",
    "warbands_of",
]
