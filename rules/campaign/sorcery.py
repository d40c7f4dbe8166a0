"""What spells of the battle leave behind: mutations, infections, a summoner's name, the raised.

P-CHA-TZE, P-CHA-NUR, P-CHA-SUM, P-NEC-6. The report names each case (`Mark`). What befalls one of
a group is his alone: he leaves it (rules/campaign/parting.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from msgspec.structs import replace

from rules.campaign import events as ev
from rules.campaign.parting import leaving
from rules.campaign.run import Run
from rules.campaign.state import Step
from rules.roster.model import Lasting, Note, fighter_key
from rules.roster.rating import SUMMONER

TZEENTCH, NURGLE, GATE, AWAKENING = "P-CHA-TZE", "P-CHA-NUR", "P-CHA-SUM", "P-NEC-6"
TAKES_HOLD = 5
"""From this face on a mutation or an infection takes hold."""
POSSESSED = "possessed"


def mutate(run: Run, step: Step) -> None:
    """5 or 6: a mutation of the Possessed by lot, and he counts as one from now on."""
    if not lives(run, step) or run.roll("mutation", "D6", step.fighter, TZEENTCH) < TAKES_HOLD:
        return
    table = run.state.setup.tables.mutations
    if not table:
        key = fighter_key(run.state.called(step.fighter))
        run.tell(ev.NotAutomated(fighter=key, ids=("mutation",), rule=TZEENTCH))
        return
    drawn = table[pick(run, len(table), step.fighter, TZEENTCH)]
    key = apart(run, run.state.called(step.fighter), TZEENTCH)
    for name in (drawn, POSSESSED):
        gift = Lasting("rule", name)
        run.tell(ev.GiftGained(fighter=key, gift=gift, cause="fires_of_tzeentch", rule=TZEENTCH))


def infect(run: Run, step: Step) -> None:
    """5 or 6: he misses the next battle, and may pass it on while sixes fall: to another of the
    warband by lot, each man as likely whatever group he is of."""
    if not lives(run, step) or run.roll("infection", "D6", step.fighter, NURGLE) < TAKES_HOLD:
        return
    _sicken(run, run.state.called(step.fighter))
    while run.roll("infection", "D6", step.fighter, NURGLE) == 6:
        healthy = [id for f in run.state.roster.active if not f.misses for id in f.warrior_ids()]
        if not healthy:
            return
        _sicken(run, healthy[pick(run, len(healthy), step.fighter, NURGLE)])


def summoned(run: Run, step: Step) -> None:
    """The first daemon ever: +30 on the warband's rating, for good and once."""
    if all(note.id != SUMMONER for note in run.state.roster.finds):
        battle = run.state.setup.report.battle
        run.tell(ev.Noted(note=Note(SUMMONER, battle), rule=GATE))


def use_up(run: Run, step: Step) -> None:
    """The candles and chalk of his circle are gone (P-CHA-SUM)."""
    key = fighter_key(step.fighter)
    marks = run.state.setup.report.marks
    kits = [m.by for m in marks if (m.warrior, m.hook) == (step.fighter, "kit_used")]
    left = [item for item in kits if item in run.fighter(key).equipment]
    if left and lives(run, step):
        run.tell(ev.GearLost(fighter=key, items=dict(Counter(left)), rule=GATE))


def awaken(run: Run, step: Step) -> None:
    """A dead enemy hero may be raised: whose warband that is, only the game master sees."""
    if lives(run, step):
        key = fighter_key(step.fighter)
        run.tell(ev.NotAutomated(fighter=key, ids=("spell_of_awakening",), rule=AWAKENING))


STEPS: dict[str, Callable[[Run, Step], None]] = {
    "kit_used": use_up,
    "mutation": mutate,
    "infection": infect,
    "summoner_rating": summoned,
    "awakening": awaken,
}
"""What each of `state.OF_MAGIC` does."""


def lives(run: Run, step: Step) -> bool:
    """Whether he lives, at home or as a prisoner: of a group one may be dead and others not."""
    warrior = run.state.called(step.fighter)
    fighter = run.fighter(fighter_key(warrior))
    return fighter.fate in ("active", "captured") and warrior in fighter.warrior_ids()


def apart(run: Run, warrior: str, rule: str, *, sick: bool = False) -> str:
    """The fighter that the warrior is, apart from any others of his group."""
    parted = leaving(run.state, warrior, sick=sick)
    if parted is None:
        return fighter_key(warrior)
    run.tell(replace(parted, rule=rule))
    return parted.into


def _sicken(run: Run, warrior: str) -> None:
    """He misses the next battle; whoever has to sit that out anyway misses no more than that.

    Who has left a group sick before has missed it from the start: one who joins him does too.
    """
    if run.fighter(fighter_key(warrior)).misses:
        return
    key = apart(run, warrior, NURGLE, sick=True)
    if not run.fighter(key).misses:
        run.tell(ev.MustMiss(fighter=key, battles=1, total=1, rule=NURGLE))


def pick(run: Run, of: int, actor: str, rule: str) -> int:
    """One of so many, each as likely: two dice as a number of 36, again where it doesn't divide."""
    while True:
        high, low = (run.roll("random_pick", "D6", actor, rule) for _ in range(2))
        number = (high - 1) * 6 + low - 1
        if number < 36 // of * of:
            return number % of
