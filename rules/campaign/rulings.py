"""What no step can carry out: told, and put to the game master as a decision of his own.

He sees to it by hand, keeps it for a later time, or says that nothing comes of it; where nobody
answers it is kept.
"""

from __future__ import annotations

from rules.campaign import events as ev
from rules.campaign.orders import Resolve
from rules.campaign.run import Run
from rules.campaign.state import Pending, Step

RULING = "ruling"
SEEN_TO, KEPT, WAIVED = "seen_to", "kept", "waived"


def by_hand(run: Run, id: str, rule: str, fighter: str = "") -> None:
    """Tell that something is the game master's to see to, and ask him."""
    run.tell(ev.NotAutomated(fighter=fighter, ids=(id,), rule=rule))
    pending = Pending(
        id=f"{RULING}:{id}:{run.state.asked}",
        kind=RULING,
        fighter=fighter,
        step=Step(fighter, "exploration"),
        options=(SEEN_TO, KEPT, WAIVED),
        rule=rule,
        who="gm",
        default=KEPT,
        data={"what": id},
    )
    run.tell(ev.Asked(decision=pending, rule=rule))


def ruled(run: Run, pending: Pending, order: Resolve) -> None:
    """Done with, or nothing comes of it: the warband has it no longer. Else it is kept."""
    what = pending.data["what"]
    if order.choice != KEPT and any(note.id == what for note in run.state.roster.finds):
        run.tell(ev.NoteUsed(id=what, rule=pending.rule))
