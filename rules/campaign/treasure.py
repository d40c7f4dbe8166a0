"""The maps of a treasure hunter: a die after each battle that he came through (`treasure_maps`).

A 2 is a fake, a 3 a shard, a 5 one die more in the next exploration. What an ambush (1), ale (4)
and the jackpot (6) come to no source says: the game master is asked.
"""

from __future__ import annotations

from rules.campaign import events as ev
from rules.campaign.deeds import shards
from rules.campaign.rulings import by_hand
from rules.campaign.run import Run
from rules.campaign.search import ONE_MORE
from rules.campaign.state import Step
from rules.roster.model import Note

RULE = "P-TRN-04"
MAPS = "treasure_maps"
ASKED = {1: "maps_ambush", 4: "maps_ale", 6: "maps_jackpot"}


def follow(run: Run, step: Step) -> None:
    """Whoever fell in the battle follows no map."""
    if not run.fighter(step.fighter).active:
        return
    face = run.roll("loot", "D6", step.fighter, RULE)
    if face == 3:
        shards(run, 1, MAPS)
    elif face == 5:
        run.tell(ev.Noted(note=Note(ONE_MORE, run.state.setup.report.battle), rule=RULE))
    elif face in ASKED:
        by_hand(run, ASKED[face], RULE, step.fighter)
