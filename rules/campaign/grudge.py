"""Whom an injured fighter hates from now on, and who holds a prisoner."""

from __future__ import annotations

from typing import Any

from rules.campaign.report import SideReport
from rules.campaign.state import State


def enemy_side(state: State, warrior: str) -> SideReport:
    """The side that took a warrior out of action; the first other side where nobody did."""
    report = state.setup.report
    mine = report.warrior(warrior)
    culprit = report.warrior(mine.by) if mine and mine.by else None
    if culprit is not None and culprit.side != state.setup.side:
        return report.side(culprit.side)
    return next(side for side in report.sides if side.id != state.setup.side)


def grudge(state: State, warrior: str, target: str) -> dict[str, Any]:
    """Parameters of a hatred: of one `warrior`, of a `warband`, or of all of its `type`.

    `target`: culprit (for a henchman his leader), leader, warband, warband_type. Where nobody is
    known to have done it the leader is hated, and where nobody leads the whole warband.
    """
    side = enemy_side(state, warrior)
    if target == "warband_type":
        return {"type": side.type}
    hated = _culprit(state, warrior) if target == "culprit" else ""
    hated = "" if target == "warband" else hated or side.leader
    if not hated:
        return {"warband": side.warband, "name": side.name}
    found = state.setup.report.warrior(hated)
    return {"warrior": hated, "name": found.name if found else hated}


def _culprit(state: State, warrior: str) -> str:
    """The hero who did it; "" for anybody else's hand."""
    report = state.setup.report
    mine = report.warrior(warrior)
    culprit = report.warrior(mine.by) if mine and mine.by else None
    return culprit.id if culprit and culprit.hero and culprit.side != state.setup.side else ""
