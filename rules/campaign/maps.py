"""Maps of Mordheim: a die says what one is worth, from a fake to a master's.

The worth is a note of the warband (`map_vague` ...), the map a thing that somebody carries: one
note for each map. What isn't kept for later explorations leaves the warband with its map.
"""

from __future__ import annotations

from rules.campaign import events as ev
from rules.campaign.rulings import by_hand
from rules.campaign.run import Run
from rules.campaign.state import State
from rules.roster.model import Note

ITEMS = "campaign.items"
PREFIX = "map_"
FAKE, CATACOMB, MASTER = "map_fake", "map_catacomb", "map_master"
OF_THE_NEXT = (FAKE, CATACOMB)
"""They say who chooses the scenario of the next battle: the opponent, or who has the map."""


def appraise(run: Run) -> None:
    """Roll for each map that nobody has looked at yet; forget those that have been sold."""
    for item, facts in run.state.setup.tables.gear.items():
        if facts.search != "map":
            continue
        while len(_worths(run.state)) > _count(run.state, item):
            run.tell(ev.NoteUsed(id=_worths(run.state)[0], rule=ITEMS))
        while len(_worths(run.state)) < _count(run.state, item):
            _look_at(run, item)


def _look_at(run: Run, item: str) -> None:
    facts = run.state.setup.tables.gear[item]
    roll = run.roll("loot", facts.dice, "", ITEMS)
    row = next(row for row in facts.rows if row["min"] <= roll <= row["max"])
    id = f"{PREFIX}{row['id']}"
    run.tell(ev.Noted(note=Note(id, run.state.setup.report.battle), rule=ITEMS))
    if id in OF_THE_NEXT:
        _spend(run, item)
        if CATACOMB not in run.state.setup.tables.understood:
            by_hand(run, id, ITEMS)


def forget_the_last(run: Run) -> None:
    """What a map said about this battle is over with it."""
    for note in run.state.setup.roster.finds:
        if note.id in OF_THE_NEXT and CATACOMB in run.state.setup.tables.understood:
            run.tell(ev.NoteUsed(id=note.id, rule=ITEMS))


def _worths(state: State) -> list[str]:
    """What is known of the maps that the warband still has, oldest first."""
    notes = (note.id for note in state.roster.finds)
    return [id for id in notes if id.startswith(PREFIX) and id not in OF_THE_NEXT]


def _count(state: State, item: str) -> int:
    worn = sum(fighter.equipment.get(item, 0) for fighter in state.roster.belonging)
    return worn + state.roster.stash.get(item, 0)


def rerolls(run: Run) -> int:
    """What the maps give to the exploration that begins; those for one exploration are used up.

    A master's map helps where a hero who searches carries it; the others help from the stash, too.
    """
    total = 0
    for item, facts in run.state.setup.tables.gear.items():
        if facts.search == "map":
            total += _of_masters(run, item) + _for_once(run, item)
    return total


def _of_masters(run: Run, item: str) -> int:
    out = {warrior.id for warrior in run.state.warriors() if not warrior.out}
    carried = sum(
        hero.equipment.get(item, 0) for hero in run.state.roster.heroes if hero.key in out
    )
    masters = [id for id in _worths(run.state) if id == MASTER]
    return sum(_gives(run.state, item, id) for id in masters[:carried])


def _for_once(run: Run, item: str) -> int:
    known = [id for id in _worths(run.state) if id != MASTER]
    for id in known:
        run.tell(ev.NoteUsed(id=id, rule=ITEMS))
        _spend(run, item)
    return sum(_gives(run.state, item, id) for id in known)


def _gives(state: State, item: str, id: str) -> int:
    """The re-rolls of a map of that worth."""
    rows = state.setup.tables.gear[item].rows
    return sum(row.get("reroll", 0) for row in rows if f"{PREFIX}{row['id']}" == id)


def _spend(run: Run, item: str) -> None:
    """One map fewer: out of the stash, else of whoever carries one."""
    bearer = next((f.key for f in run.state.roster.belonging if item in f.equipment), "")
    key = "" if run.state.roster.stash.get(item) else bearer
    run.tell(ev.UsedUp(fighter=key, items={item: 1}, rule=ITEMS))
