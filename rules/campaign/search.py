"""Exploration: the dice of those who search, what may be done to them, and what they find."""

from __future__ import annotations

from collections import Counter

from rules.battle.events import Rolled
from rules.campaign import events as ev
from rules.campaign import gear, maps
from rules.campaign.deeds import shards
from rules.campaign.orders import Resolve
from rules.campaign.places import find_place, settle_in
from rules.campaign.run import Run
from rules.campaign.state import CARDS, HELPERS, Pending, State, Step
from rules.campaign.tables import Exploration, Place
from rules.roster.battle import HATED_BY_THE_PIOUS, NEXT_BATTLE, PIOUS
from rules.roster.model import Fighter

EXPLORATION = "campaign.exploration"
ONE_MORE = "one_die_more_next_time"
REROLL = "exploration_reroll"

Dice = tuple[int, ...]


def finders(state: State) -> tuple[Fighter, ...]:
    """The heroes who took part and did not go out of action."""
    on_their_feet = {warrior.id for warrior in state.warriors() if not warrior.out}
    return tuple(hero for hero in state.roster.heroes if hero.key in on_their_feet)


def explore(run: Run, step: Step) -> None:
    """What the battle itself brought comes home, then the heroes search."""
    _bring_home(run)
    _met_the_pious(run)
    _went_below(run)
    read = _cards_read(run)
    maps.forget_the_last(run)
    maps.appraise(run)
    table, searching = _table(run.state), finders(run.state)
    if not _number(run.state, table, searching):
        run.tell(ev.Explored(dice=(), shards=0, rule=EXPLORATION))
        settle_in(run)
        return
    left = gear.helpers(run.state, searching)
    _with_help(run, step, gear.help_search(run, step, left, gear.Help(adjusts=read)))


def go_on_searching(run: Run, pending: Pending, order: Resolve) -> None:
    """The answer about one thing that helps, then the others, then the dice."""
    help = gear.said(run, pending, order)
    step = pending.step
    _with_help(run, step, gear.help_search(run, step, pending.data["left"], help))


def _with_help(run: Run, step: Step, help: gear.Help | None) -> None:
    """The dice; nothing yet where a player has to say something first."""
    if help is None:
        return
    table = _table(run.state)
    number = _number(run.state, table, finders(run.state))
    if run.state.setup.report.winner == run.state.setup.side:
        number += table.if_won
    number += _one_more(run)
    dice = _throw(run, number)
    rerolls = _rerolls(run.state) + help.rerolls
    _consider(run, step, dice, rerolls, _adjusts(run.state) + help.adjusts, 1)


def _number(state: State, table: Exploration, searching: tuple[Fighter, ...]) -> int:
    return len(searching) * table.per_hero + sum(_dice(state, hero) for hero in searching)


def _bring_home(run: Run) -> None:
    """What the scenario gave to this side."""
    for spoils in run.state.setup.report.spoils:
        if spoils.side != run.state.setup.side:
            continue
        if spoils.wyrdstone:
            shards(run, spoils.wyrdstone, "scenario")
        if spoils.gold:
            run.gold(spoils.gold, "scenario", EXPLORATION)
        for item, n in Counter(spoils.items).items():
            run.tell(ev.ItemsFound(item=item, n=n, cause="scenario", rule=EXPLORATION))


def _met_the_pious(run: Run) -> None:
    """Whom they hated they have met: it is over with this battle."""
    setup = run.state.setup
    foes = {side.type for side in setup.report.sides if side.id != setup.side}
    noted = any(note.id == HATED_BY_THE_PIOUS for note in setup.roster.finds)
    if noted and foes & PIOUS and HATED_BY_THE_PIOUS in setup.tables.understood:
        run.tell(ev.NoteUsed(id=HATED_BY_THE_PIOUS, rule=EXPLORATION))


def _went_below(run: Run) -> None:
    """The way below was for this battle, whoever took it."""
    if NEXT_BATTLE not in run.state.setup.tables.understood:
        return
    for note in run.state.setup.roster.finds:
        if note.id == NEXT_BATTLE:
            run.tell(ev.NoteUsed(id=NEXT_BATTLE, rule=EXPLORATION))


def _cards_read(run: Run) -> int:
    """How many dice may be turned by what the cards told before this battle."""
    read = [note.id for note in run.state.setup.roster.finds if note.id == CARDS]
    for id in read:
        run.tell(ev.NoteUsed(id=id, rule=EXPLORATION))
    return len(read)


def _table(state: State) -> Exploration:
    """LookupError where none was pinned: then this step isn't on the agenda."""
    table = state.setup.tables.exploration
    if table is None:
        raise LookupError("no exploration table")
    return table


def _one_more(run: Run) -> int:
    if all(note.id != ONE_MORE for note in run.state.roster.finds):
        return 0
    run.tell(ev.NoteUsed(id=ONE_MORE, rule=EXPLORATION))
    return 1


def _throw(run: Run, number: int) -> Dice:
    dice = run.dice.roll("exploration", number)
    run.tell(Rolled(purpose="exploration", dice=dice, rule=EXPLORATION))
    return dice


