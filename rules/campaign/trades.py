"""What somebody does between battles besides, or instead of, looking for rare things.

Hook `income` of a trait or a skill: on a die of `fails_on` or less it goes wrong (`fails`), else it
brings gold, or so many of an item for the stash. One of these a fighter and aftermath.
"""

from __future__ import annotations

from rules.campaign import events as ev
from rules.campaign.orders import Resolve
from rules.campaign.run import Run
from rules.campaign.state import Pending, State, Step
from rules.campaign.tables import Trade
from rules.roster.model import Fighter

RULE = "P-TRN-04"
TRADE = "trade"
TRIED = "trade:"
"""In `State.looked`, before the key of who has had his try."""


def trades_of(state: State, fighter: Fighter) -> dict[str, Trade]:
    """What he could do, by the trait or skill that lets him."""
    known = state.setup.tables.skills
    found = dict(state.facts(fighter).trades)
    for id in fighter.skills:
        trade = known[id].trade if id in known else None
        if trade is not None:
            found[id] = trade
    return found


def instead_of_looking(state: State, fighter: Fighter) -> tuple[str, ...]:
    """Answers to the question what he looks for."""
    return tuple(id for id in _left(state, fighter) if trades_of(state, fighter)[id].instead)


def besides(state: State, fighter: Fighter) -> tuple[str, ...]:
    """What he may do and look for rare things all the same."""
    return tuple(id for id in _left(state, fighter) if not trades_of(state, fighter)[id].instead)


def _left(state: State, fighter: Fighter) -> tuple[str, ...]:
    if f"{TRIED}{fighter.key}" in state.looked:
        return ()
    return tuple(trades_of(state, fighter))


def answer(run: Run, pending: Pending, order: Resolve) -> None:
    """He tries it, or leaves it for this time."""
    if order.choice in trades_of(run.state, run.fighter(pending.fighter)):
        ply(run, pending.fighter, order.choice)
    else:
        run.tell(ev.Looked(who=f"{TRIED}{pending.fighter}", rule=RULE))


def ply(run: Run, key: str, id: str) -> None:
    """The die, and what comes of it."""
    trade = trades_of(run.state, run.fighter(key))[id]
    run.tell(ev.Looked(who=f"{TRIED}{key}", rule=RULE))
    if trade.fails_on and run.roll("loot", "D6", key, RULE) <= trade.fails_on:
        _go_wrong(run, key, trade)
        return
    number = max(0, run.roll("loot", trade.dice, key, RULE))
    if not trade.item:
        run.gold(number, id, RULE, key)
    elif number:
        run.tell(ev.ItemsFound(item=trade.item, n=number, cause=id, rule=RULE))


def _go_wrong(run: Run, key: str, trade: Trade) -> None:
    if trade.fails == "misses":
        total = run.fighter(key).misses + 1
        run.tell(ev.MustMiss(fighter=key, battles=1, total=total, rule=RULE))
        return
    step = Step(key, "serious_injury", run.state.rolls.get(key, 0) + 1)
    run.tell(ev.Scheduled(steps=(step,), rule=RULE))
