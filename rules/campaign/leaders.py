"""Who leaves the warband for good, and who leads it after its leader."""

from __future__ import annotations

from rules.campaign import events as ev
from rules.campaign.rulings import by_hand
from rules.campaign.run import Run
from rules.campaign.state import Step
from rules.roster.leading import BEREFT
from rules.roster.model import Fate, Fighter, Note
from rules.roster.profile import current

NEW_LEADER = "campaign.new_leader"
GONE = ("dead", "retired", "sold", "dismissed")


def leave(run: Run, key: str, fate: Fate, cause: str, rule: str) -> None:
    """A fighter's fate changes; after a leader who is gone for good somebody else has to lead."""
    fighter = run.fighter(key)
    run.tell(ev.FateChanged(fighter=key, before=fighter.fate, after=fate, cause=cause, rule=rule))
    if fighter.leader and fate in GONE:
        gone = sum(one.fate in GONE for one in run.state.roster.fighters)
        run.tell(ev.Scheduled(steps=(Step("", "succession", gone),), last=True, rule=NEW_LEADER))


def succeed(run: Run, step: Step) -> None:
    """The best Leadership leads, then the most experience, then a die.

    The undead fight a battle so before another vampire is to be had.
    """
    roster, former = run.state.roster, _former(run)
    heirs = [hero for hero in roster.heroes if _may_lead(run, hero)]
    if roster.leader is not None:
        return
    if run.state.setup.tables.leaders.only:
        note = Note(BEREFT, run.state.setup.report.battle)
        run.tell(ev.Noted(note=note, rule=NEW_LEADER))
    if not heirs:
        by_hand(run, "no_leader", NEW_LEADER, former)
        return
    best, by = _best(run, heirs)
    run.tell(ev.LeaderChanged(fighter=best.key, before=former, by=by, rule=NEW_LEADER))


def _former(run: Run) -> str:
    leaders = [fighter.key for fighter in run.state.roster.fighters if fighter.leader]
    return leaders[-1] if leaders else ""


def _may_lead(run: Run, hero: Fighter) -> bool:
    only = run.state.setup.tables.leaders.only
    return run.facts(hero.key).may_lead and only in ("", hero.type)


def _best(run: Run, heirs: list[Fighter]) -> tuple[Fighter, str]:
    leading = {hero.key: current(run.facts(hero.key).profile, hero)["Ld"] for hero in heirs}
    most = max(leading.values())
    equal = [hero for hero in heirs if leading[hero.key] == most]
    if len(equal) == 1:
        return equal[0], "leadership"
    learned = max(hero.experience for hero in equal)
    equal = [hero for hero in equal if hero.experience == learned]
    if len(equal) == 1:
        return equal[0], "experience"
    return pick(run, equal), "die"


def pick(run: Run, equal: list[Fighter]) -> Fighter:
    """One of several by dice: the highest roll, rolled again among those who share it."""
    while len(equal) > 1:
        rolls = {hero.key: run.roll("random_pick", "D6", hero.key, NEW_LEADER) for hero in equal}
        equal = [hero for hero in equal if rolls[hero.key] == max(rolls.values())]
    return equal[0]
