"""Who stays in the warband only with somebody, or never beside somebody (hook `recruit`)."""

from __future__ import annotations

from rules.campaign import events as ev
from rules.campaign.leaders import leave
from rules.campaign.run import Run
from rules.campaign.state import State, Step
from rules.roster.model import Fighter

RULE = "P-TRN-04"
BOND = "bond"


def part(run: Run, step: Step) -> None:
    """They go with all that is theirs: a beast whose master is gone, a Dwarf who sees an Elf."""
    for fighter in run.state.roster.active:
        if goes(run.state, fighter):
            go(run, fighter.key, BOND, RULE)


def goes(state: State, fighter: Fighter) -> bool:
    facts = state.facts(fighter)
    masters = any(one.type == facts.lost_with for one in state.roster.belonging)
    beside = any(state.facts(one).race in facts.leaves for one in state.roster.active)
    return beside or bool(facts.lost_with and not masters)


def go(run: Run, key: str, cause: str, rule: str) -> None:
    """Somebody leaves the warband with all that is his."""
    items = dict(run.fighter(key).equipment)
    if items:
        run.tell(ev.GearLost(fighter=key, items=items, rule=rule))
    leave(run, key, "dismissed", cause, rule)
