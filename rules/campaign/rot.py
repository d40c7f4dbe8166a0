"""Nurgle's Rot: whom it has caught, and what it takes from him (mutation `nurgles_rot`).

A natural 6 to wound in close combat has infected somebody living; from then on he tests Toughness
as each aftermath ends, before the next battle, whether he can fight in it or not. Failing takes a
point of Toughness for good, and the last point his life; his gear stays with the warband. A 6 fails
whatever his Toughness, and infects a living comrade, drawn by lot, who tests from the next
aftermath on.
"""

from __future__ import annotations

from rules.campaign import events as ev
from rules.campaign.leaders import leave
from rules.campaign.run import Run
from rules.campaign.sorcery import apart, lives, pick
from rules.campaign.state import ROTTING, Step
from rules.roster.model import Fighter, Lasting, fighter_key
from rules.roster.profile import current

RULE = "P-TRN-04"
ROT = "nurgles_rot"


def catch(run: Run, step: Step) -> None:
    """Who was infected in the battle leaves his group, and tests at the end of this aftermath."""
    if not lives(run, step):
        return
    warrior = run.state.called(step.fighter)
    if _open_to_it(run, run.fighter(fighter_key(warrior))):
        key = _infect(run, warrior)
        run.tell(ev.Scheduled(steps=(Step(key, "rot"),), last=True, rule=RULE))


def _open_to_it(run: Run, fighter: Fighter) -> bool:
    """The living, once, and nobody who carries it as a blessing."""
    living = run.facts(fighter.key).living
    return living and ROT not in fighter.mutations and not fighter.has_rule(ROTTING)


def _infect(run: Run, warrior: str) -> str:
    key = apart(run, warrior, RULE)
    gift = Lasting("rule", ROTTING)
    run.tell(ev.GiftGained(fighter=key, gift=gift, cause=ROT, rule=RULE))
    return key


def fester(run: Run, step: Step) -> None:
    """A Toughness test, or a point less of it."""
    fighter = run.fighter(step.fighter)
    if not fighter.active:
        return
    goal = current(run.facts(fighter.key).profile, fighter)["T"]
    face = run.roll("infection", "D6", fighter.key, RULE)
    passed = face <= goal and face != 6
    run.tell(ev.TestTaken(fighter=fighter.key, characteristic="T", passed=passed, rule=RULE))
    if not passed:
        _weaken(run, fighter, goal)
    if face == 6:
        _pass_on(run, step.fighter)


def _weaken(run: Run, fighter: Fighter, toughness: int) -> None:
    if toughness > 1:
        gift = Lasting("characteristic", "T", -1)
        run.tell(ev.GiftGained(fighter=fighter.key, gift=gift, cause=ROT, rule=RULE))
        return
    if fighter.equipment:
        items = dict(fighter.equipment)
        run.tell(ev.GearLost(fighter=fighter.key, items=items, rule=RULE))
        for item, n in items.items():
            run.tell(ev.ItemsFound(item=item, n=n, cause=ROT, rule=RULE))
    leave(run, fighter.key, "dead", ROT, RULE)


def _pass_on(run: Run, key: str) -> None:
    """To another of the warband, each man as likely whatever group he is of."""
    near = [
        id
        for fighter in run.state.roster.active
        if fighter.key != key and _open_to_it(run, fighter)
        for id in fighter.warrior_ids()
    ]
    if near:
        _infect(run, near[pick(run, len(near), key, RULE)])
