"""Addiction: who needs something before every battle, and whether he has it."""

from __future__ import annotations

from rules.roster.model import Fighter

ADDICTED = "addicted"


def craves(fighter: Fighter) -> bool:
    """Whether he is addicted to something that he hasn't got with him."""
    return any(
        effect.params.get("item") not in fighter.equipment
        for effect in fighter.effects
        if effect.kind == "rule" and effect.name == ADDICTED
    )
