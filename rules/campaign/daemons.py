"""What a lost battle does to those who hold on to this world badly (trait `daemonic_instability`).

After a failed rout test each of them that isn't out of action tests its own Leadership, or is gone
for good. A plague cart of the warband lets them test again, and helps those who were put out of
action (`Tables.steady`, injuries.py). The report of a real table doesn't say how a battle was lost:
there the game master is asked.
"""

from __future__ import annotations

from rules.campaign import events as ev
from rules.campaign.leaders import leave
from rules.campaign.rulings import by_hand
from rules.campaign.run import Run
from rules.campaign.state import INSTABILITY, Step
from rules.roster.model import fighter_key, member_number
from rules.roster.profile import current

RULE = "P-TRN-04"


def test_hold(run: Run, step: Step) -> None:
    """2D6 against its own Leadership; once more where a cart steadies it."""
    if not step.fighter:
        by_hand(run, INSTABILITY, RULE)
        return
    key = fighter_key(step.fighter)
    if not run.fighter(key).active or step.fighter not in run.fighter(key).warrior_ids():
        return
    tries = 2 if run.state.setup.tables.steady else 1
    if not any(_holds(run, key, step.fighter) for _ in range(tries)):
        lose_member(run, key, step.fighter, INSTABILITY, RULE)


def _holds(run: Run, key: str, warrior: str) -> bool:
    goal = current(run.facts(key).profile, run.fighter(key))["Ld"]
    passed = run.roll("leadership", "2D6", warrior, RULE) <= goal
    run.tell(ev.TestTaken(fighter=warrior, characteristic="Ld", passed=passed, rule=RULE))
    return passed


def lose_member(run: Run, key: str, warrior: str, cause: str, rule: str) -> None:
    """One of a group is gone for good; with the last of it the group."""
    left = run.fighter(key).size - 1
    number = member_number(warrior)
    run.tell(ev.MemberLost(fighter=key, warrior=warrior, number=number, left=left, rule=rule))
    if not left:
        leave(run, key, "dead", cause, rule)