def _rerolls(state: State) -> int:
    """Of skills and kinds of those who search; a map of the catacombs gives one, ever."""
    found = any(note.id == REROLL for note in state.roster.finds)
    own = sum(_bonus(state, hero, "reroll") for hero in finders(state))
    return own + _beside(state, "reroll") + found


def _adjusts(state: State) -> int:
    own = sum(_bonus(state, hero, "adjust") for hero in finders(state))
    return own + _beside(state, "adjust")


def _dice(state: State, hero: Fighter) -> int:
    """The dice more that he rolls by what he carries."""
    more = state.setup.tables.search_dice
    return sum(more.get(item, 0) * n for item, n in hero.equipment.items())


def _beside(state: State, what: str) -> int:
    """What hired swords and henchmen on their feet add by a rule of their own, each of them."""
    if HELPERS not in state.setup.tables.understood:
        return 0
    standing = {state.called(warrior.id) for warrior in state.warriors() if not warrior.out}
    return sum(
        getattr(state.facts(fighter), what) * len(standing.intersection(fighter.warrior_ids()))
        for fighter in state.roster.active
        if not fighter.hero
    )


def _bonus(state: State, hero: Fighter, what: str) -> int:
    known = state.setup.tables.skills
    skills: int = sum(getattr(known[id], what) for id in hero.skills if id in known)
    return int(getattr(state.facts(hero), what)) + skills


def _consider(run: Run, step: Step, dice: Dice, rerolls: int, adjusts: int, round: int) -> None:
    """Ask while something may be done to the dice; then see what they found."""
    options = options_for(dice, rerolls, adjusts, _table(run.state).kept)
    if options == ("keep",):
        _found(run, dice)
        return
    pending = Pending(
        id=f"explore:{round}",
        kind="explore",
        fighter="",
        step=step,
        options=options,
        rule=EXPLORATION,
        who="player",
        default=best(dice, options),
        data={"dice": list(dice), "rerolls": rerolls, "adjusts": adjusts, "round": round},
    )
    run.tell(ev.Asked(decision=pending, rule=EXPLORATION))


def options_for(dice: Dice, rerolls: int, adjusts: int, kept: int) -> tuple[str, ...]:
    """First down to as many dice as count, then re-rolls, then a point up or down."""
    faces = sorted(set(dice))
    if len(dice) > kept:
        return tuple(f"drop:{face}" for face in faces)
    again = [f"reroll:{face}" for face in faces] if rerolls else []
    up = [f"up:{face}" for face in faces if face < 6] if adjusts else []
    down = [f"down:{face}" for face in faces if face > 1] if adjusts else []
    return ("keep", *again, *up, *down)


def best(dice: Dice, options: tuple[str, ...]) -> str:
    """What serves best of what needs no luck."""
    sure = [option for option in options if not option.startswith("reroll")]
    return max(sure, key=lambda option: worth(change(dice, option)))


def worth(dice: Dice) -> tuple[int, int, int]:
    """The greater the set, then its face, then the sum."""
    face, count = multiple(dice)
    return (count if count > 1 else 1, face if count > 1 else 0, sum(dice))


def multiple(dice: Dice) -> tuple[int, int]:
    """The most numerous face and how many show it; of equal sets the higher face."""
    if not dice:
        return 0, 0
    counts = Counter(dice)
    face = max(counts, key=lambda face: (counts[face], face))
    return face, counts[face]


def change(dice: Dice, option: str) -> Dice:
    """The dice after a choice that throws none."""
    verb, _, face = option.partition(":")
    if verb == "keep":
        return dice
    left = list(dice)
    left.remove(int(face))
    if verb in ("up", "down"):
        left.append(int(face) + (1 if verb == "up" else -1))
    return tuple(left)


def search_on(run: Run, pending: Pending, order: Resolve) -> None:
    """Carry out what the player does to the dice, and ask on."""
    data, verb = pending.data, order.choice.partition(":")[0]
    dice = change(tuple(data["dice"]), order.choice)
    rerolls, adjusts = data["rerolls"], data["adjusts"]
    if verb == "keep":
        _found(run, dice)
        return
    if verb == "reroll":
        dice, rerolls = (*dice, *_throw(run, 1)), rerolls - 1
    elif verb in ("up", "down"):
        rerolls, adjusts = 0, adjusts - 1
    _consider(run, pending.step, dice, rerolls, adjusts, data["round"] + 1)


def _found(run: Run, dice: Dice) -> None:
    """Shards by the sum, and the place of the most numerous set."""
    table = _table(run.state)
    extra = table.extra_shards + sum(run.facts(hero.key).shards for hero in finders(run.state))
    extra += _beside(run.state, "shards")
    number = max(band.shards for band in table.shards if band.low <= sum(dice)) + extra
    place = place_of(table, dice)
    run.tell(
        ev.Explored(
            dice=tuple(sorted(dice)),
            shards=number,
            place=place.id if place else "",
            rule=EXPLORATION,
        )
    )
    shards(run, number, "exploration")
    if place is None:
        settle_in(run)
    else:
        find_place(run, place, [hero.key for hero in finders(run.state)])


def place_of(table: Exploration, dice: Dice) -> Place | None:
    """What a double to a sextuple finds; None where every die is different."""
    face, count = multiple(dice)
    return next(
        (place for place in table.places if place.face == face and place.count == count), None
    )
