"""Income: wyrdstone sold, once after each battle, and the pay of those who fight for it."""

from __future__ import annotations

from rules.campaign import events as ev
from rules.campaign.deeds import shards
from rules.campaign.leaders import leave
from rules.campaign.market import open_market
from rules.campaign.orders import Resolve
from rules.campaign.run import Run
from rules.campaign.state import Pending, State, Step
from rules.campaign.tables import Sale
from rules.roster.model import Fighter

WYRDSTONE = "campaign.wyrdstone"
UPKEEP = "campaign.hired_swords"
LOST, FREE = "stolen", "free"


def income(run: Run, step: Step) -> None:
    """Ask how much wyrdstone is sold, where there is any; then who is paid."""
    _unreliable(run)
    stones = run.state.roster.wyrdstone
    if not stones or run.state.setup.tables.sale is None:
        ask_for_pay(run, step)
        return
    pending = Pending(
        id="sell",
        kind="sell",
        fighter="",
        step=step,
        options=tuple(str(number) for number in range(stones, -1, -1)),
        rule=WYRDSTONE,
        who="player",
        default=str(stones),
    )
    run.tell(ev.Asked(decision=pending, rule=WYRDSTONE))


def _unreliable(run: Run) -> None:
    """Who can't be trusted with the treasure: a die each for those who were in the battle."""
    for fighter in run.state.roster.active:
        facts, stones = run.facts(fighter.key), run.state.roster.wyrdstone
        if not run.state.survivors(fighter) or not (facts.lost_on or facts.flees_on):
            continue
        face = run.roll("loot", "D6", fighter.key, UPKEEP)
        if facts.flees_on and face <= facts.flees_on:
            _flee(run, fighter.key, stones)
        elif facts.free_on and face >= facts.free_on:
            run.tell(ev.Looked(who=f"{FREE}:{fighter.key}", rule=UPKEEP))
        elif face <= facts.lost_on and stones:
            shards(run, -1, LOST)


def _flee(run: Run, key: str, stones: int) -> None:
    if stones:
        shards(run, -stones, LOST)
    _go(run, key)


def _go(run: Run, key: str) -> None:
    """With all that is his."""
    items = dict(run.fighter(key).equipment)
    if items:
        run.tell(ev.GearLost(fighter=key, items=items, rule=UPKEEP))
    leave(run, key, "dismissed", "upkeep", UPKEEP)


def sell(run: Run, pending: Pending, order: Resolve) -> None:
    """Sell so many shards at once; the rest is kept."""
    number = int(order.choice)
    if number:
        gold = price(run.state, number)
        shards(run, -number, "sold")
        run.gold(gold, "wyrdstone", WYRDSTONE)
    ask_for_pay(run, pending.step)


def ask_for_pay(run: Run, step: Step) -> None:
    """A question for each who stays only as long as he is paid; then the market opens."""
    for fighter in run.state.roster.active:
        free = f"{FREE}:{fighter.key}" in run.state.looked
        if free or _came_for_nothing(run.state, fighter):
            continue
        gold = pay_of(run.state, fighter) * fighter.size
        if not gold:
            continue
        pending = Pending(
            id=f"upkeep:{fighter.key}",
            kind="upkeep",
            fighter=fighter.key,
            step=step,
            options=("pay", "dismiss"),
            rule=UPKEEP,
            who="player",
            default="pay",
            data={"gold": gold},
        )
        run.tell(ev.Asked(decision=pending, rule=UPKEEP))
    open_market(run)


def pay_of(state: State, fighter: Fighter) -> int:
    """What one of them asks; more beside those whom he can't abide."""
    facts = state.facts(fighter)
    races = {state.facts(one).race for one in state.roster.active if one.key != fighter.key}
    return max([facts.upkeep, *(gold for race, gold in facts.dearer.items() if race in races)])


def _came_for_nothing(state: State, fighter: Fighter) -> bool:
    """A hired sword whom this aftermath has brought: his first battle for it is to come."""
    known = {one.key for one in state.setup.roster.fighters}
    ending = f"-{state.setup.report.battle[:8]}-{state.setup.side}"
    return fighter.hired and fighter.key not in known and fighter.key.endswith(ending)


def pay(run: Run, pending: Pending, order: Resolve) -> None:
    """He is paid, or he goes with all that is his."""
    if order.choice == "pay":
        run.gold(-pending.data["gold"], "upkeep", UPKEEP, pending.fighter)
        return
    _go(run, pending.fighter)


def price(state: State, number: int) -> int:
    """What so many shards fetch now, by the size of the warband. LookupError without a table."""
    sale = state.setup.tables.sale
    if sale is None:
        raise LookupError("no table of sales")
    return price_for(sale, number, state.roster.size) if number else 0


def price_for(sale: Sale, number: int, size: int) -> int:
    """By the table: more shards at once bring more, a larger warband keeps less of it."""
    row = sale.gold[min(number, len(sale.gold)) - 1]
    column = next(n for n, most in enumerate(sale.sizes) if size <= most)
    return row[max(0, column - sale.shift)]
