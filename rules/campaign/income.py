"""Income: wyrdstone sold, once after each battle, and the pay of those who fight for it."""

from __future__ import annotations

from itertools import combinations

from rules.campaign import events as ev
from rules.campaign.bonds import go
from rules.campaign.daemons import lose_member
from rules.campaign.deeds import shards
from rules.campaign.market import open_market
from rules.campaign.orders import Resolve
from rules.campaign.rulings import by_hand
from rules.campaign.run import Run
from rules.campaign.state import Pending, State, Step
from rules.campaign.tables import Sale
from rules.errors import IllegalOrder
from rules.roster.leading import AWAY
from rules.roster.model import Fighter, Note

WYRDSTONE = "campaign.wyrdstone"
UPKEEP = "campaign.hired_swords"
LOOTING, TAKEN = "looting_the_dead", "P-TRN-04"
LOST, FREE = "stolen", "free"
WYRDSTONE_COIN, SHARD = "wyrdstone", "shard"
EATS, MEAL = "eats:", 2
"""Before the groups of whom it eats one each; how many make a meal."""


def income(run: Run, step: Step) -> None:
    """Ask how much wyrdstone is sold, where there is any; then who is paid."""
    _looters(run)
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
        default=str(stones - min(stones, _living_on_shards(run.state))),
    )
    run.tell(ev.Asked(decision=pending, rule=WYRDSTONE))


def _living_on_shards(state: State) -> int:
    """How many would go if all were sold."""
    return sum(WYRDSTONE_COIN in state.facts(fighter).pays_in for fighter in state.roster.active)


def _looters(run: Run) -> None:
    """Whoever may rob one of the dead: each is put to the game master, where anybody fell.

    Who of the other side has died, and what he had on him, stands in that warband's own aftermath,
    so no step here can know.
    """
    if not any(warrior.out for warrior in run.state.setup.report.warriors):
        return
    for fighter in run.state.roster.active:
        if run.state.survivors(fighter) and run.facts(fighter.key).loots_on:
            by_hand(run, LOOTING, TAKEN, fighter.key)


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
    go(run, key, "upkeep", UPKEEP)


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
        free = f"{FREE}:{fighter.key}" in run.state.looked or _has_had_his_way(run.state, fighter)
        if free or _came_for_nothing(run.state, fighter):
            continue
        if run.facts(fighter.key).one_battle:
            _wander_off(run, fighter)
            continue
        gold = pay_of(run.state, fighter) * fighter.size
        others = _instead_of_gold(run.state, fighter)
        if not gold and not run.facts(fighter.key).pays_in:
            continue
        options = (*(["pay"] if gold else []), *others, "dismiss")
        pending = Pending(
            id=f"upkeep:{fighter.key}",
            kind="upkeep",
            fighter=fighter.key,
            step=step,
            options=options,
            rule=UPKEEP,
            who="player",
            default=options[0],
            data={"gold": gold},
        )
        run.tell(ev.Asked(decision=pending, rule=UPKEEP))
    open_market(run)


def _wander_off(run: Run, fighter: Fighter) -> None:
    """He was there for one battle, and won't be for the next."""
    go(run, fighter.key, "upkeep", UPKEEP)
    battle = run.state.setup.report.battle
    run.tell(ev.Noted(note=Note(AWAY, battle, {"type": fighter.type}), rule=UPKEEP))


def _instead_of_gold(state: State, fighter: Fighter) -> list[str]:
    """A shard, or as many henchmen as make a meal, each way an answer of its own."""
    coins = state.facts(fighter).pays_in
    found = [SHARD] if WYRDSTONE_COIN in coins and state.roster.wyrdstone else []
    edible = [one for one in state.roster.active if one.type in coins and one.key != fighter.key]
    food = [one.key for one in edible for _ in range(min(one.size, MEAL))]
    meals = dict.fromkeys(combinations(food, MEAL))
    return [*found, *(f"{EATS}{'+'.join(meal)}" for meal in meals)]


def pay_of(state: State, fighter: Fighter) -> int:
    """What one of them asks; more beside those whom he can't abide."""
    facts = state.facts(fighter)
    races = {state.facts(one).race for one in state.roster.active if one.key != fighter.key}
    return max([facts.upkeep, *(gold for race, gold in facts.dearer.items() if race in races)])


def _has_had_his_way(state: State, fighter: Fighter) -> bool:
    """Whether the battle was against those whom he fights for nothing."""
    report, side = state.setup.report, state.setup.side
    fought = {one.type for one in report.sides if one.id != side}
    return not fought.isdisjoint(state.facts(fighter).free_after)


def _came_for_nothing(state: State, fighter: Fighter) -> bool:
    """A hired sword whom this aftermath has brought: his first battle for it is to come."""
    known = {one.key for one in state.setup.roster.fighters}
    ending = f"-{state.setup.report.battle[:8]}-{state.setup.side}"
    return fighter.hired and fighter.key not in known and fighter.key.endswith(ending)


def check(state: State, pending: Pending, order: Resolve) -> None:
    """IllegalOrder where whom he was to eat has gone meanwhile."""
    if pending.kind == "upkeep" and order.choice.startswith((SHARD, EATS)):
        left = _instead_of_gold(state, state.roster.fighter(pending.fighter))
        if order.choice not in left:
            raise IllegalOrder("unknown_choice", pending.rule, choice=order.choice, options=left)


def pay(run: Run, pending: Pending, order: Resolve) -> None:
    """He is paid, in one coin or another, or he goes with all that is his."""
    if order.choice == "pay":
        run.gold(-pending.data["gold"], "upkeep", UPKEEP, pending.fighter)
    elif order.choice == SHARD:
        shards(run, -1, "upkeep")
    elif order.choice.startswith(EATS):
        _eat(run, order.choice.removeprefix(EATS).split("+"))
    else:
        go(run, pending.fighter, "upkeep", UPKEEP)


def _eat(run: Run, groups: list[str]) -> None:
    """The last of each group; who has gone meanwhile can't be eaten: the next of it is."""
    for key in groups:
        fighter = run.fighter(key)
        lose_member(run, key, fighter.warrior_ids()[-1], "upkeep", UPKEEP)


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
