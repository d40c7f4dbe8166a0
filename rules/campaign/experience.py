"""Experience: what a battle taught, and the thresholds that it crosses."""

from __future__ import annotations

from rules.campaign import events as ev
from rules.campaign.events import AwardGiven
from rules.campaign.report import CATCH_UP
from rules.campaign.run import Run
from rules.campaign.state import State, Step
from rules.campaign.tables import Tables
from rules.roster.model import Fighter, fighter_key

EXPERIENCE = "campaign.experience"


def award(run: Run, step: Step) -> None:
    """What a fighter who took part has earned; nothing for whom the warband has lost."""
    fighter = run.fighter(step.fighter)
    if fighter.fate not in ("active", "captured") or not run.state.survivors(fighter):
        run.tell(ev.NoExperience(fighter=fighter.key, reason="no_survivor", rule=EXPERIENCE))
        return
    earn(run, fighter.key, (*awards(run.state, fighter), *_bounties(run, fighter)), EXPERIENCE)


def _bounties(run: Run, fighter: Fighter) -> tuple[AwardGiven, ...]:
    """D3 for each whom he was after and has taken alive."""
    return tuple(
        AwardGiven("bounty", run.roll("amount", "D3", fighter.key, EXPERIENCE))
        for mark in run.state.setup.report.marks
        if mark.hook == "taken" and fighter_key(run.state.called(mark.by)) == fighter.key
    )


def awards(state: State, fighter: Fighter) -> tuple[AwardGiven, ...]:
    """The basic awards, the underdog bonus and those of the scenario."""
    xp, report = state.setup.tables.awards, state.setup.report
    if report.catch_up:
        return (AwardGiven(CATCH_UP, report.catch_up),)
    given = [AwardGiven("survives", xp["survives"])]
    if fighter.leader and report.winner == state.setup.side:
        given.append(AwardGiven("winning_leader", xp["winning_leader"]))
    taken_out = report.taken_out_by(fighter.key) if fighter.hero else 0
    if taken_out:
        given.append(AwardGiven("enemy_out_of_action", taken_out * xp["enemy_out_of_action"]))
    given.append(AwardGiven("underdog", underdog(state)))
    given += [
        AwardGiven(extra.id, extra.xp)
        for extra in report.awards
        if fighter_key(state.called(extra.warrior)) == fighter.key
    ]
    return tuple(part for part in given if part.xp)


def underdog(state: State) -> int:
    """The bonus by the difference to the highest rated opponent."""
    report = state.setup.report
    own = report.side(state.setup.side).rating
    ahead = max((s.rating for s in report.sides if s.id != state.setup.side), default=own) - own
    fitting = [row.xp for row in state.setup.tables.underdog if row.low <= ahead]
    return max(fitting, default=0)


def earn(run: Run, key: str, given: tuple[AwardGiven, ...], rule: str) -> None:
    """Add experience up to the fighter's maximum; each threshold crossed calls for an advance."""
    fighter, tables = run.fighter(key), run.state.setup.tables
    most = tables.hero_max if fighter.hero else tables.henchman_max
    before = fighter.experience
    after = min(most, before + sum(part.xp for part in given))
    if after <= before:
        run.tell(ev.NoExperience(fighter=key, reason="at_maximum", rule=rule))
        return
    run.tell(ev.ExperienceGained(fighter=key, before=before, after=after, awards=given, rule=rule))
    _call_for_advances(run, key, before, after, rule)


def _call_for_advances(run: Run, key: str, before: int, after: int, rule: str) -> None:
    steps = tuple(
        Step(key, "advance", threshold)
        for threshold in thresholds(run.state.setup.tables, run.fighter(key))
        if before < threshold <= after
    )
    if steps:
        run.tell(ev.Scheduled(steps=steps, rule=rule))


def thresholds(tables: Tables, fighter: Fighter) -> tuple[int, ...]:
    """Experience at which this fighter advances."""
    usual = tables.hero_thresholds if fighter.hero else tables.henchman_thresholds
    factor = tables.fighters[fighter.type].factor
    return tuple(threshold * factor for threshold in usual)
