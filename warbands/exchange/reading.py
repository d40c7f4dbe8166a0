"""A stranger's file made into a proposal: the one door through which files come in."""

from __future__ import annotations

from warbands.exchange import battlescribe, own, toolheim
from warbands.exchange.bounds import BadFile
from warbands.exchange.document import Document
from warbands.exchange.foreign import ForeignRoster
from warbands.exchange.opening import Opened, opened
from warbands.exchange.reconcile import reconciled
from warbands.exchange.report import Report


def read(data: bytes, *, ruleset: str = "partida") -> tuple[Document, Report]:
    """What a file proposes, and how it was understood. BadFile for what we don't take."""
    found = opened(data)
    if found.kind == "json" and own.is_own(found.value):
        return own.checked(found.value)
    return reconciled(_foreign(found), ruleset)


def _foreign(found: Opened) -> ForeignRoster:
    if found.kind == "xml":
        return battlescribe.from_xml(found.value)
    value = found.value
    if isinstance(value, dict) and isinstance(value.get("roster"), dict):
        return battlescribe.from_json(value)
    if toolheim.is_toolheim(value):
        return toolheim.from_data(value)
    raise BadFile("unknown_format")
