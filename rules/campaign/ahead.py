"""What may be done before the next battle, once the trading post is open: read cards, study books.

Like what is looked for there these questions are read off the state, so that what has just been
bought counts. Nobody has to.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign import events as ev
from rules.campaign.market import STEP, STUDIED, has_studied
from rules.campaign.orders import Resolve
from rules.campaign.run import Run
from rules.campaign.spells import learn
from rules.campaign.state import CARDS, Pending, State
from rules.campaign.tables import Reader
from rules.roster.model import Fighter, Note
from rules.roster.profile import current

ITEMS = "campaign.items"
LEAVE, READ = "leave", "read"
STUDY = "study"
OF = "@"
"""Between who studies a book and the lore of which he learns: "merlin@lesser_magic"."""
ANOTHER = 50
"""What tells the learning out of a book from an advance, in the name of a question about it."""


def questions(state: State) -> tuple[Pending, ...]:
    """Each hero with cards that he hasn't read, then each book that somebody could study."""
    if not state.market:
        return ()
    return (*_cards(state), *_books(state))


def _question(id: str, fighter: str, options: tuple[str, ...], item: str) -> Pending:
    return Pending(
        id=id,
        kind=id.partition(":")[0],
        fighter=fighter,
        step=STEP,
        options=options,
        rule=ITEMS,
        who="player",
        default=options[0],
        data={"item": item},
    )


# Cards: who passes may turn a die of the next exploration by a point.


def _cards(state: State) -> Iterator[Pending]:
    """Who has to sit out the next battle anyway reads nothing of it."""
    for hero in state.roster.heroes:
        item = _deck(state, hero)
        if item and not hero.misses and f"{CARDS}:{hero.key}" not in state.looked:
            yield _question(f"{CARDS}:{hero.key}", hero.key, (LEAVE, READ), item)


def _deck(state: State, hero: Fighter) -> str:
    gear = state.setup.tables.gear
    return next((i for i in hero.equipment if i in gear and gear[i].search == "cards"), "")


def read(run: Run, pending: Pending, order: Resolve) -> None:
    """A Leadership test; who fails badly has seen what keeps him from the battle."""
    key, facts = pending.fighter, run.state.setup.tables.gear[pending.data["item"]]
    run.tell(ev.Looked(who=pending.id, rule=ITEMS))
    if order.choice == LEAVE:
        return
    goal = current(run.facts(key).profile, run.fighter(key))["Ld"]
    margin = goal - run.roll("leadership", "2D6", key, ITEMS)
    run.tell(ev.TestTaken(fighter=key, characteristic="Ld", passed=margin >= 0, rule=ITEMS))
    if margin >= 0:
        note = Note(CARDS, run.state.setup.report.battle, {"fighter": key})
        run.tell(ev.Noted(note=note, rule=ITEMS))
    elif facts.misses_by and -margin >= facts.misses_by:
        total = run.fighter(key).misses + 1
        run.tell(ev.MustMiss(fighter=key, battles=1, total=total, rule=ITEMS))


# Books: one of the warband learns a spell, and the book has given what it had.


def _books(state: State) -> Iterator[Pending]:
    for item, readers in state.setup.tables.books.items():
        copies = sum(f.equipment.get(item, 0) for f in state.roster.belonging)
        copies += state.roster.stash.get(item, 0)
        studied = sum(one.startswith(f"{STUDY}:{item}:") for one in state.looked)
        options = tuple(_students(state, readers))
        if has_studied(state, item):
            continue
        if copies and options and f"{STUDY}:{item}" not in state.looked:
            yield _question(f"{STUDY}:{item}:{studied + 1}", "", (LEAVE, *options), item)


def _students(state: State, readers: tuple[Reader, ...]) -> Iterator[str]:
    """Who could learn of which lore; a hired sword brings his own learning."""
    for fighter in state.roster.active:
        found = (
            reader.lore
            for reader in readers
            if not fighter.hired and _may_read(state, fighter, reader)
        )
        yield from (f"{fighter.key}{OF}{lore}" for lore in dict.fromkeys(found))


def _may_read(state: State, fighter: Fighter, reader: Reader) -> bool:
    if reader.fighters and fighter.type not in reader.fighters:
        return False
    return not reader.skill or reader.skill in fighter.skills


def study(run: Run, pending: Pending, order: Resolve) -> None:
    """The book is used up by whoever learns out of it."""
    item = pending.data["item"]
    if order.choice == LEAVE:
        run.tell(ev.Looked(who=f"{STUDY}:{item}", rule=ITEMS))
        return
    run.tell(ev.Looked(who=pending.id, rule=ITEMS))
    bearer = next((f.key for f in run.state.roster.belonging if item in f.equipment), "")
    key = "" if run.state.roster.stash.get(item) else bearer
    run.tell(ev.UsedUp(fighter=key, items={item: 1}, rule=ITEMS))
    if item in run.state.setup.tables.books_once:
        note = Note(STUDIED, run.state.setup.report.battle, {"book": item})
        run.tell(ev.Noted(note=note, rule=ITEMS))
    student, _of, lore = order.choice.partition(OF)
    learn(run, student, ANOTHER, lore=lore, cause=item)
